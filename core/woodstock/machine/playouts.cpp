#include "woodstock/machine/playouts.hpp"

#include <algorithm>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::machine {

namespace {

// A long question to the machine ends when the flag is raised.
class Watch {
 public:
  Watch(Machine& machine, const std::atomic<bool>* stop) : machine_(machine) { machine_.watch(stop); }
  ~Watch() { machine_.watch(nullptr); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  Machine& machine_;
};

// Who plays alone wins with 100, others by having more than anybody else.
void count(Machine& machine, std::optional<std::uint32_t> chance, std::vector<std::int32_t>& goals, PlayoutSums& into) {
  ++into.playouts;
  std::ranges::fill(goals, kNoGoal);
  bool several = false;
  for (const auto [role, value] : machine.every_goal()) {
    several |= goals[role] != kNoGoal && goals[role] != value && role != chance;
    goals[role] = goals[role] == kNoGoal ? value : std::min(goals[role], value);
  }
  bool missing = false;
  for (std::uint32_t role = 0; role < machine.roles(); ++role) missing |= goals[role] == kNoGoal && role != chance;
  into.several += several;
  into.missing += missing;
  std::int32_t highest = 0;
  std::uint32_t having = 0;
  std::uint32_t players = 0;
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    goals[role] = std::max(goals[role], 0);
    into.goals[role] += goals[role];
    into.squares[role] += std::int64_t{goals[role]} * goals[role];
    if (role == chance) continue;
    ++players;
    if (goals[role] > highest) having = 0;
    highest = std::max(highest, goals[role]);
    if (goals[role] == highest) ++having;
  }
  if (highest == 0 || having > 1 || (players == 1 && highest < 100)) return;
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    if (role != chance && goals[role] == highest) ++into.wins[role];
  }
}

}  // namespace

PlayoutResult playouts(Machine& machine, const PlayoutTask& task, std::optional<std::uint32_t> chance) {
  const Watch watch(machine, task.stop);
  PlayoutResult result;
  support::TimeLimit begin(task.deadline, task.stop);
  support::TimeLimit end(task.end, task.stop);
  std::uint64_t stream = 0;
  std::vector<std::int32_t> goals(machine.roles());
  for (std::size_t start = 0; start < task.counts.size(); ++start) {
    auto& sums = result.sums.emplace_back(machine.roles());
    const auto state = task.states.subspan(start * machine.state_words(), machine.state_words());
    machine.set_home(state);
    for (std::uint64_t i = 0; i < task.counts[start]; ++i, ++stream) {
      if (begin.over()) break;
      machine.set_from_home(state);
      support::Random random(task.seed, stream);
      Playout playout{random, end, task.length};
      const auto how = machine.play_out(playout);
      if (how == PlayoutEnd::kStopped) break;
      result.states += playout.length;
      if (how == PlayoutEnd::kCapped) ++sums.capped;
      if (how == PlayoutEnd::kBroken) ++sums.broken;
      if (how != PlayoutEnd::kTerminal) continue;
      sums.length += playout.length;
      count(machine, chance, goals, sums);
    }
  }
  return result;
}

namespace {

// Depth first with a stack of its own: games can be long.
class Perft {
 public:
  Perft(Machine& machine, support::Deadline deadline, const std::atomic<bool>* stop)
      : machine_(machine), time_limit_(deadline, stop), joint_move_(machine.roles()) {}

  PerftCounts run(std::uint32_t depth) {
    counts_.assign(depth, 0);
    if (depth > 0) enter();
    while (!open_.empty()) {
      if (time_limit_.over()) return {counts_, false};
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
      product *= support::count_bits(machine_.legal(role));
    }
    const auto level = open_.size();
    counts_[level] += product;
    if (level + 1 == counts_.size() || product == 0) return;

    auto& here = open_.emplace_back();
    here.state.assign(machine_.state().begin(), machine_.state().end());
    here.moves.resize(machine_.roles());
    here.joint_moves = product;
    for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
      for_each_legal(machine_, role, [&](std::uint32_t move) { here.moves[role].push_back(move); });
    }
  }

  void choose(Level& here) {
    auto rest = here.made++;
    for (std::size_t role = 0; role < here.moves.size(); ++role) {
      joint_move_[role] = here.moves[role][rest % here.moves[role].size()];
      rest /= here.moves[role].size();
    }
  }

  Machine& machine_;
  support::TimeLimit time_limit_;
  std::vector<std::uint32_t> joint_move_;
  std::vector<std::uint64_t> counts_;
  std::vector<Level> open_;
};

}  // namespace

PerftCounts perft(Machine& machine, std::span<const std::uint64_t> start, std::uint32_t depth,
                  support::Deadline deadline, const std::atomic<bool>* stop) {
  const Watch watch(machine, stop);
  machine.set_state(start);
  return Perft(machine, deadline, stop).run(depth);
}

}  // namespace woodstock::machine
