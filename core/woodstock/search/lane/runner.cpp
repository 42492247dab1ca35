#include "woodstock/search/lane/runner.hpp"

#include <algorithm>

namespace woodstock::search::lane {

LaneRunner::LaneRunner(const lanes::Lanes& lanes, const lanes::LanePlan& plan, std::uint64_t seed)
    : circuit_(lanes.circuit()),
      kernel_(lanes.kernel()),
      plan_(plan),
      roles_(circuit_.move_counts.size()),
      goals_(lanes.goals(), roles_, lanes.chance()),
      policy_(lanes.goals(), lanes.roles()),
      values_(plan.nodes),
      room_(circuit_.fluents),
      random_(4),
      queues_(plan.phases.size()),
      waiting_(plan.phases.size()),
      job_of_(lanes::kLanes, 0),
      born_(lanes::kLanes, 0),
      place_of_(lanes::kLanes, 0),
      free_(lanes::LaneMask::first(lanes::kLanes)) {
  values_.set(0, ~std::uint64_t{0});
  support::Random seeds(seed);
  for (std::uint32_t i = 0; i < 4 * lanes::kLaneWords; ++i) random_.data()[i] = seeds.next();
}

void LaneRunner::add(std::uint32_t job, const std::uint64_t* state) {
  queues_[plan_.phase_of(state).value()].push_back({job, state});
  ++queued_;
}

void LaneRunner::clear() {
  for (auto& queue : queues_) queue.clear();
  for (auto& lanes : waiting_) lanes = {};
  free_ = lanes::LaneMask::first(lanes::kLanes);
  active_ = {};
  playing_ = 0;
  queued_ = 0;
  done_.clear();
  done_goals_.clear();
}

bool LaneRunner::waiting_any() const {
  return std::any_of(waiting_.begin(), waiting_.end(), [](const auto& lanes) { return lanes.any(); });
}

void LaneRunner::step(bool read) {
  const auto& variant = plan_.variants[phase_];
  fill();
  if (active_.any() || (read && waiting_[phase_].any())) {
    variant.legal.run(kernel_, values_.data());
    end_games(variant, read);
    if (active_.any()) advance(variant);
  }
  phase_ = plan_.after(phase_);
  ++now_;
}

void LaneRunner::fill() {
  auto& queue = queues_[phase_];
  if (queue.empty()) return;
  std::array<const std::uint64_t*, lanes::kLanes> states{};
  std::size_t next = 0;
  lanes::LaneMask filled;
  free_.each([&](std::uint32_t lane) {
    if (next == queue.size()) return;
    states[lane] = queue[next].state;
    job_of_[lane] = queue[next].job;
    born_[lane] = now_;
    filled.add(lane);
    ++next;
  });
  load_states(kernel_, values_, circuit_.fluents, states);
  queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(next));
  queued_ -= static_cast<std::uint32_t>(next);
  free_ -= filled;
  active_ |= filled;
  playing_ += static_cast<std::uint32_t>(next);
}

void LaneRunner::end_games(const lanes::LaneVariant& variant, bool read) {
  auto& waiting = waiting_[phase_];
  const auto over = values_.value(variant.terminal) & active_;
  if (over.any()) {
    over.each([&](std::uint32_t lane) { steps_ += now_ - born_[lane]; });
    const auto count = over.count();
    ended_ += count;
    playing_ -= count;
    waiting |= over;
    active_ -= over;
  }
  if (now_ >= next_cap_) cap();
  if (!read || !waiting.any()) return;
  variant.goal.run(kernel_, values_.data());
  read_goals(variant, waiting);
  free_ |= waiting;
  waiting = {};
}

void LaneRunner::read_goals(const lanes::LaneVariant& variant, const lanes::LaneMask& lanes) {
  lanes.each([&](std::uint32_t lane) {
    place_of_[lane] = static_cast<std::uint32_t>(done_.size());
    done_.push_back(job_of_[lane]);
  });
  done_goals_.resize(done_.size() * roles_, 0.0F);
  goals_.read(values_, variant.goals, lanes);
  goals_.each_goal([&](std::uint32_t role, std::int64_t goal, const lanes::LaneMask& having) {
    if (goal == 0) return;
    const auto value = static_cast<float>(goal) / 100.0F;
    having.each([&](std::uint32_t lane) { done_goals_[place_of_[lane] * roles_ + role] = value; });
  });
}

void LaneRunner::drop(const lanes::LaneMask& lanes) {
  lanes.each([&](std::uint32_t lane) {
    done_.push_back(job_of_[lane]);
    for (std::uint32_t role = 0; role < roles_; ++role) {
      done_goals_.push_back(static_cast<float>(policy_.unknown(role)));
    }
  });
  active_ -= lanes;
  playing_ -= lanes.count();
  free_ |= lanes;
}

void LaneRunner::cap() {
  lanes::LaneMask old;
  auto oldest = now_;
  active_.each([&](std::uint32_t lane) {
    if (now_ - born_[lane] >= kLongest) {
      old.add(lane);
    } else {
      oldest = std::min(oldest, born_[lane]);
    }
  });
  drop(old);
  next_cap_ = oldest + kLongest;
}

void LaneRunner::advance(const lanes::LaneVariant& variant) {
  const auto broken = variant.choose_moves(kernel_, values_, random_, active_);
  if (broken.any()) drop(broken);
  variant.make_moves(kernel_, values_, room_, active_);
}

}  // namespace woodstock::search::lane
