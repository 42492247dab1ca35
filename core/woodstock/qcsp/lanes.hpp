// Playouts of quantified networks with binary constraints, 512 at once: a bit for each lane, a word for each value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/qcsp/lane_kernel.hpp"
#include "woodstock/qcsp/limits.hpp"
#include "woodstock/qcsp/propagation.hpp"

namespace woodstock::qcsp {

// The kernels that this computer can run, the fastest last.
std::span<const LanePlay> lane_plays();

// The playouts of paper 004, section 3.2, as `random_playout` makes them one at a time.
class LanePlayouts {
 public:
  LanePlayouts(const Problem& problem, std::uint64_t seed, LanePlay kernel = lane_plays().back());

  // Diagrams are not for lanes.
  static bool possible(const Problem& problem) { return problem.diagrams().empty(); }
  // From domains that are consistent (strongly) with the variables before `variable` set: how many of 512 are won.
  std::uint32_t play(const Mask* domains, std::uint32_t variable) { return kernel_(plan_, domains, variable, room_); }

 private:
  struct alignas(64) Wire {
    std::uint64_t words[lane_words];
  };

  LanePlay kernel_;
  std::vector<std::uint32_t> offsets_, arcs_of_, queue_;
  std::vector<std::uint8_t> queued_;
  std::vector<LaneArc> arcs_;
  std::vector<Wire> domains_, chosen_, random_;
  LanePlan plan_;
  LaneRoom room_;
};

struct PlayoutCounts {
  std::uint64_t made = 0;
  std::uint64_t won = 0;  // by the existential player
};

// Random playouts from a position until a limit is met: in lanes by the kernel of that number, or one at a time.
PlayoutCounts count_playouts(const Problem& problem, std::span<const std::uint32_t> prefix, std::uint64_t seed,
                             std::optional<std::uint32_t> kernel, const Limits& limits);

}  // namespace woodstock::qcsp
