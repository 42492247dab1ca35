#include "woodstock/qcsp/problem.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace woodstock::qcsp {

const std::array<double, most_values + 1>& logarithms() {
  static const auto table = [] {
    std::array<double, most_values + 1> out{-1e9};
    for (std::size_t i = 1; i < out.size(); ++i) out[i] = std::log2(static_cast<double>(i));
    return out;
  }();
  return table;
}

Problem::Problem(std::span<const std::uint32_t> sizes, std::span<const bool> universal)
    : universal_(universal.begin(), universal.end()), neighbours_(sizes.size()), diagrams_of_(sizes.size()) {
  if (sizes.size() != universal.size()) throw std::invalid_argument("each variable needs a quantifier");
  for (const auto size : sizes) {
    if (size == 0 || size > most_values) throw std::invalid_argument("a domain has from 1 to 64 values");
    full_.push_back(size == 64 ? ~Mask{0} : bit(size) - 1);
  }
}

void Problem::add_binary(std::uint32_t x, std::uint32_t y, std::span<const Mask> supports) {
  check(x);
  check(y);
  if (x == y) throw std::invalid_argument("a binary constraint speaks of two variables");
  if (supports.size() != size(x)) throw std::invalid_argument("each value of x needs its supports");
  std::vector<Mask> of_x, of_y(size(y), 0);
  for (std::uint32_t a = 0; a < supports.size(); ++a) {
    if ((supports[a] & ~full_[y]) != 0) throw std::invalid_argument("a support is not in the domain of y");
    of_x.push_back(supports[a]);
    for (auto rest = supports[a]; rest != 0; rest &= rest - 1) of_y[lowest(rest)] |= bit(a);
  }
  const auto* forward = supports_.emplace_back(std::move(of_x)).data();
  const auto* backward = supports_.emplace_back(std::move(of_y)).data();
  link(x, y, forward, backward);
  link(y, x, backward, forward);
}

void Problem::link(std::uint32_t source, std::uint32_t target, const Mask* forward, const Mask* backward) {
  Arc arc = Arc::unite;
  if (universal(target)) {
    arc = universal(source) ? Arc::every : source > target ? Arc::cover : Arc::none;
  } else if (universal(source) && source > target) {
    arc = Arc::all;
  }
  std::uint32_t most = 0;
  for (std::uint32_t b = 0; b < size(target); ++b) most = std::max(most, count(full_[source] & ~backward[b]));
  neighbours_[source].push_back({target, arc, most, forward, backward});
}

void Problem::add_diagram(std::span<const std::uint32_t> scope, std::span<const std::vector<std::int32_t>> children) {
  if (scope.empty() || scope.size() != children.size()) throw std::invalid_argument("each variable needs a level");
  Diagram diagram;
  diagram.scope.assign(scope.begin(), scope.end());
  for (std::size_t level = 0; level < scope.size(); ++level) {
    check(scope[level]);
    if (level > 0 && scope[level] <= scope[level - 1]) throw std::invalid_argument("the scope does not ascend");
    if (children[level].size() % size(scope[level]) != 0) throw std::invalid_argument("a node lacks children");
    diagram.levels.push_back({size(scope[level]), diagram.nodes, children[level]});
    diagram.nodes += diagram.levels.back().nodes();
  }
  if (diagram.levels.front().nodes() != 1) throw std::invalid_argument("a diagram has one root");
  for (std::size_t level = 0; level < scope.size(); ++level) {
    const auto below = level + 1 < scope.size() ? diagram.levels[level + 1].nodes() : 1;
    for (const auto child : children[level]) {
      if (child < -1 || child >= static_cast<std::int64_t>(below)) throw std::invalid_argument("no such child");
    }
  }
  for (const auto x : scope) diagrams_of_[x].push_back(static_cast<std::uint32_t>(diagrams_.size()));
  diagrams_.push_back(std::move(diagram));
}

bool Problem::satisfied(std::span<const std::uint32_t> values) const {
  for (std::uint32_t x = 0; x < variables(); ++x) {
    for (const auto& neighbour : neighbours_[x]) {
      if ((neighbour.forward[values[x]] & bit(values[neighbour.target])) == 0) return false;
    }
  }
  return std::ranges::all_of(diagrams_, [&](const Diagram& diagram) {
    std::int32_t node = 0;
    for (std::size_t level = 0; level < diagram.scope.size() && node >= 0; ++level) {
      const auto& here = diagram.levels[level];
      node = here.children[static_cast<std::uint32_t>(node) * here.values + values[diagram.scope[level]]];
    }
    return node >= 0;
  });
}

}  // namespace woodstock::qcsp
