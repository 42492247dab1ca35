#include "woodstock/solver/propagators/supports.hpp"

namespace woodstock::solver::propagators {

namespace {
constexpr std::uint32_t kMostDense = 64;  // values; then a bitset takes 8 bytes for each tuple
}  // namespace

Supports::Supports(std::span<const std::int32_t> tuples, std::span<const std::uint32_t> sizes)
    : words_(words_for(tuples.size() / sizes.size())), columns_(sizes.size()) {
  for (std::size_t position = 0; position < sizes.size(); ++position) {
    auto& column = columns_[position];
    column.dense = sizes[position] <= kMostDense;
    if (column.dense) {
      fill_dense(column, tuples, position, sizes[position]);
    } else {
      fill_lists(column, tuples, position, sizes[position]);
    }
    for (std::size_t tuple = 0; tuple < tuples.size() / sizes.size(); ++tuple) {
      if (tuples[tuple * sizes.size() + position] != kStar) continue;
      column.stars.resize(words_, 0);
      column.stars[tuple / 64] |= std::uint64_t{1} << (tuple % 64);
    }
  }
}

void Supports::fill_dense(Column& column, std::span<const std::int32_t> tuples, std::size_t position,
                          std::uint32_t size) {
  column.rows.resize(std::size_t{size} * words_, 0);
  const auto arity = columns_.size();
  for (std::size_t tuple = 0; tuple < tuples.size() / arity; ++tuple) {
    const auto value = tuples[tuple * arity + position];
    if (value == kStar) continue;
    column.rows[static_cast<std::size_t>(value) * words_ + tuple / 64] |= std::uint64_t{1} << (tuple % 64);
  }
}

// Counts the tuples of each value, then puts them in their places.
void Supports::fill_lists(Column& column, std::span<const std::int32_t> tuples, std::size_t position,
                          std::uint32_t size) {
  const auto arity = columns_.size();
  const auto count = static_cast<std::uint32_t>(tuples.size() / arity);
  column.starts.resize(std::size_t{size} + 1, 0);
  column.values.resize(count);
  for (std::uint32_t tuple = 0; tuple < count; ++tuple) {
    const auto value = static_cast<Value>(tuples[tuple * arity + position]);  // of a star: kNone
    column.values[tuple] = value;
    if (value != kNone) ++column.starts[value + 1];
  }
  for (std::size_t value = 0; value < size; ++value) column.starts[value + 1] += column.starts[value];
  column.lists.resize(column.starts.back());
  auto ends = column.starts;
  for (std::uint32_t tuple = 0; tuple < count; ++tuple) {
    if (column.values[tuple] != kNone) column.lists[ends[column.values[tuple]]++] = tuple;
  }
}

}  // namespace woodstock::solver::propagators
