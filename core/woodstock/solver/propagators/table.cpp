#include "woodstock/solver/propagators/table.hpp"

#include <bit>
#include <limits>

namespace woodstock::solver::propagators {

CompactTable::CompactTable(Store& store, std::vector<Variable> scope, std::span<const std::int32_t> tuples)
    : tuples_(store, std::move(scope), tuples), filtered_(store.add_cells(1)) {}

bool CompactTable::propagate(Store& store) {
  const auto update = tuples_.update(store);
  if (tuples_.empty(store)) return false;
  const bool first = store.get(filtered_) == 0;
  if (update == ValidTuples::Update::fewer || first) {
    if (!filter(store, first)) return false;
    if (first) store.set(filtered_, 1);
  }
  if (update != ValidTuples::Update::nothing || first) tuples_.settle(store);
  return true;
}

bool CompactTable::filter(Store& store, bool first) {
  const auto& scope = tuples_.scope();
  const auto changed = tuples_.changed();
  for (std::uint32_t position = 0; position < scope.size(); ++position) {
    // Where only this variable lost values, its other values kept their tuples; the only value left is in all of them.
    const bool safe = store.assigned(scope[position]) || (changed.size() == 1 && changed[0] == position);
    if ((!safe || first) && !tuples_.filter(store, position, first)) return false;
  }
  return true;
}

bool NegativeTable::propagate(Store& store) {
  for (bool changed = true; changed;) {
    changed = false;
    tuples_.update(store);
    if (!filter(store, changed)) return false;
    if (!changed) tuples_.settle(store);
    // Values removed by the filter are lost ones for the next round: it starts from what was seen before this one.
  }
  return true;
}

bool NegativeTable::filter(Store& store, bool& changed) {
  if (tuples_.empty(store)) return true;
  const auto& scope = tuples_.scope();
  const auto total = tuples_.count(store);
  for (std::uint32_t position = 0; position < scope.size(); ++position) {
    std::uint64_t completions = 1;
    for (std::uint32_t other = 0; other < scope.size() && completions <= total; ++other) {
      if (other != position) completions *= store.size(scope[other]);
    }
    if (total < completions) continue;
    const auto x = scope[position];
    for (Value v = 0; v < store.initial_size(x); ++v) {
      if (!store.contains(x, v) || tuples_.count(store, position, v) != completions) continue;
      if (!store.remove(x, v)) return false;
      changed = true;
    }
    if (changed) return true;  // the counts are out of date
  }
  return true;
}

BinaryTable::BinaryTable(const Store& store, Variable x, Variable y, std::span<const std::int32_t> tuples) {
  const Variable variables[2] = {x, y};
  for (int i = 0; i < 2; ++i) {
    auto& side = sides_[i];
    side.variable = variables[i];
    side.words = store.words(variables[1 - i]);
    side.rows.resize(std::size_t{store.initial_size(side.variable)} * side.words, 0);
    side.residues.resize(store.initial_size(side.variable), 0);
  }
  const auto allow = [&](Value a, Value b) {
    sides_[0].rows[std::size_t{a} * sides_[0].words + b / 64] |= std::uint64_t{1} << (b % 64);
    sides_[1].rows[std::size_t{b} * sides_[1].words + a / 64] |= std::uint64_t{1} << (a % 64);
  };
  for (std::size_t i = 0; i < tuples.size(); i += 2) {
    const auto range = [&](std::int32_t value, Variable variable) {
      const auto first = value == kStar ? 0 : static_cast<Value>(value);
      return std::pair(first, value == kStar ? store.initial_size(variable) : first + 1);
    };
    const auto [a_first, a_end] = range(tuples[i], x);
    const auto [b_first, b_end] = range(tuples[i + 1], y);
    for (auto a = a_first; a < a_end; ++a) {
      for (auto b = b_first; b < b_end; ++b) allow(a, b);
    }
  }
}

bool BinaryTable::propagate(Store& store) {
  return revise(store, sides_[0], sides_[1].variable) && revise(store, sides_[1], sides_[0].variable);
}

bool BinaryTable::revise(Store& store, Side& side, Variable other) {
  const auto* values = store.domain(other);
  if (side.words == 1 && store.words(side.variable) == 1) {  // the usual case, without residues
    const auto present = values[0];
    const auto old = store.domain(side.variable)[0];
    auto kept = old;
    for (auto rest = old; rest != 0; rest &= rest - 1) {
      const auto v = std::countr_zero(rest);
      kept ^= static_cast<std::uint64_t>((side.rows[static_cast<std::size_t>(v)] & present) == 0) << v;
    }
    return store.keep_word(side.variable, 0, kept);
  }
  const auto has_support = [&](Value v) {
    const auto* row = side.rows.data() + std::size_t{v} * side.words;
    auto& residue = side.residues[v];
    if ((row[residue] & values[residue]) != 0) return true;
    for (std::uint32_t i = 0; i < side.words; ++i) {
      if ((row[i] & values[i]) == 0) continue;
      residue = i;
      return true;
    }
    return false;
  };
  return store.keep_if(side.variable, has_support);
}

}  // namespace woodstock::solver::propagators
