// How a circuit is laid out for running many states at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "woodstock/circuit.hpp"
#include "woodstock/lane_code.hpp"

namespace woodstock {

// What a role can do: it chooses among the moves whose legal literals are given, or it has one move at most.
struct LaneRole {
  std::vector<Literal> legal;
  std::vector<Node> moves;
  Literal only = kTrue;  // with no choice: whether the one move is legal
  Node only_move = 0;    // and its node
};

// The circuit with the keys fixed. `next` and `sees` follow the choice of moves; all others follow `legal`.
struct LaneVariant {
  LaneCode legal;  // also terminal
  LaneCode next;
  LaneCode goal;
  LaneCode sees;
  std::vector<LaneRole> roles;
  Literal terminal = kFalse;
  std::vector<Node> fluents;  // those that may change, and what they become
  std::vector<Literal> becomes;
  std::vector<Literal> goals;
  std::vector<Literal> percepts;
};

// In most games some fluents run like a clock, whatever is played: whose turn it is. If lanes only start when the clock
// stands right, it stands the same in all lanes, and each of its positions needs only its own part of the circuit: the
// legal moves of one player, and what these change.
struct LanePlan {
  std::vector<std::uint32_t> keys;    // the fluents of the clock
  std::vector<std::uint32_t> phases;  // their bits, in the order in which they follow each other
  std::vector<LaneVariant> variants;  // one for each phase
  Node nodes = 0;                     // wires that all variants together need

  // The number of the phase a state is in; nothing if the clock of that state stands in no known position.
  std::optional<std::uint32_t> phase_of(const std::uint64_t* state) const;
  std::uint32_t after(std::uint32_t phase) const { return phase + 1 == phases.size() ? 0 : phase + 1; }
};

// The clock of a circuit: fluents that depend on nothing but themselves and come round again, at most every few steps.
// Without one there is a single phase and no keys.
LanePlan make_lane_plan(const Circuit& circuit, bool with_clock);

}  // namespace woodstock
