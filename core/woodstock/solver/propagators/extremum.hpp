// The greatest, or the least, of several variables.
#pragma once

#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/propagators/integers.hpp"

namespace woodstock::solver::propagators {

// result = the greatest of the variables; with the sign -1, the least. Bounds consistent.
class Extremum final : public Propagator {
 public:
  Extremum(const Integers& integers, Variable result, std::vector<Variable> scope, Integer sign)
      : integers_(integers), result_(result), scope_(std::move(scope)), sign_(sign) {}

  bool propagate(Store& store) override;
  std::uint64_t work() const override { return 2 * scope_.size(); }

 private:
  // Of sign * x.
  Integer least(const Store& store, Variable x) const {
    return sign_ > 0 ? integers_.least(store, x) : -integers_.greatest(store, x);
  }
  Integer greatest(const Store& store, Variable x) const {
    return sign_ > 0 ? integers_.greatest(store, x) : -integers_.least(store, x);
  }
  bool at_most(Store& store, Variable x, Integer bound) const {
    return sign_ > 0 ? integers_.at_most(store, x, bound) : integers_.at_least(store, x, -bound);
  }
  bool at_least(Store& store, Variable x, Integer bound) const {
    return sign_ > 0 ? integers_.at_least(store, x, bound) : integers_.at_most(store, x, -bound);
  }

  const Integers& integers_;
  Variable result_;
  std::vector<Variable> scope_;
  Integer sign_;
};

}  // namespace woodstock::solver::propagators
