#include <algorithm>
#include <cmath>

#include "woodstock/lanes/games.hpp"
#include "woodstock/support/threads.hpp"

namespace woodstock::lanes {

namespace {

// One run of playouts; the job of a lane is its start.
class LaneRun final : public LaneGames {
 public:
  LaneRun(const Lanes& lanes, const LanePlan& plan, const machine::PlayoutTask& task, Mast* mast)
      : LaneGames(lanes, plan, task.seed, task.length, mast),
        task_(task),
        steps_between_looks_(plan.nodes < kLargePlan ? 4 : 1) {
    for (std::uint32_t start = 0; start < task.counts.size(); ++start) {
      add(start, task.states.data() + std::size_t{start} * lanes.state_words(), task.counts[start]);
    }
    result_.sums.assign(task.counts.size(), machine::PlayoutSums(lanes.roles()));
  }

  machine::PlayoutResult run() {
    while (working()) {
      step();
      result_.states += active_.count(kernel_);
    }
    // When stopped, games that are over are counted already; their goals must be, too.
    for (std::size_t phase = 0; phase < waiting_.size(); ++phase) {
      if (!waiting_[phase].any()) continue;
      plan_.variants[phase].legal.run(kernel_, values_.data());
      read_goals(plan_.variants[phase], waiting_[phase]);
    }
    return std::move(result_);
  }

 private:
  bool working() {
    if (now_ % steps_between_looks_ == 0 && !in_time()) return false;
    if (active_.any() || waiting()) return true;
    // With all lanes free the clock may be set to any phase that has work.
    for (std::size_t i = 0; i < queues_.size(); ++i, phase_ = plan_.after(phase_)) {
      if (!queues_[phase_].empty()) return true;
    }
    return false;
  }

  // Is there time until the next look, if that takes as long as the last one did? Steps of a large game are long.
  bool in_time() {
    if (task_.stop->load(std::memory_order_relaxed)) return false;
    const auto time = std::chrono::steady_clock::now();
    const auto due = now_ == 0 ? time : time + (time - looked_);
    looked_ = time;
    if (time >= task_.deadline) clear_queues();
    return due < task_.end;
  }

  // Games that are over wait until it pays to read the goals of all of them at once: an idle lane costs its share of
  // every step, reading goals a run of the goal code. The sum is least at the square root of their ratio.
  bool pays(const LaneVariant& variant) const override {
    if (!active_.any()) return true;
    const auto step = static_cast<double>(variant.legal.size() + variant.next.size() + 8 * variant.becomes.size());
    const auto goal = static_cast<double>(variant.goal.size() + 8 * variant.goals.size());
    const auto most = kLanes * std::sqrt(2.0 * goal / ((step + 100) * (mean_length() + 1.0)));
    return waiting_[phase_].count(kernel_) >= std::min(kLanes / 2, static_cast<std::uint32_t>(most));
  }

  void over(const LaneMask& lanes) override {
    lanes.each([&](std::uint32_t lane) {
      ++result_.sums[job_of_[lane]].playouts;
      result_.sums[job_of_[lane]].length += now_ - born_[lane];
    });
  }

  void read(const LaneMask&) override {
    goals_.each_goal([&](std::uint32_t role, std::int64_t goal, const LaneMask& having) {
      count(having, [&](machine::PlayoutSums& sums, std::int64_t games) {
        sums.goals[role] += goal * games;
        sums.squares[role] += goal * goal * games;
      });
    });
    goals_.each_win([&](std::uint32_t role, const LaneMask& won) {
      count(won, [&](machine::PlayoutSums& sums, std::int64_t games) {
        sums.wins[role] += static_cast<std::uint64_t>(games);
      });
    });
    count(goals_.several(),
          [](machine::PlayoutSums& sums, std::int64_t games) { sums.several += static_cast<std::uint64_t>(games); });
    count(goals_.missing(),
          [](machine::PlayoutSums& sums, std::int64_t games) { sums.missing += static_cast<std::uint64_t>(games); });
  }

  void dropped(const LaneMask& lanes, bool too_long) override {
    count(lanes, [&](machine::PlayoutSums& sums, std::int64_t games) {
      (too_long ? sums.capped : sums.broken) += static_cast<std::uint64_t>(games);
    });
  }

  // Applies apply(sums of a start, number of lanes), lane by lane only where the starts differ.
  template <typename Apply>
  void count(const LaneMask& lanes, Apply apply) {
    if (result_.sums.size() == 1) {
      apply(result_.sums[0], static_cast<std::int64_t>(lanes.count(kernel_)));
    } else {
      lanes.each([&](std::uint32_t lane) { apply(result_.sums[job_of_[lane]], 1); });
    }
  }

  static constexpr std::uint32_t kLargePlan = 10'000;  // nodes from which on a look costs nothing beside a step

  const machine::PlayoutTask& task_;
  std::uint64_t steps_between_looks_;
  support::Deadline looked_;
  machine::PlayoutResult result_;
};

// The share of one thread in a task.
machine::PlayoutTask share(const machine::PlayoutTask& task, std::uint32_t thread, std::uint32_t threads) {
  auto own = task;
  for (std::size_t i = 0; i < own.counts.size(); ++i) {
    // Starts with fewer playouts than threads go to one thread after another.
    const auto place = (thread + threads - i % threads) % threads;
    own.counts[i] = task.counts[i] / threads + (place < task.counts[i] % threads ? 1 : 0);
  }
  own.seed = support::Random(task.seed, thread).next();
  return own;
}

}  // namespace

machine::PlayoutResult Lanes::playouts(const machine::PlayoutTask& task, std::uint32_t threads) {
  bool known = true;  // is the clock of every start in a known position?
  for (std::size_t start = 0; start < task.counts.size() && known; ++start) {
    known = plan_.phase_of(task.states.data() + start * state_words()).has_value();
  }
  MastOfThreads fixed(*circuit_, task.good.empty() ? 0 : threads);
  for (auto& own : fixed.own) own.fix(task.good);
  auto* masts = task.good.empty() ? static_cast<MastOfThreads*>(task.learned) : &fixed;
  if (!known) masts = nullptr;
  const auto& plan = known ? playout_plan(task.ahead, masts != nullptr) : plain_plan();
  std::vector<machine::PlayoutResult> results(threads);
  support::in_threads(threads, [&](std::uint32_t thread) {
    const auto own = share(task, thread, threads);
    results[thread] = LaneRun(*this, plan, own, masts == nullptr ? nullptr : &masts->own[thread]).run();
  });
  auto total = std::move(results[0]);
  for (std::uint32_t thread = 1; thread < threads; ++thread) {
    total.states += results[thread].states;
    for (std::size_t i = 0; i < total.sums.size(); ++i) total.sums[i] += results[thread].sums[i];
  }
  return total;
}

}  // namespace woodstock::lanes
