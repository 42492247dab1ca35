// What the end of a playout is worth: the one place that decides it, for every search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/machine/machine.hpp"
#include "woodstock/machine/playouts.hpp"

namespace woodstock::machine {

// Playouts longer than this are given up.
inline constexpr std::uint32_t kLongestPlayout = 2000;

// Goals count from 0 to 1, and no goal counts as 0. A playout that was given up, and a dead end (a state that is not
// terminal though some role has no legal move), tell nothing: they are worth the middle between the lowest and the
// highest goal of each role, and that is never proved.
class OutcomePolicy {
 public:
  explicit OutcomePolicy(const Machine& machine)
      : OutcomePolicy(machine.roles(), [&](std::uint32_t role) { return machine.goal_range(role); }) {}
  OutcomePolicy(const circuit::GoalTable& goals, std::uint32_t roles)
      : OutcomePolicy(roles, [&](std::uint32_t role) { return circuit::goal_range(goals, role); }) {}

  // No goal is worth nothing.
  static double worth(std::int32_t goal) { return std::clamp(goal, 0, 100) / 100.0; }

  double lowest(std::uint32_t role) const { return lowest_[role]; }
  double highest(std::uint32_t role) const { return highest_[role]; }
  double spread(std::uint32_t role) const { return highest_[role] - lowest_[role]; }
  // What a playout is worth that tells nothing.
  double unknown(std::uint32_t role) const { return (lowest_[role] + highest_[role]) / 2; }

  // What the machine's state is worth to each role, if the game is over there.
  void outcome(Machine& machine, bool over, std::span<double> out) {
    if (over) machine.goals(goals_);
    for (std::uint32_t role = 0; role < out.size(); ++role) out[role] = over ? worth(goals_[role]) : unknown(role);
  }

  // What playouts from one start are worth to a role, all together.
  double total(const PlayoutSums& sums, std::uint32_t role) const {
    const auto untold = static_cast<double>(sums.capped + sums.broken);
    return static_cast<double>(sums.goals[role]) / 100.0 + untold * unknown(role);
  }

 private:
  template <typename Range>
  OutcomePolicy(std::uint32_t roles, const Range& range) : goals_(roles) {
    for (std::uint32_t role = 0; role < roles; ++role) {
      lowest_.push_back(worth(range(role).first));
      highest_.push_back(worth(range(role).second));
    }
  }

  std::vector<double> lowest_;
  std::vector<double> highest_;
  std::vector<std::int32_t> goals_;
};

}  // namespace woodstock::machine
