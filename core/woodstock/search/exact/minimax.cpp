#include "woodstock/search/exact/minimax.hpp"

#include <algorithm>

#include "woodstock/support/bits.hpp"

namespace woodstock::search::exact {

namespace {

constexpr std::uint64_t kEdgesPerNode = 16;

}  // namespace

Minimax::Minimax(const machine::Machine& machine, std::optional<std::uint32_t> chance, const MinimaxSettings& options)
    : own_(machine.fork()),
      machine_(*own_),
      roles_(machine.roles()),
      words_(machine.state_words()),
      chance_(chance),
      most_(options.nodes),
      policy_(machine) {
  set_root(machine_.initial());
}

void Minimax::forget() {
  known_.clear();
  positions_.clear();
  states_.clear();
  values_.clear();
  counts_.clear();
  children_.clear();
  parents_.clear();
  open_.clear();
  given_up_ = false;
}

// Positions that are known stay known; after giving up only a fresh start can help.
void Minimax::set_root(std::span<const std::uint64_t> state) {
  if (given_up_) forget();
  root_ = meet(state);
  expansions_ = 0;
  reopen();
}

// What is to be expanded: the positions below the root that are not, the first on top.
void Minimax::reopen() {
  open_.clear();
  for (auto& position : positions_) position.queued = false;
  std::vector<Id> below{root_};
  positions_[root_].queued = true;
  while (!below.empty()) {
    const auto id = below.back();
    below.pop_back();
    const auto& position = positions_[id];
    if (position.solved) continue;
    if (!position.expanded) open_.push_back(id);
    for (auto i = position.children; i-- > 0;) {
      const auto child = children_[position.first_child + i];
      if (positions_[child].queued) continue;
      positions_[child].queued = true;
      below.push_back(child);
    }
  }
  std::ranges::reverse(open_);
}

void Minimax::run(const SearchLimits& limits) {
  support::TimeLimit time_limit(limits.deadline, limits.stop);
  for (std::uint64_t i = 0; i < limits.playouts && !positions_[root_].solved && !given_up_; ++i) {
    while (!open_.empty() && (positions_[open_.back()].expanded || positions_[open_.back()].solved)) open_.pop_back();
    if (open_.empty()) {
      break_circles();
      given_up_ = !positions_[root_].solved;
      return;
    }
    if (time_limit.over()) return;
    const auto id = open_.back();
    open_.pop_back();
    if (!expand(id, time_limit)) open_.push_back(id);
  }
}

// The position of a state, new if need be.
Minimax::Id Minimax::meet(std::span<const std::uint64_t> state) {
  const auto hash = support::state_hash(state);
  const auto known = known_.find(hash, [&](Id other) { return std::ranges::equal(this->state(other), state); });
  if (known != support::HashIndex::kNone) return known;
  const auto id = static_cast<Id>(positions_.size());
  known_.add(hash, id);
  states_.insert(states_.end(), state.begin(), state.end());
  positions_.emplace_back();
  values_.resize(values_.size() + roles_);
  counts_.resize(counts_.size() + roles_, 1);
  machine_.set_state(this->state(id));
  bool broken = false;
  if (!machine_.terminal()) {
    for (std::uint32_t role = 0; role < roles_; ++role) {
      const auto count = support::count_bits(machine_.legal(role));
      counts_[std::size_t{id} * roles_ + role] = count;
      broken = broken || count == 0;
    }
  }
  auto& position = positions_[id];
  position.over = machine_.terminal() || broken;
  if (position.over) {
    policy_.outcome(machine_, !broken, {values(id), roles_});
    position.solved = true;
    position.proved = !broken;
  }
  return id;
}

// Makes all joint moves. False when time ran out on the way.
bool Minimax::expand(Id id, support::TimeLimit& time_limit) {
  std::uint64_t joint_moves = 1;
  const auto room = most_ * kEdgesPerNode - std::min<std::uint64_t>(children_.size(), most_ * kEdgesPerNode);
  for (const auto count : choices(id).counts) joint_moves = std::min(joint_moves * count, room + 1);
  if (joint_moves > room || positions_.size() + joint_moves > most_) {
    given_up_ = true;
    return true;
  }
  ++expansions_;
  machine_.set_state(state(id));
  std::vector<std::vector<std::uint32_t>> legal(roles_);
  for (std::uint32_t role = 0; role < roles_; ++role) {
    for_each_legal(machine_, role, [&](std::uint32_t move) { legal[role].push_back(move); });
  }
  const auto first = children_.size();
  std::vector<std::uint32_t> joint_move(roles_);
  for (std::uint64_t number = 0; number < joint_moves; ++number) {
    auto rest = number;
    for (auto role = roles_; role-- > 0; rest /= legal[role].size())
      joint_move[role] = legal[role][rest % legal[role].size()];
    machine_.set_state(state(id));
    machine_.advance(joint_move);
    children_.push_back(meet(machine_.state()));
    if (time_limit.over()) {
      children_.resize(first);
      return false;
    }
  }
  auto& position = positions_[id];
  position.first_child = first;
  position.children = static_cast<std::uint32_t>(joint_moves);
  position.expanded = true;
  for (auto at = children_.size(); at-- > first;) {  // the first is expanded first
    auto& child = positions_[children_[at]];
    if (child.solved) continue;
    ++position.open;
    parents_.push_back({id, child.first_parent});
    child.first_parent = static_cast<std::uint32_t>(parents_.size() - 1);
    if (!child.queued) open_.push_back(children_[at]);
    child.queued = true;
  }
  if (position.open == 0) solve(id);
  return true;
}

// Solves a position all of whose children are, and then those for which it was the last.
void Minimax::solve(Id id) {
  std::vector<Id> ready;
  const auto tell_parents = [&](Id solved) {
    for (auto at = positions_[solved].first_parent; at != kNone; at = parents_[at].next) {
      auto& parent = positions_[parents_[at].position];
      if (--parent.open == 0 && !parent.solved) ready.push_back(parents_[at].position);
    }
  };
  if (positions_[id].solved) {
    tell_parents(id);
  } else {
    ready.push_back(id);
  }
  while (!ready.empty()) {
    const auto now = ready.back();
    ready.pop_back();
    if (positions_[now].solved) continue;
    back_up_position(now);
    tell_parents(now);
  }
}

void Minimax::back_up_position(Id id) {
  const auto children = child_values(id);
  const auto backup = back_up(choices(id), children);
  auto& position = positions_[id];
  position.solved = true;
  position.proved = backup.has_value();
  for (std::uint32_t i = 0; i < position.children; ++i) {
    position.proved = position.proved && positions_[children_[position.first_child + i]].proved;
  }
  for (std::uint32_t role = 0; role < roles_; ++role) {
    values(id)[role] = backup ? backup->values[role] : secured(choices(id), children, role);
  }
  if (!position.proved) take_the_most(id);
}

// A move proved to give the one role that chooses the most it can have is enough, whatever else there is.
bool Minimax::take_the_most(Id id) {
  auto& position = positions_[id];
  const auto roles = choosing(id);
  if (roles.size() != 1 || position.children != choices(id).counts[roles[0]]) return false;
  for (std::uint32_t i = 0; i < position.children; ++i) {
    const auto child = children_[position.first_child + i];
    if (!positions_[child].proved || values(child)[roles[0]] < policy_.highest(roles[0])) continue;
    std::copy_n(values(child), roles_, values(id));
    position.solved = position.proved = true;
    position.way_out = i;
    return true;
  }
  return false;
}

// All positions are expanded; what is not solved can come back to itself, or leads to what can.
void Minimax::break_circles() {
  for (bool changed = true; changed;) {
    changed = false;
    for (Id id = 0; id < positions_.size(); ++id) {
      if (positions_[id].solved || !positions_[id].expanded || !take_the_most(id)) continue;
      solve(id);
      changed = true;
    }
  }
}

std::vector<double> Minimax::child_values(Id id) const {
  std::vector<double> out;
  const auto& position = positions_[id];
  for (std::uint32_t i = 0; i < position.children; ++i) {
    const auto* own = values(children_[position.first_child + i]);
    out.insert(out.end(), own, own + roles_);
  }
  return out;
}

}  // namespace woodstock::search::exact
