// Symmetric solutions of one stage (paper 001, section 5; paper 002, section 4): they share what follows.
//
// A symmetry of the game that leaves the state of a stage as it is maps what follows from one solution to what follows
// from its image, so both are worth the same and one node may stand for both; this is always sound. A symmetry of the
// stage alone, as it is enriched with nogoods, keeps minimax strategies only as far as the estimates behind the nogoods
// are right (proposition 4): it says nothing of later stages, so nothing that rests on it counts as proved.
#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "woodstock/search/stage/policy_tree.hpp"

namespace woodstock::search::stage {

// Stages that were solved for themselves alone are not worth it: that leaves few nodes to look at.
std::vector<EnrichedStage> PolicyTree::stages_to_compare(std::size_t most) const {
  if (nodes_[root()].complete) return {};
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<Number> open{root()}, found;
  while (!open.empty()) {
    const auto node = open.back();
    open.pop_back();
    const auto& entry = nodes_[node];
    if (entry.count > 1 && !entry.compared && !entry.complete) found.push_back(node);
    for (const auto child : children(node)) {
      if (seen[child] || nodes_[child].stages <= 1) continue;
      seen[child] = true;
      open.push_back(child);
    }
  }
  const auto rank = [&](Number node) { return std::tuple(node != root(), ~nodes_[node].stages, node); };
  std::ranges::sort(found, {}, rank);
  found.resize(std::min(found.size(), most));
  std::vector<EnrichedStage> out;
  for (const auto node : found) out.push_back(enriched(node));
  return out;
}

EnrichedStage PolicyTree::enriched(Number node) const {
  EnrichedStage out{{state(node).begin(), state(node).end()}, {}, {}};
  const auto& shape = this->shape(node);
  const auto arms = this->arms(node);
  const Bandit bandit(shape, arms.list, bandit_);
  for (std::uint32_t child = 0; child < nodes_[node].count; ++child) {
    const auto moves = joint_move(node, child);
    out.joint_moves.insert(out.joint_moves.end(), moves.begin(), moves.end());
    if (bandit.pruned(shape.decision(child))) out.nogoods.push_back(child);
  }
  return out;
}

// A state that was met at several distances from the start is the state of several nodes.
std::uint64_t PolicyTree::join(std::span<const std::uint64_t> state, std::span<const std::vector<JointMove>> classes,
                               Alike alike) {
  std::uint64_t out = 0;
  for (auto depth = nodes_[root()].depth; depth <= deepest_; ++depth) {
    const auto node = find(state, depth);
    if (node && nodes_[*node].count > 0) out += join(*node, places(*node, classes), alike);
  }
  return out;
}

std::vector<std::vector<std::size_t>> PolicyTree::places(Number node,
                                                         std::span<const std::vector<JointMove>> classes) const {
  std::vector<std::vector<std::size_t>> out;
  for (const auto& one : classes) {
    auto& own = out.emplace_back();
    for (const auto& wanted : one) {
      std::size_t low = 0, high = nodes_[node].count;  // joint moves are in ascending order
      while (low < high) {
        const auto middle = (low + high) / 2;
        const bool before = std::ranges::lexicographical_compare(joint_move(node, middle), wanted);
        (before ? low : high) = before ? middle + 1 : middle;
      }
      if (low == nodes_[node].count || !std::ranges::equal(joint_move(node, low), wanted)) {
        throw std::invalid_argument("the stage has no such solution");
      }
      own.push_back(low);
    }
  }
  return out;
}

std::uint64_t PolicyTree::join(Number node, std::span<const std::vector<std::size_t>> classes, Alike alike) {
  const auto known = [&](Number child) {
    const auto& entry = nodes_[child];
    return std::tuple(entry.proved, entry.complete, entry.stages, entry.visits);
  };
  const auto as = alike == Alike::exactly ? kSymmetric : kEstimated;
  const auto first = nodes_[node].first;
  std::uint64_t out = 0;
  for (const auto& one : classes) {
    if (one.empty()) continue;
    const auto best = std::ranges::max(one, {}, [&](std::size_t place) { return known(children_[first + place]); });
    const auto stands = children_[first + best];
    // Who is led to where an estimate led shares no more than that.
    const auto least = std::max<Joined>(as, joined_[first + best]);
    for (const auto place : one) {
      if (children_[first + place] == stands) continue;
      children_[first + place] = stands;
      joined_[first + place] = std::max(joined_[first + place], least);
      ++out;
    }
  }
  nodes_[node].compared = true;
  if (out > 0 && !nodes_[node].waiting) back_up(node);
  return out;
}

// Of the solutions that lead where this one does, the one whose state that is: from there the line can be played on.
std::size_t PolicyTree::owner(Number node, std::size_t child) const {
  if (!leads_elsewhere(node, child)) return child;
  for (std::size_t i = 0; i < nodes_[node].count; ++i) {
    if (children(node)[i] == children(node)[child] && !leads_elsewhere(node, i)) return i;
  }
  return child;
}

}  // namespace woodstock::search::stage
