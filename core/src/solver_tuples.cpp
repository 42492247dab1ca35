#include "woodstock/solver_tuples.hpp"

#include <algorithm>
#include <bit>

namespace woodstock::solving {

namespace {
constexpr std::uint32_t kMostDense = 128;  // values; then a bitset takes 16 bytes for each tuple

// Is it less work to look up so many words in a sorted list than to walk it?
bool few(std::size_t words, std::size_t entries) { return words * 8 < entries; }

std::uint64_t bits_at(std::span<const Supports::Entry> entries, std::uint32_t word) {
  const auto found = std::lower_bound(entries.begin(), entries.end(), word,
                                      [](const Supports::Entry& entry, std::uint32_t at) { return entry.word < at; });
  return found != entries.end() && found->word == word ? found->bits : 0;
}

std::vector<std::uint32_t> sizes_of(const Store& store, std::span<const Variable> scope) {
  std::vector<std::uint32_t> sizes;
  for (const auto x : scope) sizes.push_back(store.initial_size(x));
  return sizes;
}
}  // namespace

Supports::Supports(std::span<const std::int32_t> tuples, std::span<const std::uint32_t> sizes)
    : words_(words_for(tuples.size() / sizes.size())), columns_(sizes.size()) {
  for (std::size_t position = 0; position < sizes.size(); ++position) {
    auto& column = columns_[position];
    column.dense = sizes[position] <= kMostDense;
    if (column.dense) {
      fill_dense(column, tuples, position, sizes[position]);
    } else {
      fill_sparse(column, tuples, position, sizes[position]);
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

// Counts the entries of each value, then puts them in their places: tuples come in order, so words do too.
void Supports::fill_sparse(Column& column, std::span<const std::int32_t> tuples, std::size_t position,
                           std::uint32_t size) {
  const auto arity = columns_.size();
  const auto for_each = [&](auto&& act) {
    std::vector<std::uint32_t> last(size, kNone);
    for (std::size_t tuple = 0; tuple < tuples.size() / arity; ++tuple) {
      const auto value = tuples[tuple * arity + position];
      if (value == kStar) continue;
      const auto word = static_cast<std::uint32_t>(tuple / 64);
      auto& before = last[static_cast<std::size_t>(value)];
      act(static_cast<std::size_t>(value), word, tuple % 64, before != word);
      before = word;
    }
  };
  column.starts.resize(std::size_t{size} + 1, 0);
  for_each([&](std::size_t value, std::uint32_t, std::size_t, bool first) { column.starts[value + 1] += first; });
  for (std::size_t value = 0; value < size; ++value) column.starts[value + 1] += column.starts[value];
  column.entries.resize(column.starts.back());
  auto end = column.starts;
  for_each([&](std::size_t value, std::uint32_t word, std::size_t bit, bool first) {
    if (first) column.entries[end[value]++] = {word, 0};
    column.entries[end[value] - 1].bits |= std::uint64_t{1} << bit;
  });
}

ValidTuples::ValidTuples(Store& store, std::vector<Variable> scope, std::span<const std::int32_t> tuples)
    : scope_(std::move(scope)), supports_(tuples, sizes_of(store, scope_)) {
  words_ = store.add_cells(supports_.words());
  limit_ = store.add_cells(1);
  const auto count = tuples.size() / scope_.size();
  for (std::uint32_t i = 0; i < supports_.words(); ++i) {
    const bool full = (std::size_t{i} + 1) * 64 <= count;
    store.set(words_ + i, full ? ~std::uint64_t{0} : (std::uint64_t{1} << (count % 64)) - 1);
    index_.push_back(i);
  }
  store.set(limit_, supports_.words());

  residue_starts_.push_back(0);
  for (std::uint32_t i = 0; i < scope_.size(); ++i) {
    const auto x = scope_[i];
    residue_starts_.push_back(residue_starts_.back() + store.initial_size(x));
    seen_.push_back(store.add_cells(store.words(x) + 1));
    store.set(seen_[i], store.initial_size(x));
    for (Value v = 0; v < store.initial_size(x); ++v) {
      const auto cell = seen_[i] + 1 + v / 64;
      store.set(cell, store.get(cell) | std::uint64_t{1} << (v % 64));
    }
    if (!supports_.dense(i)) mask_.resize(supports_.words(), 0);
  }
  residues_.resize(residue_starts_.back(), 0);
}

// The paper's updateTable: for each variable that lost values, the tuples to drop are found from what it lost or from
// what it still has, whichever is less.
ValidTuples::Update ValidTuples::update(Store& store) {
  changed_.clear();
  bool fewer = false;
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    const auto size = store.size(scope_[position]);
    const auto before = store.get(seen_[position]);
    if (size == before) continue;
    changed_.push_back(position);
    const bool removed = before - size < size;
    collect(store, position, removed);
    fewer |= apply(store, position, removed);
    if (empty(store)) return Update::fewer;
  }
  return changed_.empty() ? Update::nothing : fewer ? Update::fewer : Update::same;
}

void ValidTuples::settle(Store& store) {
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    const auto x = scope_[position];
    const auto seen = seen_[position];
    if (store.size(x) == store.get(seen)) continue;
    store.set(seen, store.size(x));
    for (std::uint32_t i = 0; i < store.words(x); ++i) {
      if (store.get(seen + 1 + i) != store.domain(x)[i]) store.set(seen + 1 + i, store.domain(x)[i]);
    }
  }
}

// Gathers in `rows_` the tuple sets of the values the position lost, or of those it has.
void ValidTuples::collect(const Store& store, std::uint32_t position, bool removed) {
  const auto x = scope_[position];
  const bool dense = supports_.dense(position);
  rows_.clear();
  if (!dense) {
    const auto limit = store.get(limit_);
    for (std::size_t i = 0; i < limit; ++i) mask_[index_[i]] = 0;
    rows_.push_back(mask_.data());
  }
  for (std::uint32_t i = 0; i < store.words(x); ++i) {
    const auto now = store.domain(x)[i];
    for (auto rest = removed ? store.get(seen_[position] + 1 + i) & ~now : now; rest != 0; rest &= rest - 1) {
      const auto v = i * 64 + static_cast<Value>(std::countr_zero(rest));
      if (dense) {
        rows_.push_back(supports_.row(position, v));
      } else {
        add_to_mask(store, supports_.entries(position, v));
      }
    }
  }
}

// Walks the shorter of the two lists, the words of the value and the words that are left.
void ValidTuples::add_to_mask(const Store& store, std::span<const Supports::Entry> entries) {
  const auto limit = static_cast<std::size_t>(store.get(limit_));
  if (few(limit, entries.size())) {
    for (std::size_t i = 0; i < limit; ++i) mask_[index_[i]] |= bits_at(entries, index_[i]);
  } else {
    for (const auto& entry : entries) mask_[entry.word] |= entry.bits;
  }
}

// Drops the gathered tuples, or all but them and those with a star. From the end, so that a dropped word can change
// places with the last one.
bool ValidTuples::apply(Store& store, std::uint32_t position, bool removed) {
  const auto* stars = supports_.stars(position);
  auto limit = static_cast<std::size_t>(store.get(limit_));
  const auto limit_before = limit;
  bool fewer = false;
  for (auto i = limit; i-- > 0;) {
    const auto at = index_[i];
    std::uint64_t united = 0;
    for (const auto* row : rows_) united |= row[at];
    if (removed) {
      united = ~united;
    } else if (stars != nullptr) {
      united |= stars[at];
    }
    const auto old = word(store, at);
    const auto kept = old & united;
    if (kept == old) continue;
    store.set(words_ + at, kept);
    fewer = true;
    if (kept == 0) std::swap(index_[i], index_[--limit]);
  }
  if (limit != limit_before) store.set(limit_, limit);
  return fewer;
}

std::uint64_t ValidTuples::count(const Store& store) const {
  std::uint64_t total = 0;
  const auto limit = store.get(limit_);
  for (std::size_t i = 0; i < limit; ++i) total += static_cast<std::uint64_t>(std::popcount(word(store, index_[i])));
  return total;
}

std::uint64_t ValidTuples::count(const Store& store, std::uint32_t position, Value v) const {
  std::uint64_t total = 0;
  if (supports_.dense(position)) {
    const auto* row = supports_.row(position, v);
    const auto limit = store.get(limit_);
    for (std::size_t i = 0; i < limit; ++i) {
      total += static_cast<std::uint64_t>(std::popcount(word(store, index_[i]) & row[index_[i]]));
    }
  } else {
    for (const auto& entry : supports_.entries(position, v)) {
      total += static_cast<std::uint64_t>(std::popcount(word(store, entry.word) & entry.bits));
    }
  }
  return total;
}

bool ValidTuples::any_star(const Store& store, std::uint32_t position) const {
  const auto* stars = supports_.stars(position);
  if (stars == nullptr) return false;
  const auto limit = store.get(limit_);
  for (std::size_t i = 0; i < limit; ++i) {
    if ((word(store, index_[i]) & stars[index_[i]]) != 0) return true;
  }
  return false;
}

bool ValidTuples::supported(const Store& store, std::uint32_t position, Value v) {
  auto& residue = residues_[residue_starts_[position] + v];
  if (supports_.dense(position)) {
    const auto* row = supports_.row(position, v);
    if ((word(store, residue) & row[residue]) != 0) return true;
    const auto limit = store.get(limit_);
    for (std::size_t i = 0; i < limit; ++i) {
      const auto at = index_[i];
      if ((word(store, at) & row[at]) == 0) continue;
      residue = at;
      return true;
    }
    return false;
  }
  const auto entries = supports_.entries(position, v);
  if (entries.empty()) return false;
  if ((word(store, entries[residue].word) & entries[residue].bits) != 0) return true;
  const auto limit = static_cast<std::size_t>(store.get(limit_));
  if (few(limit, entries.size())) {
    return std::any_of(index_.begin(), index_.begin() + static_cast<std::ptrdiff_t>(limit),
                       [&](std::uint32_t at) { return (word(store, at) & bits_at(entries, at)) != 0; });
  }
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    if ((word(store, entries[i].word) & entries[i].bits) == 0) continue;
    residue = i;
    return true;
  }
  return false;
}

}  // namespace woodstock::solving
