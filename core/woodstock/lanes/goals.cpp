#include "woodstock/lanes/goals.hpp"

#include <algorithm>

namespace woodstock::lanes {

LaneGoals::LaneGoals(const circuit::GoalTable& goals, std::size_t roles, std::optional<std::uint32_t> chance)
    : goals_(goals), players_(roles - (chance ? 1 : 0)), having_(goals.role.size()) {
  for (std::uint32_t i = 0; i < goals.role.size(); ++i) {
    if (goals.role[i] != chance) falling_.push_back(i);
  }
  std::stable_sort(falling_.begin(), falling_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return goals.value[a] > goals.value[b]; });
}

void LaneGoals::read(const LaneValues& values, const std::vector<circuit::Literal>& goals, const LaneMask& lanes) {
  lanes_ = lanes;
  LaneMask rest;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i == 0 || goals_.role[i] != goals_.role[i - 1]) rest = lanes;
    having_[i] = values.value(goals[i]) & rest;
    rest -= having_[i];
  }
}

}  // namespace woodstock::lanes
