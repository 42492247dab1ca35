#include "woodstock/solver_order.hpp"

#include <algorithm>
#include <numeric>

namespace woodstock::solving {

Order::Order(Engine& engine, Cell cells, std::span<const Variable> first, VariableOrder variables, ValueOrder values,
             std::uint64_t seed)
    : engine_(engine),
      variable_order_(variables),
      value_order_(values),
      random_(seed),
      first_(engine.store.variables(), first.empty()),
      weights_(engine.store.variables(), 0) {
  for (const auto x : first) first_[x] = true;
  std::vector<Variable> groups[2];
  for (Variable x = 0; x < engine.store.variables(); ++x) groups[first_[x] ? 0 : 1].push_back(x);
  for (std::uint32_t i = 0; i < 2; ++i) {
    candidates_[i].limit = cells + i;
    engine.store.set(candidates_[i].limit, groups[i].size());
    candidates_[i].variables = std::move(groups[i]);
  }
  for (std::uint32_t constraint = 0; constraint < engine.constraints(); ++constraint) {
    for (const auto x : engine.scope(constraint)) weights_[x] += 1;
  }
}

Variable Order::choose_variable() {
  const auto chosen = choose_among(candidates_[0]);
  return chosen != kNone ? chosen : choose_among(candidates_[1]);
}

Variable Order::choose_among(Candidates& candidates) {
  auto& store = engine_.store;
  auto limit = static_cast<std::size_t>(store.get(candidates.limit));
  const auto limit_before = limit;
  auto best = kNone;
  for (std::size_t i = 0; i < limit;) {
    const auto x = candidates.variables[i];
    if (store.assigned(x)) {
      std::swap(candidates.variables[i], candidates.variables[--limit]);
      continue;
    }
    if (best == kNone || better(x, best)) best = x;
    ++i;
  }
  if (limit != limit_before) store.set(candidates.limit, limit);
  if (variable_order_ == VariableOrder::random && limit > 0) {
    best = candidates.variables[random_.below(static_cast<std::uint32_t>(limit))];
  }
  return best;
}

bool Order::better(Variable x, Variable y) const {
  const auto& store = engine_.store;
  double left = 0, right = 0;
  switch (variable_order_) {
    case VariableOrder::dom_wdeg:
      left = store.size(x) * weights_[y];
      right = store.size(y) * weights_[x];
      break;
    case VariableOrder::dom:
      left = store.size(x);
      right = store.size(y);
      break;
    case VariableOrder::degree:
      left = weights_[y];
      right = weights_[x];
      break;
    case VariableOrder::input:
    case VariableOrder::random:
      break;
  }
  return left < right || (left == right && x < y);
}

Value Order::choose_value(Variable x) {
  const auto& store = engine_.store;
  if (value_order_ == ValueOrder::ascending) return store.value(x);
  auto skip = random_.below(store.size(x));
  Value chosen = 0;
  store.for_each_value(x, [&](Value v) {
    if (skip-- == 0) chosen = v;
  });
  return chosen;
}

void Order::learn(std::uint32_t constraint) {
  if (variable_order_ != VariableOrder::dom_wdeg || constraint == kNone) return;
  const auto& store = engine_.store;
  const auto scope = engine_.scope(constraint);
  const auto open = std::count_if(scope.begin(), scope.end(), [&](Variable x) { return !store.assigned(x); });
  for (const auto x : scope)
    weights_[x] += 1.0 / (static_cast<double>(std::max<std::ptrdiff_t>(open, 1)) * store.size(x));
}

}  // namespace woodstock::solving
