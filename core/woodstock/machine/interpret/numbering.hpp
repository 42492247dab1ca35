// Numbers for terms and states, in the order in which they are first met.
#pragma once

#include <algorithm>
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
  Code code(std::uint32_t number) const {  // throws std::out_of_range
    const std::lock_guard lock(mutex_);
    return codes_.at(number);
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return codes_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::map<Code, std::uint32_t> numbers_;
  std::vector<Code> codes_;
};

// A numbering as one interpreter sees it: its own terms on one side, the shared numbers on the other.
class TermNumbers {
 public:
  // Shares the numbers of a twin, if there is one.
  explicit TermNumbers(const TermNumbers* twin)
      : shared_(twin == nullptr ? std::make_shared<Numbering>() : twin->shared_) {}
  std::uint32_t number(Term term, const TermStore& terms);
  Term term(std::uint32_t number, TermStore& terms) {
    if (number >= terms_.size()) terms_.resize(std::max<std::size_t>(number + 1, shared_->size()), kNoTerm);
    if (terms_[number] == kNoTerm) terms_[number] = terms.decode(shared_->code(number));
    return terms_[number];
  }
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
  // throws std::out_of_range
  std::string state(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return states_.at(number == 0 ? 0 : number > forgotten_ ? number - forgotten_ : ~std::uint64_t{0});
  }
  bool has(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return number == 0 ? !states_.empty() : number > forgotten_ && number - forgotten_ < states_.size();
  }
  bool full() const {
    const std::lock_guard lock(mutex_);
    return bytes_ > kRoom;
  }
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
