// Random games in lanes, side by side: a lane that falls free takes up the next game.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "woodstock/lanes/goals.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/lanes/made_moves.hpp"
#include "woodstock/lanes/mast.hpp"
#include "woodstock/lanes/values.hpp"

namespace woodstock::lanes {

// A lane is free, active (in a game) or waiting (its game is over, its goals are not yet read). A game that is added
// waits until the clock stands in its phase.
class LaneGames {
 public:
  LaneGames(const LaneGames&) = delete;
  LaneGames& operator=(const LaneGames&) = delete;

  // Adds games of a job. The state must stay where it is until they have begun.
  void add(std::uint32_t job, const std::uint64_t* state, std::uint64_t count = 1);

 protected:
  // Games of more than `longest` steps are dropped. With MAST, which is not owned, the plan must be one for it. What
  // moves were made is known if MAST or somebody else asks for it.
  LaneGames(const Lanes& lanes, const LanePlan& plan, std::uint64_t seed, std::uint32_t longest, Mast* mast = nullptr,
            bool noting = false);
  virtual ~LaneGames() = default;

  // Plays one step in all lanes.
  void step();
  // Forgets the games that have not begun.
  void clear_queues();
  bool waiting() const;
  // What an average game took, in steps.
  double mean_length() const { return static_cast<double>(ended_steps_ + 32) / static_cast<double>(ended_ + 1); }
  void read_goals(const LaneVariant& variant, LaneMask& waiting);

  // Does it pay to read the goals of the games that ended in this phase?
  virtual bool pays(const LaneVariant& variant) const = 0;
  virtual void over(const LaneMask&) {}
  // `goals_` has those of these lanes.
  virtual void read(const LaneMask& lanes) = 0;
  // Games that tell nothing: too long, or some role has no legal move.
  virtual void dropped(const LaneMask& lanes, bool too_long) = 0;

  struct Queued {
    std::uint32_t job;
    const std::uint64_t* state;
    std::uint64_t left;
  };

  const circuit::Circuit& circuit_;
  const LaneKernel& kernel_;
  const LanePlan& plan_;
  LaneGoals goals_;
  LaneValues values_, room_, random_;
  Mast* mast_;
  std::optional<MadeMoves> made_;

  std::vector<std::deque<Queued>> queues_;  // per phase
  std::vector<LaneMask> waiting_;           // per phase
  std::vector<std::uint32_t> job_of_;       // per lane
  std::vector<std::uint64_t> born_;         // per lane, the step at which its game began
  LaneMask free_;
  LaneMask active_;
  std::uint32_t phase_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t queued_ = 0;

 private:
  void fill();
  void drop(const LaneMask& lanes, bool too_long);
  void drop_long();

  std::uint32_t longest_;
  std::uint64_t next_look_ = 0;  // for games that are too long
  std::uint64_t ended_ = 0;
  std::uint64_t ended_steps_ = 0;
};

}  // namespace woodstock::lanes
