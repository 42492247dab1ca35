#include "woodstock/playouts.hpp"

#include <bit>

namespace woodstock {

namespace {

// The n-th set bit of a word, counted from 0.
inline std::uint32_t select(std::uint64_t word, std::uint32_t n) {
  for (; n > 0; --n) word &= word - 1;
  return static_cast<std::uint32_t>(std::countr_zero(word));
}

// A legal move of a role, uniformly; false if there is none.
inline bool choose(const EventMachine& machine, std::uint32_t role, Random& random, std::uint32_t& move) {
  const auto legal = machine.legal(role);
  std::uint32_t count = 0;
  for (const auto word : legal) count += static_cast<std::uint32_t>(std::popcount(word));
  if (count == 0) return false;
  auto rest = count == 1 ? 0 : random.below(count);
  std::uint32_t at = 0;
  for (;; ++at) {
    const auto here = static_cast<std::uint32_t>(std::popcount(legal[at]));
    if (rest < here) break;
    rest -= here;
  }
  move = at * 64 + select(legal[at], rest);
  return true;
}

inline bool choose_all(const EventMachine& machine, Random& random, std::vector<std::uint32_t>& joint_move) {
  for (std::uint32_t role = 0; role < joint_move.size(); ++role) {
    if (!choose(machine, role, random, joint_move[role])) return false;
  }
  return true;
}

// Looks at the clock and the flag now and then: a look at every step would cost as much as the step.
class Patience {
 public:
  Patience(Deadline deadline, const std::atomic<bool>* stop) : deadline_(deadline), stop_(stop) {}

  bool over() {
    if (steps_++ % kStepsBetweenLooks == 0) {
      over_ = over_ || stop_->load(std::memory_order_relaxed) || std::chrono::steady_clock::now() >= deadline_;
    }
    return over_;
  }

 private:
  static constexpr std::uint64_t kStepsBetweenLooks = 256;

  Deadline deadline_;
  const std::atomic<bool>* stop_;
  std::uint64_t steps_ = 0;
  bool over_ = false;
};

}  // namespace

PlayoutSums playouts(EventMachine& machine, std::span<const std::uint64_t> start, std::uint64_t seed,
                     const PlayoutLimits& limits) {
  machine.set_state(start);
  auto snapshot = machine.snapshot();
  const auto* plan = &machine.plan();
  PlayoutSums sums;
  sums.goals.assign(machine.roles(), 0);
  std::vector<std::uint32_t> joint_move(machine.roles());
  std::vector<std::int32_t> goals(machine.roles());
  Patience patience(limits.deadline, limits.stop);
  auto variants = plan->variants.size();

  // Looked at before every playout too: one that starts at the end of the game has no steps.
  for (std::uint64_t i = 0; i < limits.playouts && !patience.over(); ++i) {
    if (variants != plan->variants.size()) {  // laid out again on the way: the copy no longer fits
      machine.set_state(start);
      snapshot = machine.snapshot();
      variants = plan->variants.size();
    } else {
      machine.restore(snapshot);
    }
    Random random(seed, i);
    std::uint32_t length = 0;
    bool broken = false;
    while (!machine.terminal() && length < limits.length) {
      if (patience.over()) return sums;
      if (!choose_all(machine, random, joint_move)) {
        broken = true;
        break;
      }
      machine.advance(joint_move);
      ++length;
    }
    sums.states += length;
    if (broken) {
      ++sums.broken;
    } else if (!machine.terminal()) {
      ++sums.capped;
    } else {
      ++sums.playouts;
      sums.length += length;
      machine.goals(goals);
      for (std::size_t role = 0; role < goals.size(); ++role) {
        if (goals[role] != kNoGoal) sums.goals[role] += goals[role];
      }
    }
  }
  return sums;
}

namespace {

// Depth first with a stack of its own: games can be long.
class Perft {
 public:
  Perft(EventMachine& machine, Deadline deadline, const std::atomic<bool>* stop)
      : machine_(machine), patience_(deadline, stop), joint_move_(machine.roles()) {}

  PerftCounts run(std::uint32_t depth) {
    counts_.assign(depth, 0);
    if (depth > 0) enter();
    while (!open_.empty()) {
      if (patience_.over()) return {counts_, false};
      auto& here = open_.back();
      if (here.made == here.joint_moves) {
        open_.pop_back();
        continue;
      }
      choose(here);
      machine_.set_state(here.state);
      machine_.advance(joint_move_);
      enter();
    }
    return {counts_, true};
  }

 private:
  struct Level {
    std::vector<std::uint64_t> state;
    std::vector<std::vector<std::uint32_t>> moves;  // per role
    std::uint64_t joint_moves;
    std::uint64_t made = 0;
  };

  // Adds the joint moves of the current state; those of the last level are counted, not made.
  void enter() {
    if (machine_.terminal()) return;
    std::uint64_t product = 1;
    for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
      std::uint64_t count = 0;
      for (const auto word : machine_.legal(role)) count += static_cast<std::uint64_t>(std::popcount(word));
      product *= count;
    }
    const auto level = open_.size();
    counts_[level] += product;
    if (level + 1 == counts_.size() || product == 0) return;

    auto& here = open_.emplace_back();
    here.state.assign(machine_.state().begin(), machine_.state().end());
    here.moves.resize(machine_.roles());
    here.joint_moves = product;
    for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
      const auto legal = machine_.legal(role);
      for (std::uint32_t word = 0; word < legal.size(); ++word) {
        for (auto rest = legal[word]; rest != 0; rest &= rest - 1) {
          here.moves[role].push_back(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
        }
      }
    }
  }

  void choose(Level& here) {
    auto rest = here.made++;
    for (std::size_t role = 0; role < here.moves.size(); ++role) {
      joint_move_[role] = here.moves[role][rest % here.moves[role].size()];
      rest /= here.moves[role].size();
    }
  }

  EventMachine& machine_;
  Patience patience_;
  std::vector<std::uint32_t> joint_move_;
  std::vector<std::uint64_t> counts_;
  std::vector<Level> open_;
};

}  // namespace

PerftCounts perft(EventMachine& machine, std::span<const std::uint64_t> start, std::uint32_t depth, Deadline deadline,
                  const std::atomic<bool>* stop) {
  machine.set_state(start);
  return Perft(machine, deadline, stop).run(depth);
}

Trial trial_steps(EventMachine& machine, std::uint64_t steps) {
  Trial trial;
  trial.flips.assign(machine.circuit().fluents, 0);
  Random random(0);
  std::vector<std::uint32_t> joint_move(machine.roles());
  std::vector<std::uint64_t> before;
  machine.set_state(machine.initial());
  bool fresh = true;
  while (trial.steps < steps) {
    if (machine.terminal() || !choose_all(machine, random, joint_move)) {
      if (fresh) break;
      machine.set_state(machine.initial());
      fresh = true;
      continue;
    }
    before.assign(machine.state().begin(), machine.state().end());
    machine.advance(joint_move);
    fresh = false;
    ++trial.steps;
    for (std::size_t word = 0; word < before.size(); ++word) {
      for (auto rest = before[word] ^ machine.state()[word]; rest != 0; rest &= rest - 1) {
        ++trial.flips[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
      }
    }
  }
  return trial;
}

}  // namespace woodstock
