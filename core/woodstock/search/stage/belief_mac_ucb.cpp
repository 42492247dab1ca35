#include "woodstock/search/stage/belief_mac_ucb.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "woodstock/machine/random_play.hpp"
#include "woodstock/search/stage/arms.hpp"

namespace woodstock::search::stage {

namespace {

constexpr double kEqual = 1e-9;

}  // namespace

BeliefMacUcb::BeliefMacUcb(machine::Simulator* lanes, const machine::Machine& machine,
                           std::optional<std::uint32_t> chance, belief::Information information,
                           std::unique_ptr<GameStage> stages, const BeliefMacUcbSettings& settings)
    : engine_(machine, lanes, chance),
      simulator_(engine_.simulator()),
      machine_(&engine_.machine()),
      information_(std::move(information)),
      stages_(stages ? std::move(stages) : std::make_unique<CircuitStage>(machine_->copy())),
      settings_(settings),
      pace_(settings.solving, settings.simulations, true),
      horizon_(settings.horizon),
      random_(settings.seed),
      policy_(machine),
      tree_(machine.roles(), chance) {
  if (settings.symmetries) settings.symmetries->check_game(machine.fluents(), machine::move_counts(machine));
  set_root(machine_->initial());
}

void BeliefMacUcb::set_root(std::span<const std::uint64_t> state) {
  belief::Particles one(machine_->state_words(), machine_->roles());
  one.add(state, std::vector<belief::Info>(machine_->roles(), 0), 1.0);
  set_belief(one, 0, true);
}

// Values are proved only for who plays alone: nobody knows what others believe.
void BeliefMacUcb::set_belief(const belief::Particles& particles, std::uint32_t role, bool exact) {
  if (particles.empty() || particles.words() != machine_->state_words() || particles.roles() != machine_->roles() ||
      role >= machine_->roles()) {
    throw std::invalid_argument("the belief is of another game");
  }
  // What roles know does not count here: states that differ in nothing else are one.
  belief::ParticleGathering merged(particles.words(), particles.roles());
  const std::vector<belief::Info> nothing(particles.roles(), 0);
  for (std::size_t at = 0; at < particles.size(); ++at) {
    merged.add(particles.state(at), nothing, particles.weight(at));
  }
  tree_.clear();
  role_ = role;
  pace_.begin();
  const bool alone = machine_->roles() == (simulator_.chance() ? 2U : 1U);
  tree_.add(merged.take(), 0, !exact || (information_.hidden() && !alone));
}

void BeliefMacUcb::run(const SearchLimits& limits) {
  machine_->set_state(tree_[0].belief.state(0));
  if (machine_->terminal()) return;
  while (!tree_[0].complete && !pace_.out_of_time(limits) && pace_.has_time(limits) &&
         tree_.bytes() < settings_.memory) {
    const auto path = select();
    const auto leaf = path.back();
    if (tree_[leaf].decisions.empty() && !tree_[leaf].complete) {
      if (!solve(leaf, limits)) break;
      estimate(leaf, limits);
    }
    for (auto node = path.rbegin(); node != path.rend(); ++node) tree_.back_up(*node);
  }
}

// From the root to a stage that is not solved.
std::vector<std::uint32_t> BeliefMacUcb::select() {
  std::vector<std::uint32_t> path{0};
  while (!tree_[path.back()].decisions.empty() && !tree_[path.back()].complete) {
    const auto& node = tree_[path.back()];
    path.push_back(choose_outcome(node.decisions[choose_decision(path.back())]));
  }
  return path;
}

// The decision to go on from: best for the one who chooses, among those where something is left to solve. Where several
// choose they take turns. Decisions that are with confidence worse than another one wait for all others (the threshold
// of paper 000, section 4.4).
std::uint32_t BeliefMacUcb::choose_decision(std::uint32_t number) {
  const auto& node = tree_[number];
  const auto choosers = tree_.choosing(node);
  const auto chooser = choosers.empty() ? role_ : choosers[node.stages % choosers.size()];
  std::vector<double> values, spreads;
  double threshold = 0.0;
  for (const auto& decision : node.decisions) {
    values.push_back(tree_.value(decision)[chooser]);
    spreads.push_back(tree_.spread(decision));
    threshold = std::max(threshold, values.back() - spreads.back());
  }
  std::uint32_t best = 0;
  double highest = -10.0;
  for (std::uint32_t at = 0; at < node.decisions.size(); ++at) {
    if (tree_.complete(node.decisions[at])) continue;
    const auto score = values[at] - (values[at] + spreads[at] < threshold - kEqual ? 2.0 : 0.0);
    if (score > highest + kEqual) {
      best = at;
      highest = score;
    }
  }
  return best;
}

// What is likeliest to be seen, and was followed least.
std::uint32_t BeliefMacUcb::choose_outcome(const BeliefDecision& decision) const {
  std::uint32_t best = decision.outcomes.front().child;
  double highest = -1.0;
  for (const auto& [probability, child] : decision.outcomes) {
    if (tree_[child].complete) continue;
    const auto score = probability / (1.0 + tree_[child].stages);
    if (score > highest) {
      best = child;
      highest = score;
    }
  }
  return best;
}

// UCB over the decisions of a stage, in rounds.
void BeliefMacUcb::estimate(std::uint32_t number, const SearchLimits& limits) {
  auto& node = tree_[number];
  std::vector<std::uint32_t> arms;
  for (std::uint32_t at = 0; at < node.decisions.size(); ++at) {
    if (node.decisions[at].outcomes.empty() || node.decisions[at].same != at) continue;
    arms.push_back(at);
  }
  if (arms.empty()) return;
  const Watch watch;
  const auto all = std::max<std::uint64_t>(pace_.affordable(limits), arms.size());
  for (std::uint64_t done = 0; done < all && !pace_.out_of_time(limits);) {
    const auto round = StagePace::round(all, done, arms.size());
    if (!sample(node, arms, share_out(node, arms, round), limits)) break;
    done += round;
  }
  pace_.sampled(watch);
}

// A round of simulations for each arm, by UCB where one role chooses and something is known.
std::vector<std::uint64_t> BeliefMacUcb::share_out(const BeliefNode& node, std::span<const std::uint32_t> arms,
                                                   std::uint64_t round) const {
  const auto choosers = tree_.choosing(node);
  if (choosers.size() != 1) return shared_evenly(arms.size(), round);
  std::vector<double> values;
  std::vector<std::uint64_t> visits;
  for (const auto arm : arms) {
    std::uint64_t own = 0;
    for (const auto& outcome : node.decisions[arm].outcomes) own += tree_[outcome.child].visits;
    visits.push_back(own);
    values.push_back(tree_.value(node.decisions[arm])[choosers[0]]);
  }
  const bool unknown = std::ranges::all_of(visits, [](std::uint64_t own) { return own == 0; });
  return unknown ? shared_evenly(arms.size(), round) : shared_by_ucb(values, visits, round);
}

// A round of playouts, from states drawn from what may follow each decision. One that the deadline cuts off is dropped,
// unless nothing else is known at the root; false then.
bool BeliefMacUcb::sample(BeliefNode& node, std::span<const std::uint32_t> arms, std::span<const std::uint64_t> counts,
                          const SearchLimits& limits) {
  std::vector<std::uint64_t> states, wanted;
  std::vector<std::uint32_t> owners;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (counts[i] == 0) continue;
    const auto& decision = node.decisions[arms[i]];
    // Systematic draws: each state gets its share of the playouts, rounded up or down.
    const auto whole = 1.0 - decision.over;
    auto next = belief::uniform(random_);
    double sum = 0.0;
    for (const auto& [probability, child] : decision.outcomes) {
      const auto& belief = tree_[child].belief;
      for (std::size_t at = 0; at < belief.size(); ++at) {
        sum += probability * belief.weight(at) / whole * static_cast<double>(counts[i]);
        std::uint64_t draws = 0;
        for (; next < sum; next += 1.0) ++draws;
        if (draws == 0) continue;
        const auto state = belief.state(at);
        states.insert(states.end(), state.begin(), state.end());
        wanted.push_back(draws);
        owners.push_back(child);
      }
    }
  }
  const machine::PlayoutTask task{states,          wanted,      random_.next(), horizon_.steps(),
                                  limits.deadline, limits.stop, limits.deadline};
  const auto result = simulator_.playouts(task, settings_.threads);
  bool cut = false;
  for (std::size_t i = 0; i < owners.size(); ++i) cut = cut || result.sums[i].all() < wanted[i];
  if (cut && (&node != &tree_[0] || node.stages > 0)) return false;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const auto more = result.sums[i].all();
    if (more == 0) continue;
    horizon_.learn(result.sums[i]);
    auto& child = tree_[owners[i]];
    const auto all = static_cast<double>(child.visits + more);
    for (std::uint32_t role = 0; role < machine_->roles(); ++role) {
      const auto gained = role == simulator_.chance() ? 0.0 : policy_.total(result.sums[i], role);
      child.values[role] = (child.values[role] * static_cast<double>(child.visits) + gained) / all;
    }
    child.visits += more;
    child.spread = hoeffding(static_cast<double>(child.visits));
    pace_.count_playouts(more);
  }
  return !cut;
}

SearchReport BeliefMacUcb::report(std::uint32_t role) const {
  if (role >= machine_->roles()) throw std::invalid_argument("there is no role of this number");
  auto out = tree_.report(role);
  out.playouts = pace_.playouts();
  out.descents = pace_.stages();
  if (!out.moves.empty()) return out;
  // Not even the first stage could be solved: any legal move is better than none.
  machine_->set_state(tree_[0].belief.state(0));
  for_each_legal(*machine_, role, [&](std::uint32_t move) { out.moves.push_back({.move = move}); });
  if (!out.moves.empty()) out.best = out.moves[0].move;
  return out;
}

}  // namespace woodstock::search::stage
