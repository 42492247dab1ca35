// How searches that solve stages share out their time: MAC-UCB, and the same over beliefs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/search/stage/stage.hpp"
#include "woodstock/support/settings.hpp"
#include "woodstock/symmetry/symmetry.hpp"

namespace woodstock::search::stage {

// The settings that MAC-UCB and the same over beliefs share.
struct StageSettings : support::Settings {
  using Settings::Settings;
  double solving = real("solving", 0.9, 0.0, 0.999, "the share of the time for solving; the rest is for playouts");
  std::optional<std::uint32_t> simulations = whole_if_given<std::uint32_t>(
      "simulations", 1, ~0U, "playouts of each stage, at most; by itself 10,000, or 256 where playouts are counted");
  std::optional<std::uint32_t> horizon = whole_if_given<std::uint32_t>(
      "horizon", 1, ~0U, "steps after which a playout is given up; by itself some times their usual length");
  std::uint64_t memory = memory_setting();
  std::uint32_t threads = threads_setting();
  std::uint64_t seed = seed_setting();
  std::shared_ptr<const symmetry::SymmetryGroup> symmetries = {};  // of the game; none is none
};

class Watch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// Given a number of playouts, every stage gets all its simulations; given time alone, as many as keep the shares of
// solving and sampling.
class StagePace {
 public:
  // As published, each stage is sampled by itself, 10,000 times.
  StagePace(double solving, std::optional<std::uint32_t> simulations, bool published)
      : share_(solving), simulations_(simulations), published_(published) {}

  // Another root: what was done for the last one counts for the pace alone.
  void begin() { playouts_here_ = stages_here_ = 0; }
  void solved(const Watch& watch) { solving_ += last_solving_ = watch.seconds(); }
  void sampled(const Watch& watch) { sampling_ += watch.seconds(); }
  void count_stage() {
    ++stages_;
    ++stages_here_;
  }
  void count_playouts(std::uint64_t more) {
    playouts_ += more;
    playouts_here_ += more;
  }

  double solving() const { return solving_; }
  double sampling() const { return sampling_; }
  std::uint64_t playouts() const { return playouts_here_; }
  std::uint64_t stages() const { return stages_here_; }
  // A stage counts as a playout where it needs none: what is forgotten may be solved again and again.
  bool out_of_time(const SearchLimits& limits) const;
  // Is there time for another stage, if it takes as long to solve as the last one did? The first is always tried.
  bool has_time(const SearchLimits& limits) const;
  // How many simulations a stage gets, if so many are sampled together.
  std::uint64_t affordable(const SearchLimits& limits, std::size_t stages = 1) const;
  // How many it is likely to get.
  std::uint64_t planned(const SearchLimits& limits) const;
  // Have enough stages been solved to sample them together, if they have so many arms in all?
  bool enough(std::size_t stages, std::size_t arms, const SearchLimits& limits) const;
  // How many more are to be chosen before that is asked again.
  std::size_t together(std::size_t stages, std::size_t arms, const SearchLimits& limits) const;
  // How long a stage may take. Where playouts are counted no clock ends it, and forward checking alone can get lost in
  // one: so nodes are counted, too.
  static StageLimits stage_limits(const SearchLimits& limits);
  // How many of them come next when so many of all are done.
  static std::uint64_t round(std::uint64_t all, std::uint64_t done, std::uint64_t least, std::size_t stages = 1);

 private:
  static bool counted(const SearchLimits& limits) { return limits.playouts != ~std::uint64_t{0}; }
  std::uint64_t most() const;
  double due() const;

  double share_;
  std::optional<std::uint32_t> simulations_;
  bool published_;
  double solving_ = 0.0, sampling_ = 0.0;    // seconds so far
  double last_solving_ = 0.0;                // for one stage
  std::uint64_t playouts_ = 0, stages_ = 0;  // in all, for the pace
  std::uint64_t playouts_here_ = 0;          // since the root was set
  std::uint64_t stages_here_ = 0;
};

// The steps after which a playout is given up. Paper 000, section 5.1, takes as many as can be sampled in the time
// there is. What is given up tells nothing, so T is some times the length that playouts were found to have, and less
// only where there was no time for that.
class Horizon {
 public:
  explicit Horizon(std::optional<std::uint32_t> given) : given_(given) {}
  std::uint32_t steps() const;
  void learn(const machine::PlayoutSums& sums);
  // The clock ended the first round of playouts, before anything else could be known; or a round was made in time.
  void cut_off() { longest_ = std::max(kShortest, steps() / 2); }
  void in_time() { longest_ = std::min(machine::kLongestPlayout, 2 * longest_); }

 private:
  static constexpr std::uint32_t kShortest = 100;

  std::optional<std::uint32_t> given_;
  std::uint32_t longest_ = machine::kLongestPlayout;
  std::uint64_t playouts_ = 0, capped_ = 0, length_ = 0;
};

// A round of simulations, the same for each arm, as evenly as it can be.
std::vector<std::uint64_t> shared_evenly(std::size_t arms, std::uint64_t round);
// A round as UCB would pull the arms if each gave the value found so far.
std::vector<std::uint64_t> shared_by_ucb(std::span<const double> values, std::span<const std::uint64_t> visits,
                                         std::uint64_t round);

}  // namespace woodstock::search::stage
