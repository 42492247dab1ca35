// The inner loop of bit-parallel playouts of quantified networks, compiled once for each instruction set.
//
// Kernels see raw memory only; they are compiled with instructions that other code must not get, so nothing inline is
// shared.
#pragma once

#include <cstdint>

namespace woodstock::qcsp {

inline constexpr std::uint32_t lanes = 512;
inline constexpr std::uint32_t lane_words = lanes / 64;

// One direction of a binary constraint, from an existential or a set variable to its target.
struct LaneArc {
  std::uint32_t target;
  std::uint32_t cover;           // the target is universal: each of its values needs a support
  std::uint32_t few;             // a value of the target forbids at most one value of the source
  const std::uint64_t* forward;  // supports, as in Neighbour
  const std::uint64_t* backward;
};

struct LanePlan {
  std::uint32_t variables;
  const std::uint32_t* offsets;  // of each variable's first value among all values, and the end
  const std::uint32_t* arcs_of;  // of each variable's first arc, and the end
  const LaneArc* arcs;
  const std::uint64_t* full;
};

struct LaneRoom {
  std::uint64_t* domains;  // lane_words for each value of each variable: the lanes that have it
  std::uint64_t* chosen;   // lane_words for each value of the largest domain
  std::uint32_t* queue;
  std::uint8_t* queued;
  std::uint64_t* random;  // the state of the generator: 4 x lane_words
};

// Plays out 512 games at once from one position that is consistent: every variable from `first` on is set at random,
// and QAC runs after each. Returns how many are won.
using LanePlay = std::uint32_t (*)(const LanePlan& plan, const std::uint64_t* start, std::uint32_t first,
                                   const LaneRoom& room);

extern const LanePlay lane_play_portable, lane_play_avx2, lane_play_avx512;

}  // namespace woodstock::qcsp
