// What learned values say in the tree.
//
// Every child has a value from the moment its node is made. Priors for PUCT (Rosin 2011, Silver et al. 2017) follow
// from it, and a move begins with it as its mean. Beside the mean of what descents came to, the values are backed up as
// in minimax, and a move is worth a mixture of both (implicit minimax; Lanctot et al. 2014).
#include <cmath>
#include <numeric>

#include "woodstock/search/lane/tree.hpp"

namespace woodstock::search::lane {

void LaneTree::weigh_learned(LaneNode& node, std::uint32_t stat) {
  const auto& [visits, link, sum] = node.moves()[stat];
  const auto guess = guesses(node)[stat];
  const auto trust = static_cast<float>(settings_.trust);
  const auto playouts = static_cast<float>(visits) + trust;
  const auto mean = playouts > 0.0F ? (static_cast<float>(sum) + trust * guess) / playouts : guess;
  node.means()[stat] = mean + static_cast<float>(settings_.minimax) * (guess - mean);
  node.widths()[stat] = priors(node)[stat] / (1.0F + static_cast<float>(visits));
}

// The priors of a row of moves, from what they are worth by the values alone.
void LaneTree::begin_row(LaneNode& node, std::uint32_t first, std::uint32_t count) {
  const std::span<const float> worth(guesses(node) + first, count);
  const std::span<float> prior(priors(node) + first, count);
  const auto best = *std::ranges::max_element(worth);
  for (std::uint32_t i = 0; i < count; ++i) {
    prior[i] = std::exp((worth[i] - best) / static_cast<float>(settings_.temperature));
  }
  const auto sum = std::accumulate(prior.begin(), prior.end(), 0.0F);
  for (std::uint32_t i = 0; i < count; ++i) {
    prior[i] /= sum;
    weigh(node, first + i);
  }
}

void LaneTree::begin_with_learned(LaneNode& node, const Position& position) {
  constexpr float kUnknown = 0.5F;
  auto* values = learned(node);
  std::copy_n(position.values, std::size_t{node.children} * game_.roles, values);
  std::fill_n(priors(node), node.stats, 0.0F);
  std::fill_n(guesses(node), node.stats, kUnknown);
  if (node.form == Form::kChance) return;
  if (node.form == Form::kChoice) {
    for (std::uint32_t child = 0; child < node.children; ++child) {
      guesses(node)[child] = values[std::size_t{child} * game_.roles + node.chooser];
    }
    return begin_row(node, 0, node.children);
  }
  // Where several choose, a move is worth the mean over what the others may do; children are by joint move.
  std::uint32_t block = node.children;  // children that share the moves of the roles before this one
  auto row = [&, role = std::uint32_t{0}](std::uint32_t own, std::uint32_t count, std::uint32_t first) mutable {
    for (; role < own; ++role) block /= node.move_counts()[role];
    if (own != game_.chance) {
      if (node.children > 0) {
        std::fill_n(guesses(node) + first, count, 0.0F);
        const auto each = static_cast<float>(count) / static_cast<float>(node.children);
        for (std::uint32_t child = 0; child < node.children; ++child) {
          guesses(node)[first + child % block / (block / count)] +=
              each * values[std::size_t{child} * game_.roles + own];
        }
      }
      begin_row(node, first, count);
    }
  };
  each_row(node, row);
}

// A child that is proved has its exact value.
void LaneTree::learn_exact(LaneNode& node, std::uint32_t child) {
  const auto values = outcomes_.values(node.link(child) & ~kProved);
  auto* own = learned(node) + std::size_t{child} * game_.roles;
  for (std::uint32_t role = 0; role < game_.roles; ++role) own[role] = static_cast<float>(values[role]);
  if (node.form == Form::kChoice) guesses(node)[child] = own[node.chooser];
}

// What a node is worth by the values of its children, if they say so.
bool LaneTree::learned_value(LaneNode& node, float* out) const {
  const auto* values = learned(node);
  if (node.form == Form::kChoice) {
    const auto* worth = guesses(node);
    const auto* best = std::max_element(worth, worth + node.children);
    std::copy_n(values + static_cast<std::size_t>(best - worth) * game_.roles, game_.roles, out);
    return true;
  }
  if (node.form != Form::kChance) return false;
  std::fill_n(out, game_.roles, 0.0F);
  for (std::uint32_t child = 0; child < node.children; ++child) {
    for (std::uint32_t role = 0; role < game_.roles; ++role) out[role] += values[child * game_.roles + role];
  }
  for (std::uint32_t role = 0; role < game_.roles; ++role) out[role] /= static_cast<float>(node.children);
  return true;
}

// From the last node of a descent up. Proofs may have changed any of them.
void LaneTree::back_up_learned(const Descent& descent) {
  backed_up_.resize(game_.roles);
  for (auto step = descent.steps.size(); step-- > 1;) {
    if (!learned_value(*at(descent.steps[step].node), backed_up_.data())) return;
    const auto [block, child] = descent.steps[step - 1];
    auto& above = *at(block);
    if (proved(above.link(child))) continue;  // exact already
    auto* values = learned(above) + std::size_t{child} * game_.roles;
    std::ranges::copy(backed_up_, values);
    if (above.form == Form::kChoice) guesses(above)[child] = values[above.chooser];
  }
}

}  // namespace woodstock::search::lane
