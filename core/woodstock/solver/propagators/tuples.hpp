// The tuples of a table that are still valid: what positive and negative tables have in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver/propagators/supports.hpp"
#include "woodstock/solver/store.hpp"

namespace woodstock::solver::propagators {

// A reversible sparse bitset (Demeulenaere et al., "Compact-Table: Efficiently Filtering Table Constraints with
// Reversible Sparse Bit-Sets", CP 2016) of the tuples whose values are all still in the domains. The words that are not
// zero stand first in `index_`; going back only needs their number, for a word that was dropped is at the border.
class ValidTuples {
 public:
  ValidTuples(Store& store, std::vector<Variable> scope, std::span<const std::int32_t> tuples);

  // Drops the tuples that lost a value since last time. Which positions lost some is in changed() afterwards.
  enum class Update : std::uint8_t { nothing, same, fewer };
  Update update(Store& store);
  std::span<const std::uint32_t> changed() const { return changed_; }
  // The domains as they are now are those known to update().
  void settle(Store& store);

  bool empty(const Store& store) const { return store.get(limit_) == 0; }
  std::uint64_t count(const Store& store) const;
  std::uint64_t count(const Store& store, std::uint32_t position, Value v) const;
  bool any_star(const Store& store, std::uint32_t position) const;
  // Is there a valid tuple with this value, or none with a star, here? Begins with the one that answered last time.
  bool supported(const Store& store, std::uint32_t position, Value v);
  // Takes from a domain the values without support, where no valid tuple has a star; false if none is left. `all` says
  // that any value may lack support; otherwise those may that were in tuples dropped by the last update.
  bool filter(Store& store, std::uint32_t position, bool all);

  const std::vector<Variable>& scope() const { return scope_; }
  std::uint64_t work() const { return supports_.work(); }

 private:
  enum class Way : std::uint8_t { lost, kept, scan };

  Way choose_way(const Store& store, std::uint32_t position) const;
  void gather(const Store& store, std::uint32_t position, Way way);
  void add_to_mask(const Store& store, std::span<const std::uint32_t> list);
  void scan_to_mask(const Store& store, std::uint32_t position);
  bool apply(Store& store, std::uint32_t position, Way way);
  void drop(std::uint32_t at, std::uint64_t dropped);
  bool few_dropped(std::uint32_t position) const;
  bool filter_dropped(Store& store, std::uint32_t position);
  bool filter_by_scan(Store& store, std::uint32_t position);
  // The words that have valid tuples left.
  std::span<const std::uint32_t> left(const Store& store) const {
    return std::span(index_).first(static_cast<std::size_t>(store.get(limit_)));
  }
  std::uint64_t word(const Store& store, std::uint32_t at) const { return store.get(words_ + at); }
  bool valid(const Store& store, std::uint32_t tuple) const {
    return (word(store, tuple / 64) >> (tuple % 64) & 1U) != 0;
  }
  template <typename Do>
  bool any_listed(const Store& store, std::span<const std::uint32_t> list, Do&& act) const;
  template <typename Do>
  void for_each_valid(const Store& store, Do&& act) const;

  std::vector<Variable> scope_;
  Supports supports_;
  Cell words_;
  Cell limit_;
  std::vector<std::uint32_t> index_;
  std::vector<Cell> seen_;  // per position: the size and the bitset of the domain at the last update
  std::vector<std::size_t> residue_starts_;
  std::vector<std::uint32_t> residues_;
  std::vector<std::uint32_t> changed_;
  std::vector<const std::uint64_t*> rows_;  // scratch: what to unite
  // Only where a position has lists:
  bool lists_ = false;
  Cell left_;                           // how many tuples are valid
  std::vector<std::uint64_t> mask_;     // scratch: what lists unite to
  std::vector<std::uint64_t> values_;   // scratch: a set of values
  std::vector<std::uint32_t> dropped_;  // by the last update, unless they are many
  std::uint64_t dropped_count_ = 0;
};

}  // namespace woodstock::solver::propagators
