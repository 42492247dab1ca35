// The inner loops of the lane simulator, compiled once for each instruction set.
//
// A wire is 512 bits, one per lane, whatever the instruction set: all kernels give the same results bit for bit.
// Kernels see raw memory only; they are compiled with instructions that other code must not get, so nothing inline is
// shared.
#pragma once

#include <cstdint>

namespace woodstock::lanes {

inline constexpr std::uint32_t kLanes = 512;
inline constexpr std::uint32_t kLaneWords = kLanes / 64;

struct LaneKernel {
  const char* name;

  // Runs gate code over the values: batches of gates of one shape (5 * plain inputs + negated inputs, then how many
  // gates there are), and per gate its node and its inputs, plain ones first.
  void (*run)(const std::uint32_t* code, const std::uint32_t* end, std::uint64_t* values);

  // Evaluates the gates of one recursive component in turn until nothing changes in any lane; per gate its node, the
  // numbers of plain and of negated inputs, and the inputs.
  void (*run_component)(const std::uint32_t* code, const std::uint32_t* middle, const std::uint32_t* end,
                        std::uint64_t* values);

  // Picks one of `count` legal literals per lane, uniformly, and sets the node of the move made. `random` is the state
  // of the generator (4 wires), `pending` the lanes that need a move; `none` receives those of them that have none.
  void (*choose)(const std::uint32_t* legal, const std::uint32_t* moves, std::uint32_t count, std::uint64_t* values,
                 std::uint64_t* random, const std::uint64_t* pending, std::uint64_t* none);

  // Moves literals into fluents: in lanes of `active` fluent i becomes what literal i is now. `room` takes `count`
  // wires.
  void (*assign)(const std::uint32_t* fluents, const std::uint32_t* literals, std::uint32_t count,
                 std::uint64_t* values, std::uint64_t* room, const std::uint64_t* active);

  // Puts one state into the lanes of `mask`: fluent i is true if bit i of `state` is set.
  void (*fill)(std::uint32_t fluents, const std::uint64_t* state, std::uint64_t* values, const std::uint64_t* mask);

  // Turns 64 wires, seen as kLaneWords squares of 64 by 64 bits side by side: in each of them bit j of row i becomes
  // bit i of row j.
  void (*transpose)(std::uint64_t* wires);

  // How many lanes a mask has.
  std::uint32_t (*count)(const std::uint64_t* mask);

  // Draws one lane in four of a wire.
  void (*quarter)(std::uint64_t* random, std::uint64_t* out);

  // In lanes of `active`, adds what `count` nodes are to the wires `sets[0]`, `sets[1]`, ...
  void (*note)(const std::uint32_t* nodes, const std::uint32_t* sets, std::uint32_t count, const std::uint64_t* values,
               std::uint64_t* wires, const std::uint64_t* active);

  // Adds to sums[i] `weight` times the lanes of `mask` in wire i.
  void (*tally)(const std::uint64_t* wires, std::uint32_t count, const std::uint64_t* mask, double weight,
                double* sums);

  // Takes the lanes of `mask` out of `count` wires.
  void (*clear)(std::uint64_t* wires, std::uint32_t count, const std::uint64_t* mask);

  // Adds to wire i of `out` the lanes of `mask` in which literal i holds.
  void (*gather)(const std::uint32_t* literals, std::uint32_t count, const std::uint64_t* values,
                 const std::uint64_t* mask, std::uint64_t* out);

  // Writes the first `count` bits of lanes of `mask` as bytes, 0 or 1: those of lane i from out + i * stride on. `rows`
  // are up to 64 wires, transposed.
  void (*spread)(const std::uint64_t* rows, std::uint32_t count, const std::uint64_t* mask, std::uint8_t* out,
                 std::uint64_t stride);
};

extern const LaneKernel kLaneKernel_portable, kLaneKernel_avx2, kLaneKernel_avx512;

}  // namespace woodstock::lanes
