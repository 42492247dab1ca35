// Proofs: a position is worth exactly what its children make of it once enough of them are known.
#include <algorithm>

#include "woodstock/search/backup.hpp"
#include "woodstock/search/tree/search.hpp"

namespace woodstock::search::tree {

void TreeSearch::settle(TreeNode& node, std::span<const double> values) const {
  std::ranges::copy(values, tree_.sums(node));
  node.set(kProved);
}

// The end of a game is known, which is all that a classic search has of proofs; even that it does not call one.
void TreeSearch::end(TreeNode& node, std::span<const double> values) const {
  node.set(kTerminal);
  std::ranges::copy(values, tree_.sums(node));
  if (!classic_) node.set(kProved);
}

// Called when a child was found proved. One move that gives the role that chooses the most it can ever have is enough;
// otherwise all children must be known.
void TreeSearch::prove(TreeNode& node) {
  if (node.is(kJoint)) return prove_joint(node);
  const bool choice = node.count > 1 && node.chooser != chance_;
  bool all = true;
  for (std::uint32_t place = 0; place < node.count; ++place) {
    auto& edge = tree_.edge(node, place);
    const bool proved = edge.child != 0 && tree_.node(edge.child).is(kProved);
    all = all && proved;
    if (!proved || !choice) continue;
    const auto* values = tree_.sums(tree_.node(edge.child));
    if (values[node.chooser] < policy_.highest(node.chooser)) continue;
    node.proof = place;
    return settle(node, {values, roles_});
  }
  if (!all) return;
  std::vector<double> children;
  for (std::uint32_t place = 0; place < node.count; ++place) {
    const auto* values = tree_.sums(tree_.node(tree_.edge(node, place).child));
    children.insert(children.end(), values, values + roles_);
  }
  std::vector<std::uint32_t> counts(roles_, 1);
  counts[node.chooser] = node.count;
  const auto backup = *back_up({counts, chance_}, children);
  node.proof = backup.moves[node.chooser];
  settle(node, backup.values);
}

void TreeSearch::prove_joint(TreeNode& node) {
  if (node.is(kNoProof) || !all_proved(node)) return;
  const auto backup = back_up({tree_.counts(node), chance_}, joint_values(node));
  if (backup) {
    settle(node, backup->values);
  } else {
    node.set(kNoProof);
  }
}

bool TreeSearch::all_proved(const TreeNode& node) const {
  const auto joint_moves = tree_.joint_moves(node);
  if (joint_moves > tree_.joint_children(node)) return false;
  for (std::uint64_t joint_move = 0; joint_move < joint_moves; ++joint_move) {
    const auto child = tree_.joint_child(node, joint_move);
    if (child == 0 || !tree_.node(child).is(kProved)) return false;
  }
  return true;
}

std::vector<double> TreeSearch::joint_values(const TreeNode& node) const {
  std::vector<double> children;
  for (std::uint64_t joint_move = 0; joint_move < tree_.joint_moves(node); ++joint_move) {
    const auto* values = tree_.sums(tree_.node(tree_.joint_child(node, joint_move)));
    children.insert(children.end(), values, values + roles_);
  }
  return children;
}

}  // namespace woodstock::search::tree
