// Which tuples of a table have a value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver/store.hpp"

namespace woodstock::solver::propagators {

// In a tuple, stands for any value.
inline constexpr std::int32_t kStar = -1;

// For each position and value, the set of tuples that have this value there; for each position, those with a star.
//
// A position with few values keeps a bitset for each. With many values that would take memory for the product of values
// and tuples; then each value lists its tuples in order, and each tuple has its value. Either way a position takes at
// most 8 bytes for a tuple, twice what the tuple itself takes.
class Supports {
 public:
  // Tuples lie one after the other, each with a value below `sizes[i]` or a star in position i.
  Supports(std::span<const std::int32_t> tuples, std::span<const std::uint32_t> sizes);

  std::uint32_t words() const { return words_; }
  std::uint32_t positions() const { return static_cast<std::uint32_t>(columns_.size()); }
  // About how many words there are to read.
  std::uint64_t work() const { return std::uint64_t{words_} * columns_.size(); }
  bool dense(std::uint32_t position) const { return columns_[position].dense; }
  const std::uint64_t* row(std::uint32_t position, Value v) const {
    return columns_[position].rows.data() + std::size_t{v} * words_;
  }
  std::span<const std::uint32_t> list(std::uint32_t position, Value v) const {
    const auto& column = columns_[position];
    return {column.lists.data() + column.starts[v], column.starts[v + 1] - column.starts[v]};
  }
  // At a position with lists; kNone is a star.
  Value value(std::uint32_t position, std::uint32_t tuple) const { return columns_[position].values[tuple]; }
  // Null where no tuple has a star.
  const std::uint64_t* stars(std::uint32_t position) const {
    return columns_[position].stars.empty() ? nullptr : columns_[position].stars.data();
  }

 private:
  struct Column {
    bool dense = true;
    std::vector<std::uint64_t> rows;
    std::vector<std::uint32_t> starts, lists;
    std::vector<Value> values;
    std::vector<std::uint64_t> stars;
  };

  void fill_dense(Column& column, std::span<const std::int32_t> tuples, std::size_t position, std::uint32_t size);
  void fill_lists(Column& column, std::span<const std::int32_t> tuples, std::size_t position, std::uint32_t size);

  std::uint32_t words_;
  std::vector<Column> columns_;
};

}  // namespace woodstock::solver::propagators
