// Gates: the one form in which a game's logic is kept, and the store that keeps no gate twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/support/hash_index.hpp"

namespace woodstock::circuit {

// A literal is a node or its negation: 2 * node, plus 1 if negated. Node 0 is the constant true.
using Literal = std::uint32_t;
using Node = std::uint32_t;

inline constexpr Literal kTrue = 0;
inline constexpr Literal kFalse = 1;

constexpr Literal literal_of(Node node, bool negated = false) { return 2 * node + (negated ? 1U : 0U); }
constexpr Node node_of(Literal literal) { return literal >> 1; }
constexpr bool negated(Literal literal) { return (literal & 1U) != 0; }
constexpr Literal negation(Literal literal) { return literal ^ 1U; }

// Sorts literals that are to hold together, and drops what is constant or repeated; false if they never do.
bool simplify(std::vector<Literal>& literals);

// Positive recursion that is left after grounding. The nodes [begin, atoms) are bodies and start false, the nodes
// [atoms, end) are negated heads and start true; evaluating them in turn until nothing changes gives the least
// fixpoint, for within a component a head depends on bodies, and bodies on heads, without negation.
struct Component {
  Node begin;
  Node atoms;
  Node end;
  bool operator==(const Component&) const = default;
};

// Visits gates in order: plain(node) for those outside components, whole(component) for each component.
template <typename Plain, typename Whole>
void each_part(Node begin, Node end, const std::vector<Component>& components, Plain plain, Whole whole) {
  auto component = components.begin();
  for (auto node = begin; node < end;) {
    if (component == components.end() || node != component->begin) {
      plain(node++);
    } else {
      whole(*component);
      node = (component++)->end;
    }
  }
}

// Every gate is an `and` over literals (an `or` is the negation of an `and` of negations), so that a gate and its
// twin written the other way round are one. Nodes: the constant, the inputs, then gates; outside components a gate
// only uses earlier nodes.
class GateStore {
 public:
  explicit GateStore(Node inputs) : inputs_(inputs) {}

  // The literals are used up: sorted, freed of constants and repetitions.
  Literal conjunction(std::vector<Literal>& literals);
  Literal disjunction(std::vector<Literal>& literals);

  // Adds the gates of a component as they stand, numbered from nodes() on, bodies first.
  void component(const std::vector<std::vector<Literal>>& bodies, const std::vector<std::vector<Literal>>& atoms);

  Node inputs() const { return inputs_; }
  Node first_gate() const { return inputs_ + 1; }
  Node nodes() const { return inputs_ + static_cast<Node>(offsets_.size()); }

  std::span<const Literal> gate(Node node) const {
    const auto at = node - inputs_ - 1;
    return {literals_.data() + offsets_[at], offsets_[at + 1] - offsets_[at]};
  }
  const std::vector<Component>& components() const { return components_; }
  const std::vector<std::uint32_t>& offsets() const { return offsets_; }
  const std::vector<Literal>& literals() const { return literals_; }

 private:
  Node append(std::span<const Literal> literals);

  Node inputs_;
  std::vector<std::uint32_t> offsets_{0};
  std::vector<Literal> literals_;
  std::vector<Component> components_;
  support::HashIndex index_;  // of the gates outside components
};

// Sets of bits on nodes, such as what a node is needed for.
using Marks = std::vector<std::uint8_t>;

// Passes the marks of every gate on to what it uses; the gates of a component are marked alike.
void spread_marks(const GateStore& store, Marks& marks);

// Marks the gates that some literals need.
Marks needed_by(const GateStore& store, const std::vector<Literal>& literals);

}  // namespace woodstock::circuit
