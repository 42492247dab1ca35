#include "woodstock/lanes/games.hpp"

#include <algorithm>

namespace woodstock::lanes {

LaneGames::LaneGames(const Lanes& lanes, const LanePlan& plan, std::uint64_t seed, std::uint32_t longest, Mast* mast,
                     bool noting)
    : circuit_(lanes.circuit()),
      kernel_(lanes.kernel()),
      plan_(plan),
      goals_(lanes.goals(), lanes.roles(), lanes.chance()),
      values_(plan.nodes),
      room_(circuit_.fluents),
      random_(4),
      mast_(mast),
      queues_(plan.phases.size()),
      waiting_(plan.phases.size()),
      job_of_(kLanes, 0),
      born_(kLanes, 0),
      free_(LaneMask::first(kLanes)),
      longest_(longest) {
  if (mast_ != nullptr) mast_->begin();
  if (mast_ != nullptr || noting) made_.emplace(circuit_.moves());
  values_.set(0, ~std::uint64_t{0});
  support::Random seeds(seed);
  for (std::uint32_t i = 0; i < 4 * kLaneWords; ++i) random_.data()[i] = seeds.next();
}

void LaneGames::add(std::uint32_t job, const std::uint64_t* state, std::uint64_t count) {
  if (count > 0) queues_[plan_.phase_of(state).value()].push_back({job, state, count});
  queued_ += count;
}

void LaneGames::clear_queues() {
  for (auto& queue : queues_) queue.clear();
  queued_ = 0;
}

bool LaneGames::waiting() const { return std::ranges::any_of(waiting_, &LaneMask::any); }

void LaneGames::step() {
  const auto& variant = plan_.variants[phase_];
  auto& waiting = waiting_[phase_];
  fill();
  if (active_.any() || (waiting.any() && pays(variant))) {
    if (mast_ != nullptr) mast_->prepare(kernel_, values_, random_);
    variant.legal.run(kernel_, values_.data());
    if (const auto ended = values_.value(variant.terminal) & active_; ended.any()) {
      ended.each([&](std::uint32_t lane) { ended_steps_ += now_ - born_[lane]; });
      ended_ += ended.count(kernel_);
      over(ended);
      waiting |= ended;
      active_ -= ended;
    }
    if (now_ >= next_look_) drop_long();
    if (waiting.any() && pays(variant)) read_goals(variant, waiting);
    if (active_.any()) {
      const auto broken = variant.choose_moves(kernel_, values_, random_, active_);
      if (broken.any()) drop(broken, false);
      if (made_) made_->note(kernel_, variant, values_, active_);
      variant.make_moves(kernel_, values_, room_, active_);
    }
  }
  phase_ = plan_.after(phase_);
  ++now_;
}

void LaneGames::fill() {
  auto& queue = queues_[phase_];
  if (queue.empty() || !free_.any()) return;
  std::array<const std::uint64_t*, kLanes> states{};
  LaneMask filled;
  std::uint32_t changes = 0;
  const std::uint64_t* state = nullptr;
  free_.each([&](std::uint32_t lane) {
    if (queue.empty()) return;
    auto& next = queue.front();
    changes += next.state != state;
    states[lane] = state = next.state;
    job_of_[lane] = next.job;
    born_[lane] = now_;
    filled.add(lane);
    if (--next.left == 0) queue.pop_front();
  });
  if (changes == 1) {
    kernel_.fill(circuit_.fluents, state, values_.data(), filled.words.data());
  } else {
    load_states(kernel_, values_, circuit_.fluents, states);
  }
  queued_ -= filled.count(kernel_);
  free_ -= filled;
  active_ |= filled;
}

void LaneGames::read_goals(const LaneVariant& variant, LaneMask& waiting) {
  variant.goal.run(kernel_, values_.data());
  goals_.read(values_, variant.goals, waiting);
  if (mast_ != nullptr) mast_->learn(kernel_, *made_, goals_, waiting);
  read(waiting);
  if (made_) made_->forget(kernel_, waiting);
  free_ |= waiting;
  waiting = {};
}

void LaneGames::drop(const LaneMask& lanes, bool too_long) {
  dropped(lanes, too_long);
  if (made_) made_->forget(kernel_, lanes);
  active_ -= lanes;
  free_ |= lanes;
}

void LaneGames::drop_long() {
  LaneMask old;
  auto oldest = now_;
  active_.each([&](std::uint32_t lane) {
    if (now_ - born_[lane] >= longest_) {
      old.add(lane);
    } else {
      oldest = std::min(oldest, born_[lane]);
    }
  });
  drop(old, true);
  next_look_ = oldest + longest_;
}

}  // namespace woodstock::lanes
