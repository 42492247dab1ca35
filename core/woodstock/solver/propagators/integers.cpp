#include "woodstock/solver/propagators/integers.hpp"

#include <algorithm>

namespace woodstock::solver::propagators {

void Integers::set(Variable x, std::span<const Integer> values) {
  if (own_.size() <= x) own_.resize(x + std::size_t{1});
  Own own;
  own.first = values.front();
  if (values.back() - values.front() != static_cast<Integer>(values.size()) - 1) {
    own.values.assign(values.begin(), values.end());
  }
  own_[x] = std::move(own);
}

std::uint64_t Integers::below(const Store& store, Variable x, Integer bound) const {
  const auto size = static_cast<Integer>(store.initial_size(x));
  const auto* own = find(x);
  if (own == nullptr || own->values.empty()) {
    return static_cast<std::uint64_t>(std::clamp<Integer>(bound - (own == nullptr ? 0 : own->first), 0, size));
  }
  const auto& values = own->values;
  return static_cast<std::uint64_t>(std::lower_bound(values.begin(), values.end(), bound) - values.begin());
}

std::optional<Value> Integers::number(const Store& store, Variable x, Integer value) const {
  const auto place = below(store, x, value);
  if (place == store.initial_size(x) || of(x, static_cast<Value>(place)) != value) return std::nullopt;
  return static_cast<Value>(place);
}

bool Integers::at_most(Store& store, Variable x, Integer bound) const {
  if (greatest(store, x) <= bound) return true;
  const auto kept = below(store, x, bound + 1);
  return kept > 0 && store.keep_range(x, 0, static_cast<Value>(kept - 1));
}

bool Integers::at_least(Store& store, Variable x, Integer bound) const {
  if (least(store, x) >= bound) return true;
  const auto gone = below(store, x, bound);
  const auto size = store.initial_size(x);
  return gone < size && store.keep_range(x, static_cast<Value>(gone), size - 1);
}

}  // namespace woodstock::solver::propagators
