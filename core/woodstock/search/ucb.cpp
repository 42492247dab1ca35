#include "woodstock/search/ucb.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace woodstock::search {

Ucb::Ucb(const machine::Machine& machine, std::optional<std::uint32_t> chance, const UcbSettings& options)
    : own_(machine.fork()), machine_(*own_), chance_(chance), c_(options.c), policy_(machine), random_(options.seed) {
  set_root(machine_.initial());
}

void Ucb::set_root(std::span<const std::uint64_t> state) {
  root_.assign(state.begin(), state.end());
  machine_.set_state(root_);
  bandits_.assign(machine_.roles(), {});
  choosing_.clear();
  sums_.assign(machine_.roles(), 0.0);
  playouts_ = 0;
  over_ = machine_.terminal();
  ends_.resize(machine_.roles());
  policy_.outcome(machine_, over_, ends_);
  for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
    for_each_legal(machine_, role, [&](std::uint32_t move) { bandits_[role].arms.push_back({.move = move}); });
    over_ = over_ || bandits_[role].arms.empty();
    if (role != chance_ && bandits_[role].arms.size() > 1) choosing_.push_back(role);
  }
}

void Ucb::run(const SearchLimits& limits) {
  support::TimeLimit time_limit(limits.deadline, limits.stop);
  std::vector<std::uint32_t> joint_move(machine_.roles());
  std::vector<double> outcome(machine_.roles());
  for (std::uint64_t i = 0; !over_ && i < limits.playouts && !time_limit.over(); ++i) {
    machine_.set_state(root_);
    choose_all(machine_, random_, joint_move);
    Bandit* bandit = nullptr;
    std::size_t arm = 0;
    if (!choosing_.empty()) {
      const auto role = choosing_[playouts_ % choosing_.size()];
      bandit = &bandits_[role];
      arm = choose(*bandit);
      joint_move[role] = bandit->arms[arm].move;
    }
    machine_.advance(joint_move);
    machine::Playout playout{random_, time_limit, machine::kLongestPlayout};
    const auto end = machine_.play_out(playout);
    if (end == machine::PlayoutEnd::kStopped) return;
    policy_.outcome(machine_, end == machine::PlayoutEnd::kTerminal, outcome);
    ++playouts_;
    for (std::size_t role = 0; role < sums_.size(); ++role) sums_[role] += outcome[role];
    if (bandit == nullptr) continue;
    ++bandit->visits;
    ++bandit->arms[arm].visits;
    bandit->arms[arm].sum += outcome[choosing_[(playouts_ - 1) % choosing_.size()]];
  }
}

// Each arm once, then the highest mean + c sqrt(ln n / n_i).
std::size_t Ucb::choose(const Bandit& bandit) const {
  if (bandit.visits < bandit.arms.size()) return bandit.visits;
  const auto bonus = c_ * std::sqrt(std::log(static_cast<double>(bandit.visits)));
  std::size_t best = 0;
  double highest = -1.0;
  for (std::size_t i = 0; i < bandit.arms.size(); ++i) {
    const auto n = static_cast<double>(bandit.arms[i].visits);
    const auto score = bandit.arms[i].sum / n + bonus / std::sqrt(n);
    if (score > highest) {
      highest = score;
      best = i;
    }
  }
  return best;
}

SearchReport Ucb::report(std::uint32_t role) const {
  if (role >= machine_.roles()) throw std::invalid_argument("there is no role of this number");
  SearchReport out;
  out.nodes = 1;
  out.descents = out.playouts = playouts_;
  out.depth = playouts_ == 0 ? 0 : 1;
  for (std::uint32_t other = 0; other < machine_.roles(); ++other) {
    const auto mean = playouts_ == 0 ? ends_[other] : sums_[other] / static_cast<double>(playouts_);
    out.values.push_back(other == chance_ ? 0.0 : mean);
  }
  const bool choice = std::ranges::count(choosing_, role) != 0;
  for (const auto& arm : bandits_[role].arms) {
    const auto visits = choice ? arm.visits : playouts_;
    const auto mean = arm.visits == 0 ? 0.0 : arm.sum / static_cast<double>(arm.visits);
    out.moves.push_back({.move = arm.move, .value = choice ? mean : out.values[role], .visits = visits});
    set_bounds(out.moves.back());
  }
  if (!out.moves.empty()) out.best = most_visited(out.moves).move;
  if (choice) out.values[role] = most_visited(out.moves).value;
  return out;
}

}  // namespace woodstock::search
