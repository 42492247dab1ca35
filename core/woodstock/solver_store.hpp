// The memory of the constraint solver: domains as bitsets, and a trail that takes everything back.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::solving {

using Variable = std::uint32_t;
using Value = std::uint32_t;
using Cell = std::uint32_t;

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

constexpr std::uint32_t words_for(std::uint64_t bits) { return static_cast<std::uint32_t>((bits + 63) / 64); }

// All that must be undone on the way back lives in cells of 64 bits: the domains, and whatever propagators keep. A cell
// is saved at its first change after a push or a pop, which a stamp tells; later changes cost a comparison.
//
// A domain is a cell with its size and the cells of its bitset, side by side. Changes are noted per variable, once,
// until someone asks for them: how they wake propagators is not known here.
class Store {
 public:
  // A variable with the values 0 .. size - 1.
  Variable add_variable(std::uint32_t size);
  // Neighbouring reversible cells, all zero; the first is returned.
  Cell add_cells(std::size_t count);

  std::uint64_t get(Cell cell) const { return cells_[cell]; }
  void set(Cell cell, std::uint64_t content) {
    if (stamps_[cell] != now_) save(cell);
    cells_[cell] = content;
  }

  std::uint32_t variables() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t initial_size(Variable x) const { return places_[x].size; }
  std::uint32_t words(Variable x) const { return places_[x].words; }
  const std::uint64_t* domain(Variable x) const { return cells_.data() + places_[x].cell + 1; }
  std::uint32_t size(Variable x) const { return static_cast<std::uint32_t>(cells_[places_[x].cell]); }
  bool assigned(Variable x) const { return size(x) == 1; }
  bool contains(Variable x, Value v) const { return (domain(x)[v >> 6] >> (v & 63) & 1U) != 0; }
  // The smallest value; the only one of an assigned variable.
  Value value(Variable x) const {
    const auto* word = domain(x);
    std::uint32_t at = 0;
    while (word[at] == 0) ++at;
    return at * 64 + static_cast<Value>(std::countr_zero(word[at]));
  }
  bool is(Variable x, Value v) const { return assigned(x) && contains(x, v); }
  template <typename Do>
  void for_each_value(Variable x, Do&& act) const {
    const auto* word = domain(x);
    for (std::uint32_t i = 0; i < words(x); ++i) {
      for (auto rest = word[i]; rest != 0; rest &= rest - 1) {
        act(i * 64 + static_cast<Value>(std::countr_zero(rest)));
      }
    }
  }

  // Each returns false if the domain would be empty, and then leaves it as it was.
  bool remove(Variable x, Value v) { return !contains(x, v) || keep_word(x, v >> 6, ~(std::uint64_t{1} << (v & 63))); }
  bool assign(Variable x, Value v);
  // Keeps, of word number `word` of the domain, the values in `mask`.
  bool keep_word(Variable x, std::uint32_t word, std::uint64_t mask) {
    const auto cell = places_[x].cell;
    const auto old = cells_[cell + 1 + word];
    const auto kept = old & mask;
    if (kept == old) return true;
    const auto left = cells_[cell] - static_cast<std::uint64_t>(std::popcount(old ^ kept));
    if (left == 0) return false;
    set(cell + 1 + word, kept);
    set(cell, left);
    touch(x);
    return true;
  }

  std::uint32_t level() const { return static_cast<std::uint32_t>(levels_.size()); }
  void push();
  void pop();

  // The variables that changed since the list was last cleared.
  std::span<const Variable> touched() const { return touched_; }
  void clear_touched() {
    for (const auto x : touched_) places_[x].touched = false;
    touched_.clear();
  }

 private:
  struct Place {
    Cell cell;
    std::uint32_t words;
    std::uint32_t size;
    bool touched;
  };
  struct Saved {
    Cell cell;
    std::uint64_t content;
  };

  void save(Cell cell) {
    stamps_[cell] = now_;
    if (!levels_.empty()) trail_.push_back({cell, cells_[cell]});  // what happens at level 0 stays
  }
  void touch(Variable x) {
    if (places_[x].touched) return;
    places_[x].touched = true;
    touched_.push_back(x);
  }
  void next_stamp();

  std::vector<std::uint64_t> cells_;
  std::vector<std::uint32_t> stamps_;
  std::uint32_t now_ = 1;
  std::vector<Saved> trail_;
  std::vector<std::size_t> levels_;
  std::vector<Place> places_;
  std::vector<Variable> touched_;
};

}  // namespace woodstock::solving
