// Playouts that come and go: lanes are filled while others are in the middle of their games.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/lanes/goals.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/lanes/values.hpp"
#include "woodstock/machine/outcome.hpp"

namespace woodstock::search::lane {

// A lane is free, active (in a game) or waiting (its game is over, its goals are not yet read). A playout that is added
// waits until the clock of the game stands in its phase.
class LaneRunner {
 public:
  static constexpr std::uint32_t kLongest = machine::kLongestPlayout;

  LaneRunner(const lanes::Lanes& lanes, const lanes::LanePlan& plan, std::uint64_t seed);

  // Begins a playout for a job. The state must stay where it is until `clear` or until the job is done.
  void add(std::uint32_t job, const std::uint64_t* state);
  // Plays one step in all lanes. Goals are only read where asked for: of the games that ended in this phase.
  void step(bool read_goals);
  // Calls visit(job, worth) for the playouts that are done, with what each is worth to every role.
  // Before that, announce(job) a few playouts ahead.
  template <typename Announce, typename Visit>
  void collect(Announce announce, Visit visit) {
    constexpr std::size_t kAhead = 4;
    for (std::size_t i = 0; i < std::min(kAhead, done_.size()); ++i) announce(done_[i]);
    for (std::size_t i = 0; i < done_.size(); ++i) {
      if (i + kAhead < done_.size()) announce(done_[i + kAhead]);
      visit(done_[i], std::span<const float>(done_goals_.data() + i * roles_, roles_));
    }
    done_.clear();
    done_goals_.clear();
  }
  // Forgets all playouts under way.
  void clear();

  std::uint32_t room() const { return free_.count() - queued_; }
  // Lanes that do nothing useful.
  std::uint32_t idle() const { return lanes::kLanes - playing_ - queued_; }
  bool busy() const { return idle() < lanes::kLanes || waiting_any(); }
  std::size_t phases() const { return plan_.phases.size(); }
  // What an average playout took, in steps.
  double mean_length() const { return static_cast<double>(steps_ + 32) / static_cast<double>(ended_ + 1); }

 private:
  struct Playout {
    std::uint32_t job;
    const std::uint64_t* state;
  };
  bool waiting_any() const;
  void fill();
  void end_games(const lanes::LaneVariant& variant, bool read_goals);
  void read_goals(const lanes::LaneVariant& variant, const lanes::LaneMask& lanes);
  void cap();
  void drop(const lanes::LaneMask& lanes);
  void advance(const lanes::LaneVariant& variant);

  const circuit::Circuit& circuit_;
  const lanes::LaneKernel& kernel_;
  const lanes::LanePlan& plan_;
  std::size_t roles_;
  lanes::LaneGoals goals_;
  machine::OutcomePolicy policy_;
  lanes::LaneValues values_;
  lanes::LaneValues room_;
  lanes::LaneValues random_;

  std::vector<std::vector<Playout>> queues_;  // per phase
  std::vector<lanes::LaneMask> waiting_;      // per phase
  std::vector<std::uint32_t> job_of_;         // per lane
  std::vector<std::uint64_t> born_;           // per lane
  std::vector<std::uint32_t> place_of_;       // per lane, while goals are read
  lanes::LaneMask free_;
  lanes::LaneMask active_;
  std::uint32_t playing_ = 0;  // active lanes
  std::uint32_t queued_ = 0;
  std::uint32_t phase_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t next_cap_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t steps_ = 0;          // of ended games
  std::vector<std::uint32_t> done_;  // jobs
  std::vector<float> done_goals_;    // from 0 to 1
};

}  // namespace woodstock::search::lane
