#include "woodstock/solver/propagators/relations.hpp"

#include <algorithm>

namespace woodstock::solver::propagators {

bool Equal::propagate(Store& store) {
  const auto longer = std::max(store.words(x_), store.words(y_));
  const auto word = [&](Variable x, std::uint32_t i) { return i < store.words(x) ? store.domain(x)[i] : 0; };
  for (std::uint32_t i = 0; i < longer; ++i) {
    const auto both = word(x_, i) & word(y_, i);
    if (i < store.words(x_) && !store.keep_word(x_, i, both)) return false;
    if (i < store.words(y_) && !store.keep_word(y_, i, both)) return false;
  }
  return true;
}

bool AtMostOne::propagate(Store& store) {
  const auto holds = [&](const Assignment& a) { return store.is(a.variable, a.value); };
  const auto chosen = std::find_if(assignments_.begin(), assignments_.end(), holds);
  if (chosen == assignments_.end()) return true;
  for (const auto& other : assignments_) {
    if (other == *chosen) continue;
    if (!store.remove(other.variable, other.value)) return false;
  }
  return true;
}

bool Channel::propagate(Store& store) {
  for (Value v = 0; v < indicators_.size(); ++v) {
    const auto b = indicators_[v];
    if (store.is(b, 0) && !store.remove(x_, v)) return false;
    if (store.is(b, 1) && !store.assign(x_, v)) return false;
  }
  for (Value v = 0; v < indicators_.size(); ++v) {
    if (!store.contains(x_, v) && !store.assign(indicators_[v], 0)) return false;
    if (store.is(x_, v) && !store.assign(indicators_[v], 1)) return false;
  }
  return true;
}

}  // namespace woodstock::solver::propagators
