// The product of two variables.
#pragma once

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/propagators/integers.hpp"

namespace woodstock::solver::propagators {

// x * y = z, by bounds.
class Product final : public Propagator {
 public:
  Product(const Integers& integers, Variable x, Variable y, Variable z) : integers_(integers), x_(x), y_(y), z_(z) {}

  bool propagate(Store& store) override;

 private:
  bool multiply(Store& store) const;
  // z / divisor gives the bounds of the other factor.
  bool divide(Store& store, Variable factor, Variable divisor) const;

  const Integers& integers_;
  Variable x_, y_, z_;
};

}  // namespace woodstock::solver::propagators
