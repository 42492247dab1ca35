#include "woodstock/search/stage/policy_tree.hpp"

#include <algorithm>
#include <cmath>

namespace woodstock::search::stage {

namespace {

// How far from the old root a new one is looked for: a move of each role, and chance in between.
constexpr std::uint32_t kFarthestRoot = 4;
constexpr double kEqual = 1e-9;

std::uint64_t hash(std::span<const std::uint64_t> state, std::uint32_t depth) {
  std::uint64_t mix = depth + 0x9E3779B97F4A7C15ULL;
  for (const auto word : state) {
    mix = (mix ^ word) * 0xBF58476D1CE4E5B9ULL;
    mix ^= mix >> 29;
  }
  return mix;
}

}  // namespace

double hoeffding(std::uint64_t visits) {
  return visits == 0 ? 1.0 : std::min(1.0, std::sqrt(std::log(2.0 / 0.05) / (2.0 * static_cast<double>(visits))));
}

std::size_t PolicyTree::bytes() const {
  const auto map_entry = sizeof(std::pair<std::uint64_t, Number>) + 4 * sizeof(void*);
  return nodes_.capacity() * sizeof(Node) + states_.capacity() * 8 + values_.capacity() * 8 + children_.capacity() * 4 +
         moves_.capacity() * 4 + known_.size() * map_entry;
}

std::vector<std::uint32_t> PolicyTree::counts(Number node) const {
  // Joint moves are in ascending order and complete, so each role has as many moves as it makes changes of move.
  std::vector<std::uint32_t> out(roles_, 1);
  const auto& own = nodes_[node];
  std::size_t block = own.count;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    for (std::size_t child = 1; child < block; ++child) {
      out[role] += joint_move(node, child)[role] != joint_move(node, child - 1)[role];
    }
    block /= out[role];
  }
  return out;
}

std::vector<std::uint32_t> PolicyTree::choosing(std::span<const std::uint32_t> counts) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (counts[role] > 1 && role != chance_) out.push_back(role);
  }
  return out;
}

PolicyTree::Number PolicyTree::add(std::span<const std::uint64_t> state, std::uint32_t depth) {
  const auto number = static_cast<Number>(nodes_.size());
  nodes_.push_back({});
  nodes_.back().depth = depth;
  states_.insert(states_.end(), state.begin(), state.end());
  values_.resize(values_.size() + roles_, 0.0);
  known_.emplace(hash(state, depth), number);
  return number;
}

PolicyTree::Number PolicyTree::find_or_add(std::span<const std::uint64_t> state, std::uint32_t depth) {
  const auto [begin, end] = known_.equal_range(hash(state, depth));
  for (auto entry = begin; entry != end; ++entry) {
    const auto number = entry->second;
    if (nodes_[number].depth == depth && std::ranges::equal(this->state(number), state)) return number;
  }
  return add(state, depth);
}

std::span<const std::uint64_t> PolicyTree::canonical(std::span<const std::uint64_t> state) {
  if (symmetries_ == nullptr) return state;
  symmetries_->canonical(state, scratch_);
  return scratch_.state;
}

void PolicyTree::enter(Number node, const StageSolutions& solutions) {
  const auto count = solutions.joint_moves.size() / roles_;
  const auto first = children_.size();
  moves_.insert(moves_.end(), solutions.joint_moves.begin(), solutions.joint_moves.end());
  for (std::size_t i = 0; i < count; ++i) {
    const auto state = canonical({solutions.states.data() + i * words_, words_});
    children_.push_back(find_or_add(state, nodes_[node].depth + 1));
  }
  nodes_[node].first = first;
  nodes_[node].count = static_cast<std::uint32_t>(count);
}

std::vector<double> PolicyTree::values_of_children(Number node) const {
  std::vector<double> out;
  for (const auto child : children(node)) {
    const auto own = values(child);
    out.insert(out.end(), own.begin(), own.end());
  }
  return out;
}

void PolicyTree::back_up(Number node) {
  const auto below = values_of_children(node);
  const auto count = counts(node);
  const Choices choices{count, chance_};
  const auto backup = search::back_up(choices, below);
  auto& entry = nodes_[node];
  bool all_complete = true, all_proved = true;
  entry.spread = 0.0;
  for (const auto child : children(node)) {
    all_complete = all_complete && nodes_[child].complete;
    all_proved = all_proved && nodes_[child].proved;
    entry.spread = std::max(entry.spread, nodes_[child].spread);
  }
  auto own = values(node);
  bool sure = false;
  if (const auto chooser = only_chooser(count)) {
    const auto chosen = children(node)[best_for(node, *chooser)];
    std::ranges::copy(values(chosen), own.begin());
    entry.spread = nodes_[chosen].spread;
    // Who is sure of all there is to win does not care for the other moves.
    sure = nodes_[chosen].proved && own[*chooser] >= 1.0 - kEqual;
  } else {
    for (std::uint32_t role = 0; role < roles_; ++role) {
      own[role] = role == chance_ ? 0.0 : backup ? backup->values[role] : secured(choices, below, role);
    }
  }
  entry.proved = (all_proved && backup.has_value()) || sure;
  entry.complete = all_complete || entry.proved;
  if (entry.proved) entry.spread = 0.0;
}

// The one role that has a choice, if chance has none.
std::optional<std::uint32_t> PolicyTree::only_chooser(std::span<const std::uint32_t> counts) const {
  const auto choosers = choosing(counts);
  if (choosers.size() != 1 || (chance_ && counts[*chance_] > 1)) return std::nullopt;
  return choosers[0];
}

// The best child for a role; of equals one that is proved, or else the first.
std::size_t PolicyTree::best_for(Number node, std::uint32_t role) const {
  const auto below = children(node);
  std::size_t best = 0;
  for (std::size_t child = 1; child < below.size(); ++child) {
    const auto gain = values(below[child])[role] - values(below[best])[role];
    if (gain > kEqual || (gain > -kEqual && nodes_[below[child]].proved && !nodes_[below[best]].proved)) best = child;
  }
  return best;
}

std::optional<std::size_t> PolicyTree::best_child(Number node) const {
  const auto count = counts(node);
  if (const auto chooser = only_chooser(count)) return best_for(node, *chooser);
  const auto backup = search::back_up({count, chance_}, values_of_children(node));
  if (!backup) return std::nullopt;
  std::size_t place = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) place = place * count[role] + backup->moves[role];
  return place;
}

void PolicyTree::set_root(std::span<const std::uint64_t> given) {
  const auto form = canonical(given);
  const std::vector<std::uint64_t> state(form.begin(), form.end());
  if (const auto known = nodes_.empty() ? std::nullopt : find_near(state)) {
    if (*known != root()) rebuild(*known, [](Number) { return true; });
    return;
  }
  nodes_.clear();
  states_.clear();
  values_.clear();
  children_.clear();
  moves_.clear();
  known_.clear();
  add(state, 0);
}

std::optional<PolicyTree::Number> PolicyTree::find_near(std::span<const std::uint64_t> state) const {
  for (std::uint32_t depth = nodes_[0].depth; depth <= nodes_[0].depth + kFarthestRoot; ++depth) {
    const auto [begin, end] = known_.equal_range(hash(state, depth));
    for (auto entry = begin; entry != end; ++entry) {
      if (nodes_[entry->second].depth == depth && std::ranges::equal(this->state(entry->second), state)) {
        return entry->second;
      }
    }
  }
  return std::nullopt;
}

// What can be reached from a node, with the solutions of the stages that are to be kept.
void PolicyTree::rebuild(Number root, const std::function<bool(Number)>& keep) {
  constexpr auto kNowhere = ~Number{0};
  PolicyTree fresh(roles_, chance_, words_, symmetries_);
  std::vector<Number> places(nodes_.size(), kNowhere);
  std::vector<Number> open;
  const auto copy = [&](Number old) {
    if (places[old] == kNowhere) {
      places[old] = fresh.add(state(old), nodes_[old].depth);
      fresh.nodes_[places[old]] = nodes_[old];
      std::ranges::copy(values(old), fresh.values(places[old]).begin());
      open.push_back(old);
    }
    return places[old];
  };
  copy(root);
  while (!open.empty()) {
    const auto old = open.back();
    open.pop_back();
    if (nodes_[old].count == 0) continue;
    if (!keep(old)) {
      fresh.nodes_[places[old]].count = 0;
      fresh.nodes_[places[old]].stages = 0;
      continue;
    }
    fresh.nodes_[places[old]].first = fresh.children_.size();
    for (std::size_t child = 0; child < nodes_[old].count; ++child) {
      fresh.children_.push_back(copy(children(old)[child]));
      const auto moves = joint_move(old, child);
      fresh.moves_.insert(fresh.moves_.end(), moves.begin(), moves.end());
    }
  }
  *this = std::move(fresh);
}

void PolicyTree::forget() {
  std::vector<bool> principal(nodes_.size(), false);
  for (auto node = root();;) {
    principal[node] = true;
    const auto best = nodes_[node].count > 0 ? best_child(node) : std::nullopt;
    if (!best) break;
    node = children(node)[*best];
  }
  rebuild(root(), [&](Number node) { return principal[node] || nodes_[node].stages > 1; });
}

MoveEstimate PolicyTree::estimate(Number node, std::uint32_t role, std::uint32_t move) const {
  // The part of the stage in which the role makes this move.
  auto count = counts(node);
  count[role] = 1;
  std::vector<double> below;
  MoveEstimate out;
  out.move = move;
  out.proved = true;
  double spread = 0.0;
  for (std::size_t child = 0; child < nodes_[node].count; ++child) {
    if (joint_move(node, child)[role] != move) continue;
    const auto number = children(node)[child];
    const auto own = values(number);
    below.insert(below.end(), own.begin(), own.end());
    out.visits += nodes_[number].visits;
    out.proved = out.proved && nodes_[number].proved;
    spread = std::max(spread, nodes_[number].spread);
  }
  const auto backup = search::back_up({count, chance_}, below);
  out.value = backup ? backup->values[role] : secured({count, chance_}, below, role);
  out.proved = out.proved && backup.has_value();
  out.low = out.proved ? out.value : std::max(0.0, out.value - spread);
  out.high = out.proved ? out.value : std::min(1.0, out.value + spread);
  return out;
}

SearchReport PolicyTree::report(std::uint32_t role) const {
  SearchReport out;
  out.nodes = size();
  out.proved = nodes_[root()].proved;
  const auto own = values(root());
  out.values.assign(own.begin(), own.end());
  std::uint32_t last = ~std::uint32_t{0};
  std::vector<std::uint32_t> moves;
  for (std::size_t child = 0; child < nodes_[root()].count; ++child) moves.push_back(joint_move(root(), child)[role]);
  std::ranges::sort(moves);
  for (const auto move : moves) {
    if (move != last) out.moves.push_back(estimate(root(), role, move));
    last = move;
  }
  const auto best = std::ranges::max_element(
      out.moves, [](const MoveEstimate& a, const MoveEstimate& b) { return a.value + kEqual < b.value; });
  if (best != out.moves.end()) out.best = best->move;
  for (auto node = root(); nodes_[node].count > 0;) {
    const auto child = best_child(node);
    if (!child) break;
    const auto played = joint_move(node, *child);
    out.line.insert(out.line.end(), played.begin(), played.end());
    node = children(node)[*child];
  }
  for (const auto& node : nodes_) out.depth = std::max<std::uint64_t>(out.depth, node.depth - nodes_[root()].depth);
  return out;
}

}  // namespace woodstock::search::stage
