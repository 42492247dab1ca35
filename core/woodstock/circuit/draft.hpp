// A circuit in the making, and the passes that improve it.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

// Gates with what is wanted of them. Inputs are numbered as in Circuit.
struct Draft {
  GateStore store;
  std::uint32_t fluents = 0;
  std::vector<std::uint32_t> move_counts;
  std::vector<std::uint8_t> initial;

  std::vector<Literal> next;
  std::vector<Literal> legal;
  std::vector<Literal> goal;
  std::vector<Literal> sees;
  Literal terminal = kFalse;

  template <typename Visit>
  void each_output(Visit visit) const {
    for (const auto literal : legal) visit(literal, kLegalCone);
    visit(terminal, kLegalCone);
    for (const auto literal : next) visit(literal, kNextCone);
    for (const auto literal : goal) visit(literal, kGoalCone);
    for (const auto literal : sees) visit(literal, kSeesCone);
  }
};

// Exactly one move of a role is made, so an `or` over most of a role's moves is the negation of the `or` over the rest.
// Says which moves belong together: role r has the nodes [first[r], first[r + 1]).
struct MoveNodes {
  std::vector<Node> first;
};

// The disjunction of the bodies. Ground rules with the same head share most of their literals (a frame rule for every
// move that does not touch a cell): taking out the most frequent literal again and again leaves a fraction of them.
Literal factored(GateStore& store, std::vector<std::vector<Literal>> bodies, const MoveNodes& moves);

// Adds gates for all atoms that the wanted atoms need and returns the literal of every atom (kFalse for those not
// needed). `given` holds the literals of the free atoms (`true`, `does`) and kFalse elsewhere; `free` marks them.
// Throws UnstratifiedError if an atom depends on its own negation.
std::vector<Literal> rule_gates(GateStore& store, const GroundRules& rules, const MoveNodes& moves,
                                std::vector<Literal> given, const std::vector<bool>& free,
                                const std::vector<std::uint32_t>& wanted);

// What is known of a node in all reachable states: a set of values.
enum Values : std::uint8_t { kOnlyFalse = 1, kOnlyTrue = 2, kEither = 3 };

// The values every node can take in reachable states, from above: starting with the initial state, fluents take
// in what their `next` can be, moves become possible when they can be legal, until nothing is added.
std::vector<Values> reachable_values(const Draft& draft);

// What each gate is needed for, as a set of cones; 0 for dead gates.
Marks needed_for(const Draft& draft);

// The same circuit without the nodes that have only one value, without dead gates, twins, and `and`s that feed only
// one other `and`.
Draft tidied(const Draft& draft, const std::vector<Values>& values);

}  // namespace woodstock::circuit
