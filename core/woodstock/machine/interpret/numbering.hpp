// Numbers for terms and states, in the order in which they are first met.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "woodstock/machine/interpret/terms.hpp"

namespace woodstock::machine::interpret {

// Shared by all copies of an interpreter, so that a state made by one means the same to another.
class Numbering {
 public:
  using Code = std::vector<std::int32_t>;
  std::uint32_t number(const Code& code);
  Code code(std::uint32_t number) const;  // throws std::out_of_range
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<Code, std::uint32_t> numbers_;
  std::vector<Code> codes_;
};

// A numbering as one interpreter sees it: its own terms on one side, the shared numbers on the other.
class TermNumbers {
 public:
  explicit TermNumbers(std::shared_ptr<Numbering> shared) : shared_(std::move(shared)) {}
  std::uint32_t number(Term term, const TermStore& terms);
  Term term(std::uint32_t number, TermStore& terms);
  const std::shared_ptr<Numbering>& shared() const { return shared_; }

 private:
  std::shared_ptr<Numbering> shared_;
  std::vector<std::uint32_t> numbers_;  // by term, plus 1
  std::vector<Term> terms_;             // by number
};

// States as text, by number: algorithms keep states in words of a fixed size, and those of an interpreted game have
// none.
class StateNumbers {
 public:
  static constexpr std::size_t kRoom = std::size_t{1} << 29;  // bytes

  std::uint64_t number(const std::string& state);  // throws InterpretError where there is no room
  std::string state(std::uint64_t number) const;   // throws std::out_of_range
  bool has(std::uint64_t number) const;
  bool full() const;
  // Lets go of all but the first one, which keeps its number 0. No number is ever given to another state.
  void forget();

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string_view, std::uint64_t> numbers_;  // of texts in states_
  std::deque<std::string> states_;
  std::uint64_t forgotten_ = 0;  // states between the first and the others
  std::size_t bytes_ = 0;
};

}  // namespace woodstock::machine::interpret
