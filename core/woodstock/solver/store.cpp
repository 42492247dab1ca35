#include "woodstock/solver/store.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::solver {

Variable Store::add_variable(std::uint32_t size) {
  if (size == 0) throw std::invalid_argument("a domain needs at least one value");
  if (size > std::uint32_t{1} << 30) throw std::invalid_argument("a domain has at most 2^30 values");
  const auto x = variables();
  const auto count = words_for(size);
  const auto cell = size == 2 ? Cell{0} : add_cells(count + 1);
  if (size != 2) {
    cells_[cell] = size;
    for (std::uint32_t i = 0; i < count; ++i) cells_[cell + 1 + i] = ~std::uint64_t{0};
    if (size % 64 != 0) cells_[cell + count] = (std::uint64_t{1} << (size % 64)) - 1;
  }
  places_.push_back({cell, count, size});
  notes_.push_back(0);
  fixed_.push_back(kNone);
  if (size == 1) fix(x, 0);
  return x;
}

Cell Store::add_cells(std::size_t count) {
  const auto first = cells_.size();
  if (first + count >= kNone) throw std::invalid_argument("the network is too big");
  cells_.resize(first + count, 0);
  stamps_.resize(first + count, 0);
  return static_cast<Cell>(first);
}

bool Store::assign(Variable x, Value v) {
  if (assigned(x)) return fixed_[x] == v;
  if (!contains(x, v)) return false;
  if (!boolean(x)) {
    const auto cell = places_[x].cell;
    for (std::uint32_t i = 0; i < places_[x].words; ++i) {
      const auto kept = i == v >> 6 ? std::uint64_t{1} << (v & 63) : 0;
      if (cells_[cell + 1 + i] != kept) set(cell + 1 + i, kept);
    }
    set(cell, 1);
  }
  fix(x, v);
  touch(x);
  return true;
}

bool Store::keep_word(Variable x, std::uint32_t word, std::uint64_t mask) {
  const auto old = domain(x)[word];
  const auto kept = old & mask;
  if (kept == old) return true;
  if (boolean(x)) {
    if (kept == 0) return false;
    assign_boolean(x, kept == 1 ? 0 : 1);
    return true;
  }
  const auto cell = places_[x].cell;
  const auto left = cells_[cell] - static_cast<std::uint64_t>(std::popcount(old ^ kept));
  if (left == 0) return false;
  set(cell + 1 + word, kept);
  set(cell, left);
  if (left == 1) fix(x, first_value(x));
  touch(x);
  return true;
}

bool Store::keep_range(Variable x, Value first, Value last) {
  for (std::uint32_t word = 0; word < words(x); ++word) {
    const auto begin = word * 64;
    std::uint64_t mask = ~std::uint64_t{0};
    if (begin + 63 < first || begin > last) {
      mask = 0;
    } else {
      if (begin < first) mask &= ~std::uint64_t{0} << (first - begin);
      if (begin + 63 > last) mask &= ~std::uint64_t{0} >> (63 - (last - begin));
    }
    if (mask != ~std::uint64_t{0} && !keep_word(x, word, mask)) return false;
  }
  return true;
}

void Store::push() {
  levels_.push_back({saved_.size(), assigned_.size()});
  next_stamp();
}

void Store::pop() {
  const auto [saved, assigned] = levels_.back();
  for (auto i = saved_.size(); i-- > saved;) cells_[saved_[i].cell] = saved_[i].content;
  for (auto i = assigned; i < assigned_.size(); ++i) fixed_[assigned_[i]] = kNone;
  saved_.resize(saved);
  assigned_.resize(assigned);
  levels_.pop_back();
  next_stamp();
}

void Store::next_stamp() {
  if (++now_ == 0) {  // after four thousand million of them we start again
    std::fill(stamps_.begin(), stamps_.end(), 0);
    now_ = 1;
  }
}

}  // namespace woodstock::solver
