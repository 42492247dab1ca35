// Random playouts and move counts, one state at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/machine/machine.hpp"

namespace woodstock::machine {

// What the playouts from one start came to. Capped ones reached the length limit, broken ones a state that is not
// terminal though some role has no legal move; neither counts in anything else.
struct PlayoutSums {
  std::uint64_t playouts = 0;
  std::uint64_t capped = 0;
  std::uint64_t broken = 0;
  std::uint64_t length = 0;           // joint moves of the finished ones
  std::uint64_t several = 0;          // finished ones in which the rules gave some role but chance several goals
  std::uint64_t missing = 0;          // .. or none
  std::vector<std::int64_t> goals;    // per role
  std::vector<std::int64_t> squares;  // of goals
  std::vector<std::uint64_t> wins;    // playouts in which the role alone had the highest goal, or 100 if it is alone

  PlayoutSums() = default;
  explicit PlayoutSums(std::size_t roles) : goals(roles), squares(roles), wins(roles) {}
  PlayoutSums& operator+=(const PlayoutSums& other) {
    playouts += other.playouts;
    capped += other.capped;
    broken += other.broken;
    length += other.length;
    several += other.several;
    missing += other.missing;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      goals[i] += other.goals[i];
      squares[i] += other.squares[i];
      wins[i] += other.wins[i];
    }
    return *this;
  }
  std::uint64_t all() const { return playouts + capped + broken; }
};

// Playouts wanted: counts[i] of them from the i-th state in `states`.
// What playouts learn of moves, for those that follow; only the simulator that made it knows how.
class MoveStatistics {
 public:
  virtual ~MoveStatistics() = default;
};

struct PlayoutTask {
  std::span<const std::uint64_t> states;
  std::vector<std::uint64_t> counts;
  std::uint64_t seed = 0;
  std::uint32_t length = 0;    // joint moves after which a playout is capped
  support::Deadline deadline;  // after it no playout begins; those under way are played to their end, or short ones
                               // would count for more than their share
  const std::atomic<bool>* stop = nullptr;
  support::Deadline end = support::Deadline::max();  // after it those under way are given up, for callers who then drop
                                                     // the result
  // Where the simulator can:
  std::uint32_t ahead = 0;              // plies that roles look ahead
  std::vector<std::uint8_t> good = {};  // by move of all roles: is it one to prefer? Empty if there is none.
  MoveStatistics* learned = nullptr;    // moves that did well in earlier playouts are preferred; these are added
};

struct PlayoutResult {
  std::vector<PlayoutSums> sums;
  std::uint64_t states = 0;  // joint moves made, in all playouts
};

// Plays with every role choosing uniformly among its legal moves, one playout after another.
PlayoutResult playouts(Machine& machine, const PlayoutTask& task, std::optional<std::uint32_t> chance);

// Counts the joint-move sequences of each length up to `depth` from the current state. Stops early, with what is
// complete, when the deadline passes or the flag is raised.
struct PerftCounts {
  std::vector<std::uint64_t> counts;
  bool complete = true;
};
PerftCounts perft(Machine& machine, std::span<const std::uint64_t> start, std::uint32_t depth,
                  support::Deadline deadline, const std::atomic<bool>* stop);

}  // namespace woodstock::machine
