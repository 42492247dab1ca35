#include "woodstock/search/tree/uct.hpp"

#include <cmath>

namespace woodstock::search::tree {

Uct::Uct(const machine::Machine& machine, std::optional<std::uint32_t> chance, const UctSettings& options)
    : TreeSearch(machine, chance, options.tree, 0, false, options.classic), c_(options.c) {}

// Moves not tried yet come first, in random order; then the one with the highest v + c sqrt(ln n / n_i). A move that is
// proved needs no bonus. Other threads that are below a move count as losses (virtual loss; Chaslot et al. 2008).
std::uint32_t Uct::choose(Worker& own, const TreeNode& node, const Arms& arms) {
  const auto n = static_cast<double>(node.visits < 1 ? 1 : node.visits);
  const auto bonus = static_cast<float>(c_ * spread(arms.role) * std::sqrt(std::log(n)));
  std::uint32_t untried = 0;
  std::uint32_t best = 0;
  float highest = -1.0F;
  for (std::uint32_t place = 0; place < arms.count; ++place) {
    auto& edge = tree().edge(node, arms.first + place);
    const auto tries = edge.tries();
    if (tries == 0) {
      ++untried;
      continue;
    }
    if (untried != 0 || (edge.proved != 0 && arms.around)) continue;
    auto score = tree().values(edge)[arms.role];
    if (edge.pending != 0) score *= static_cast<float>(tries - edge.pending) / static_cast<float>(tries);
    if (edge.proved == 0) score += bonus / std::sqrt(static_cast<float>(tries));
    if (score > highest) {
      highest = score;
      best = place;
    }
  }
  if (untried == 0) return best;
  auto rest = own.random.below(untried);
  for (std::uint32_t place = 0;; ++place) {
    const auto& edge = tree().edge(node, arms.first + place);
    if (edge.tries() == 0 && rest-- == 0) return place;
  }
}

}  // namespace woodstock::search::tree
