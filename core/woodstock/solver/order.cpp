#include "woodstock/solver/order.hpp"

#include <algorithm>

namespace woodstock::solver {

void Order::begin(std::span<const Variable> first, VariableOrder variables, ValueOrder values, std::uint64_t seed) {
  forget();
  variable_order_ = variables;
  value_order_ = values;
  random_ = support::Random(seed);
  auto& store = engine_.store;
  first_.resize(store.variables(), false);
  learned_.resize(store.variables(), 0);
  all_first_ = first.empty();
  for (const auto x : first) {
    if (!first_[x]) marked_.push_back(x);
    first_[x] = true;
  }
  for (auto& candidates : candidates_) candidates.variables.clear();
  const auto fixed = store.fixed();
  const auto open = store.open();
  for (std::size_t found = 0, x = 0; found < open; ++x) {
    if (fixed[x] != kNone) continue;
    ++found;
    candidates_[all_first_ || first_[x] ? 0 : 1].variables.push_back(static_cast<Variable>(x));
  }
  for (auto& candidates : candidates_) store.set(candidates.limit, candidates.variables.size());
}

void Order::forget() {
  for (const auto x : marked_) first_[x] = false;
  for (const auto x : learned_list_) learned_[x] = 0;
  marked_.clear();
  preferred_.clear();
  learned_list_.clear();
}

Variable Order::choose_variable() {
  if (engine_.store.open() == 0) return kNone;
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
      left = store.size(x) * weight(y);
      right = store.size(y) * weight(x);
      break;
    case VariableOrder::dom:
      left = store.size(x);
      right = store.size(y);
      break;
    case VariableOrder::degree:
      left = engine_.degree(y);
      right = engine_.degree(x);
      break;
    case VariableOrder::input:
    case VariableOrder::random:
      break;
  }
  return left < right || (left == right && x < y);
}

Value Order::choose_value(Variable x) {
  const auto& store = engine_.store;
  if (!preferred_.empty() && preferred_[x] != kNone && store.contains(x, preferred_[x])) return preferred_[x];
  if (value_order_ == ValueOrder::ascending) return store.value(x);
  auto skip = random_.below(store.size(x));
  Value chosen = 0;
  store.for_each_value(x, [&](Value v) {
    if (skip-- == 0) chosen = v;
  });
  return chosen;
}

void Order::prefer(Variable x, Value v) {
  preferred_.resize(engine_.store.variables(), kNone);
  preferred_[x] = v;
}

void Order::learn(std::uint32_t constraint) {
  if (variable_order_ != VariableOrder::dom_wdeg || constraint == kNone) return;
  const auto& store = engine_.store;
  const auto scope = engine_.scope(constraint);
  const auto open = std::count_if(scope.begin(), scope.end(), [&](Variable x) { return !store.assigned(x); });
  for (const auto x : scope) {
    if (learned_[x] == 0) learned_list_.push_back(x);
    learned_[x] += 1.0 / (static_cast<double>(std::max<std::ptrdiff_t>(open, 1)) * store.size(x));
  }
}

}  // namespace woodstock::solver
