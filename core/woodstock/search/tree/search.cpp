#include "woodstock/search/tree/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "woodstock/support/threads.hpp"

namespace woodstock::search::tree {

namespace {

constexpr std::uint32_t kTurnsBelow = 2;         // in which a classic search looks for its next root
constexpr std::uint64_t kMostJointMoves = 4096;  // beyond that a position where several choose is never proved

}  // namespace

TreeSearch::TreeSearch(const machine::Machine& machine, std::optional<std::uint32_t> chance,
                       const TreeSettings& options, std::size_t extra_words, bool records, bool classic)
    : roles_(machine.roles()),
      chance_(chance),
      records_(records),
      classic_(classic),
      policy_(machine),
      tree_(roles_, machine.state_words(), options.memory, extra_words),
      symmetries_(options.symmetries) {
  if (symmetries_) symmetries_->check_game(machine.fluents(), machine::move_counts(machine));
  if (roles_ > 0xFFFF) throw std::invalid_argument("there are too many roles");
  const auto own = machine.fork();
  for (std::uint32_t i = 0; i < options.threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(*own, options.seed, i));
  }
  set_root(own->initial());
}

// The root is always expanded, so that there are moves to report on.
void TreeSearch::set_root(std::span<const std::uint64_t> state) {
  root_state_.assign(state.begin(), state.end());
  if (workers_[0]->machine.full()) forget();
  const auto form = canonical(*workers_[0], root_state_);
  root_permutation_ = workers_[0]->permutation;
  const std::vector<std::uint64_t> own(form.begin(), form.end());
  descents_ = playouts_ = depth_ = pruned_ = 0;
  for (auto& worker : workers_) worker->machine.set_home(own);
  const auto try_root = [&] {
    Lock lock(mutex_);
    root_ = classic_ ? tree_.find_below(root_, own, kTurnsBelow) : 0;
    if (root_ == 0) root_ = tree_.insert(own, 0, classic_);
    if (root_ == 0) return false;
    auto& root = tree_.node(root_);
    if (root.is(kTerminal) || root.is(kBroken) || root.expanded()) return true;
    if (root.is(kProved)) {  // the moves that prove it were let go: it must be proved again
      root.unset(kProved);
      root.visits = 0;
      std::fill_n(tree_.sums(root), roles_, 0.0);
    }
    return expand(*workers_[0], lock, root);
  };
  if (try_root()) return;
  tree_.clear();
  root_ = 0;
  if (!try_root()) throw std::invalid_argument("this game needs more memory for its search tree");
}

// Nothing of the tree holds once the numbers of its states are let go.
void TreeSearch::forget() {
  auto& machine = workers_[0]->machine;
  const auto text = machine.encode(root_state_);
  tree_.clear();
  root_ = 0;
  machine.forget();
  root_state_ = machine.decode(text);
}

void TreeSearch::run(const SearchLimits& limits) {
  left_ = limits.playouts;
  growing_ = true;
  for (auto& worker : workers_) worker->time_limit = support::TimeLimit(limits.deadline, limits.stop);
  do {
    full_ = false;
    done_ = tree_.node(root_).settled();
    support::in_threads(static_cast<std::uint32_t>(workers_.size()),
                        [this](std::uint32_t thread) { work(*workers_[thread]); });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (full_) make_room(limits.deadline);
  } while (full_);
}

// What a machine throws ends the search of all threads.
void TreeSearch::work(Worker& own) try {
  while (!done_ && !full_ && !own.time_limit.over()) {
    auto left = left_.load();
    while (left > 0 && !left_.compare_exchange_weak(left, left - 1)) continue;
    if (left == 0 || !descend(own)) return;
  }
} catch (...) {
  const Lock lock(mutex_);
  failure_ = std::current_exception();
  done_ = true;
}

// Pruning must not take the time that is left, nor be done over and over for little: then the search goes on without
// growing, which makes the edges at the frontier the arms of a flat bandit.
void TreeSearch::make_room(support::Deadline deadline) {
  const auto now = std::chrono::steady_clock::now();
  const auto needed = std::chrono::nanoseconds(500 * tree_.nodes());
  const bool again = pruned_ != 0 && descents_ - pruned_ < tree_.nodes() / 16;
  if (deadline <= now || deadline - now < 2 * needed || again) {
    growing_ = false;
  } else {
    tree_.prune(root_);
    pruned_ = descents_;
  }
}

// Down the tree to a move not made before or a position whose value is known, a playout from there, and back up.
// False when time ran out on the way: nothing is learnt then.
bool TreeSearch::descend(Worker& own) {
  Lock lock(mutex_);
  own.path.clear();
  own.made.clear();
  auto at = root_;
  for (;;) {
    auto& node = tree_.node(at);
    enter(own, node);
    bool broken = false;
    if (!node.settled() && !node.expanded() && !expand(own, lock, node)) {  // no memory for its edges
      put(own, tree_.state(node));
      if (!play(own, lock, broken)) return false;
      credit(node, own.outcome);
      break;
    }
    if (node.settled()) {
      take_values(node, own.outcome);
      break;
    }
    own.path.push_back(select(own, at));
    auto& step = own.path.back();
    if (step.child == 0) {
      if (!grow(own, lock, step)) return false;
      break;
    }
    step.repeated = repeats(own, node, step.child);
    if (step.repeated) {
      put(own, tree_.state(tree_.node(step.child)));
      if (!play(own, lock, broken)) return false;
      break;
    }
    at = step.child;
  }
  back_up_outcome(own);
  return true;
}

TreeSearch::Step TreeSearch::select(Worker& own, NodeId at) {
  const auto& node = tree_.node(at);
  Step step{.node = at, .first_made = own.made.size()};
  if (node.is(kJoint)) {
    select_joint(own, node, step);
  } else {
    step.edge = select_edge(own, node, false);
    if (tree_.edge(node, step.edge).proved != 0) {
      step.credited_edge = step.edge;
      step.credited = tree_.edge(node, step.edge).child;
      step.edge = select_edge(own, node, true);
    }
    auto& edge = tree_.edge(node, step.edge);
    ++edge.pending;
    step.child = edge.child;
    step.permutation = edge.permutation;
  }
  if (records_) record(own, step, own.path.size());
  step.first_below = own.made.size();
  return step;
}

// The edge to take where at most one role chooses. As long as such a node is not proved, one of its edges is not.
std::uint32_t TreeSearch::select_edge(Worker& own, const TreeNode& node, bool around) {
  if (node.count == 1) return 0;
  if (node.chooser != chance_) return choose(own, node, {node.chooser, 0, node.count, around});
  auto place = own.random.below(node.count);
  while (around && tree_.edge(node, place).proved != 0) place = place + 1 == node.count ? 0 : place + 1;
  return place;
}

// Each role chooses by its own statistics.
void TreeSearch::select_joint(Worker& own, const TreeNode& node, Step& step) {
  const auto counts = tree_.counts(node);
  const auto depth = own.path.size();
  own.places.resize(std::max(own.places.size(), (depth + 1) * roles_));
  auto* places = own.places.data() + depth * roles_;
  std::uint32_t first = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    places[role] = 0;
    if (counts[role] > 1) {
      places[role] =
          role == chance_ ? own.random.below(counts[role]) : choose(own, node, {role, first, counts[role], false});
      ++tree_.edge(node, first + places[role]).pending;
      first += counts[role];
    }
    // Numbers beyond 64 bits wrap around: two joint moves can share a number then, with a chance that is no matter.
    step.joint_move = step.joint_move * counts[role] + places[role];
  }
  step.child = tree_.joint_child(node, step.joint_move);
  if (step.child != 0 && tree_.node(step.child).is(kProved) && !node.is(kNoProof) &&
      tree_.joint_moves(node) <= kMostJointMoves) {
    step.credited = step.child;
    step.joint_move = unproved(node, own.random);
    step.child = tree_.joint_child(node, step.joint_move);
  }
  step.permutation = tree_.joint_permutation(node, step.joint_move);
}

// A joint move whose value is not proved, if there is one.
std::uint64_t TreeSearch::unproved(const TreeNode& node, support::Random& random) const {
  const auto joint_moves = tree_.joint_moves(node);
  auto joint_move = std::uint64_t{random.below(static_cast<std::uint32_t>(joint_moves))};
  for (std::uint64_t i = 0; i < joint_moves; ++i) {
    const auto child = tree_.joint_child(node, joint_move);
    if (child == 0 || !tree_.node(child).is(kProved)) break;
    joint_move = joint_move + 1 == joint_moves ? 0 : joint_move + 1;
  }
  return joint_move;
}

// Does the child lie on the way already? On a circle one step at least does not lead to a greater depth.
bool TreeSearch::repeats(const Worker& own, const TreeNode& node, NodeId child) const {
  if (tree_.node(child).depth > node.depth) return false;
  return std::ranges::any_of(own.path, [&](const Step& step) { return step.node == child; });
}

}  // namespace woodstock::search::tree
