#include "woodstock/search/exact/clairvoyance.hpp"

#include <algorithm>

namespace woodstock::search::exact {

namespace {

constexpr std::uint32_t kDeepest = 400;  // moves that are looked ahead; rules that go on longer are given up
constexpr double kEqual = 1e-12;

}  // namespace

Clairvoyance::Clairvoyance(const machine::Engine& engine, belief::Information information, std::uint32_t role,
                           std::uint64_t most_successors)
    : simulator_(engine.simulator()),
      machine_(engine.machine()),
      information_(std::move(information)),
      role_(role),
      most_(most_successors),
      policy_(engine.machine()) {}

void Clairvoyance::forget() {
  states_.clear();
  words_.clear();
  known_.clear();
  starts_.clear();
  successors_.clear();
  lists_.clear();
  list_numbers_.clear();
  sight_numbers_.clear();
  full_ = false;
}

Clairvoyance::Id Clairvoyance::meet(std::span<const std::uint64_t> state) {
  const auto hash = support::state_hash(state);
  const auto known = known_.find(hash, [&](Id other) { return std::ranges::equal(this->state(other), state); });
  if (known != support::HashIndex::kNone) return known;
  const auto id = static_cast<Id>(states_.size());
  states_.emplace_back();
  words_.insert(words_.end(), state.begin(), state.end());
  known_.add(hash, id);
  return id;
}

bool Clairvoyance::expand(Id id, ExactLimits& limits) {
  if (states_[id].expanded) return true;
  if (limits.over()) return false;
  machine_.set_state(state(id));
  std::vector<std::uint32_t> own, chances;
  for_each_legal(machine_, role_, [&](std::uint32_t move) { own.push_back(move); });
  if (const auto chance = simulator_.chance()) {
    for_each_legal(machine_, *chance, [&](std::uint32_t move) { chances.push_back(move); });
  } else {
    chances.push_back(0);
  }
  if (own.empty() || chances.empty()) {  // a dead end: what it is worth is not known exactly
    limits.give_up();
    return false;
  }
  if (successors_.size() + own.size() * chances.size() > most_) {
    full_ = true;
    limits.give_up();
    return false;
  }
  enter(id, own, chances);
  return true;
}

// Makes all moves at once, in lanes.
void Clairvoyance::enter(Id id, const std::vector<std::uint32_t>& own, std::span<const std::uint32_t> chances) {
  const auto [list, fresh] = list_numbers_.emplace(own, static_cast<std::uint32_t>(lists_.size()));
  if (fresh) lists_.push_back(&list->first);
  states_[id].list = list->second;
  const std::size_t words = simulator_.state_words(), roles = machine_.roles();
  std::vector<std::uint64_t> before;
  std::vector<std::uint32_t> joint_moves;
  std::vector<std::uint32_t> joint_move(roles, 0);
  for (const auto move : own) {
    for (const auto drawn : chances) {
      before.insert(before.end(), state(id).begin(), state(id).end());
      if (const auto chance = simulator_.chance()) joint_move[*chance] = drawn;
      joint_move[role_] = move;
      joint_moves.insert(joint_moves.end(), joint_move.begin(), joint_move.end());
    }
  }
  const auto children = simulator_.expand(before, joint_moves);
  states_[id].first = starts_.size();
  for (std::size_t at = 0; at < children.terminal.size(); ++at) {
    if (at % chances.size() == 0) starts_.push_back(successors_.size());
    const bool over = children.terminal[at] != 0;
    const auto goal = over ? machine::OutcomePolicy::worth(children.goals[at * roles + role_]) : 0.0;
    const auto next = over ? kOver : meet({children.states.data() + at * words, words});
    successors_.push_back({next, over ? 0 : sight(children, at), 1.0 / static_cast<double>(chances.size()), goal});
  }
  starts_.push_back(successors_.size());
  states_[id].expanded = true;
}

std::optional<double> Clairvoyance::worth(Id id, std::size_t move, ExactLimits& limits, std::uint32_t depth) {
  double out = 0.0;
  for (std::size_t i = 0; i < successors(id, move).size(); ++i) {
    const auto next = successors(id, move)[i];  // a copy: more may be met meanwhile
    if (next.state != kOver) {
      const auto known = value(next.state, limits, depth + 1);
      if (!known) return std::nullopt;
      out += next.probability * *known;
    } else {
      out += next.probability * next.worth;
    }
  }
  return out;
}

// A move that is certain to give the most there is is enough. Those that end the game at once come first.
std::optional<double> Clairvoyance::value(Id id, ExactLimits& limits, std::uint32_t depth) {
  if (states_[id].valued) return states_[id].value;
  if (depth > kDeepest) {  // also where the rules lead round in a circle
    limits.give_up();
    return std::nullopt;
  }
  if (!expand(id, limits)) return std::nullopt;
  const auto count = moves(id).size();
  const auto ends = [&](std::size_t move) {
    return std::ranges::all_of(successors(id, move), [](const Successor& next) { return next.state == kOver; });
  };
  double best = lowest();
  for (const bool at_once : {true, false}) {
    for (std::size_t move = 0; move < count && best < highest() - kEqual; ++move) {
      if (ends(move) != at_once) continue;
      const auto own = worth(id, move, limits, depth);
      if (!own) return std::nullopt;
      best = std::max(best, *own);
    }
  }
  states_[id].valued = true;
  states_[id].value = best;
  return best;
}

std::optional<std::span<const double>> Clairvoyance::row(Id id, ExactLimits& limits) {
  if (!expand(id, limits)) return std::nullopt;
  if (states_[id].row.size() != moves(id).size()) {
    std::vector<double> row;
    for (std::size_t move = 0; move < moves(id).size(); ++move) {
      const auto own = worth(id, move, limits, 0);
      if (!own) return std::nullopt;
      row.push_back(*own);
    }
    states_[id].row = std::move(row);
  }
  return states_[id].row;
}

}  // namespace woodstock::search::exact
