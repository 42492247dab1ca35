// A simulator runs a game from many states at a time: in bit lanes, or one state after another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/machine/playouts.hpp"

namespace woodstock::machine {

// What one joint move leads to, for each of some states and joint moves.
struct Children {
  std::vector<std::uint64_t> states;
  std::vector<std::uint8_t> terminal;
  std::vector<std::int32_t> goals;         // by child, then by role; kNoGoal where there is none
  std::vector<Percept> percepts;           // of all children, one after another
  std::vector<std::size_t> first_percept;  // by child, and the end

  std::span<const Percept> seen(std::size_t child) const {
    return {percepts.data() + first_percept[child], first_percept[child + 1] - first_percept[child]};
  }
};

class Simulator {
 public:
  virtual ~Simulator() = default;

  std::uint32_t roles() const { return roles_; }
  std::uint32_t state_words() const { return state_words_; }
  std::optional<std::uint32_t> chance() const { return chance_; }

  // Random playouts with every role choosing uniformly among its legal moves. The result depends on the seed and the
  // number of threads, on nothing else.
  virtual PlayoutResult playouts(const PlayoutTask& task, std::uint32_t threads) = 0;
  // For playouts of so many threads that are to learn from each other; nothing where they cannot.
  virtual std::unique_ptr<MoveStatistics> move_statistics(std::uint32_t threads) {
    static_cast<void>(threads);
    return nullptr;
  }
  // Makes the i-th joint move in the i-th state. The caller knows that the moves are legal.
  virtual Children expand(std::span<const std::uint64_t> states, std::span<const std::uint32_t> joint_moves) = 0;

 protected:
  Simulator(std::uint32_t roles, std::uint32_t state_words, std::optional<std::uint32_t> chance)
      : roles_(roles), state_words_(state_words), chance_(chance) {}

 private:
  std::uint32_t roles_;
  std::uint32_t state_words_;
  std::optional<std::uint32_t> chance_;
};

// One state after another, by a machine: for games that are not compiled.
class OneByOne final : public Simulator {
 public:
  OneByOne(std::unique_ptr<Machine> machine, std::optional<std::uint32_t> chance)
      : Simulator(machine->roles(), machine->state_words(), chance), machine_(std::move(machine)) {}

  // A machine has one thread.
  PlayoutResult playouts(const PlayoutTask& task, std::uint32_t) override {
    return machine::playouts(*machine_, task, chance());
  }
  Children expand(std::span<const std::uint64_t> states, std::span<const std::uint32_t> joint_moves) override {
    Children out;
    const auto count = joint_moves.size() / roles();
    out.goals.assign(count * roles(), kNoGoal);
    out.first_percept.push_back(0);
    for (std::size_t i = 0; i < count; ++i) {
      const auto joint_move = joint_moves.subspan(i * roles(), roles());
      machine_->set_state(states.subspan(i * state_words(), state_words()));
      const auto seen = machine_->percepts(joint_move);
      out.percepts.insert(out.percepts.end(), seen.begin(), seen.end());
      out.first_percept.push_back(out.percepts.size());
      machine_->advance(joint_move);
      const auto after = machine_->state();
      out.states.insert(out.states.end(), after.begin(), after.end());
      out.terminal.push_back(machine_->terminal() ? 1 : 0);
      if (out.terminal.back() != 0) machine_->goals({out.goals.data() + i * roles(), roles()});
    }
    return out;
  }

 private:
  std::unique_ptr<Machine> machine_;
};

// What an algorithm runs a game with: a machine of its own for single states, and for many at a time the lanes of a
// compiled game, or else the machine again.
class Engine {
 public:
  Engine(const Machine& machine, Simulator* lanes, std::optional<std::uint32_t> chance)
      : machine_(machine.fork()),
        own_(lanes == nullptr ? std::make_unique<OneByOne>(machine_->copy(), chance) : nullptr),
        simulator_(lanes == nullptr ? own_.get() : lanes) {}

  Machine& machine() const { return *machine_; }
  Simulator& simulator() const { return *simulator_; }

 private:
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<OneByOne> own_;
  Simulator* simulator_;
};

}  // namespace woodstock::machine
