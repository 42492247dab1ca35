#include "woodstock/search/stage/mac_ucb.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::search::stage {

MacUcb::MacUcb(machine::Simulator* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
               std::unique_ptr<GameStage> stages, const MacUcbSettings& settings)
    : engine_(machine, lanes, chance),
      simulator_(engine_.simulator()),
      machine_(&engine_.machine()),
      stages_(stages ? std::move(stages) : std::make_unique<CircuitStage>(machine_->copy(), lanes)),
      settings_(settings),
      pace_(settings.solving, settings.simulations, settings.published),
      horizon_(settings.horizon),
      policy_(machine),
      learned_(settings.mast && !settings.published ? simulator_.move_statistics(settings.threads) : nullptr),
      tree_(machine.roles(), chance, machine.state_words(), settings.bandit(), settings.symmetries.get()) {
  if (settings.symmetries) settings.symmetries->check_game(machine.fluents(), machine::move_counts(machine));
  set_root(machine_->initial());
}

void MacUcb::set_root(std::span<const std::uint64_t> state) {
  root_state_.assign(state.begin(), state.end());
  tree_.set_root(root_state_);
  if (tree_[tree_.root()].stages == 0) settle_ended(tree_.root(), root_state_);
  pace_.begin();
}

void MacUcb::run(const SearchLimits& limits) {
  while (!tree_[tree_.root()].complete && !pace_.out_of_time(limits) && pace_.has_time(limits)) {
    if (settings_.published) raise_threshold();
    if (!round(limits)) break;
    if (tree_.bytes() > settings_.memory) {
      tree_.forget();
      if (tree_.bytes() > settings_.memory / 4 * 3) break;  // what is left is needed
    }
  }
}

std::uint64_t MacUcb::join(std::span<const std::uint64_t> state,
                           std::span<const std::vector<PolicyTree::JointMove>> classes, Alike alike) {
  if (alike == Alike::estimated && !settings_.published) {
    throw std::invalid_argument("solutions that are alike by estimates are joined in the published way only");
  }
  return tree_.join(state, classes, alike);
}

// Section 4.4: the least that any role gets of the best policy found so far.
void MacUcb::raise_threshold() {
  double least = 1.0;
  for (std::uint32_t role = 0; role < tree_.roles(); ++role) {
    if (role != simulator_.chance()) least = std::min(least, tree_.values(tree_.root())[role]);
  }
  tree_.set_threshold(least);
}

// Solves some stages and samples their solutions together; false if there was no time for it.
bool MacUcb::round(const SearchLimits& limits) {
  std::vector<Path> paths;
  std::size_t arms_in_all = 0;
  const auto planned = pace_.planned(limits);
  bool going_on = true, in_time = true;
  while (in_time && going_on && !pace_.enough(paths.size(), arms_in_all, limits)) {
    const auto most = std::min(stages_->together(), pace_.together(paths.size(), arms_in_all, limits));
    auto chosen = select(planned, most, paths.empty());
    if (chosen.empty()) break;  // all ways on wait to be sampled
    const auto solved = solve(chosen, limits);
    in_time = solved == chosen.size();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      auto& path = chosen[i];
      if (i < solved && tree_[path.stage()].count > 0) path.arms = arms(path.stage());
      if (!path.arms.empty()) {
        arms_in_all += path.arms.size();
        paths.push_back(std::move(path));
        continue;
      }
      release(path, planned);
      if (i >= solved) continue;
      // A dead end, or a stage whose solutions are all known already.
      for (const auto node : path.nodes) ++tree_[node].stages;
      if (tree_[path.stage()].stages == 1) even_weights(path.stage(), planned);
      credit(path, 1);
      back_up(path);
      going_on = !tree_[tree_.root()].complete && !pace_.out_of_time(limits);
    }
  }
  return estimate(paths, planned, limits) && in_time;
}

// The ways to stages that are to be solved, and from then on wait; first of all one may also lead to a stage whose
// solutions were all completed on other ways.
std::vector<MacUcb::Path> MacUcb::select(std::uint64_t planned, std::size_t most, bool first) {
  std::vector<Path> out;
  while (out.size() < most) {
    auto path = select(planned);
    auto& leaf = tree_[path.stage()];
    if (leaf.waiting || (leaf.count > 0 && !(first && out.empty()))) break;
    const bool last = leaf.count > 0;
    leaf.waiting = true;
    await(path, static_cast<std::int64_t>(planned));
    out.push_back(std::move(path));
    if (last) break;
  }
  return out;
}

// From the root to a stage that is not solved; or to one whose solutions were all completed on other ways, which is not
// known there yet, or wait to be sampled.
MacUcb::Path MacUcb::select(std::uint64_t planned) {
  Path path{{tree_.root()}, {}, {}};
  while (tree_[path.stage()].count > 0) {
    const auto child = choose(path.stage(), planned);
    if (!child) break;
    path.taken.push_back(*child);
    path.nodes.push_back(tree_.children(path.stage())[*child]);
  }
  return path;
}

// The decision by the bandit, and of what chance may do then that which was followed least.
std::optional<std::size_t> MacUcb::choose(Number node, std::uint64_t planned) {
  const auto& shape = tree_.shape(node);
  auto known = tree_.arms(node);
  auto& arms = known.list;
  const auto shut = [&](std::size_t child) {
    const auto& entry = tree_[tree_.children(node)[child]];
    return entry.complete || entry.waiting;
  };
  // What waits to be sampled is no way on for now.
  for (std::size_t decision = 0; decision < arms.size(); ++decision) {
    arms[decision].closed = true;
    for (std::size_t outcome = 0; outcome < shape.outcomes() && arms[decision].closed; ++outcome) {
      arms[decision].closed = shut(shape.solution(decision, outcome));
    }
  }
  const auto choice = Bandit(shape, arms, tree_.bandit()).choose();
  if (!choice) return std::nullopt;
  if (choice->spared) spared_ += planned;
  const auto followed = [&](std::size_t child) { return tree_.weights(node)[child] + tree_.pending(node)[child]; };
  std::optional<std::size_t> best;
  for (std::size_t outcome = 0; outcome < shape.outcomes(); ++outcome) {
    const auto child = shape.solution(choice->decision, outcome);
    if (shut(child)) continue;
    if (!best || followed(child) < followed(*best)) best = child;
  }
  return best;
}

void MacUcb::await(const Path& path, std::int64_t playouts) {
  for (std::size_t i = 0; i < path.taken.size(); ++i) {
    auto& pending = tree_.pending(path.nodes[i])[path.taken[i]];
    pending = static_cast<std::uint32_t>(pending + playouts);
  }
}

// The stage at the end of a way waits no longer.
void MacUcb::release(const Path& path, std::uint64_t planned) {
  tree_[path.stage()].waiting = false;
  await(path, -static_cast<std::int64_t>(planned));
}

void MacUcb::credit(const Path& path, std::uint64_t playouts) {
  for (std::size_t i = 0; i < path.taken.size(); ++i) {
    tree_.weights(path.nodes[i])[path.taken[i]] += static_cast<std::uint32_t>(playouts);
  }
}

void MacUcb::back_up(const Path& path) {
  for (auto node = path.nodes.rbegin(); node != path.nodes.rend(); ++node) {
    if (tree_[*node].count > 0 && !tree_[*node].waiting) tree_.back_up(*node);
  }
}

// Solves the stages that these ways lead to, and finds which of their solutions end the game; how many of them there
// was time for.
std::size_t MacUcb::solve(std::span<const Path> paths, const SearchLimits& limits) {
  if (tree_[paths[0].stage()].count > 0) return 1;
  const Watch watch;
  GameStage::States states;
  for (const auto& path : paths) states.push_back(tree_.state(path.stage()));
  const auto solutions = stages_->solve_all(states, StagePace::stage_limits(limits));
  std::size_t solved = 0;
  for (; solved < solutions.size() && solutions[solved].complete; ++solved) {
    pace_.count_stage();
    enter(paths[solved].stage(), solutions[solved]);
  }
  pace_.solved(watch);
  return solved;
}

void MacUcb::enter(Number node, const StageSolutions& solutions) {
  if (solutions.joint_moves.empty()) {  // a dead end
    auto& entry = tree_[node];
    entry.over = entry.complete = true;
    policy_.outcome(*machine_, false, tree_.values(node));
    return;
  }
  tree_.enter(node, solutions);
  const auto children = tree_.children(node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto& child = tree_[children[i]];
    if (child.visits > 0 || child.stages > 0 || child.over) continue;
    if (solutions.terminal.empty()) {
      settle_ended(children[i], {solutions.states.data() + i * simulator_.state_words(), simulator_.state_words()});
    } else if (solutions.terminal[i] != 0) {
      settle_ended(children[i], {solutions.goals.data() + i * tree_.roles(), tree_.roles()});
    }
  }
}

// The end is the same for all states that a node stands for; that which was met is near the one before, so that the
// machine has less to work out than for the canonical form.
void MacUcb::settle_ended(Number node, std::span<const std::uint64_t> state) {
  machine_->set_state(state);
  if (!machine_->terminal()) return;
  std::vector<std::int32_t> goals(tree_.roles());
  machine_->goals(goals);
  settle_ended(node, goals);
}

void MacUcb::settle_ended(Number node, std::span<const std::int32_t> goals) {
  auto& entry = tree_[node];
  entry.over = entry.complete = entry.proved = true;
  const auto values = tree_.values(node);
  for (std::uint32_t role = 0; role < tree_.roles(); ++role) {
    values[role] = role == simulator_.chance() ? 0.0 : machine::OutcomePolicy::worth(goals[role]);
  }
}

SearchReport MacUcb::report(std::uint32_t role) const {
  auto out = tree_.report(role);
  out.playouts = pace_.playouts();
  out.descents = pace_.stages();
  if (settings_.symmetries) map_back(out, role);
  if (!out.moves.empty()) return out;
  // Not even the first stage could be solved: any legal move is better than none.
  machine_->set_state(root_state_);
  for_each_legal(*machine_, role, [&](std::uint32_t move) { out.moves.push_back({.move = move}); });
  if (!out.moves.empty()) out.best = out.moves[0].move;
  return out;
}

StageStatistics MacUcb::statistics() const {
  std::uint64_t arms = 0, pulled = 0;
  for (const auto child : tree_.children(tree_.root())) {
    ++arms;
    pulled += tree_[child].visits > 0 || tree_[child].complete || tree_[child].stages > 0;
  }
  return {pace_.solving(), pace_.sampling(), tree_.pruned(), spared_, arms, pulled};
}

// From the canonical form of the root to the root as it was given.
void MacUcb::map_back(SearchReport& report, std::uint32_t role) const {
  const auto& group = *settings_.symmetries;
  symmetry::SymmetryGroup::Scratch scratch;
  const auto back = group.inverse(group.canonical(root_state_, scratch));
  for (auto& one : report.moves) one.move = group.move(back, role, one.move);
  std::ranges::sort(report.moves, {}, &MoveEstimate::move);
  if (!report.moves.empty()) report.best = group.move(back, role, report.best);
  machine_->set_state(root_state_);
  for (std::size_t step = 0; step < report.line.size(); step += tree_.roles()) {
    const auto here = group.inverse(group.canonical(machine_->state(), scratch));
    const std::span<std::uint32_t> joint_move(report.line.data() + step, tree_.roles());
    for (std::uint32_t own = 0; own < tree_.roles(); ++own) joint_move[own] = group.move(here, own, joint_move[own]);
    machine_->advance(joint_move);
  }
}

}  // namespace woodstock::search::stage
