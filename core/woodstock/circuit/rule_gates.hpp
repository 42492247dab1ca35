// From ground rules to gates.
#pragma once

#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/circuit/factor.hpp"
#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

// Adds gates for all atoms that the wanted atoms need and returns the literal of every atom (kFalse for those not
// needed). `given` holds the literals of the free atoms (`true`, `does`) and kFalse elsewhere; `free` marks them.
// Throws UnstratifiedError if an atom depends on its own negation.
std::vector<Literal> rule_gates(GateStore& store, const GroundRules& rules, const MoveNodes& moves,
                                std::vector<Literal> given, const std::vector<bool>& free,
                                const std::vector<std::uint32_t>& wanted);

}  // namespace woodstock::circuit
