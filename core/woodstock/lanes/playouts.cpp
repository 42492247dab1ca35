#include <algorithm>
#include <cmath>
#include <deque>
#include <thread>

#include "woodstock/lanes/goals.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/lanes/values.hpp"

namespace woodstock::lanes {

namespace {

// One run of playouts. A lane is free, active (in a game) or waiting (its game is over, its goals are not yet read).
class LaneRun {
 public:
  LaneRun(const Lanes& lanes, const LanePlan& plan, const machine::PlayoutTask& task,
          const std::vector<std::uint32_t>& start_phases)
      : lanes_(lanes),
        circuit_(lanes.circuit()),
        goals_(lanes.goals(), circuit_.move_counts.size(), lanes.chance()),
        kernel_(lanes.kernel()),
        plan_(plan),
        task_(task),
        steps_between_looks_(plan.nodes < kLargePlan ? 4 : 1),
        values_(plan.nodes),
        room_(circuit_.fluents),
        random_(4),
        left_(task.counts),
        queues_(plan.phases.size()),
        waiting_(plan.phases.size()),
        start_of_(kLanes, 0),
        born_(kLanes, 0) {
    values_.set(0, ~std::uint64_t{0});
    free_ = LaneMask::first(kLanes);
    for (std::uint32_t start = 0; start < left_.size(); ++start) {
      if (left_[start] > 0) queues_[start_phases[start]].push_back(start);
    }
    machine::PlayoutSums empty;
    empty.goals.resize(circuit_.move_counts.size());
    empty.squares.resize(circuit_.move_counts.size());
    empty.wins.resize(circuit_.move_counts.size());
    result_.sums.assign(left_.size(), empty);
    support::Random seeds(task.seed);
    for (std::uint32_t i = 0; i < 4 * kLaneWords; ++i) random_.data()[i] = seeds.next();
  }

  machine::PlayoutResult run() {
    for (; working(); ++step_) {
      const auto& variant = plan_.variants[phase_];
      refill();
      variant.legal.run(kernel_, values_.data());
      end_games(variant);
      if (active_.any()) advance(variant);
      phase_ = after(phase_);
    }
    settle();
    return std::move(result_);
  }

 private:
  std::size_t after(std::size_t phase) const { return phase + 1 == plan_.phases.size() ? 0 : phase + 1; }

  bool working() {
    if (step_ % steps_between_looks_ == 0 && !in_time()) return false;
    if (active_.any() || std::any_of(waiting_.begin(), waiting_.end(), [](const auto& lanes) { return lanes.any(); })) {
      return true;
    }
    if (out_of_time_) return false;
    // With all lanes free the clock may be set to any phase that has work.
    for (std::size_t i = 0; i < queues_.size(); ++i, phase_ = after(phase_)) {
      if (!queues_[phase_].empty()) return true;
    }
    return false;
  }

  // Is there time until the next look, if that takes as long as the last one did? Steps of a large game are long.
  bool in_time() {
    if (task_.stop->load(std::memory_order_relaxed)) return false;
    const auto now = std::chrono::steady_clock::now();
    const auto due = step_ == 0 ? now : now + (now - looked_);
    looked_ = now;
    out_of_time_ = out_of_time_ || now >= task_.deadline;
    return due < task_.end;
  }

  void refill() {
    auto& queue = queues_[phase_];
    if (queue.empty() || out_of_time_ || !free_.any()) return;
    std::array<const std::uint64_t*, kLanes> states{};
    LaneMask filled;
    std::uint32_t starts = 0;
    const std::uint64_t* state = nullptr;
    free_.each([&](std::uint32_t lane) {
      if (queue.empty()) return;
      const auto start = queue.front();
      const auto* own = task_.states.data() + std::size_t{start} * lanes_.state_words();
      starts += own != state;
      state = own;
      states[lane] = own;
      start_of_[lane] = start;
      born_[lane] = step_;
      filled.add(lane);
      if (--left_[start] == 0) queue.pop_front();
    });
    if (starts == 1) {
      kernel_.fill(circuit_.fluents, state, values_.data(), filled.words.data());
    } else {
      load_states(kernel_, values_, circuit_.fluents, states);
    }
    free_ -= filled;
    active_ |= filled;
  }

  // Games that are over wait until it pays to read the goals of all of them at once, each for the phase it ended in.
  void end_games(const LaneVariant& variant) {
    auto& waiting = waiting_[phase_];
    const auto over = values_.value(variant.terminal) & active_;
    if (over.any()) {
      over.each([&](std::uint32_t lane) {
        ++result_.sums[start_of_[lane]].playouts;
        result_.sums[start_of_[lane]].length += step_ - born_[lane];
        ended_length_ += step_ - born_[lane];
      });
      ended_ += over.count();
      waiting |= over;
      active_ -= over;
    }
    if (step_ >= next_cap_) cap();
    if (!waiting.any() || (active_.any() && waiting.count() < patience(variant))) return;
    variant.goal.run(kernel_, values_.data());
    harvest(variant, waiting);
    free_ |= waiting;
    waiting = {};
  }

  // When stopped, games that are over are counted already; their goals must be, too.
  void settle() {
    for (std::size_t phase = 0; phase < waiting_.size(); ++phase) {
      if (!waiting_[phase].any()) continue;
      const auto& variant = plan_.variants[phase];
      variant.legal.run(kernel_, values_.data());
      variant.goal.run(kernel_, values_.data());
      harvest(variant, waiting_[phase]);
    }
  }

  // How many lanes wait at most: an idle lane costs its share of every step, reading goals a run of the goal code. The
  // sum is least at the square root of their ratio.
  std::uint32_t patience(const LaneVariant& variant) const {
    const auto step = static_cast<double>(variant.legal.size() + variant.next.size() + 8 * variant.becomes.size());
    const auto goal = static_cast<double>(variant.goal.size() + 8 * variant.goals.size());
    const auto length = static_cast<double>(ended_length_ + 32) / static_cast<double>(ended_ + 1) + 1.0;
    return std::min(kLanes / 2, static_cast<std::uint32_t>(kLanes * std::sqrt(2.0 * goal / ((step + 100) * length))));
  }

  void cap() {
    std::uint64_t oldest = step_;
    active_.each([&](std::uint32_t lane) {
      if (step_ - born_[lane] >= task_.length) {
        ++result_.sums[start_of_[lane]].capped;
        active_.remove(lane);
        free_.add(lane);
      } else {
        oldest = std::min(oldest, born_[lane]);
      }
    });
    next_cap_ = oldest + task_.length;
  }

  void harvest(const LaneVariant& variant, const LaneMask& lanes) {
    goals_.read(values_, variant.goals, lanes);
    goals_.each_goal([&](std::uint32_t role, std::int64_t goal, const LaneMask& having) {
      add(having, [&](machine::PlayoutSums& sums, std::int64_t count) {
        sums.goals[role] += goal * count;
        sums.squares[role] += goal * goal * count;
      });
    });
    goals_.each_win([&](std::uint32_t role, const LaneMask& won) {
      add(won, [&](machine::PlayoutSums& sums, std::int64_t count) {
        sums.wins[role] += static_cast<std::uint64_t>(count);
      });
    });
  }

  // Applies add(sums of a start, number of lanes), lane by lane only where the starts differ.
  template <typename Add>
  void add(const LaneMask& lanes, Add apply) {
    if (result_.sums.size() == 1) {
      apply(result_.sums[0], static_cast<std::int64_t>(lanes.count()));
    } else {
      lanes.each([&](std::uint32_t lane) { apply(result_.sums[start_of_[lane]], 1); });
    }
  }

  void advance(const LaneVariant& variant) {
    const auto broken = variant.choose_moves(kernel_, values_, random_, active_);
    if (broken.any()) {
      add(broken,
          [](machine::PlayoutSums& sums, std::int64_t count) { sums.broken += static_cast<std::uint64_t>(count); });
      active_ -= broken;
      free_ |= broken;
    }
    variant.make_moves(kernel_, values_, room_, active_);
    result_.states += active_.count();
  }

  static constexpr std::uint32_t kLargePlan = 10'000;  // nodes from which on a look costs nothing beside a step

  const Lanes& lanes_;
  const circuit::Circuit& circuit_;
  LaneGoals goals_;
  const LaneKernel& kernel_;
  const LanePlan& plan_;
  const machine::PlayoutTask& task_;
  std::uint64_t steps_between_looks_;
  support::Deadline looked_;
  LaneValues values_;
  LaneValues room_;
  LaneValues random_;

  std::vector<std::uint64_t> left_;                // playouts still to begin, per start
  std::vector<std::deque<std::uint32_t>> queues_;  // starts with playouts left, per phase
  std::vector<LaneMask> waiting_;                  // per phase, lanes whose goals are to be read
  std::vector<std::uint32_t> start_of_;            // per lane
  std::vector<std::uint64_t> born_;                // per lane, the step at which its game began
  LaneMask free_;
  LaneMask active_;
  std::size_t phase_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t next_cap_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t ended_length_ = 0;
  bool out_of_time_ = false;
  machine::PlayoutResult result_;
};

// The phase each start is in; nothing if the clock of one of them stands in no known position.
std::optional<std::vector<std::uint32_t>> phases_of(const LanePlan& plan, const machine::PlayoutTask& task,
                                                    std::uint32_t words) {
  std::vector<std::uint32_t> found;
  for (std::size_t start = 0; start < task.counts.size(); ++start) {
    const auto phase = plan.phase_of(task.states.data() + start * words);
    if (!phase) return std::nullopt;
    found.push_back(*phase);
  }
  return found;
}

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
  auto phases = phases_of(plan_, task, state_words());
  const auto& plan = phases ? plan_ : plain_plan();
  if (!phases) phases.emplace(task.counts.size(), 0);

  std::vector<machine::PlayoutResult> results(threads);
  const auto work = [&](std::uint32_t thread) {
    const auto own = share(task, thread, threads);
    results[thread] = LaneRun(*this, plan, own, *phases).run();
  };
  {
    std::vector<std::jthread> others;
    for (std::uint32_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
    work(0);
  }
  auto total = std::move(results[0]);
  for (std::uint32_t thread = 1; thread < threads; ++thread) {
    total.states += results[thread].states;
    for (std::size_t i = 0; i < total.sums.size(); ++i) total.sums[i] += results[thread].sums[i];
  }
  return total;
}

}  // namespace woodstock::lanes
