// Plays hundreds of games at once, one in each bit lane.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/lanes/plan.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/playouts.hpp"

namespace woodstock::lanes {

// What the playouts from one start came to. Capped and broken ones count in nothing else.
struct LaneSums {
  std::uint64_t playouts = 0;
  std::uint64_t capped = 0;
  std::uint64_t broken = 0;
  std::uint64_t length = 0;
  std::vector<std::int64_t> goals;    // per role
  std::vector<std::int64_t> squares;  // of goals
  std::vector<std::uint64_t> wins;    // playouts in which the role alone had the highest goal, or 100 if it is alone

  LaneSums& operator+=(const LaneSums& other);
};

// Playouts wanted: counts[i] of them from the i-th state in `states`.
struct LaneTask {
  std::span<const std::uint64_t> states;
  std::vector<std::uint64_t> counts;
  std::uint64_t seed = 0;
  std::uint32_t length = 0;    // steps after which a playout is capped
  machine::Deadline deadline;  // after it no playout begins; those under way are played to their end, or short ones
                               // would count for more than their share
  const std::atomic<bool>* stop = nullptr;
  machine::Deadline end =
      machine::Deadline::max();  // after it those under way are given up, for callers who then drop the result
};

struct LaneResult {
  std::vector<LaneSums> sums;
  std::uint64_t states = 0;  // steps made, in all playouts
};

// The children of states: what one joint move leads to, for each state and move.
struct LaneChildren {
  std::vector<std::uint64_t> states;
  std::vector<std::uint8_t> terminal;
  std::vector<std::int32_t> goals;     // by child, then by role; kNoGoal where there is none
  std::vector<std::uint8_t> percepts;  // by child, then by percept
};

// It can be shared between threads.
class Lanes {
 public:
  Lanes(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals, std::optional<std::uint32_t> chance,
        const LaneKernel& kernel);

  // Random playouts with every role choosing uniformly among its legal moves. Threads share the playouts of every start
  // evenly and draw from streams of their own: the result depends on the seed and the number of threads, on nothing
  // else.
  LaneResult playouts(const LaneTask& task, std::uint32_t threads);

  // Makes the i-th joint move in the i-th state. The caller knows that the moves are legal.
  LaneChildren expand(std::span<const std::uint64_t> states, std::span<const std::uint32_t> joint_moves);

  const circuit::Circuit& circuit() const { return *circuit_; }
  const circuit::GoalTable& goals() const { return goals_; }
  std::optional<std::uint32_t> chance() const { return chance_; }
  const LaneKernel& kernel() const { return *kernel_; }
  const LanePlan& plan() const { return plan_; }
  // Without a clock: for states outside its phases.
  const LanePlan& plain_plan();
  // Gates that a random playout of the game takes, each run for all lanes: the same on every machine.
  double playout_work();
  std::uint32_t state_words() const { return (circuit_->fluents + 63) / 64; }

 private:
  std::shared_ptr<const circuit::Circuit> circuit_;
  circuit::GoalTable goals_;
  std::optional<std::uint32_t> chance_;
  const LaneKernel* kernel_;
  LanePlan plan_;
  std::once_flag work_measured_;
  double playout_work_ = 0.0;
  std::once_flag plain_made_;
  std::unique_ptr<const LanePlan> plain_;  // without a clock: for expanding, and for starts outside its phases
};

}  // namespace woodstock::lanes
