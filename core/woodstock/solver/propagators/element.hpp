// The item of a list that an index names.
#pragma once

#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/propagators/integers.hpp"

namespace woodstock::solver::propagators {

// items[index] = result, where the index is counted from 0. Arc consistent when no variable stands in it twice.
class Element final : public Propagator {
 public:
  Element(const Integers& integers, std::vector<Variable> items, Variable index, Variable result)
      : integers_(integers), items_(std::move(items)), index_(index), result_(result) {}

  bool propagate(Store& store) override;
  std::uint64_t work() const override { return 8 * items_.size(); }

 private:
  bool meets(const Store& store, Variable item) const;
  bool keep_shared(Store& store, Variable x, Variable y) const;
  bool narrow(Store& store) const;

  const Integers& integers_;
  std::vector<Variable> items_;
  Variable index_, result_;
};

}  // namespace woodstock::solver::propagators
