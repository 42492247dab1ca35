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

Numbering::Code Numbering::code(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return codes_.at(number);
}

std::size_t Numbering::size() const {
  const std::lock_guard lock(mutex_);
  return codes_.size();
}

std::uint32_t TermNumbers::number(Term term, const TermStore& terms) {
  if (term >= numbers_.size()) numbers_.resize(terms.size(), 0);
  if (numbers_[term] == 0) numbers_[term] = 1 + shared_->number(terms.encode(term));
  return numbers_[term] - 1;
}

Term TermNumbers::term(std::uint32_t number, TermStore& terms) {
  if (number >= terms_.size()) terms_.resize(std::max<std::size_t>(number + 1, shared_->size()), kNoTerm);
  if (terms_[number] == kNoTerm) terms_[number] = terms.decode(shared_->code(number));
  return terms_[number];
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

std::string StateNumbers::state(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return states_.at(number == 0 ? 0 : number > forgotten_ ? number - forgotten_ : ~std::uint64_t{0});
}

bool StateNumbers::has(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return number == 0 ? !states_.empty() : number > forgotten_ && number - forgotten_ < states_.size();
}

bool StateNumbers::full() const {
  const std::lock_guard lock(mutex_);
  return bytes_ > kRoom;
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
