// What a descent has come to, told to the nodes on its way.
#include <algorithm>

#include "woodstock/search/tree/search.hpp"

namespace woodstock::search::tree {

void TreeSearch::take_values(const TreeNode& node, std::vector<double>& out) const {
  for (std::uint32_t role = 0; role < roles_; ++role) out[role] = tree_.value(node, role);
}

void TreeSearch::give_up(TreeNode& node) const {
  for (std::uint32_t role = 0; role < roles_; ++role) tree_.sums(node)[role] = policy_.unknown(role);
  node.set(kBroken);
}

void TreeSearch::credit(TreeNode& node, const std::vector<double>& outcome) const {
  ++node.visits;
  if (node.settled()) return;
  for (std::uint32_t role = 0; role < roles_; ++role) tree_.sums(node)[role] += outcome[role];
}

void TreeSearch::back_up_outcome(Worker& own) {
  ++descents_;
  depth_ = std::max<std::uint64_t>(depth_, own.path.size());
  learn(own);
  for (auto depth = own.path.size(); depth-- > 0;) {
    const auto& step = own.path[depth];
    auto& node = tree_.node(step.node);
    if (node.is(kJoint)) {
      if (step.credited != 0) take_values(tree_.node(step.credited), own.outcome);
      credit_arms(node, own.places.data() + depth * roles_, own.outcome);
      credit(node, own.outcome);
    } else {
      credit_edge(node, step, own.outcome);
      if (step.credited != 0) take_values(tree_.node(step.credited), own.outcome);
    }
    if (step.child != 0 && tree_.node(step.child).is(kProved) && !node.settled()) prove(node);
    if (node.is(kProved)) take_values(node, own.outcome);
  }
  done_ = tree_.node(root_).settled();
}

// The edge takes over what the child is worth by now. Where there is none, or it lies on the way to itself, the edge
// keeps the mean of its outcomes.
void TreeSearch::credit_edge(TreeNode& node, const Step& step, const std::vector<double>& outcome) {
  auto& edge = tree_.edge(node, step.edge);
  const auto* child = step.child != 0 && !step.repeated ? &tree_.node(step.child) : nullptr;
  const auto tries = edge.visits + edge.tours + 1;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    const auto before = static_cast<double>(tree_.values(edge)[role]);
    const auto after = child != nullptr ? tree_.value(*child, role) : before + (outcome[role] - before) / tries;
    set_edge_value(node, edge, role, after);
  }
  edge.proved = step.child != 0 && tree_.node(step.child).is(kProved);
  --edge.pending;
  auto& credited = step.credited == 0 ? edge : tree_.edge(node, step.credited_edge);
  if (step.credited != 0) ++edge.tours;
  ++credited.visits;
  ++node.visits;
  if (node.settled()) return;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    tree_.sums(node)[role] += static_cast<double>(tree_.values(credited)[role]);
  }
}

void TreeSearch::set_edge_value(TreeNode& node, TreeEdge& edge, std::uint32_t role, double value) {
  auto& own = tree_.values(edge)[role];
  const auto before = static_cast<double>(own);
  own = static_cast<float>(value);
  if (!node.settled()) tree_.sums(node)[role] += edge.visits * (static_cast<double>(own) - before);
}

void TreeSearch::credit_arms(TreeNode& node, const std::uint32_t* places, const std::vector<double>& outcome) {
  const auto counts = tree_.counts(node);
  std::uint32_t first = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (counts[role] == 1) continue;
    auto& arm = tree_.edge(node, first + places[role]);
    auto& value = tree_.values(arm)[role];
    ++arm.visits;
    --arm.pending;
    value += (static_cast<float>(outcome[role]) - value) / static_cast<float>(arm.visits);
    first += counts[role];
  }
}

// Takes back what a descent that ended early has left on its way.
void TreeSearch::abandon(Worker& own) {
  for (std::size_t depth = 0; depth < own.path.size(); ++depth) {
    const auto& step = own.path[depth];
    const auto& node = tree_.node(step.node);
    if (!node.is(kJoint)) {
      --tree_.edge(node, step.edge).pending;
      continue;
    }
    const auto counts = tree_.counts(node);
    std::uint32_t first = 0;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      if (counts[role] == 1) continue;
      --tree_.edge(node, first + own.places[depth * roles_ + role]).pending;
      first += counts[role];
    }
  }
}

}  // namespace woodstock::search::tree
