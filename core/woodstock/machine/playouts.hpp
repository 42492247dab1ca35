// Random playouts and move counts, one state at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/event_machine.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::machine {

using Deadline = std::chrono::steady_clock::time_point;

// What a number of playouts came to. Capped ones reached the length limit, broken ones a state that is not terminal
// though some role has no legal move; neither is counted in the sums.
struct PlayoutSums {
  std::uint64_t playouts = 0;
  std::uint64_t capped = 0;
  std::uint64_t broken = 0;
  std::uint64_t states = 0;  // steps made, in all playouts
  std::uint64_t length = 0;  // steps made, in finished playouts
  std::vector<std::int64_t> goals;
};

struct PlayoutLimits {
  std::uint64_t playouts;
  std::uint32_t length;
  Deadline deadline;
  const std::atomic<bool>* stop;
};

// Plays from `start` with every role choosing uniformly among its legal moves.
PlayoutSums playouts(EventMachine& machine, std::span<const std::uint64_t> start, std::uint64_t seed,
                     const PlayoutLimits& limits);

// Counts the joint-move sequences of each length up to `depth` from the current state. Stops early, with what is
// complete, when the deadline passes or the flag is raised.
struct PerftCounts {
  std::vector<std::uint64_t> counts;
  bool complete = true;
};
PerftCounts perft(EventMachine& machine, std::span<const std::uint64_t> start, std::uint32_t depth, Deadline deadline,
                  const std::atomic<bool>* stop);

// Random steps from the initial state, starting again at the end of a game: how often each fluent changed.
struct Trial {
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> flips;
};
Trial trial_steps(EventMachine& machine, std::uint64_t steps);

}  // namespace woodstock::machine
