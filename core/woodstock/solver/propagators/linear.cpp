#include "woodstock/solver/propagators/linear.hpp"

namespace woodstock::solver::propagators {

namespace {

Integer floor_of(Integer dividend, Integer divisor) {  // divisor > 0
  return dividend >= 0 ? dividend / divisor : -((-dividend + divisor - 1) / divisor);
}

}  // namespace

bool Linear::propagate(Store& store) {
  if (!control_) return require(store, true);
  const auto b = variable_of(*control_);
  if (!store.assigned(b)) return decide(store);
  return require(store, store.is(b, 1 - (*control_ & 1U)));
}

bool Linear::require(Store& store, bool holds) {
  if (relation_ == Relation::at_most) {
    return holds ? at_most(store, 1, right_) : at_most(store, -1, -right_ - 1);
  }
  if ((relation_ == Relation::different) == holds) return differ(store);
  while (true) {  // what one side takes away may let the other take more
    const auto before = bounds(store);
    if (!at_most(store, 1, right_) || !at_most(store, -1, -right_)) return false;
    const auto after = bounds(store);
    if (after.least == before.least && after.greatest == before.greatest) return true;
  }
}

// Is it settled whether the comparison holds?
bool Linear::decide(Store& store) {
  const auto [least, greatest] = bounds(store);
  const auto say = [&](bool holds) {
    return store.assign(variable_of(*control_), holds ? 1 - (*control_ & 1U) : *control_ & 1U);
  };
  if (relation_ == Relation::at_most) {
    if (greatest <= right_) return say(true);
    return least <= right_ || say(false);
  }
  const bool different = relation_ == Relation::different;
  if (least > right_ || greatest < right_) return say(different);
  return least != greatest || say(!different);
}

bool Linear::differ(Store& store) {
  const Term* open = nullptr;
  auto rest = right_;
  for (const auto& term : terms_) {
    if (store.assigned(term.variable)) {
      rest -= term.coefficient * integers_.least(store, term.variable);
    } else if (open != nullptr) {
      return true;
    } else {
      open = &term;
    }
  }
  if (open == nullptr) return rest != 0;
  return rest % open->coefficient != 0 || integers_.remove(store, open->variable, rest / open->coefficient);
}

bool Linear::at_most(Store& store, Integer sign, Integer bound) {
  auto slack = bound;
  for (const auto& term : terms_) slack -= least(store, term, sign);
  if (slack < 0) return false;
  for (const auto& term : terms_) {  // a term may exceed its least value by the slack, which that does not change
    if (store.assigned(term.variable)) continue;
    const auto most = slack + least(store, term, sign);
    const auto coefficient = sign * term.coefficient;
    if (coefficient > 0 ? !integers_.at_most(store, term.variable, floor_of(most, coefficient))
                        : !integers_.at_least(store, term.variable, -floor_of(most, -coefficient))) {
      return false;
    }
  }
  return true;
}

Integer Linear::least(const Store& store, const Term& term, Integer sign) const {
  const auto coefficient = sign * term.coefficient;
  return coefficient *
         (coefficient > 0 ? integers_.least(store, term.variable) : integers_.greatest(store, term.variable));
}

Linear::Bounds Linear::bounds(const Store& store) const {
  Bounds found{0, 0};
  for (const auto& term : terms_) {
    found.least += least(store, term, 1);
    found.greatest -= least(store, term, -1);
  }
  return found;
}

Integer Linear::value(const Store& store) const { return bounds(store).least; }

}  // namespace woodstock::solver::propagators
