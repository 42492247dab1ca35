// How MAC-UCB estimates the solutions of the stages that it has solved: UCB over playouts, in rounds.
#include <algorithm>

#include "woodstock/search/stage/mac_ucb.hpp"

namespace woodstock::search::stage {

// The solutions of a stage of which nothing is known yet.
std::vector<MacUcb::Number> MacUcb::arms(Number node) const {
  std::vector<Number> out;
  for (const auto child : tree_.children(node)) {
    if (!tree_[child].complete && tree_[child].stages == 0) out.push_back(child);
  }
  std::ranges::sort(out);
  const auto [first, last] = std::ranges::unique(out);
  out.erase(first, last);
  return out;
}

// UCB over the solutions of each stage (paper 000, section 4.3), in rounds. A stage for whose first round there was no
// time counts as unsolved; only at the root, where a move must be chosen, a part of it is better than nothing. False if
// there was no time.
bool MacUcb::estimate(std::span<const Path> paths, std::uint64_t planned, const SearchLimits& limits) {
  if (paths.empty()) return true;
  const Watch watch;
  const bool first = paths[0].stage() == tree_.root();
  const auto each = std::max<std::uint64_t>(pace_.affordable(limits, paths.size()), 1);
  std::vector<std::uint64_t> made(paths.size(), 0);
  std::uint64_t done = 0;  // for each stage, if it has no more arms than that
  while (done < each && (done == 0 || !pace_.out_of_time(limits))) {
    const auto round = StagePace::round(each, done, 1, paths.size());
    std::map<Number, std::uint64_t> counts;
    std::vector<std::uint64_t> more;
    for (const auto& path : paths) {
      more.push_back(done == 0 ? std::max<std::uint64_t>(round, path.arms.size()) : round);
      const auto shares = share_out(path.stage(), path.arms, more.back());
      for (std::size_t i = 0; i < shares.size(); ++i) counts[path.arms[i]] += shares[i];
    }
    if (!sample(counts, limits, first && done == 0)) break;
    for (std::size_t i = 0; i < paths.size(); ++i) made[i] += more[i];
    done += round;
  }
  pace_.sampled(watch);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto& path = paths[i];
    release(path, planned);
    if (done == 0) {
      tree_.withdraw(path.stage());
      continue;
    }
    even_weights(path.stage(), made[i] / path.arms.size());
    credit(path, made[i]);
    for (const auto node : path.nodes) ++tree_[node].stages;
  }
  for (const auto& path : paths) back_up(path);
  return done > 0;
}

// Solutions that were sampled weigh as much as they were; those known from elsewhere as much as these on average.
void MacUcb::even_weights(Number node, std::uint64_t otherwise) {
  const auto children = tree_.children(node);
  auto weights = tree_.weights(node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto& child = tree_[children[i]];
    const bool sampled = !child.complete && child.stages == 0;
    weights[i] = std::max(1U, sampled ? child.visits : static_cast<std::uint32_t>(otherwise));
  }
}

// A round of playouts for each arm: evenly at first, so that each is pulled, and where several choose; then by UCB.
std::vector<std::uint64_t> MacUcb::share_out(Number node, std::span<const Number> arms, std::uint64_t playouts) {
  const auto& shape = tree_.shape(node);
  const bool unknown = std::ranges::any_of(arms, [&](Number arm) { return tree_[arm].visits == 0; });
  if (unknown || shape.choosers().size() != 1) return shared_evenly(arms.size(), playouts);
  std::vector<double> values;
  std::vector<std::uint64_t> visits;
  for (const auto arm : arms) {
    values.push_back(tree_.values(arm)[shape.choosers()[0]]);
    visits.push_back(tree_[arm].visits);
  }
  return shared_by_ucb(values, visits, playouts);
}

// A round of playouts. One that the deadline cuts off is dropped, for short playouts would count for more than their
// share in it, unless a part of it is better than nothing; false if it was dropped.
bool MacUcb::sample(const std::map<Number, std::uint64_t>& wanted, const SearchLimits& limits, bool in_part) {
  std::vector<std::uint64_t> states, counts;
  for (const auto& [arm, count] : wanted) {
    const auto state = tree_.state(arm);
    states.insert(states.end(), state.begin(), state.end());
    counts.push_back(count);
  }
  machine::PlayoutTask task{states,           counts,          support::Random(settings_.seed, ++stream_).next(),
                            horizon_.steps(), limits.deadline, limits.stop,
                            limits.deadline};
  if (!settings_.published) task.ahead = settings_.ahead;
  task.learned = learned_.get();
  const auto result = simulator_.playouts(task, settings_.threads);
  std::size_t at = 0;
  bool in_time = true;
  for (const auto& [arm, count] : wanted) {
    if (result.sums[at++].all() >= count) continue;
    if (!in_part) return false;
    in_time = false;
  }
  in_time ? horizon_.in_time() : horizon_.cut_off();
  at = 0;
  for (const auto& [number, count] : wanted) {
    const auto& sums = result.sums[at++];
    const auto more = sums.all();
    auto& arm = tree_[number];
    if (more == 0 || arm.complete) continue;  // what is known since then needs no estimate
    horizon_.learn(sums);
    auto values = tree_.values(number);
    const auto all = static_cast<double>(arm.visits + more);
    for (std::uint32_t role = 0; role < tree_.roles(); ++role) {
      const auto gained = role == simulator_.chance() ? 0.0 : policy_.total(sums, role);
      values[role] = (values[role] * arm.visits + gained) / all;
    }
    arm.visits += static_cast<std::uint32_t>(more);
    arm.support = arm.visits;
    pace_.count_playouts(more);
  }
  return true;
}

}  // namespace woodstock::search::stage
