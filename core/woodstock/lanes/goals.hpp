// The goals of finished games, read for many lanes at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/lanes/values.hpp"

namespace woodstock::lanes {

class LaneGoals {
 public:
  // `roles` counts all roles; `chance` is the one that can neither win nor keep others from winning.
  LaneGoals(const circuit::GoalTable& goals, std::size_t roles, std::optional<std::uint32_t> chance)
      : goals_(goals), chance_(chance), players_(roles - (chance ? 1 : 0)), having_(goals.role.size()) {
    std::size_t rewarded = 0;
    for (std::uint32_t i = 0; i < goals.role.size(); ++i) {
      if (goals.role[i] == chance) continue;
      falling_.push_back(i);
      rewarded += i == 0 || goals.role[i] != goals.role[i - 1];
    }
    all_rewarded_ = rewarded == players_;
    std::ranges::stable_sort(falling_, std::greater{}, [&](std::uint32_t i) { return goals.value[i]; });
  }

  // Reads the goals of some lanes: the lowest of each role where the rules give several.
  void read(const LaneValues& values, const std::vector<circuit::Literal>& goals, const LaneMask& lanes) {
    lanes_ = lanes;
    several_ = {};
    missing_ = all_rewarded_ ? LaneMask{} : lanes;
    LaneMask rest;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (i == 0 || goals_.role[i] != goals_.role[i - 1]) rest = lanes;
      const auto holding = values.value(goals[i]) & lanes;
      having_[i] = holding & rest;
      rest -= holding;
      if (goals_.role[i] == chance_) continue;
      several_ |= holding - having_[i];
      if (i + 1 == goals.size() || goals_.role[i + 1] != goals_.role[i]) missing_ |= rest;
    }
  }

  // The lanes in which the rules give some role but chance several goals, or none.
  const LaneMask& several() const { return several_; }
  const LaneMask& missing() const { return missing_; }

  // Calls visit(role, goal, lanes) for every goal.
  template <typename Visit>
  void each_goal(Visit visit) const {
    for (std::size_t i = 0; i < having_.size(); ++i) visit(goals_.role[i], std::int64_t{goals_.value[i]}, having_[i]);
  }

  // Calls visit(role, lanes) for the lanes that a role has won. From the highest goal down, a lane is won by the role
  // that is alone at the first goal that any role has there. A role without a goal counts as 0, so with 0 nobody is
  // alone; who plays alone wins with 100.
  template <typename Visit>
  void each_win(Visit visit) const {
    LaneMask open = lanes_;
    for (std::size_t begin = 0; begin < falling_.size();) {
      const auto value = goals_.value[falling_[begin]];
      auto end = begin;
      LaneMask some;
      LaneMask several;
      for (; end < falling_.size() && goals_.value[falling_[end]] == value; ++end) {
        several |= some & having_[falling_[end]];
        some |= having_[falling_[end]];
      }
      if (players_ > 1 ? value > 0 : value == 100) {
        for (auto i = begin; i < end; ++i) visit(goals_.role[falling_[i]], (having_[falling_[i]] & open) - several);
      }
      open -= some;
      begin = end;
    }
  }

 private:
  const circuit::GoalTable& goals_;
  std::optional<std::uint32_t> chance_;
  std::size_t players_;
  bool all_rewarded_ = true;            // is there a goal for every player?
  std::vector<std::uint32_t> falling_;  // the players' goals from the highest value down
  std::vector<LaneMask> having_;        // per goal
  LaneMask lanes_;
  LaneMask several_;
  LaneMask missing_;
};

}  // namespace woodstock::lanes
