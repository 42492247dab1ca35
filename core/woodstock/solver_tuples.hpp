// The tuples of a table that are still valid: what positive and negative tables have in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver_store.hpp"

namespace woodstock::solving {

// In a tuple, stands for any value.
inline constexpr std::int32_t kStar = -1;

// For each position and value, the set of tuples that have this value there; for each position, those with a star.
//
// A position with few values keeps a bitset for each. With many values that would take memory for the product of values
// and tuples, so there only the words that are not zero are kept, at most one for each tuple. Either way a position
// takes at most 16 bytes for a tuple.
class Supports {
 public:
  struct Entry {
    std::uint32_t word;
    std::uint64_t bits;
  };

  // Tuples lie one after the other, each with a value below `sizes[i]` or a star in position i.
  Supports(std::span<const std::int32_t> tuples, std::span<const std::uint32_t> sizes);

  std::uint32_t words() const { return words_; }
  std::uint32_t positions() const { return static_cast<std::uint32_t>(columns_.size()); }
  bool dense(std::uint32_t position) const { return columns_[position].dense; }
  const std::uint64_t* row(std::uint32_t position, Value v) const {
    return columns_[position].rows.data() + std::size_t{v} * words_;
  }
  std::span<const Entry> entries(std::uint32_t position, Value v) const {
    const auto& column = columns_[position];
    return {column.entries.data() + column.starts[v], column.starts[v + 1] - column.starts[v]};
  }
  // Null where no tuple has a star.
  const std::uint64_t* stars(std::uint32_t position) const {
    return columns_[position].stars.empty() ? nullptr : columns_[position].stars.data();
  }

 private:
  struct Column {
    bool dense = true;
    std::vector<std::uint64_t> rows;
    std::vector<std::size_t> starts;
    std::vector<Entry> entries;
    std::vector<std::uint64_t> stars;
  };

  void fill_dense(Column& column, std::span<const std::int32_t> tuples, std::size_t position, std::uint32_t size);
  void fill_sparse(Column& column, std::span<const std::int32_t> tuples, std::size_t position, std::uint32_t size);

  std::uint32_t words_;
  std::vector<Column> columns_;
};

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
  // Is there a valid tuple with this value, or none with a star, here? Begins with the word that answered last time.
  bool supported(const Store& store, std::uint32_t position, Value v);

  const std::vector<Variable>& scope() const { return scope_; }

 private:
  void collect(const Store& store, std::uint32_t position, bool removed);
  void add_to_mask(const Store& store, std::span<const Supports::Entry> entries);
  bool apply(Store& store, std::uint32_t position, bool removed);
  std::uint64_t word(const Store& store, std::uint32_t at) const { return store.get(words_ + at); }

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
  std::vector<std::uint64_t> mask_;         // scratch: the union at sparse positions
};

}  // namespace woodstock::solving
