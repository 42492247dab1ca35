// Goals as searches count them: from 0 to 1, and what an outcome is worth that has none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/event_machine.hpp"

namespace woodstock::machine {

// Playouts longer than this are given up. Those, and playouts that meet a broken state, tell nothing: they count as the
// middle between the lowest and the highest goal of each role.
inline constexpr std::uint32_t kLongestPlayout = 2000;

class GoalRanges {
 public:
  explicit GoalRanges(const EventMachine& machine)
      : lowest_(machine.roles(), 1.0), highest_(machine.roles(), 0.0), goals_(machine.roles()) {
    const auto& table = machine.goal_table();
    for (std::size_t i = 0; i < table.role.size(); ++i) {
      lowest_[table.role[i]] = std::min(lowest_[table.role[i]], worth(table.value[i]));
      highest_[table.role[i]] = std::max(highest_[table.role[i]], worth(table.value[i]));
    }
    for (std::size_t role = 0; role < lowest_.size(); ++role) lowest_[role] = std::min(lowest_[role], highest_[role]);
  }

  double lowest(std::uint32_t role) const { return lowest_[role]; }
  double highest(std::uint32_t role) const { return highest_[role]; }
  double middle(std::uint32_t role) const { return (lowest_[role] + highest_[role]) / 2; }
  double spread(std::uint32_t role) const { return highest_[role] - lowest_[role]; }

  // What the machine's state is worth to each role, if the game is over there.
  void outcome(EventMachine& machine, bool over, std::span<double> out) {
    if (over) machine.goals(goals_);
    for (std::uint32_t role = 0; role < out.size(); ++role) out[role] = over ? worth(goals_[role]) : middle(role);
  }

 private:
  // No goal is worth nothing.
  static double worth(std::int32_t goal) { return std::clamp(goal, 0, 100) / 100.0; }

  std::vector<double> lowest_;
  std::vector<double> highest_;
  std::vector<std::int32_t> goals_;
};

}  // namespace woodstock::machine
