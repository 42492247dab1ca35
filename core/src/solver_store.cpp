#include "woodstock/solver_store.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::solving {

Variable Store::add_variable(std::uint32_t size) {
  if (size == 0) throw std::invalid_argument("a domain needs at least one value");
  if (size > std::uint32_t{1} << 30) throw std::invalid_argument("a domain has at most 2^30 values");
  const auto count = words_for(size);
  const auto cell = add_cells(count + 1);
  cells_[cell] = size;
  for (std::uint32_t i = 0; i < count; ++i) cells_[cell + 1 + i] = ~std::uint64_t{0};
  if (size % 64 != 0) cells_[cell + count] = (std::uint64_t{1} << (size % 64)) - 1;
  places_.push_back({cell, count, size, false});
  return variables() - 1;
}

Cell Store::add_cells(std::size_t count) {
  const auto first = cells_.size();
  if (first + count >= kNone) throw std::invalid_argument("the network is too big");
  cells_.resize(first + count, 0);
  stamps_.resize(first + count, 0);
  return static_cast<Cell>(first);
}

bool Store::assign(Variable x, Value v) {
  if (!contains(x, v)) return false;
  if (assigned(x)) return true;
  const auto cell = places_[x].cell;
  for (std::uint32_t i = 0; i < places_[x].words; ++i) {
    const auto kept = i == v >> 6 ? std::uint64_t{1} << (v & 63) : 0;
    if (cells_[cell + 1 + i] != kept) set(cell + 1 + i, kept);
  }
  set(cell, 1);
  touch(x);
  return true;
}

void Store::push() {
  levels_.push_back(trail_.size());
  next_stamp();
}

void Store::pop() {
  const auto mark = levels_.back();
  for (auto i = trail_.size(); i-- > mark;) cells_[trail_[i].cell] = trail_[i].content;
  trail_.resize(mark);
  levels_.pop_back();
  next_stamp();
}

void Store::next_stamp() {
  if (++now_ == 0) {  // after four thousand million of them we start again
    std::fill(stamps_.begin(), stamps_.end(), 0);
    now_ = 1;
  }
}

}  // namespace woodstock::solving
