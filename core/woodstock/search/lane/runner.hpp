// Playouts that come and go: lanes are filled while others are in the middle of their games.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/lanes/games.hpp"
#include "woodstock/machine/outcome.hpp"

namespace woodstock::search::lane {

class LaneRunner final : public lanes::LaneGames {
 public:
  static constexpr std::uint32_t kLongest = machine::kLongestPlayout;

  // With `noting`, playouts tell which moves were made in them.
  LaneRunner(const lanes::Lanes& lanes, const lanes::LanePlan& plan, std::uint64_t seed, lanes::Mast* mast = nullptr,
             bool noting = false)
      : LaneGames(lanes, plan, seed, kLongest, mast, noting),
        roles_(lanes.roles()),
        policy_(lanes.goals(), lanes.roles()),
        place_of_(lanes::kLanes, 0),
        noting_(noting) {}

  // Plays one step in all lanes. Goals are only read where asked for: of the games that ended in this phase.
  void step(bool read_goals) {
    reading_ = read_goals;
    LaneGames::step();
  }
  // Calls visit(job, worth, made) for the playouts that are done, with what each is worth to every role, and the moves
  // that were made in it as a bitset, if they are noted.
  // Before that, announce(job) a few playouts ahead.
  template <typename Announce, typename Visit>
  void collect(Announce announce, Visit visit) {
    constexpr std::size_t kAhead = 4;
    for (std::size_t i = 0; i < std::min(kAhead, done_.size()); ++i) announce(done_[i]);
    for (std::size_t i = 0; i < done_.size(); ++i) {
      if (i + kAhead < done_.size()) announce(done_[i + kAhead]);
      const auto words = noting_ ? made_->words() : 0;
      visit(done_[i], std::span<const float>(done_goals_.data() + i * roles_, roles_),
            std::span<const std::uint64_t>(done_moves_.data() + i * words, words));
    }
    done_.clear();
    done_goals_.clear();
    done_moves_.clear();
  }
  // Forgets all playouts under way.
  void clear() {
    clear_queues();
    std::ranges::fill(waiting_, lanes::LaneMask{});
    free_ = lanes::LaneMask::first(lanes::kLanes);
    active_ = {};
    if (made_) made_->forget(kernel_, free_);
    done_.clear();
    done_goals_.clear();
    done_moves_.clear();
  }

  std::uint32_t room() const { return free_.count(kernel_) - static_cast<std::uint32_t>(queued_); }
  // Lanes that do nothing useful.
  std::uint32_t idle() const { return lanes::kLanes - active_.count(kernel_) - static_cast<std::uint32_t>(queued_); }
  bool busy() const { return idle() < lanes::kLanes || waiting(); }
  std::size_t phases() const { return plan_.phases.size(); }
  using LaneGames::mean_length;

 private:
  bool pays(const lanes::LaneVariant&) const override { return reading_; }

  void read(const lanes::LaneMask& lanes) override {
    lanes.each([&](std::uint32_t lane) {
      place_of_[lane] = static_cast<std::uint32_t>(done_.size());
      done_.push_back(job_of_[lane]);
    });
    done_goals_.resize(done_.size() * roles_, 0.0F);
    goals_.each_goal([&](std::uint32_t role, std::int64_t goal, const lanes::LaneMask& having) {
      if (goal == 0) return;
      const auto value = static_cast<float>(goal) / 100.0F;
      having.each([&](std::uint32_t lane) { done_goals_[place_of_[lane] * roles_ + role] = value; });
    });
    if (!noting_) return;
    const auto words = made_->words();
    by_lane_.resize(std::size_t{words} * lanes::kLanes);
    made_->by_lane(kernel_, by_lane_.data());
    lanes.each([&](std::uint32_t lane) {
      const auto own = by_lane_.begin() + std::size_t{lane} * words;
      done_moves_.insert(done_moves_.end(), own, own + words);
    });
  }

  void dropped(const lanes::LaneMask& lanes, bool) override {
    lanes.each([&](std::uint32_t lane) {
      done_.push_back(job_of_[lane]);
      for (std::uint32_t role = 0; role < roles_; ++role) {
        done_goals_.push_back(static_cast<float>(policy_.unknown(role)));
      }
    });
    if (noting_) done_moves_.resize(done_.size() * made_->words(), 0);
  }

  std::size_t roles_;
  machine::OutcomePolicy policy_;
  bool reading_ = false;
  std::vector<std::uint32_t> place_of_;  // per lane, while goals are read
  std::vector<std::uint32_t> done_;      // jobs
  std::vector<float> done_goals_;        // from 0 to 1
  bool noting_;
  std::vector<std::uint64_t> by_lane_;     // scratch
  std::vector<std::uint64_t> done_moves_;  // a bitset for each job
};

}  // namespace woodstock::search::lane
