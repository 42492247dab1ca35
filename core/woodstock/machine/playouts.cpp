#include "woodstock/machine/playouts.hpp"

#include <bit>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::machine {

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
    support::Random random(seed, i);
    std::uint32_t length = 0;
    const auto end = play_out(machine, random, joint_move, limits.length, patience, length, [](const auto&) {});
    if (end == PlayoutEnd::kStopped) return sums;
    sums.states += length;
    if (end == PlayoutEnd::kBroken) {
      ++sums.broken;
    } else if (end == PlayoutEnd::kCapped) {
      ++sums.capped;
    } else {
      ++sums.playouts;
      sums.length += length;
      machine.goals(goals);
      for (std::size_t role = 0; role < goals.size(); ++role) {
        if (goals[role] != circuit::kNoGoal) sums.goals[role] += goals[role];
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
  support::Random random(0);
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

}  // namespace woodstock::machine
