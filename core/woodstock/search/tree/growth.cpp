// How the tree of a search grows: edges of a node, the first step along one of them, and the playout that follows.
#include <algorithm>

#include "woodstock/search/tree/search.hpp"
#include "woodstock/support/bits.hpp"

namespace woodstock::search::tree {

namespace {

constexpr std::uint32_t kOnlyMove = ~0U;

}  // namespace

// Puts a state into the machine, quickly where it is near the root.
void TreeSearch::put(Worker& own, std::span<const std::uint64_t> state) const {
  if (classic_) {
    own.machine.set_state(state);
  } else {
    own.machine.set_from_home(state);
  }
}

// Gives a node its edges. False when there is no memory for them.
bool TreeSearch::expand(Worker& own, Lock& lock, TreeNode& node) {
  const auto state = tree_.state(node);
  lock.unlock();
  put(own, state);
  auto& counts = own.counts;
  std::uint32_t choosers = 0;
  std::uint32_t chooser = 0;
  std::uint32_t total = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    counts[role] = support::count_bits(own.machine.legal(role));
    if (counts[role] <= 1) continue;
    ++choosers;
    chooser = role;
    total += counts[role];
  }
  const bool terminal = own.machine.terminal();
  if (terminal) own.policy.outcome(own.machine, true, own.outcome);
  if (choosers == 1) {
    find_moves(own, chooser);
    total = static_cast<std::uint32_t>(own.moves.size());
  }
  lock.lock();
  if (node.expanded() || node.settled()) return true;  // another thread was quicker
  if (terminal) {
    end(node, own.outcome);
    return true;
  }
  if (std::ranges::count(counts, 0U) != 0) {
    give_up(node);
    return true;
  }
  if (choosers > 1 && node.joint == TreeArena::kNone && !tree_.add_joint(node, counts)) return false;
  if (!tree_.add_edges(node, std::max(total, 1U))) return false;
  node.chooser = static_cast<std::uint16_t>(choosers > 1 ? 0 : chooser);
  std::uint32_t place = 0;
  if (choosers == 1) {
    for (const auto move : own.moves) tree_.edge(node, place++).move = move;
    return true;
  }
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (counts[role] == 1 && (choosers != 0 || role != 0)) continue;
    for_each_legal(own.machine, role, [&](std::uint32_t move) { tree_.edge(node, place++).move = move; });
  }
  return true;
}

// Makes the joint move of a step, for the first time from this node, and plays out from there.
bool TreeSearch::grow(Worker& own, Lock& lock, Step& step) {
  auto& node = tree_.node(step.node);
  prepare_move(own, step, own.path.size() - 1);
  const auto state = tree_.state(node);
  lock.unlock();
  put(own, state);
  complete_move(own);
  own.machine.advance(own.joint_move);
  const bool terminal = own.machine.terminal();
  if (terminal) own.policy.outcome(own.machine, true, own.outcome);
  const bool forgotten = own.machine.full();
  const auto reached = forgotten ? std::span<const std::uint64_t>{} : canonical(own, own.machine.state());
  lock.lock();

  growing_ = growing_ && !forgotten;
  step.child = forgotten ? 0 : link(own, node, step, reached);
  step.permutation = 0;  // the playout is from the state as it is
  auto* child = step.child == 0 ? nullptr : &tree_.node(step.child);
  step.repeated = child != nullptr && repeats(own, node, step.child);
  if (terminal) {
    if (child != nullptr && !child->settled()) end(*child, own.outcome);
    return true;
  }
  if (child != nullptr && child->settled()) {
    take_values(*child, own.outcome);
    return true;
  }
  bool broken = false;
  if (!play(own, lock, broken)) return false;
  if (child == nullptr || child->settled() || step.repeated) return true;
  if (broken) {
    give_up(*child);
  } else {
    credit(*child, own.outcome);
  }
  return true;
}

// The node that a step leads to, new if need be; 0 when the tree is not to grow.
NodeId TreeSearch::link(Worker& own, TreeNode& node, const Step& step, std::span<const std::uint64_t> state) {
  const auto child = growing_ ? tree_.insert(state, node.depth + 1, classic_) : classic_ ? 0 : tree_.find(state);
  if (child != 0 && !node.is(kJoint)) {
    auto& edge = tree_.edge(node, step.edge);
    edge.child = child;
    edge.permutation = own.permutation & 0x7FFFU;
    return child;
  }
  if (child != 0 && tree_.add_joint_child(node, step.joint_move, child, own.permutation)) return child;
  full_ = growing_;
  return 0;
}

// Plays out from the machine's state; `broken` says that it could not even begin. False when time ran out.
bool TreeSearch::play(Worker& own, Lock& lock, bool& broken) {
  lock.unlock();
  machine::Playout playout{own.random, own.time_limit, machine::kLongestPlayout, records_ ? &own.made : nullptr};
  const auto end = own.machine.play_out(playout);
  own.policy.outcome(own.machine, end == machine::PlayoutEnd::kTerminal, own.outcome);
  broken = end == machine::PlayoutEnd::kBroken && playout.length == 0;
  lock.lock();
  if (end == machine::PlayoutEnd::kStopped) {
    abandon(own);
    return false;
  }
  ++playouts_;
  return true;
}

// The moves of those who choose in a step; for the others kOnlyMove.
void TreeSearch::prepare_move(Worker& own, const Step& step, std::size_t depth) const {
  const auto& node = tree_.node(step.node);
  std::fill(own.joint_move.begin(), own.joint_move.end(), kOnlyMove);
  if (!node.is(kJoint)) {
    own.joint_move[node.chooser] = tree_.edge(node, step.edge).move;
    return;
  }
  const auto counts = tree_.counts(node);
  std::uint32_t end = node.count;
  auto rest = step.joint_move;
  for (auto role = roles_; role-- > 0;) {
    auto place = own.places[depth * roles_ + role];
    if (step.credited != 0) place = static_cast<std::uint32_t>(rest % counts[role]);
    rest /= counts[role];
    if (counts[role] == 1) continue;
    end -= counts[role];
    own.joint_move[role] = tree_.edge(node, end + place).move;
  }
}

// Adds the moves of those who have but one, in the machine's state.
void TreeSearch::complete_move(Worker& own) const {
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (own.joint_move[role] != kOnlyMove) continue;
    for_each_legal(own.machine, role, [&](std::uint32_t move) { own.joint_move[role] = move; });
  }
}

void TreeSearch::record(Worker& own, const Step& step, std::size_t depth) const {
  prepare_move(own, step, depth);
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (own.joint_move[role] != kOnlyMove) own.made.push_back({role, own.joint_move[role]});
  }
}

}  // namespace woodstock::search::tree
