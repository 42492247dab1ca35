// SQGAC of a relation that is given as a decision diagram: a value stays if it is taken on some path of some winning
// strategy for this relation alone.
#include <algorithm>

#include "woodstock/qcsp/propagation.hpp"

namespace woodstock::qcsp {

void Propagator::next_stamp() {
  if (++time_ >= 1U << 30) {
    std::ranges::fill(stamps_, 0U);
    std::ranges::fill(marked_, 0U);
    time_ = 1;
  }
}

bool Propagator::revise(Mask* domains, const Diagram& diagram, Level level) {
  next_stamp();
  std::fill_n(supported_.begin(), diagram.scope.size(), Mask{0});
  if (!wins(diagram, domains, 0, 0, level)) return false;
  mark(diagram, domains, 0, 0);
  for (std::size_t i = 0; i < diagram.scope.size(); ++i) {
    const auto x = diagram.scope[i];
    if (problem_.universal(x) || domains[x] == supported_[i]) continue;
    domains[x] = supported_[i];
    enqueue(x);
  }
  return true;
}

// Can the relation be won from here? Every node that the domains reach is looked at, so that `mark` knows of all.
bool Propagator::wins(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node,
                      Level strength) {
  if (level == diagram.scope.size()) return true;
  const auto& here = diagram.levels[level];
  auto& stamp = stamps_[here.first + node];
  if (stamp >> 1 == time_) return (stamp & 1) != 0;
  const auto x = diagram.scope[level];
  std::uint32_t won = 0;
  for (auto rest = domains[x]; rest != 0; rest &= rest - 1) {
    const auto child = here.children[node * here.values + lowest(rest)];
    won += child >= 0 && wins(diagram, domains, level + 1, static_cast<std::uint32_t>(child), strength);
  }
  const bool needs_all = problem_.universal(x) && strength == Level::strong;
  const bool result = needs_all ? won == count(domains[x]) : won > 0;
  stamps_[here.first + node] = time_ << 1 | static_cast<std::uint32_t>(result);
  return result;
}

void Propagator::mark(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node) {
  if (level == diagram.scope.size()) return;
  const auto& here = diagram.levels[level];
  auto& marked = marked_[here.first + node];
  if (marked == time_) return;
  marked = time_;
  for (auto rest = domains[diagram.scope[level]]; rest != 0; rest &= rest - 1) {
    const auto value = lowest(rest);
    const auto child = here.children[node * here.values + value];
    if (child < 0) continue;
    const auto below = static_cast<std::uint32_t>(child);
    const bool last = level + 1 == diagram.scope.size();
    if (!last && (stamps_[diagram.levels[level + 1].first + below] & 1) == 0) continue;
    supported_[level] |= bit(value);
    mark(diagram, domains, level + 1, below);
  }
}

// Does the relation hold whatever the domains allow, when x has this value?
bool Propagator::complete(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node,
                          std::uint32_t x, Mask value) {
  if (level == diagram.scope.size()) return true;
  const auto& here = diagram.levels[level];
  auto& stamp = stamps_[here.first + node];
  if (stamp >> 1 == time_) return true;  // what is not complete ends the search at once
  stamp = time_ << 1;
  for (auto rest = diagram.scope[level] == x ? value : domains[diagram.scope[level]]; rest != 0; rest &= rest - 1) {
    const auto child = here.children[node * here.values + lowest(rest)];
    if (child < 0 || !complete(diagram, domains, level + 1, static_cast<std::uint32_t>(child), x, value)) return false;
  }
  return true;
}

}  // namespace woodstock::qcsp
