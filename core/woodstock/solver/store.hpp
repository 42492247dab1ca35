// The memory of the constraint solver: domains as bitsets, and a trail that takes everything back.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::solver {

using Variable = std::uint32_t;
using Value = std::uint32_t;
using Cell = std::uint32_t;

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

constexpr std::uint32_t words_for(std::uint64_t bits) { return static_cast<std::uint32_t>((bits + 63) / 64); }

// All that must be undone on the way back lives in cells of 64 bits: the domains, and whatever propagators keep. A cell
// is saved at its first change after a push or a pop, which a stamp tells; later changes cost a comparison.
//
// A domain is a cell with its size and the cells of its bitset, side by side. A variable that is assigned is also found
// in a list, in the order of assignment (the trail of a SAT solver): what going back takes from its end is open again.
// A variable with two values is either open or assigned, so that this list says all about it and it has no cells.
//
// Changes of variables that someone listens to are noted, once, until someone asks for them: how they wake propagators
// is not known here.
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
  const std::uint64_t* domain(Variable x) const {
    return boolean(x) ? &kBooleans[std::min(fixed_[x], 2U)] : cells_.data() + places_[x].cell + 1;
  }
  std::uint32_t size(Variable x) const {
    if (assigned(x)) return 1;
    return boolean(x) ? 2 : static_cast<std::uint32_t>(cells_[places_[x].cell]);
  }
  bool assigned(Variable x) const { return fixed_[x] != kNone; }
  bool contains(Variable x, Value v) const { return (domain(x)[v >> 6] >> (v & 63) & 1U) != 0; }
  // The smallest value; the only one of an assigned variable.
  Value value(Variable x) const { return assigned(x) ? fixed_[x] : first_value(x); }
  // The largest value.
  Value largest(Variable x) const {
    if (assigned(x)) return fixed_[x];
    const auto* word = domain(x);
    auto at = words(x) - 1;
    while (word[at] == 0) --at;
    return at * 64 + 63 - static_cast<Value>(std::countl_zero(word[at]));
  }
  bool is(Variable x, Value v) const { return fixed_[x] == v; }
  template <typename Do>
  void for_each_value(Variable x, Do&& act) const {
    const auto* word = domain(x);
    for (std::uint32_t i = 0; i < words(x); ++i) {
      for (auto rest = word[i]; rest != 0; rest &= rest - 1) {
        act(i * 64 + static_cast<Value>(std::countr_zero(rest)));
      }
    }
  }

  // The assigned variables in the order of assignment, and how many are not.
  std::span<const Variable> trail() const { return assigned_; }
  std::uint32_t open() const { return variables() - static_cast<std::uint32_t>(assigned_.size()); }
  // The value of each variable, or kNone.
  std::span<const Value> fixed() const { return fixed_; }

  // Each returns false if the domain would be empty, and then leaves it as it was.
  bool remove(Variable x, Value v) { return !contains(x, v) || keep_word(x, v >> 6, ~(std::uint64_t{1} << (v & 63))); }
  bool assign(Variable x, Value v);
  // Keeps, of word number `word` of the domain, the values in `mask`.
  bool keep_word(Variable x, std::uint32_t word, std::uint64_t mask);
  // Keeps the values for which test(value) holds.
  template <typename Test>
  bool keep_if(Variable x, Test test) {
    for (std::uint32_t word = 0; word < words(x); ++word) {
      auto kept = domain(x)[word];
      for (auto rest = kept; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<Value>(std::countr_zero(rest));
        if (!test(word * 64 + bit)) kept &= ~(std::uint64_t{1} << bit);
      }
      if (!keep_word(x, word, kept)) return false;
    }
    return true;
  }
  // Keeps the values from `first` to `last`.
  bool keep_range(Variable x, Value first, Value last);
  // Of an open variable with two values.
  void assign_boolean(Variable x, Value v) {
    fix(x, v);
    touch(x);
  }

  std::uint32_t level() const { return static_cast<std::uint32_t>(levels_.size()); }
  void push();
  void pop();

  void listen(Variable x) { notes_[x] |= kListened; }
  // The variables, of those listened to, that changed since the list was last cleared.
  std::span<const Variable> touched() const { return touched_; }
  void clear_touched() {
    for (const auto x : touched_) notes_[x] = kListened;
    touched_.clear();
  }

 private:
  struct Place {
    Cell cell;
    std::uint32_t words;
    std::uint32_t size;
  };
  struct Saved {
    Cell cell;
    std::uint64_t content;
  };
  struct Level {
    std::size_t saved, assigned;
  };
  static constexpr std::uint64_t kBooleans[] = {1, 2, 3};  // the domain if it is 0, if it is 1, if it is open
  static constexpr std::uint8_t kListened = 1, kTouched = 2;

  bool boolean(Variable x) const { return places_[x].size == 2; }
  Value first_value(Variable x) const {
    const auto* word = domain(x);
    std::uint32_t at = 0;
    while (word[at] == 0) ++at;
    return at * 64 + static_cast<Value>(std::countr_zero(word[at]));
  }
  void fix(Variable x, Value v) {
    fixed_[x] = v;
    assigned_.push_back(x);
  }
  void save(Cell cell) {
    stamps_[cell] = now_;
    if (!levels_.empty()) saved_.push_back({cell, cells_[cell]});  // what happens at level 0 stays
  }
  void touch(Variable x) {
    if (notes_[x] != kListened) return;
    notes_[x] |= kTouched;
    touched_.push_back(x);
  }
  void next_stamp();

  std::vector<std::uint64_t> cells_;
  std::vector<std::uint32_t> stamps_;
  std::uint32_t now_ = 1;
  std::vector<Saved> saved_;
  std::vector<Level> levels_;
  std::vector<Place> places_;
  std::vector<Value> fixed_;
  std::vector<Variable> assigned_;
  std::vector<std::uint8_t> notes_;  // per variable
  std::vector<Variable> touched_;
};

}  // namespace woodstock::solver
