// What a tree search thinks of its root.
#include <algorithm>
#include <cmath>

#include "woodstock/search/backup.hpp"
#include "woodstock/search/tree/search.hpp"

namespace woodstock::search::tree {

namespace {

constexpr std::size_t kLongestLine = 200;

}  // namespace

// Where several choose, the moves of a role come after those of the roles before it that choose.
std::uint32_t TreeSearch::first_arm(const TreeNode& node, std::uint32_t role) const {
  if (!node.is(kJoint)) return 0;
  std::uint32_t first = 0;
  for (const auto count : tree_.counts(node).first(role)) first += count > 1 ? count : 0;
  return first;
}

std::uint32_t TreeSearch::arm_count(const TreeNode& node, std::uint32_t role) const {
  if (!node.expanded()) return 0;
  if (node.is(kJoint)) return tree_.counts(node)[role] > 1 ? tree_.counts(node)[role] : 0;
  return role == node.chooser ? node.count : 0;
}

MoveEstimate TreeSearch::estimate(const TreeNode& node, std::uint32_t role, std::uint32_t place) const {
  auto& edge = tree_.edge(node, first_arm(node, role) + place);
  MoveEstimate out{.move = edge.move, .value = static_cast<double>(tree_.values(edge)[role]), .visits = edge.visits};
  const auto* child = edge.child == 0 ? nullptr : &tree_.node(edge.child);
  out.proved = child != nullptr && child->is(kProved);
  if (out.proved) out.value = tree_.value(*child, role);
  set_bounds(out);
  return out;
}

// The best proved move, unless one that is not proved was tried most and promises more. A proved loss is no better than
// a move of which nothing is known.
std::uint32_t TreeSearch::best_place(const TreeNode& node, std::uint32_t role) const {
  if (node.is(kJoint) && node.is(kProved)) {
    return back_up({tree_.counts(node), chance_}, joint_values(node))->moves[role];
  }
  // Not just any move of the same worth: it must not lead round in a circle.
  if (!node.is(kJoint) && node.is(kProved) && role != chance_) return node.proof;
  std::optional<std::uint32_t> proved;
  std::optional<std::uint32_t> open;
  MoveEstimate best_proved;
  MoveEstimate best_open;
  for (std::uint32_t place = 0; place < arm_count(node, role); ++place) {
    const auto here = estimate(node, role, place);
    if (here.proved && (!proved || here.value > best_proved.value)) {
      proved = place;
      best_proved = here;
    }
    if (!here.proved && (!open || std::pair(here.visits, here.value) > std::pair(best_open.visits, best_open.value))) {
      open = place;
      best_open = here;
    }
  }
  if (proved && open) {
    return best_proved.value >= best_open.value && best_proved.value > policy_.lowest(role) ? *proved : *open;
  }
  return proved.value_or(open.value_or(0));
}

SearchReport TreeSearch::report(std::uint32_t role) const {
  if (role >= roles_) throw std::invalid_argument("there is no role of this number");
  const auto& root = tree_.node(root_);
  SearchReport out;
  out.proved = root.is(kProved);
  out.nodes = tree_.nodes();
  out.descents = descents_;
  out.playouts = playouts_;
  out.depth = depth_;
  for (std::uint32_t other = 0; other < roles_; ++other) {
    out.values.push_back(other == chance_ ? 0.0 : tree_.value(root, other));
  }
  const auto count = arm_count(root, role);
  for (std::uint32_t place = 0; place < count; ++place) {
    out.moves.push_back(estimate(root, role, place));
    if (count == 1) out.moves.back().visits = root.visits;
  }
  if (count == 0) {  // no choice: what the role must do is worth what the position is
    auto& machine = workers_[0]->machine;
    machine.set_state(tree_.state(root));
    for_each_legal(machine, role, [&](std::uint32_t move) {
      out.moves.push_back(
          {.move = move, .value = tree_.value(root, role), .visits = root.visits, .proved = root.is(kProved)});
      set_bounds(out.moves.back());
    });
  }
  if (!out.moves.empty()) out.best = out.moves[count == 0 ? 0 : best_place(root, role)].move;
  if (root.is(kJoint) && root.is(kProved) && count != 0) {
    auto& best = out.moves[best_place(root, role)];
    best.value = best.low = best.high = tree_.value(root, role);
    best.proved = true;
  }
  out.line = line();
  if (symmetries_) spread_out(out, role);
  return out;
}

// The best moves of all, one after another, down to the rim of the tree; of chance the most frequent.
std::vector<std::uint32_t> TreeSearch::line() const {
  std::vector<std::uint32_t> out;
  std::vector<NodeId> seen;
  auto& own = *workers_[0];
  for (auto at = root_; at != 0 && seen.size() < kLongestLine && std::ranges::count(seen, at) == 0;) {
    const auto& node = tree_.node(at);
    if (!node.expanded() || node.visits == 0) break;
    seen.push_back(at);
    Step step{.node = at};
    own.places.resize(std::max<std::size_t>(own.places.size(), roles_));
    for (std::uint32_t role = 0; role < roles_; ++role) {
      const auto count = arm_count(node, role);
      own.places[role] = count == 0 ? 0 : best_place(node, role);
      if (node.is(kJoint)) step.joint_move = step.joint_move * tree_.counts(node)[role] + own.places[role];
      if (!node.is(kJoint) && role == node.chooser) step.edge = own.places[role];
    }
    const auto child = node.is(kJoint) ? tree_.joint_child(node, step.joint_move) : tree_.edge(node, step.edge).child;
    prepare_move(own, step, 0);
    own.machine.set_state(tree_.state(node));
    complete_move(own);
    out.insert(out.end(), own.joint_move.begin(), own.joint_move.end());
    at = child;
  }
  return out;
}

}  // namespace woodstock::search::tree
