// What the tree of the lane search says when it is asked.
#include <algorithm>
#include <cmath>

#include "woodstock/search/lane/tree.hpp"

namespace woodstock::search::lane {

namespace {

constexpr double kEqual = 1e-9;
constexpr std::size_t kLongestLine = 64;

// Hoeffding's bound: the mean of n draws from 0..1 is further off than this once in twenty times.
double doubt(std::uint64_t visits) {
  return visits == 0 ? 1.0 : std::sqrt(std::log(2.0 / 0.05) / (2.0 * static_cast<double>(visits)));
}

}  // namespace

// The roles that choose by statistics, and where these are.
std::vector<LaneTree::Choice> LaneTree::choosing(LaneNode& node) const {
  std::vector<Choice> found;
  each_row(node, [&](std::uint32_t role, std::uint32_t count, std::uint32_t first) {
    if (role != game_.chance) found.push_back({role, count, first});
  });
  return found;
}

MoveEstimate LaneTree::estimate(LaneNode& node, const Choice& choice, std::uint32_t pick) const {
  const auto stat = choice.first + pick;
  MoveEstimate out;
  out.visits = node.moves()[stat].visits - prior_;
  if (node.form == Form::kChoice && proved(node.link(pick))) {
    out.value = out.low = out.high = outcomes_.values(node.link(pick) & ~kProved)[choice.role];
    out.proved = true;
    return out;
  }
  if (out.visits > 0) out.value = node.moves()[stat].sum / node.moves()[stat].visits;
  out.low = std::max(0.0, out.value - doubt(out.visits));
  out.high = std::min(1.0, out.value + doubt(out.visits));
  return out;
}

// The move to make: of those that are not proved the one visited most often, unless a proved one is worth as much.
std::uint32_t LaneTree::best_of(LaneNode& node, const Choice& choice) const {
  std::uint32_t open = choice.count;
  std::uint32_t sure = choice.count;
  const auto beats = [&](std::uint32_t pick, std::uint32_t other, auto key) {
    return other == choice.count || key(estimate(node, choice, pick)) > key(estimate(node, choice, other));
  };
  for (std::uint32_t pick = 0; pick < choice.count; ++pick) {
    if (estimate(node, choice, pick).proved) {
      if (beats(pick, sure, [](const MoveEstimate& own) { return std::pair(own.value, own.visits); })) sure = pick;
    } else {
      if (beats(pick, open, [](const MoveEstimate& own) { return std::pair(own.visits, own.value); })) open = pick;
    }
  }
  if (open == choice.count) return sure;
  if (sure == choice.count) return open;
  return estimate(node, choice, sure).value + kEqual >= estimate(node, choice, open).value ? sure : open;
}

// By role: a place among its legal moves. `random` and those without a choice have 0.
std::vector<std::uint32_t> LaneTree::best_picks(LaneNode& node) const {
  std::vector<std::uint32_t> picks(game_.roles, 0);
  if (node.form == Form::kJoint && node.open == 0) {
    if (auto backup = back_up_all(node)) return std::move(backup->moves);
  }
  for (const auto& choice : choosing(node)) picks[choice.role] = best_of(node, choice);
  return picks;
}

// What the root is worth to each role: proved, or the mean over the playouts after the best moves.
std::vector<double> LaneTree::root_values() const {
  std::vector<double> out(game_.roles, 0.0);
  if (root_proof_) {
    const auto values = outcomes_.values(*root_proof_);
    out.assign(values.begin(), values.end());
  } else {
    auto& node = *at(root_);
    const auto child = child_of(node, best_picks(node));
    const bool chance = game_.chance && node.move_counts()[*game_.chance] > 1;
    // Where chance has a say, no single child is the answer.
    const auto first = chance || root_playouts_[child] == 0 ? 0U : child;
    const auto last = chance || root_playouts_[child] == 0 ? root_playouts_.size() : std::size_t{child} + 1;
    std::uint64_t playouts = 0;
    for (auto i = std::size_t{first}; i < last; ++i) {
      playouts += root_playouts_[i];
      for (std::uint32_t role = 0; role < game_.roles; ++role) out[role] += root_sums_[i * game_.roles + role];
    }
    for (auto& value : out) value = playouts == 0 ? 0.5 : value / static_cast<double>(playouts);
    if (node.form == Form::kChoice && proved(node.link(child))) {
      const auto values = outcomes_.values(node.link(child) & ~kProved);
      out.assign(values.begin(), values.end());
    }
  }
  if (game_.chance) out[*game_.chance] = 0.0;
  return out;
}

std::vector<std::uint32_t> LaneTree::line() const {
  std::vector<std::uint32_t> out;
  std::size_t steps = 0;
  for (auto block = root_; block != kNoBlock && steps < kLongestLine; ++steps) {
    auto& node = *at(block);
    if (node.visits == 0 && !root_proof_) break;
    const auto picks = best_picks(node);
    const auto* legal = node.legal(game_.roles);
    for (std::uint32_t role = 0; role < game_.roles; ++role) {
      out.push_back(legal[picks[role]]);
      legal += node.move_counts()[role];
    }
    if (node.form == Form::kWide) break;
    block = node.below()[child_of(node, picks)];
  }
  return out;
}

SearchReport LaneTree::report(std::uint32_t role) const {
  SearchReport out;
  out.values = root_values();
  out.proved = root_proved() && !dead_end_;
  out.nodes = nodes_;
  out.descents = descents_;
  out.playouts = playouts_;
  out.depth = deepest_;
  if (root_ == kNoBlock) return out;
  auto& node = *at(root_);
  const auto* legal = node.legal(game_.roles);
  for (std::uint32_t i = 0; i < role; ++i) legal += node.move_counts()[i];
  for (const auto& choice : choosing(node)) {
    if (choice.role != role) continue;
    for (std::uint32_t pick = 0; pick < choice.count; ++pick) {
      out.moves.push_back(estimate(node, choice, pick));
      out.moves.back().move = legal[pick];
    }
  }
  if (out.moves.empty()) {  // no choice: every move (of chance) is worth what the position is worth
    for (std::uint32_t pick = 0; pick < node.move_counts()[role]; ++pick) {
      const auto value = out.values[role];
      const auto spread = out.proved ? 0.0 : doubt(node.visits);
      out.moves.push_back(
          {legal[pick], value, node.visits, std::max(0.0, value - spread), std::min(1.0, value + spread), out.proved});
    }
  }
  const auto best = best_picks(node)[role];
  out.best = legal[best];
  if (out.proved && node.form == Form::kJoint) {
    out.moves[best].value = out.moves[best].low = out.moves[best].high = out.values[role];
    out.moves[best].proved = true;
  }
  out.line = line();
  return out;
}

}  // namespace woodstock::search::lane
