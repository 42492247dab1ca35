// Which moves were made in the game of each lane.
#pragma once

#include <cstdint>

#include "woodstock/lanes/plan.hpp"
#include "woodstock/lanes/values.hpp"

namespace woodstock::lanes {

// A wire for each move of all roles: the lanes in whose game it was made, by a role that had a choice.
class MadeMoves {
 public:
  explicit MadeMoves(std::uint32_t moves) : moves_(moves), wires_(moves + 1) {}

  // Adds the moves that were chosen in these lanes.
  void note(const LaneKernel& kernel, const LaneVariant& variant, const LaneValues& values, const LaneMask& active) {
    for (const auto& role : variant.roles) {
      kernel.note(role.moves.data(), role.numbers.data(), static_cast<std::uint32_t>(role.moves.size()), values.wire(0),
                  wires_.wire(1), active.words.data());
    }
  }
  // The games of these lanes are over.
  void forget(const LaneKernel& kernel, const LaneMask& lanes) {
    kernel.clear(wires_.wire(1), moves_, lanes.words.data());
  }

  const std::uint64_t* wire(std::uint32_t move) const { return wires_.wire(1 + move); }
  // Words of a bitset over the moves, and such a bitset for every lane, one after another.
  std::uint32_t words() const { return (moves_ + 63) / 64; }
  void by_lane(const LaneKernel& kernel, std::uint64_t* out) const {
    store_states(kernel, wires_, moves_, kLanes, out);
  }

 private:
  std::uint32_t moves_;
  LaneValues wires_;  // from 1 on, as states lie in lanes
};

}  // namespace woodstock::lanes
