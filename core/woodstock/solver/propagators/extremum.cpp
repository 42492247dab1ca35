#include "woodstock/solver/propagators/extremum.hpp"

#include <algorithm>

namespace woodstock::solver::propagators {

bool Extremum::propagate(Store& store) {
  const auto values = [&] {
    std::uint64_t sum = store.size(result_);
    for (const auto x : scope_) sum += store.size(x);
    return sum;
  };
  for (auto before = values();;) {
    const auto high = greatest(store, result_);
    for (const auto x : scope_) {
      if (!at_most(store, x, high)) return false;
    }
    auto from = least(store, scope_.front()), to = greatest(store, scope_.front());
    for (const auto x : scope_) {
      from = std::max(from, least(store, x));
      to = std::max(to, greatest(store, x));
    }
    if (!at_least(store, result_, from) || !at_most(store, result_, to)) return false;
    // Some variable must reach the least result; if only one can, it does.
    const auto needed = least(store, result_);
    const auto reaches = [&](Variable x) { return greatest(store, x) >= needed; };
    const auto first = std::find_if(scope_.begin(), scope_.end(), reaches);
    if (first == scope_.end()) return false;
    const bool only = std::find_if(first + 1, scope_.end(), reaches) == scope_.end();
    if (only && !at_least(store, *first, needed)) return false;
    const auto after = values();
    if (after == before) return true;
    before = after;
  }
}

}  // namespace woodstock::solver::propagators
