// The named relations that need no search of their own: equal, at most one, channel.
#pragma once

#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/propagators/nogoods.hpp"

namespace woodstock::solver::propagators {

// x = y: both have the values that both have. Arc consistent.
class Equal final : public Propagator {
 public:
  Equal(Variable x, Variable y) : x_(x), y_(y) {}
  bool propagate(Store& store) override;

 private:
  Variable x_, y_;
};

// At most one of these assignments holds. Arc consistent when the variables differ.
class AtMostOne final : public Propagator {
 public:
  explicit AtMostOne(std::vector<Assignment> assignments) : assignments_(std::move(assignments)) {}
  bool propagate(Store& store) override;

 private:
  std::vector<Assignment> assignments_;
};

// The Boolean indicator number v holds if and only if x = v. Arc consistent.
class Channel final : public Propagator {
 public:
  // One indicator for each value of x, all of them different variables.
  Channel(Variable x, std::vector<Variable> indicators) : x_(x), indicators_(std::move(indicators)) {}
  bool propagate(Store& store) override;

 private:
  Variable x_;
  std::vector<Variable> indicators_;
};

}  // namespace woodstock::solver::propagators
