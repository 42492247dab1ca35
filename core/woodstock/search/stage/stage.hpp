// Solving a stage: what can be played in a state, and where it leads (paper 000, section 4.2).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "woodstock/machine/machine.hpp"
#include "woodstock/machine/simulator.hpp"
#include "woodstock/solver/stage.hpp"

namespace woodstock::search::stage {

// The solutions of a stage whose state is known: joint moves in ascending order, and their successors.
struct StageSolutions {
  std::vector<std::uint32_t> joint_moves;  // one after another, a move for each role
  std::vector<std::uint64_t> states;       // likewise
  // Where it was found on the way: whether the game is over there, and with which goals.
  std::vector<std::uint8_t> terminal;
  std::vector<std::int32_t> goals;
  bool complete = true;  // false if it was stopped on the way
};

// How long a stage may take: by the clock, and in nodes of its search.
struct StageLimits : solver::Limits {
  std::uint64_t nodes = ~std::uint64_t{0};
};

// How the stages of a game are solved.
class GameStage {
 public:
  virtual ~GameStage() = default;
  virtual StageSolutions solve(std::span<const std::uint64_t> state, const StageLimits& limits) = 0;

  // Several stages, one after another or together; the last is not complete if it was stopped there.
  using States = std::vector<std::span<const std::uint64_t>>;
  virtual std::vector<StageSolutions> solve_all(const States& states, const StageLimits& limits);
  // How many of them are best solved together.
  virtual std::size_t together() const { return 1; }

  // The state is only known to be one of these, which lie one after another: until `widen` only they are solved. What
  // they have in common is taken in once for all of them.
  virtual void narrow(std::span<const std::uint64_t>) {}
  virtual void widen() {}
};

// How a network speaks of a game. Variables and values are those of the solver; a value that no solution has, and that
// the network therefore has not, is kNone.
struct StageNames {
  struct Entry {
    std::uint32_t variable;
    std::uint32_t value;
  };
  using Entries = std::vector<Entry>;

  StageNames(Entries current, Entries following, Entries otherwise, std::vector<std::uint32_t> actions,
             std::vector<std::vector<std::uint32_t>> moves);

  Entries current;    // per fluent: what says that it holds
  Entries following;  // per fluent: what says that it holds in the next state
  Entries otherwise;  // variables of the current state, with the value that says that none of theirs holds
  std::vector<std::uint32_t> actions;             // per role, its variable
  std::vector<std::vector<std::uint32_t>> moves;  // per role and value of its variable, the move

  // What follows from these.
  std::vector<std::uint32_t>
      shown;  // the variables of a solution that are of interest: of the moves, of the next state
  std::vector<std::uint32_t> place;  // per fluent, its variable among the latter
  std::uint32_t variables = 0;       // a network that speaks like this has at least so many
};

// By the constraint network: MAC, or FC for comparison. The state is fully known, so the whole network is enumerated at
// once; or split, as the paper does it where there is chance, with the same solutions. The solver, which has its parts
// then, is used by nobody else meanwhile.
class NetworkStage : public GameStage {
 public:
  NetworkStage(solver::StageSolver& solver, std::shared_ptr<const StageNames> names, solver::Consistency consistency,
               std::uint32_t fluents, bool split = false);
  StageSolutions solve(std::span<const std::uint64_t> state, const StageLimits& limits) override;
  void narrow(std::span<const std::uint64_t> states) override;
  void widen() override { solver_.widen(); }

 private:
  void instantiate(std::span<const std::uint64_t> all, std::span<const std::uint64_t> any);
  StageSolutions solve_whole();
  StageSolutions solve_split();
  void add(std::span<const std::int32_t> row, StageSolutions& out) const;

  solver::StageSolver& solver_;
  std::shared_ptr<const StageNames> shared_names_;
  const StageNames& names_;
  solver::StageOptions options_;
  std::uint32_t words_;
  bool split_;
  std::vector<bool> spoken_;                            // per variable: does a fluent that may hold give it its value?
  std::vector<solver::propagators::Assignment> given_;  // the state in the stage
  bool possible_ = true;                                // has the network all values of that state?
};

// By running the circuit: the same solutions, faster, where everything about the state is known. With lanes, those of
// several stages are made together.
class CircuitStage : public GameStage {
 public:
  explicit CircuitStage(std::unique_ptr<machine::Machine> machine, machine::Simulator* lanes = nullptr)
      : machine_(std::move(machine)), lanes_(lanes) {}
  StageSolutions solve(std::span<const std::uint64_t> state, const StageLimits& limits) override;
  std::vector<StageSolutions> solve_all(const States& states, const StageLimits& limits) override;
  std::size_t together() const override { return lanes_ == nullptr ? 1 : kTogether; }

 private:
  static constexpr std::size_t kTogether = 16;
  static constexpr std::size_t kMostSolutions = 2048;  // of a stage that is not solved by itself

  using Legal = std::vector<std::vector<std::uint32_t>>;  // by role
  Legal legal(std::span<const std::uint64_t> state);

  std::unique_ptr<machine::Machine> machine_;
  machine::Simulator* lanes_;
};

}  // namespace woodstock::search::stage
