// Sums of products with constants.
#pragma once

#include <optional>
#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/propagators/gates.hpp"
#include "woodstock/solver/propagators/integers.hpp"

namespace woodstock::solver::propagators {

struct Term {
  Integer coefficient;
  Variable variable;
};

enum class Relation : std::uint8_t { at_most, equal, different };

// A sum compared with a constant: sum of coefficient * variable <= right, = right or != right. With a control literal,
// that holds if and only if the literal does.
//
// Bounds consistent (over the reals): the least sum of the others says how large a term may be. What differs prunes
// when one variable is left.
class Linear final : public Propagator {
 public:
  // No variable twice, no coefficient zero, and the control is not among the variables.
  Linear(const Integers& integers, std::vector<Term> terms, Relation relation, Integer right,
         std::optional<Literal> control = std::nullopt)
      : integers_(integers), terms_(std::move(terms)), relation_(relation), right_(right), control_(control) {}

  bool propagate(Store& store) override;
  std::uint64_t work() const override { return 2 * terms_.size(); }

  // Another right side. Whoever changes it wakes the propagator.
  void set_right(Integer right) { right_ = right; }
  // The sum, when every variable is assigned.
  Integer value(const Store& store) const;

 private:
  struct Bounds {
    Integer least, greatest;
  };

  bool require(Store& store, bool holds);
  bool decide(Store& store);
  bool differ(Store& store);
  // sign * sum <= bound, where the sign is 1 or -1.
  bool at_most(Store& store, Integer sign, Integer bound);
  Integer least(const Store& store, const Term& term, Integer sign) const;
  Bounds bounds(const Store& store) const;

  const Integers& integers_;
  std::vector<Term> terms_;
  Relation relation_;
  Integer right_;
  std::optional<Literal> control_;
};

}  // namespace woodstock::solver::propagators
