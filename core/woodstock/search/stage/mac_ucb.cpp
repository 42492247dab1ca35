#include "woodstock/search/stage/mac_ucb.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::search::stage {

namespace {

constexpr double kEqual = 1e-9;

}  // namespace

MacUcb::MacUcb(machine::Simulator* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
               std::unique_ptr<GameStage> stages, const MacUcbSettings& settings)
    : engine_(machine, lanes, chance),
      simulator_(engine_.simulator()),
      machine_(&engine_.machine()),
      stages_(stages ? std::move(stages) : std::make_unique<CircuitStage>(machine_->copy())),
      settings_(settings),
      pace_(settings.solving, settings.simulations),
      policy_(machine),
      tree_(machine.roles(), chance, machine.state_words(), settings.symmetries.get()) {
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
  while (!tree_[tree_.root()].complete && !pace_.out_of_patience(limits) && pace_.has_time(limits)) {
    const auto path = select();
    if (tree_[path.back()].count == 0) {
      if (!solve(path.back(), limits)) break;
      if (estimate(path.back(), limits)) {
        for (const auto node : path) ++tree_[node].stages;
      } else {
        tree_.withdraw(path.back());
      }
    }
    for (auto node = path.rbegin(); node != path.rend(); ++node) {
      if (tree_[*node].count > 0) tree_.back_up(*node);
    }
    if (tree_.bytes() > settings_.memory) {
      tree_.forget();
      if (tree_.bytes() > settings_.memory / 4 * 3) break;  // what is left is needed
    }
  }
}

// From the root to a stage that is not solved; or to one whose solutions were all completed on other ways, which is not
// known there yet.
MacUcb::Path MacUcb::select() const {
  Path path{tree_.root()};
  while (tree_[path.back()].count > 0) {
    const auto children = tree_.children(path.back());
    const auto child = choose(path.back());
    if (child == children.size()) break;
    path.push_back(children[child]);
  }
  return path;
}

// The solution to go on from: best for the one who chooses, among those where something is left to solve; of equals the
// one that was followed least. Where several choose at once they take turns, and so does what chance does. Past the end
// if nothing is left.
std::size_t MacUcb::choose(Number node) const {
  const auto counts = tree_.counts(node);
  const auto choosers = tree_.choosing(counts);
  const auto children = tree_.children(node);
  const auto promised = choosers.empty() ? std::vector<double>(children.size(), 0.0)
                                         : promises(node, counts, choosers[tree_[node].stages % choosers.size()]);
  std::size_t best = children.size();
  for (std::size_t child = 0; child < children.size(); ++child) {
    if (tree_[children[child]].complete) continue;
    const auto gain = best == children.size() ? 1.0 : promised[child] - promised[best];
    if (gain > kEqual || (gain > -kEqual && tree_[children[child]].stages < tree_[children[best]].stages)) best = child;
  }
  return best;
}

// What the chooser may expect of the move that leads to each child, over all that chance may do. Solutions below the
// threshold (paper 000, section 4.4) wait for all others, by 2: with confidence they are worth less than the best one.
std::vector<double> MacUcb::promises(Number node, std::span<const std::uint32_t> counts, std::uint32_t chooser) const {
  const auto children = tree_.children(node);
  std::size_t stride = 1, outcomes = 1;  // chance's moves lie `stride` apart
  if (const auto chance = simulator_.chance()) {
    outcomes = counts[*chance];
    for (std::size_t role = *chance + 1; role < counts.size(); ++role) stride *= counts[role];
  }
  std::vector<double> means(children.size()), spreads(children.size());
  double threshold = 0.0;
  for (std::size_t child = 0; child < children.size(); ++child) {
    const auto first = child - child / stride % outcomes * stride;
    for (std::size_t i = 0; i < outcomes; ++i) {
      const auto number = children[first + i * stride];
      means[child] += tree_.values(number)[chooser] / static_cast<double>(outcomes);
      spreads[child] = std::max(spreads[child], tree_[number].spread);
    }
    threshold = std::max(threshold, means[child] - spreads[child]);
  }
  for (std::size_t child = 0; child < children.size(); ++child) {
    if (means[child] + spreads[child] < threshold - kEqual) means[child] -= 2.0;
  }
  return means;
}

// Solves a stage and finds which of its solutions end the game; false if there was no time.
bool MacUcb::solve(Number node, const SearchLimits& limits) {
  const Watch watch;
  const std::vector<std::uint64_t> state(tree_.state(node).begin(), tree_.state(node).end());
  const auto solutions = stages_->solve(state, StagePace::patience(limits));
  pace_.solved(watch);
  if (!solutions.complete) return false;
  pace_.count_stage();
  if (solutions.joint_moves.empty()) {  // a dead end
    auto& entry = tree_[node];
    entry.over = entry.complete = true;
    entry.spread = 0.0;
    policy_.outcome(*machine_, false, tree_.values(node));
    return true;
  }
  tree_.enter(node, solutions);
  const auto children = tree_.children(node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto& child = tree_[children[i]];
    const std::span own{solutions.states.data() + i * simulator_.state_words(), simulator_.state_words()};
    if (child.visits == 0 && child.stages == 0 && !child.over) settle_ended(children[i], own);
  }
  return true;
}

// The end is the same for all states that a node stands for; that which was met is near the one before, so that the
// machine has less to work out than for the canonical form.
void MacUcb::settle_ended(Number node, std::span<const std::uint64_t> state) {
  machine_->set_state(state);
  if (!machine_->terminal()) return;
  auto& entry = tree_[node];
  entry.over = entry.complete = entry.proved = true;
  entry.spread = 0.0;
  policy_.outcome(*machine_, true, tree_.values(node));
  if (const auto chance = simulator_.chance()) tree_.values(node)[*chance] = 0.0;
}

// UCB over the solutions of a stage (paper 000, section 4.3). Playouts run in lanes, so they are shared out in rounds.
// False if there was no time for the first round: then nothing is known of the solutions, and only the root, where a
// move must be chosen, makes do with a part of it.
bool MacUcb::estimate(Number node, const SearchLimits& limits) {
  std::vector<Number> arms;
  for (const auto child : tree_.children(node)) {
    if (!tree_[child].complete && tree_[child].stages == 0) arms.push_back(child);
  }
  std::ranges::sort(arms);
  const auto [first, last] = std::ranges::unique(arms);
  arms.erase(first, last);
  if (arms.empty()) return true;
  const Watch watch;
  const auto all = std::max<std::uint64_t>(pace_.affordable(limits), arms.size());
  bool enough = node == tree_.root();
  for (std::uint64_t done = 0; done < all && !pace_.out_of_patience(limits);) {
    const auto round = StagePace::round(all, done, arms.size());
    enough = sample(arms, share_out(node, arms, round), limits, done == 0 && node == tree_.root()) || enough;
    done += round;
  }
  pace_.sampled(watch);
  return enough;
}

// A round of simulations for each arm, by UCB where one role chooses.
std::vector<std::uint64_t> MacUcb::share_out(Number node, std::span<const Number> arms, std::uint64_t round) const {
  const auto choosers = tree_.choosing(tree_.counts(node));
  if (choosers.size() != 1) return shared_evenly(arms.size(), round);
  std::vector<double> values;
  std::vector<std::uint64_t> visits;
  for (const auto arm : arms) {
    values.push_back(tree_.values(arm)[choosers[0]]);
    visits.push_back(tree_[arm].visits);
  }
  return shared_by_ucb(values, visits, round);
}

// A round of playouts. One that the deadline cuts off is dropped, for short playouts would count for more than their
// share in it, unless a part of it is better than nothing; false if it was dropped.
bool MacUcb::sample(std::span<const Number> arms, const std::vector<std::uint64_t>& counts, const SearchLimits& limits,
                    bool in_part) {
  std::vector<std::uint64_t> states;
  for (const auto arm : arms) {
    const auto state = tree_.state(arm);
    states.insert(states.end(), state.begin(), state.end());
  }
  const machine::PlayoutTask task{states,
                                  counts,
                                  support::Random(settings_.seed, ++stream_).next(),
                                  settings_.horizon,
                                  limits.deadline,
                                  limits.stop,
                                  limits.deadline};
  const auto result = simulator_.playouts(task, settings_.threads);
  for (std::size_t i = 0; i < arms.size() && !in_part; ++i) {
    if (result.sums[i].all() < counts[i]) return false;
  }
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const auto& sums = result.sums[i];
    const auto more = sums.all();
    if (more == 0) continue;
    auto& arm = tree_[arms[i]];
    auto values = tree_.values(arms[i]);
    const auto all = static_cast<double>(arm.visits + more);
    for (std::uint32_t role = 0; role < tree_.roles(); ++role) {
      const auto gained = role == simulator_.chance() ? 0.0 : policy_.total(sums, role);
      values[role] = (values[role] * arm.visits + gained) / all;
    }
    arm.visits += static_cast<std::uint32_t>(more);
    arm.spread = hoeffding(arm.visits);
    pace_.count_playouts(more);
  }
  return true;
}

SearchReport MacUcb::report(std::uint32_t role) const {
  auto out = tree_.report(role);
  out.playouts = pace_.playouts();
  out.descents = pace_.stages();
  if (settings_.symmetries) turn(out, role);
  if (!out.moves.empty()) return out;
  // Not even the first stage could be solved: any legal move is better than none.
  machine_->set_state(root_state_);
  for_each_legal(*machine_, role, [&](std::uint32_t move) { out.moves.push_back({.move = move}); });
  if (!out.moves.empty()) out.best = out.moves[0].move;
  return out;
}

// From the canonical form of the root to the root as it was given.
void MacUcb::turn(SearchReport& report, std::uint32_t role) const {
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
