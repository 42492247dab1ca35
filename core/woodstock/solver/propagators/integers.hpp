// Variables as integers, for the propagators that compute with them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/solver/store.hpp"

namespace woodstock::solver::propagators {

using Integer = std::int64_t;

// So large may an integer be, and so large a sum of products: there is room to add a few more of either.
inline constexpr Integer kLargestInteger = Integer{1} << 40;
inline constexpr Integer kLargestSum = Integer{1} << 60;

// The solver numbers the values of a variable from 0. Here is which integer each number stands for: the number itself,
// unless something else was said. Integers ascend with their numbers, so that bounds of one are bounds of the other.
class Integers {
 public:
  // One integer for each value of x, ascending.
  void set(Variable x, std::span<const Integer> values);

  Integer of(Variable x, Value number) const {
    const auto* own = find(x);
    if (own == nullptr) return number;
    return own->values.empty() ? own->first + number : own->values[number];
  }
  Integer least(const Store& store, Variable x) const { return of(x, store.value(x)); }
  Integer greatest(const Store& store, Variable x) const { return of(x, store.largest(x)); }
  // The number of an integer, if x ever had it.
  std::optional<Value> number(const Store& store, Variable x, Integer value) const;
  bool contains(const Store& store, Variable x, Integer value) const {
    const auto own = number(store, x, value);
    return own && store.contains(x, *own);
  }

  // Each returns false if the domain would be empty.
  bool at_most(Store& store, Variable x, Integer bound) const;
  bool at_least(Store& store, Variable x, Integer bound) const;
  bool remove(Store& store, Variable x, Integer value) const {
    const auto own = number(store, x, value);
    return !own || store.remove(x, *own);
  }

 private:
  struct Own {
    Integer first = 0;
    std::vector<Integer> values;  // none where they are consecutive
  };

  const Own* find(Variable x) const { return x < own_.size() && own_[x] ? &*own_[x] : nullptr; }
  // How many values of x are below an integer.
  std::uint64_t below(const Store& store, Variable x, Integer bound) const;

  std::vector<std::optional<Own>> own_;  // per variable
};

}  // namespace woodstock::solver::propagators
