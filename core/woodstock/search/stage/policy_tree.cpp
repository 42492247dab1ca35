#include "woodstock/search/stage/policy_tree.hpp"

#include <algorithm>

#include "woodstock/search/backup.hpp"

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

std::size_t PolicyTree::bytes() const {
  const auto map_entry = sizeof(std::pair<std::uint64_t, Number>) + 4 * sizeof(void*);
  return nodes_.capacity() * sizeof(Node) + states_.capacity() * 8 + values_.capacity() * 8 +
         children_.capacity() * 13 + moves_.capacity() * 4 + known_.size() * map_entry;
}

std::uint32_t PolicyTree::shape_of(std::span<const std::uint32_t> joint_moves) {
  // Joint moves are in ascending order and complete, so each role has as many moves as it makes changes of move.
  std::vector<std::uint32_t> counts(roles_, 1);
  std::size_t block = joint_moves.size() / roles_;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    for (std::size_t i = 1; i < block; ++i) {
      counts[role] += joint_moves[i * roles_ + role] != joint_moves[(i - 1) * roles_ + role];
    }
    block /= counts[role];
  }
  const auto known = std::ranges::find(shapes_, counts, &StageShape::counts);
  const auto number = static_cast<std::uint32_t>(known - shapes_.begin());
  if (known == shapes_.end()) shapes_.emplace_back(std::move(counts), chance_);
  return number;
}

Arms PolicyTree::arms(Number node) const {
  const auto& shape = this->shape(node);
  const auto outcomes = shape.outcomes();
  Arms out;
  out.list.resize(shape.decisions());
  if (outcomes > 1) out.means.assign(shape.decisions() * roles_, 0.0);
  for (std::size_t decision = 0; decision < out.list.size(); ++decision) {
    auto& arm = out.list[decision];
    double variance = 0.0;  // of the sum over what chance may do, in those of a playout
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
      const auto place = shape.solution(decision, outcome);
      const auto child = children(node)[place];
      const double weight = weights(node)[place];
      arm.weight += weight;
      arm.pending += pending_[nodes_[node].first + place];
      if (!nodes_[child].complete) variance += 1.0 / std::max(1.0, std::min(weight, nodes_[child].support));
      arm.complete = arm.complete && nodes_[child].complete;
      arm.proved = arm.proved && nodes_[child].proved && joined_[nodes_[node].first + place] != kEstimated;
      arm.values = values(child);
      if (outcomes == 1) continue;
      const std::span mean{out.means.data() + decision * roles_, roles_};
      for (std::uint32_t role = 0; role < roles_; ++role) {
        mean[role] += values(child)[role] / static_cast<double>(outcomes);
      }
      arm.values = mean;
    }
    const bool counted = bandit_.published || variance == 0.0;  // the paper counts playouts
    arm.support = counted ? arm.weight : static_cast<double>(outcomes * outcomes) / variance;
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
  deepest_ = std::max(deepest_, depth);
  return number;
}

std::optional<PolicyTree::Number> PolicyTree::find(std::span<const std::uint64_t> state, std::uint32_t depth) const {
  const auto [begin, end] = known_.equal_range(hash(state, depth));
  for (auto entry = begin; entry != end; ++entry) {
    const auto number = entry->second;
    if (nodes_[number].depth == depth && std::ranges::equal(this->state(number), state)) return number;
  }
  return std::nullopt;
}

PolicyTree::Number PolicyTree::find_or_add(std::span<const std::uint64_t> state, std::uint32_t depth) {
  const auto known = find(state, depth);
  return known ? *known : add(state, depth);
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
  weights_.resize(children_.size(), 0);
  pending_.resize(children_.size(), 0);
  joined_.resize(children_.size(), kOwn);
  nodes_[node].shape = shape_of(solutions.joint_moves);
  nodes_[node].compared = false;
  nodes_[node].first = first;
  nodes_[node].count = static_cast<std::uint32_t>(count);
}

void PolicyTree::back_up(Number node) {
  const auto& shape = this->shape(node);
  const auto known = this->arms(node);
  const auto& arms = known.list;
  const auto& choosers = shape.choosers();
  auto& entry = nodes_[node];
  entry.complete = std::ranges::all_of(arms, &Arm::complete);
  entry.proved = std::ranges::all_of(arms, &Arm::proved);
  auto own = values(node);
  const Bandit bandit(shape, arms, bandit_);
  entry.support = bandit.support();
  if (choosers.size() <= 1) {
    entry.pruned = static_cast<std::uint32_t>(bandit.pruned());
    const auto& top = arms[choosers.empty() ? 0 : bandit.best(choosers[0])];
    // Who is sure of all there is to win does not care for the other moves.
    if (!choosers.empty() && top.proved && top.values[choosers[0]] >= 1.0 - kEqual) entry.proved = true;
    entry.complete = entry.complete || entry.proved;
    if (entry.complete) {
      std::ranges::copy(top.values, own.begin());
    } else {
      std::ranges::copy(bandit.worth(), own.begin());
    }
  } else if (entry.complete) {
    const auto below = values_of(arms);
    const auto counts = decided(shape);
    const auto backup = search::back_up({counts, std::nullopt}, below);
    entry.proved = entry.proved && backup.has_value();
    for (std::uint32_t role = 0; role < roles_; ++role) {
      own[role] = backup ? backup->values[role] : secured({counts, std::nullopt}, below, role);
    }
  } else {
    entry.proved = false;
    std::ranges::copy(bandit.worth(), own.begin());
  }
  if (chance_) own[*chance_] = 0.0;
}

std::uint64_t PolicyTree::pruned() const {
  std::uint64_t out = 0;
  for (const auto& node : nodes_) out += node.count > 0 ? node.pruned : 0;
  return out;
}

std::vector<std::uint32_t> PolicyTree::decided(const StageShape& shape) const {
  auto counts = shape.counts();
  if (chance_) counts[*chance_] = 1;
  return counts;
}

std::vector<double> PolicyTree::values_of(const std::vector<Arm>& arms) {
  std::vector<double> out;
  for (const auto& arm : arms) out.insert(out.end(), arm.values.begin(), arm.values.end());
  return out;
}

// By what is sure of a decision: with few playouts the highest mean is mostly a lucky one.
std::size_t PolicyTree::preferred(const std::vector<Arm>& arms, std::uint32_t role) {
  const auto sure = [&](const Arm& arm) {
    MoveEstimate out{.value = arm.values[role], .visits = static_cast<std::uint64_t>(arm.support)};
    out.proved = arm.complete;
    set_bounds(out);
    return out.low;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < arms.size(); ++i) {
    const auto gain = sure(arms[i]) - sure(arms[best]);
    if (gain > kEqual || (gain > -kEqual && arms[i].proved && !arms[best].proved)) best = i;
  }
  return best;
}

std::optional<std::size_t> PolicyTree::best_child(Number node) const {
  const auto& shape = this->shape(node);
  const auto known = this->arms(node);
  const auto& arms = known.list;
  if (shape.choosers().empty()) return 0;
  if (shape.choosers().size() == 1) return owner(node, shape.solution(preferred(arms, shape.choosers()[0]), 0));
  const auto counts = decided(shape);
  const auto backup = search::back_up({counts, std::nullopt}, values_of(arms));
  if (!backup) return std::nullopt;
  std::size_t decision = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) decision = decision * counts[role] + backup->moves[role];
  return shape.solution(decision, 0);
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
  weights_.clear();
  pending_.clear();
  joined_.clear();
  moves_.clear();
  known_.clear();
  deepest_ = 0;
  add(state, 0);
}

std::optional<PolicyTree::Number> PolicyTree::find_near(std::span<const std::uint64_t> state) const {
  for (std::uint32_t depth = nodes_[0].depth; depth <= nodes_[0].depth + kFarthestRoot; ++depth) {
    if (const auto known = find(state, depth)) return known;
  }
  return std::nullopt;
}

// What can be reached from a node, with the solutions of the stages that are to be kept.
void PolicyTree::rebuild(Number root, const std::function<bool(Number)>& keep) {
  constexpr auto kNowhere = ~Number{0};
  PolicyTree fresh(roles_, chance_, words_, bandit_, symmetries_);
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
  fresh.shapes_ = shapes_;
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
      fresh.weights_.push_back(weights(old)[child]);
      fresh.pending_.push_back(0);
      fresh.joined_.push_back(joined_[nodes_[old].first + child]);
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

// What a role may expect of a move, whatever the others do: exactly where all is known, else over what they were seen
// to do.
MoveEstimate PolicyTree::estimate(const StageShape& shape, const std::vector<Arm>& arms, std::uint32_t role,
                                  std::size_t move) const {
  std::vector<Arm> own;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (shape.move(i, role) == move) own.push_back(arms[i]);
  }
  MoveEstimate out;
  double weight = 0.0, sum = 0.0, support = 0.0;
  for (const auto& arm : own) {
    weight += arm.weight;
    support += arm.support;
    sum += arm.weight * arm.values[role];
  }
  const bool complete = std::ranges::all_of(own, &Arm::complete);
  out.visits = static_cast<std::uint64_t>(weight);
  out.proved = std::ranges::all_of(own, &Arm::proved);
  if (own.size() == 1) {
    out.value = own[0].values[role];
  } else if (complete || weight == 0.0) {
    auto counts = decided(shape);
    counts[role] = 1;
    const auto below = values_of(own);
    const auto backup = search::back_up({counts, std::nullopt}, below);
    out.value = backup ? backup->values[role] : secured({counts, std::nullopt}, below, role);
    out.proved = out.proved && backup.has_value();
  } else {
    out.value = sum / weight;
  }
  const auto spread = out.proved ? 0.0 : hoeffding(support);
  out.low = std::max(0.0, out.value - spread);
  out.high = std::min(1.0, out.value + spread);
  return out;
}

SearchReport PolicyTree::report(std::uint32_t role) const {
  SearchReport out;
  out.nodes = size();
  out.proved = nodes_[root()].proved;
  const auto own = values(root());
  out.values.assign(own.begin(), own.end());
  if (nodes_[root()].count > 0) {
    const auto& shape = this->shape(root());
    const auto known = this->arms(root());
    const auto& arms = known.list;
    for (std::size_t decision = 0, move = 0; decision < arms.size() && move < shape.counts()[role]; ++decision) {
      if (role == chance_ || shape.move(decision, role) != move) continue;
      out.moves.push_back(estimate(shape, arms, role, move++));
      out.moves.back().move = joint_move(root(), shape.solution(decision, 0))[role];
    }
    if (role == chance_) {
      for (std::size_t outcome = 0; outcome < shape.outcomes(); ++outcome) {
        out.moves.push_back({.move = joint_move(root(), shape.solution(0, outcome))[role]});
      }
    }
    if (role != chance_ && shape.choosers().size() == 1 && shape.choosers()[0] == role) {
      out.best = joint_move(root(), owner(root(), shape.solution(preferred(arms, role), 0)))[role];
    } else {
      const auto best = std::ranges::max_element(
          out.moves, [](const MoveEstimate& a, const MoveEstimate& b) { return a.value + kEqual < b.value; });
      out.best = best->move;
    }
  }
  for (auto node = root(); nodes_[node].count > 0;) {
    const auto child = best_child(node);
    if (!child) break;
    const auto played = joint_move(node, *child);
    out.line.insert(out.line.end(), played.begin(), played.end());
    if (leads_elsewhere(node, *child)) break;  // how it goes on there is known of its image alone
    node = children(node)[*child];
  }
  for (const auto& node : nodes_) out.depth = std::max<std::uint64_t>(out.depth, node.depth - nodes_[root()].depth);
  return out;
}

}  // namespace woodstock::search::stage
