// What environments are asked for, and where they write.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace woodstock::environments {

inline constexpr std::int32_t kNothing = -1;

// Roles are to move where some move other than their idle one is legal. The roles that are asked choose their actions
// outside; the others move at random, as `random` does.
struct Setup {
  std::uint32_t count = 1;            // games side by side
  std::vector<std::uint32_t> asked;   // ascending
  bool together = false;              // several of them may be to move at once; each then has rows of its own
  std::vector<std::int32_t> idle;     // per role, the move that it makes while others move, or kNothing
  std::vector<std::int32_t> sources;  // per cell of an observation a fluent (with percepts, a memory) or kNothing
  bool percepts = false;              // roles observe what they did and saw, not the state
  std::uint32_t width = 0;            // of the masks
  std::uint32_t longest = 1000;       // steps of a game; then it is cut off
  bool restart = true;                // games that end begin again in the same step
};

// A row for each lane, or one for each lane and asked role where several move at once.
struct Outputs {
  std::uint8_t* observations;
  std::uint8_t* masks;
  std::int32_t* turns;       // per lane the place in `asked` of the one that is to move; kNothing where none is
  float* rewards;            // per lane and asked role: goals from 0 to 1 where a game ended
  std::uint8_t* terminated;  // per lane
  std::uint8_t* truncated;
  std::uint8_t* last;  // observations of games that ended in this step, before they began again
};

struct BadAction {
  std::uint32_t lane;
  std::uint32_t role;
  std::int32_t action;
};

}  // namespace woodstock::environments
