#include "woodstock/solver/propagators/tuples.hpp"

#include <algorithm>
#include <bit>

namespace woodstock::solver::propagators {

namespace {
constexpr std::size_t kMostDropped = 256;  // tuples that are remembered one by one
constexpr std::uint64_t kSteps = 16;       // about what it takes to look up one word in a list of tuples

std::vector<std::uint32_t> sizes_of(const Store& store, std::span<const Variable> scope) {
  std::vector<std::uint32_t> sizes;
  for (const auto x : scope) sizes.push_back(store.initial_size(x));
  return sizes;
}
}  // namespace

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
    if (supports_.dense(i)) continue;
    lists_ = true;
    if (values_.size() < store.words(x)) values_.resize(store.words(x), 0);
  }
  residues_.resize(residue_starts_.back(), 0);
  left_ = store.add_cells(1);
  store.set(left_, count);
  if (lists_) mask_.resize(supports_.words(), 0);
}

// The paper's updateTable: for each variable that lost values, the tuples to drop are found from what it lost or from
// what it still has, whichever is less.
ValidTuples::Update ValidTuples::update(Store& store) {
  changed_.clear();
  dropped_.clear();
  dropped_count_ = 0;
  bool fewer = false;
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    if (store.size(scope_[position]) == store.get(seen_[position])) continue;
    changed_.push_back(position);
    const auto way = choose_way(store, position);
    gather(store, position, way);
    fewer |= apply(store, position, way);
    if (empty(store)) return Update::fewer;
  }
  if (dropped_count_ > 0) store.set(left_, store.get(left_) - dropped_count_);
  return changed_.empty() ? Update::nothing : fewer ? Update::fewer : Update::same;
}

void ValidTuples::settle(Store& store) {
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    const auto x = scope_[position];
    const auto seen = seen_[position];
    if (store.size(x) == store.get(seen)) continue;
    store.set(seen, store.size(x));
    if (store.assigned(x)) continue;  // it will not lose more
    for (std::uint32_t i = 0; i < store.words(x); ++i) {
      if (store.get(seen + 1 + i) != store.domain(x)[i]) store.set(seen + 1 + i, store.domain(x)[i]);
    }
  }
}

// Where values have lists, the valid tuples themselves may be fewer than those listed.
ValidTuples::Way ValidTuples::choose_way(const Store& store, std::uint32_t position) const {
  const auto x = scope_[position];
  const auto kept = store.size(x);
  const auto lost = store.get(seen_[position]) - kept;
  const auto way = lost < kept ? Way::lost : Way::kept;
  if (supports_.dense(position)) return way;
  const auto left = store.get(left_) - dropped_count_;
  const auto average = mask_.size() * 64 / store.initial_size(x) + 1;
  const auto walked = std::min<std::uint64_t>(average, store.get(limit_) * kSteps);
  return left < std::min<std::uint64_t>(lost, kept) * walked ? Way::scan : way;
}

// Gathers in `rows_` the tuple sets of the values the position lost, or of those it has.
void ValidTuples::gather(const Store& store, std::uint32_t position, Way way) {
  const auto x = scope_[position];
  const bool dense = supports_.dense(position);
  rows_.clear();
  if (!dense) {
    for (const auto at : left(store)) mask_[at] = 0;
    rows_.push_back(mask_.data());
  }
  if (way == Way::scan) return scan_to_mask(store, position);
  for (std::uint32_t i = 0; i < store.words(x); ++i) {
    const auto now = store.domain(x)[i];
    for (auto rest = way == Way::lost ? store.get(seen_[position] + 1 + i) & ~now : now; rest != 0; rest &= rest - 1) {
      const auto v = i * 64 + static_cast<Value>(std::countr_zero(rest));
      if (dense) {
        rows_.push_back(supports_.row(position, v));
      } else {
        add_to_mask(store, supports_.list(position, v));
      }
    }
  }
}

// Acts on the tuples of a list, of words that are left at least, until it says that it is enough. With few words left,
// what the list has of them is looked up: as tuples are sorted, these words often lie side by side.
template <typename Do>
bool ValidTuples::any_listed(const Store& store, std::span<const std::uint32_t> list, Do&& act) const {
  const auto limit = static_cast<std::size_t>(store.get(limit_));
  const auto enough = limit * kSteps;
  if (list.size() <= enough) return std::any_of(list.begin(), list.end(), act);
  const auto words = left(store);
  const auto between = [&](std::uint32_t first, std::uint32_t last) {
    const auto begin = std::lower_bound(list.begin(), list.end(), first * 64);
    return std::span(begin, std::upper_bound(begin, list.end(), last * 64 + 63));
  };
  const auto [first, last] = std::minmax_element(words.begin(), words.end());
  if (const auto near = between(*first, *last); near.size() <= enough) {
    return std::any_of(near.begin(), near.end(), act);
  }
  return std::any_of(words.begin(), words.end(), [&](std::uint32_t at) {
    const auto here = between(at, at);
    return std::any_of(here.begin(), here.end(), act);
  });
}

template <typename Do>
void ValidTuples::for_each_valid(const Store& store, Do&& act) const {
  for (const auto at : left(store)) {
    for (auto rest = word(store, at); rest != 0; rest &= rest - 1) {
      act(at * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

void ValidTuples::add_to_mask(const Store& store, std::span<const std::uint32_t> list) {
  any_listed(store, list, [&](std::uint32_t tuple) {
    mask_[tuple / 64] |= std::uint64_t{1} << (tuple % 64);
    return false;
  });
}

// The valid tuples whose value is still there.
void ValidTuples::scan_to_mask(const Store& store, std::uint32_t position) {
  for_each_valid(store, [&](std::uint32_t tuple) {
    const auto v = supports_.value(position, tuple);
    if (v != kNone && store.contains(scope_[position], v)) mask_[tuple / 64] |= std::uint64_t{1} << (tuple % 64);
  });
}

// Drops the gathered tuples, or all but them and those with a star. From the end, so that a dropped word can change
// places with the last one.
bool ValidTuples::apply(Store& store, std::uint32_t position, Way way) {
  const auto* stars = supports_.stars(position);
  auto limit = static_cast<std::size_t>(store.get(limit_));
  const auto limit_before = limit;
  bool fewer = false;
  for (auto i = limit; i-- > 0;) {
    const auto at = index_[i];
    std::uint64_t united = 0;
    for (const auto* row : rows_) united |= row[at];
    if (way == Way::lost) {
      united = ~united;
    } else if (stars != nullptr) {
      united |= stars[at];
    }
    const auto old = word(store, at);
    const auto kept = old & united;
    if (kept == old) continue;
    store.set(words_ + at, kept);
    if (lists_) drop(at, old ^ kept);
    fewer = true;
    if (kept == 0) std::swap(index_[i], index_[--limit]);
  }
  if (limit != limit_before) store.set(limit_, limit);
  return fewer;
}

void ValidTuples::drop(std::uint32_t at, std::uint64_t dropped) {
  for (; dropped != 0 && dropped_.size() < kMostDropped; dropped &= dropped - 1) {
    dropped_.push_back(at * 64 + static_cast<std::uint32_t>(std::countr_zero(dropped)));
    ++dropped_count_;
  }
  dropped_count_ += static_cast<std::uint64_t>(std::popcount(dropped));
}

std::uint64_t ValidTuples::count(const Store& store) const {
  std::uint64_t total = 0;
  for (const auto at : left(store)) total += static_cast<std::uint64_t>(std::popcount(word(store, at)));
  return total;
}

std::uint64_t ValidTuples::count(const Store& store, std::uint32_t position, Value v) const {
  std::uint64_t total = 0;
  if (supports_.dense(position)) {
    const auto* row = supports_.row(position, v);
    for (const auto at : left(store)) total += static_cast<std::uint64_t>(std::popcount(word(store, at) & row[at]));
  } else {
    any_listed(store, supports_.list(position, v), [&](std::uint32_t tuple) {
      total += valid(store, tuple) ? 1 : 0;
      return false;
    });
  }
  return total;
}

bool ValidTuples::any_star(const Store& store, std::uint32_t position) const {
  const auto* stars = supports_.stars(position);
  const auto has = [&](std::uint32_t at) { return (word(store, at) & stars[at]) != 0; };
  return stars != nullptr && std::ranges::any_of(left(store), has);
}

bool ValidTuples::supported(const Store& store, std::uint32_t position, Value v) {
  auto& residue = residues_[residue_starts_[position] + v];
  if (supports_.dense(position)) {
    const auto* row = supports_.row(position, v);
    if ((word(store, residue) & row[residue]) != 0) return true;
    for (const auto at : left(store)) {
      if ((word(store, at) & row[at]) == 0) continue;
      residue = at;
      return true;
    }
    return false;
  }
  const auto list = supports_.list(position, v);
  if (list.empty()) return false;
  if (valid(store, list[residue])) return true;
  return any_listed(store, list, [&](const std::uint32_t& tuple) {
    if (!valid(store, tuple)) return false;
    residue = static_cast<std::uint32_t>(&tuple - list.data());
    return true;
  });
}

bool ValidTuples::filter(Store& store, std::uint32_t position, bool all) {
  if (any_star(store, position)) return true;
  const auto x = scope_[position];
  if (!supports_.dense(position)) {
    if (store.get(left_) <= store.size(x)) return filter_by_scan(store, position);
    if (!all && few_dropped(position)) return filter_dropped(store, position);
  }
  return store.keep_if(x, [&](Value v) { return supported(store, position, v); });
}

// The values of the valid tuples are those that have support.
bool ValidTuples::filter_by_scan(Store& store, std::uint32_t position) {
  const auto x = scope_[position];
  if (store.get(left_) == 1) {
    for_each_valid(store, [&](std::uint32_t tuple) { store.assign(x, supports_.value(position, tuple)); });
    return true;
  }
  std::fill_n(values_.begin(), store.words(x), 0);
  for_each_valid(store, [&](std::uint32_t tuple) {
    const auto v = supports_.value(position, tuple);
    values_[v / 64] |= std::uint64_t{1} << (v % 64);
  });
  for (std::uint32_t at = 0; at < store.words(x); ++at) {
    if (!store.keep_word(x, at, values_[at])) return false;
  }
  return true;
}

// Then only the values of dropped tuples can have lost their support. A star was support for all values.
bool ValidTuples::few_dropped(std::uint32_t position) const {
  return dropped_.size() == dropped_count_ && std::none_of(dropped_.begin(), dropped_.end(), [&](std::uint32_t tuple) {
           return supports_.value(position, tuple) == kNone;
         });
}

bool ValidTuples::filter_dropped(Store& store, std::uint32_t position) {
  for (const auto tuple : dropped_) {
    const auto v = supports_.value(position, tuple);
    if (!store.contains(scope_[position], v) || supported(store, position, v)) continue;
    if (!store.remove(scope_[position], v)) return false;
  }
  return true;
}

}  // namespace woodstock::solver::propagators
