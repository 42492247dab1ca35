// Copies gates from one store to another with some nodes replaced by literals, most often by constants.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

inline constexpr Literal kUnmapped = ~Literal{0};

// Where copied components went, so that a component whose inputs are replaced by the same literals twice is shared.
using SharedComponents = std::map<std::pair<Node, std::vector<Literal>>, Node>;

// The image of a literal.
inline Literal image_of(const std::vector<Literal>& map, Literal literal) {
  const auto own = map[node_of(literal)];
  if (own == kUnmapped) return kUnmapped;
  return negated(literal) ? negation(own) : own;
}

// Adds to `target` an image of every source gate that `wanted` accepts and `map` does not have yet; a gate with an
// unmapped input stays unmapped. `gate(node)` gives the inputs of a source gate.
template <typename Gate, typename Wanted>
void copy_gates(Node first_gate, Node nodes, const std::vector<Component>& components, Gate gate, Wanted wanted,
                GateStore& target, std::vector<Literal>& map, SharedComponents& shared);

}  // namespace woodstock::circuit

#include "woodstock/circuit/cofactor_impl.hpp"
