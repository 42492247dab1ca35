// How a circuit is laid out for running many states at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/lanes/clock.hpp"
#include "woodstock/lanes/code.hpp"
#include "woodstock/lanes/foresight.hpp"
#include "woodstock/lanes/mast.hpp"
#include "woodstock/lanes/values.hpp"

namespace woodstock::lanes {

// What a role can do: it chooses among the moves whose legal literals are given, or it has one move at most.
struct LaneRole {
  std::vector<circuit::Literal> legal;
  std::vector<circuit::Node> moves;
  std::vector<std::uint32_t> numbers;      // of the moves, among those of all roles
  circuit::Literal only = circuit::kTrue;  // with no choice: whether the one move is legal
  circuit::Node only_move = 0;             // and its node
};

// The circuit with the keys fixed. `next` and `sees` follow the choice of moves; all others follow `legal`.
struct LaneVariant {
  LaneCode legal;  // also terminal
  LaneCode next;
  LaneCode goal;
  LaneCode sees;
  std::vector<LaneRole> roles;
  circuit::Literal terminal = circuit::kFalse;
  std::vector<circuit::Node> fluents;  // those that may change, and what they become
  std::vector<circuit::Literal> becomes;
  std::vector<circuit::Literal> goals;
  std::vector<circuit::Literal> percepts;

  // Every role chooses among its legal moves in the active lanes; the lanes in which some role has none.
  LaneMask choose_moves(const LaneKernel& kernel, LaneValues& values, LaneValues& random, const LaneMask& active) const;
  // Makes the moves that stand in the active lanes.
  void make_moves(const LaneKernel& kernel, LaneValues& values, LaneValues& room, const LaneMask& active) const {
    next.run(kernel, values.data());
    kernel.assign(fluents.data(), becomes.data(), static_cast<std::uint32_t>(fluents.size()), values.data(),
                  room.data(), active.words.data());
  }
};

// In most games some fluents run like a clock, whatever is played: whose turn it is. If lanes only start when the clock
// stands right, it stands the same in all lanes, and each of its positions needs only its own part of the circuit: the
// legal moves of one player, and what these change.
struct LanePlan : Clock {
  std::vector<LaneVariant> variants;  // one for each phase
  circuit::Node nodes = 0;            // wires that all variants together need

  // The number of the phase a state is in; nothing if the clock of that state stands in no known position.
  std::optional<std::uint32_t> phase_of(const std::uint64_t* state) const;
  std::uint32_t after(std::uint32_t phase) const { return phase + 1 == phases.size() ? 0 : phase + 1; }
  // What a step takes: code that is run for legal moves and next states, over all phases.
  double code_size() const;
};

// How roles choose in playouts; a plan that is to list what is legal has none of this.
struct Preferences {
  const Foresight* foresight = nullptr;  // among the moves that it prefers
  bool mast = false;                     // most often among the good ones of these
  std::optional<std::uint32_t> chance;   // this role chooses at random
};

LanePlan make_lane_plan(const circuit::Circuit& circuit, const Clock& clock, const Preferences& preferences = {});

}  // namespace woodstock::lanes
