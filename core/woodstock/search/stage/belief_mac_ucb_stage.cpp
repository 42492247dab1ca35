// How a stage of a belief is solved, and what becomes of its solutions.
#include <algorithm>

#include "woodstock/search/stage/belief_mac_ucb.hpp"

namespace woodstock::search::stage {

namespace {

constexpr std::size_t kMostSolutions = 20000;  // of a stage; where there may be more, fewer of its states are solved

}  // namespace

// Solves the stage of a belief; false if there was no time.
bool BeliefMacUcb::solve(std::uint32_t number, const SearchLimits& limits) {
  const Watch watch;
  if (tree_[number].belief.size() > kMostStates) {
    tree_[number].belief = tree_[number].belief.resampled(kMostStates, random_);
    tree_[number].sampled = true;
  }
  auto solved = solve_states(tree_[number].belief, limits);
  const auto solutions = solved.origins.size();
  const auto states = tree_[number].belief.size();
  if (solved.complete && solutions > kMostSolutions && states > 1) {
    // Too many to go on from: as many states as give that many solutions.
    const auto fewer = std::max<std::size_t>(1, states * kMostSolutions / solutions);
    tree_[number].belief = tree_[number].belief.resampled(static_cast<std::uint32_t>(fewer), random_);
    tree_[number].sampled = true;
    solved = solve_states(tree_[number].belief, limits);
  }
  if (solved.complete) {
    pace_.count_stage();
    enter(number, solved);
  }
  pace_.solved(watch);
  return solved.complete;
}

BeliefMacUcb::Solved BeliefMacUcb::solve_states(const belief::Particles& belief, const SearchLimits& limits) {
  Solved out;
  stages_->narrow(belief.states());
  for (std::size_t at = 0; at < belief.size() && out.complete; ++at) {
    const auto state = belief.state(at);
    const auto found = stages_->solve(state, StagePace::stage_limits(limits));
    out.complete = found.complete;
    for (std::size_t i = 0; i < found.joint_moves.size() / machine_->roles(); ++i) {
      out.origins.push_back(at);
      out.before.insert(out.before.end(), state.begin(), state.end());
    }
    out.joint_moves.insert(out.joint_moves.end(), found.joint_moves.begin(), found.joint_moves.end());
  }
  stages_->widen();
  return out;
}

// Puts the solutions into the tree: decisions, and what may be seen after each.
void BeliefMacUcb::enter(std::uint32_t number, const Solved& solved) {
  auto& node = tree_[number];
  if (solved.origins.empty()) {  // a dead end
    node.complete = true;
    node.spread = 0.0;
    policy_.outcome(*machine_, false, node.values);
    return;
  }
  std::vector<Sights> seen;
  const auto decision_of = list_decisions(node, solved, seen);
  if (settings_.symmetries) join_decisions(node);
  for (std::size_t at = 0; at < node.decisions.size(); ++at) {
    auto& decision = node.decisions[at];
    if (decision.same != at) {
      decision.outcomes = node.decisions[decision.same].outcomes;
      seen[at].clear();
    }
    for (auto& [number_seen, place] : seen[at]) {
      const auto child = tree_.add(place.states.take(), node.depth + 1, node.sampled);
      decision.outcomes.push_back({place.mass / decision.mass, child});
    }
    decision.over /= decision.mass;
    for (auto& goal : decision.goals) goal /= decision.mass;
  }
  group(node, solved, decision_of);
}

// Decisions are joint moves without what chance does: the number of each solution's, and what may be seen after each.
std::vector<std::uint32_t> BeliefMacUcb::list_decisions(BeliefNode& node, const Solved& solved,
                                                        std::vector<Sights>& seen) {
  const auto roles = machine_->roles();
  const auto count = solved.origins.size();
  const auto children = simulator_.expand(solved.before, solved.joint_moves);
  const auto mass_of = masses(node, solved);
  const auto chance = simulator_.chance();
  const auto words = node.belief.words();
  const std::vector<belief::Info> nothing(roles, 0);
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
  std::vector<std::uint32_t> decision_of(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto* made = solved.joint_moves.data() + i * roles;
    std::vector<std::uint32_t> moves(made, made + roles);
    if (chance) moves[*chance] = 0;
    const auto [entry, fresh] = numbers.emplace(moves, static_cast<std::uint32_t>(numbers.size()));
    if (fresh) {
      node.decisions.push_back({std::move(moves), 0.0, 0.0, std::vector<double>(roles, 0.0), {}, entry->second});
      seen.emplace_back();
    }
    decision_of[i] = entry->second;
    auto& decision = node.decisions[entry->second];
    decision.mass += mass_of[i];
    if (children.terminal[i] != 0) {
      decision.over += mass_of[i];
      for (std::uint32_t role = 0; role < roles; ++role) {
        if (role == chance) continue;
        decision.goals[role] += mass_of[i] * machine::OutcomePolicy::worth(children.goals[i * roles + role]);
      }
      continue;
    }
    auto& place = seen[entry->second].try_emplace(sight(children, i), Sight{{words, roles}, 0.0}).first->second;
    place.states.add({children.states.data() + i * words, words}, nothing, mass_of[i]);
    place.mass += mass_of[i];
  }
  return decision_of;
}

// Chance draws evenly: what each solution weighs is its share of its state.
std::vector<double> BeliefMacUcb::masses(const BeliefNode& node, const Solved& solved) const {
  const auto roles = machine_->roles();
  std::vector<double> out;
  std::vector<std::uint32_t> drawn;
  for (std::size_t first = 0; first < solved.origins.size();) {
    const auto origin = solved.origins[first];
    drawn.clear();
    auto end = first;
    for (; end < solved.origins.size() && solved.origins[end] == origin; ++end) {
      drawn.push_back(simulator_.chance() ? solved.joint_moves[end * roles + *simulator_.chance()] : 0);
    }
    std::ranges::sort(drawn);
    const auto outcomes = std::ranges::unique(drawn).begin() - drawn.begin();
    out.insert(out.end(), end - first, node.belief.weight(origin) / static_cast<double>(outcomes));
    first = end;
  }
  return out;
}

// What is seen when a child is reached; without percepts, all of it.
std::uint64_t BeliefMacUcb::sight(const machine::Children& children, std::size_t at) const {
  const auto words = machine_->state_words();
  if (!information_.hidden()) return support::state_hash({children.states.data() + at * words, words});
  return belief::Information::sight(role_, children.seen(at));
}

// States in which everybody has the same moves go together: for them a role that chooses does so once.
void BeliefMacUcb::group(BeliefNode& node, const Solved& solved, std::span<const std::uint32_t> decision_of) {
  std::map<std::vector<std::uint32_t>, std::size_t> places;
  for (std::size_t i = 0; i < decision_of.size();) {
    const auto origin = solved.origins[i];
    std::vector<std::uint32_t> own;
    for (; i < decision_of.size() && solved.origins[i] == origin; ++i) own.push_back(decision_of[i]);
    // Solutions are in the order of the joint moves; without chance's move so are the decisions.
    std::ranges::sort(own, {}, [&](std::uint32_t at) { return node.decisions[at].moves; });
    own.erase(std::ranges::unique(own).begin(), own.end());
    const auto [entry, fresh] = places.emplace(own, node.groups.size());
    if (fresh) {
      BeliefGroup group;
      group.decisions = own;
      for (std::uint32_t role = 0; role < machine_->roles(); ++role) {
        std::vector<std::uint32_t> moves;
        for (const auto at : own) moves.push_back(node.decisions[at].moves[role]);
        std::ranges::sort(moves);
        group.counts.push_back(static_cast<std::uint32_t>(std::ranges::unique(moves).begin() - moves.begin()));
      }
      node.groups.push_back(std::move(group));
    }
    node.groups[entry->second].mass += node.belief.weight(origin);
  }
}

}  // namespace woodstock::search::stage
