// An `or` of `and`s with common literals taken out.
#pragma once

#include <vector>

#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

// Exactly one move of a role is made, so an `or` over most of a role's moves is the negation of the `or` over the rest.
// Says which moves belong together: role r has the nodes [first[r], first[r + 1]).
struct MoveNodes {
  std::vector<Node> first;
};

// The disjunction of the bodies. Ground rules with the same head share most of their literals (a frame rule for every
// move that does not touch a cell): taking out the most frequent literal again and again leaves a fraction of them.
Literal factored(GateStore& store, std::vector<std::vector<Literal>> bodies, const MoveNodes& moves);

}  // namespace woodstock::circuit
