// The intermediate representation of a circuit, and the passes that simplify it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

// Gates, and the literals that are the outputs.
struct IntermediateCircuit : Outputs {
  GateStore store;
};

// Ground rules by their heads.
class RuleIndex {
 public:
  explicit RuleIndex(const GroundRules& rules)
      : rules_(rules), first_(static_cast<std::size_t>(rules.atoms) + 2, 0), rule_(rules.heads.size()) {
    for (const auto head : rules.heads) ++first_[static_cast<std::size_t>(head) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    auto next = first_;
    for (std::uint32_t i = 0; i < rules.heads.size(); ++i) rule_[next[static_cast<std::size_t>(rules.heads[i])]++] = i;
  }

  std::span<const std::uint32_t> of(std::uint32_t head) const {
    return {rule_.data() + first_[head], first_[head + 1] - first_[head]};
  }
  std::span<const std::int32_t> body(std::uint32_t rule) const {
    const auto begin = rules_.offsets[rule];
    return {rules_.literals.data() + begin, static_cast<std::size_t>(rules_.offsets[rule + 1] - begin)};
  }

  // Calls visit(atom) for every atom in the rules of `head`, negated or not.
  template <typename Visit>
  void each_used(std::uint32_t head, Visit visit) const {
    for (const auto rule : of(head)) {
      for (const auto literal : body(rule)) visit(static_cast<std::uint32_t>(literal < 0 ? -literal : literal));
    }
  }

 private:
  const GroundRules& rules_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> rule_;
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
std::vector<Values> reachable_values(const IntermediateCircuit& ir);

// What each gate is needed for, as a set of cones; 0 for dead gates.
Marks needed_for(const IntermediateCircuit& ir);

// The same circuit without the nodes that have only one value, without dead gates, twins, and `and`s that feed only
// one other `and`.
IntermediateCircuit simplified(const IntermediateCircuit& ir, const std::vector<Values>& values);

}  // namespace woodstock::circuit
