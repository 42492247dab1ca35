// Move-average sampling (MAST; Finnsson and Bjornsson, 2008) in lanes: playouts prefer moves that did well before.
//
// What a move is worth to the role that makes it is the mean goal of the playouts in which it was made. The moves that
// are worth most, about a quarter of those that are made, are good: three times in four a role chooses among the good
// moves that are legal, if there are any, and else among all (epsilon-greedy). Whether a move is good is a wire like
// any other, so that choosing takes a few gates a move.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/lanes/goals.hpp"
#include "woodstock/lanes/values.hpp"
#include "woodstock/machine/playouts.hpp"

namespace woodstock::lanes {

class MadeMoves;

// The nodes of a plan that tell good moves: they follow the inputs of the circuit.
struct MastNodes {
  explicit MastNodes(const circuit::Circuit& circuit)
      : first_random(circuit.inputs() + 1),
        first_good(first_random + static_cast<circuit::Node>(circuit.move_counts.size())),
        end(first_good + circuit.moves()) {}
  circuit::Node random(std::uint32_t role) const { return first_random + role; }
  circuit::Node good(std::uint32_t move) const { return first_good + move; }

  circuit::Node first_random;  // per role: in the lanes of this wire it chooses among all moves
  circuit::Node first_good;    // per move of all roles
  circuit::Node end;
};

class Mast {
 public:
  explicit Mast(const circuit::Circuit& circuit);

  // New wires: what was learned stays.
  void begin() { changed_ = true; }
  // To be called before each step: sets the wires that playouts choose by.
  void prepare(const LaneKernel& kernel, LaneValues& values, LaneValues& random);
  // Games in these lanes are over, with these goals.
  void learn(const LaneKernel& kernel, const MadeMoves& made, const LaneGoals& goals, const LaneMask& lanes);

  // What is known of a move: games in which it was made, and the sum of the goals of its role, each up to 1.
  struct Worth {
    double games = 0.0;
    double sum = 0.0;
  };
  Worth worth(std::uint32_t move) const { return {games_[move], sums_[move]}; }
  // By move: is it good? What is learned later no longer matters.
  void fix(std::vector<std::uint8_t> good);

 private:
  void judge();

  MastNodes nodes_;
  std::vector<std::uint32_t> first_moves_;  // per role, and the end
  std::vector<double> games_, sums_;        // per move
  std::vector<std::uint8_t> good_;
  bool changed_ = true;        // have the wires to be set again?
  double unjudged_ = 0.0;      // games that ended since the moves were judged
  double next_judging_ = 0.0;  // after so many
};

// One for each thread.
struct MastOfThreads final : machine::MoveStatistics {
  MastOfThreads(const circuit::Circuit& circuit, std::uint32_t threads) {
    for (std::uint32_t thread = 0; thread < threads; ++thread) own.emplace_back(circuit);
  }
  std::vector<Mast> own;
};

}  // namespace woodstock::lanes
