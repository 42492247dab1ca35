#include "woodstock/machine/interpret/numbering.hpp"

#include <algorithm>

#include "woodstock/machine/interpret/error.hpp"

namespace woodstock::machine::interpret {

namespace {

constexpr std::size_t kEntry = 96;  // bytes that a state takes besides its text, about

}  // namespace

std::uint32_t Numbering::number(const Code& code) {
  const std::lock_guard lock(mutex_);
  const auto [entry, added] = numbers_.try_emplace(code, static_cast<std::uint32_t>(codes_.size()));
  if (added) codes_.push_back(code);
  return entry->second;
}

std::uint32_t TermNumbers::number(Term term, const TermStore& terms) {
  if (term >= numbers_.size()) numbers_.resize(terms.size(), 0);
  if (numbers_[term] == 0) numbers_[term] = 1 + shared_->number(terms.encode(term));
  return numbers_[term] - 1;
}

std::uint64_t StateNumbers::number(const std::string& state) {
  const std::lock_guard lock(mutex_);
  if (const auto known = numbers_.find(state); known != numbers_.end()) return known->second;
  if (bytes_ > kRoom) throw InterpretError(Fault::kLimit, "there is no room for more states");
  states_.push_back(state);
  bytes_ += state.size() + kEntry;
  const auto number = states_.size() == 1 ? 0 : forgotten_ + states_.size() - 1;
  numbers_.emplace(states_.back(), number);
  return number;
}

void StateNumbers::forget() {
  const std::lock_guard lock(mutex_);
  if (states_.empty()) return;
  forgotten_ += states_.size() - 1;
  states_.resize(1);
  bytes_ = states_[0].size() + kEntry;
  numbers_.clear();
  numbers_.emplace(states_[0], 0);
}

}  // namespace woodstock::machine::interpret
