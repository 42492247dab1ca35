#include "woodstock/search/stage/belief_tree.hpp"

#include <algorithm>

#include "woodstock/search/backup.hpp"

namespace woodstock::search::stage {

namespace {

constexpr double kEqual = 1e-9;

}  // namespace

void BeliefTree::clear() {
  nodes_.clear();
  bytes_ = 0;
}

std::uint32_t BeliefTree::add(belief::Particles belief, std::uint32_t depth, bool sampled) {
  // A child brings a place among outcomes and often a decision with it.
  bytes_ += 2 * sizeof(BeliefNode) + belief.size() * (8 * (belief.words() + belief.roles()) + 8) + 8 * roles_;
  nodes_.push_back({std::move(belief), sampled, {}, {}, std::vector<double>(roles_, 0.0), 0, 1.0, 0, depth});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::vector<std::uint32_t> BeliefTree::choosing(const BeliefNode& node) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (std::ranges::any_of(node.groups, [&](const BeliefGroup& group) { return group.counts[role] > 1; })) {
      out.push_back(role);
    }
  }
  return out;
}

// Outcomes of which nothing is known yet count as the others do.
std::vector<double> BeliefTree::value(const BeliefDecision& decision) const {
  auto out = decision.goals;
  double known = decision.over;
  for (const auto& [probability, child] : decision.outcomes) {
    const auto& below = nodes_[child];
    if (below.visits == 0 && below.stages == 0 && !below.complete) continue;
    known += probability;
    for (std::uint32_t role = 0; role < roles_; ++role) out[role] += probability * below.values[role];
  }
  for (auto& one : out) one = known > 0.0 ? one / known : 0.0;
  return out;
}

double BeliefTree::spread(const BeliefDecision& decision) const {
  double out = 0.0;
  for (const auto& [probability, child] : decision.outcomes) out += probability * nodes_[child].spread;
  return out;
}

bool BeliefTree::complete(const BeliefDecision& decision) const {
  return std::ranges::all_of(decision.outcomes, [&](const auto& outcome) { return nodes_[outcome.child].complete; });
}

bool BeliefTree::proved(const BeliefDecision& decision) const {
  return std::ranges::all_of(decision.outcomes, [&](const auto& outcome) { return nodes_[outcome.child].proved; });
}

// What a group of states is worth when all choose there, or when one role is bound to a move. It is exact unless
// several choose and there is no saddle point.
BeliefTree::Worth BeliefTree::worth(const BeliefNode& node, const BeliefGroup& group, std::span<const double> values,
                                    std::optional<std::pair<std::uint32_t, std::uint32_t>> forced) const {
  auto counts = group.counts;
  std::vector<double> below;
  for (const auto decision : group.decisions) {
    if (forced && node.decisions[decision].moves[forced->first] != forced->second) continue;
    const auto* own = values.data() + std::size_t{decision} * roles_;
    below.insert(below.end(), own, own + roles_);
  }
  if (forced) counts[forced->first] = 1;
  if (below.empty()) return {};
  const Choices choices{counts, chance_};
  if (auto backup = search::back_up(choices, below)) return {std::move(backup->values), true};
  Worth out{std::vector<double>(roles_), false};
  for (std::uint32_t role = 0; role < roles_; ++role) {
    out.values[role] = role == chance_ ? 0.0 : secured(choices, below, role);
  }
  return out;
}

void BeliefTree::back_up(std::uint32_t number) {
  auto& node = nodes_[number];
  if (node.decisions.empty()) return;
  std::vector<double> values;
  node.stages = 1;
  node.complete = true;
  node.proved = !node.sampled;
  node.spread = 0.0;
  for (std::uint32_t at = 0; at < node.decisions.size(); ++at) {
    const auto& decision = node.decisions[at];
    const auto own = value(decision);
    values.insert(values.end(), own.begin(), own.end());
    for (const auto& outcome : decision.outcomes) {
      if (decision.same == at) node.stages += nodes_[outcome.child].stages;  // what is shared counts once
    }
    node.complete = node.complete && complete(decision);
    node.proved = node.proved && proved(decision);
    node.spread = std::max(node.spread, spread(decision));
  }
  std::ranges::fill(node.values, 0.0);
  for (const auto& group : node.groups) {
    const auto here = worth(node, group, values, std::nullopt);
    for (std::uint32_t role = 0; role < roles_; ++role) node.values[role] += group.mass * here.values[role];
    node.proved = node.proved && here.exact;
  }
  if (node.proved) node.spread = 0.0;
}

MoveEstimate BeliefTree::estimate(const BeliefNode& node, std::uint32_t role, std::uint32_t move,
                                  std::span<const double> values) const {
  MoveEstimate out{.move = move};
  double mass = 0.0, spread_here = 0.0;
  out.proved = !node.sampled;
  for (const auto& group : node.groups) {
    const auto here = worth(node, group, values, std::pair(role, move));
    if (here.values.empty()) continue;
    mass += group.mass;
    out.value += group.mass * here.values[role];
    out.proved = out.proved && here.exact;
  }
  for (const auto& decision : node.decisions) {
    if (decision.moves[role] != move) continue;
    out.proved = out.proved && proved(decision);
    spread_here = std::max(spread_here, spread(decision));
    for (const auto& outcome : decision.outcomes) out.visits += nodes_[outcome.child].visits;
  }
  if (mass > 0.0) out.value /= mass;
  out.low = out.proved ? out.value : std::max(0.0, out.value - spread_here);
  out.high = out.proved ? out.value : std::min(1.0, out.value + spread_here);
  return out;
}

SearchReport BeliefTree::report(std::uint32_t role) const {
  SearchReport out;
  const auto& root = nodes_[0];
  out.nodes = size();
  out.proved = root.proved;
  out.values = root.values;
  std::vector<std::uint32_t> moves;
  std::vector<double> values;
  for (const auto& decision : root.decisions) {
    moves.push_back(decision.moves[role]);
    const auto own = value(decision);
    values.insert(values.end(), own.begin(), own.end());
  }
  std::ranges::sort(moves);
  moves.erase(std::ranges::unique(moves).begin(), moves.end());
  for (const auto move : moves) out.moves.push_back(estimate(root, role, move, values));
  const auto best = std::ranges::max_element(
      out.moves, [](const MoveEstimate& a, const MoveEstimate& b) { return a.value + kEqual < b.value; });
  if (best != out.moves.end()) out.best = best->move;
  for (const auto& node : nodes_) out.depth = std::max<std::uint64_t>(out.depth, node.depth);
  return out;
}

}  // namespace woodstock::search::stage
