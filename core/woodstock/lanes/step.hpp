// One step of the games in lanes, for everybody who plays many at once.
#pragma once

#include "woodstock/lanes/kernel.hpp"
#include "woodstock/lanes/plan.hpp"
#include "woodstock/lanes/values.hpp"

namespace woodstock::lanes {

// Every role chooses among its legal moves in the active lanes; the lanes in which some role has none.
inline LaneMask choose_moves(const LaneVariant& variant, const LaneKernel& kernel, LaneValues& values,
                             LaneValues& random, const LaneMask& active) {
  LaneMask broken;
  for (const auto& role : variant.roles) {
    LaneMask none;
    if (role.legal.empty()) {
      if (role.only != circuit::kTrue) none = active - values.value(role.only);
    } else {
      kernel.choose(role.legal.data(), role.moves.data(), static_cast<std::uint32_t>(role.legal.size()), values.data(),
                    random.data(), active.words.data(), none.words.data());
    }
    broken |= none;
  }
  return broken;
}

// Makes the moves that stand in the active lanes.
inline void make_moves(const LaneVariant& variant, const LaneKernel& kernel, LaneValues& values, LaneValues& room,
                       const LaneMask& active) {
  variant.next.run(kernel, values.data());
  kernel.assign(variant.fluents.data(), variant.becomes.data(), static_cast<std::uint32_t>(variant.fluents.size()),
                values.data(), room.data(), active.words.data());
}

}  // namespace woodstock::lanes
