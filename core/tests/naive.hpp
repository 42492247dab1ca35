// Slow and obvious versions of what the core does, and random material to hold them against it.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/circuit/gates.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::naive {

using Bits = std::vector<std::uint8_t>;  // a byte for each node, fluent, move, ..

inline bool holds(const Bits& values, circuit::Literal literal) {
  return (values[circuit::node_of(literal)] != 0) != circuit::negated(literal);
}

inline Bits random_bits(support::Random& random, std::size_t count) {
  Bits bits(count);
  for (auto& bit : bits) bit = static_cast<std::uint8_t>(random.below(2));
  return bits;
}

// The values of all nodes. `inputs` are those of the input nodes; `gate(node)` gives the literals of a gate.
template <typename Gate>
Bits node_values(circuit::Node first_gate, circuit::Node nodes, const std::vector<circuit::Component>& components,
                 Gate gate, const Bits& inputs) {
  Bits values(nodes, 0);
  values[0] = 1;
  for (std::size_t i = 0; i < inputs.size(); ++i) values[1 + i] = inputs[i];
  const auto all_hold = [&](circuit::Node node, const Bits& now) {
    for (const auto literal : gate(node)) {
      if (!holds(now, literal)) return false;
    }
    return true;
  };
  auto component = components.begin();
  for (auto node = first_gate; node < nodes;) {
    if (component == components.end() || node != component->begin) {
      values[node] = all_hold(node, values);
      ++node;
      continue;
    }
    // All gates of the component at once, again and again, from where no body holds and no head does.
    for (auto member = component->begin; member < component->end; ++member) values[member] = member >= component->atoms;
    for (bool changed = true; changed;) {
      auto now = values;
      for (auto member = component->begin; member < component->end; ++member) now[member] = all_hold(member, values);
      changed = now != values;
      values = std::move(now);
    }
    node = component->end;
    ++component;
  }
  return values;
}

inline Bits node_values(const circuit::GateStore& store, const Bits& inputs) {
  const auto gate = [&](circuit::Node node) { return store.gate(node); };
  return node_values(store.first_gate(), store.nodes(), store.components(), gate, inputs);
}

// A joint move as one byte for each move of each role; none at all stands for no move being made.
inline Bits moves_made(const std::vector<std::uint32_t>& counts, const std::vector<std::uint32_t>& joint_move) {
  Bits made;
  for (std::size_t role = 0; role < counts.size(); ++role) {
    for (std::uint32_t move = 0; move < counts[role]; ++move) {
      made.push_back(!joint_move.empty() && joint_move[role] == move);
    }
  }
  return made;
}

inline Bits node_values(const circuit::Circuit& circuit, const Bits& state,
                        const std::vector<std::uint32_t>& joint_move) {
  auto inputs = state;
  for (const auto made : moves_made(circuit.move_counts, joint_move)) inputs.push_back(made);
  const auto gate = [&](circuit::Node node) { return circuit.gate(node); };
  return node_values(circuit.first_gate(), circuit.nodes(), circuit.components, gate, inputs);
}

// What a game says of a state, and of a state with a joint move.
struct Answers {
  bool terminal = false;
  Bits legal;
  Bits goal;
  bool operator==(const Answers&) const = default;
};
struct Outcome {
  Bits next;
  Bits sees;
  bool operator==(const Outcome&) const = default;
};

inline Bits all_of(const std::vector<circuit::Literal>& literals, const Bits& values) {
  Bits out;
  for (const auto literal : literals) out.push_back(holds(values, literal));
  return out;
}
inline Answers answers(const circuit::Circuit& circuit, const Bits& state) {
  const auto values = node_values(circuit, state, {});
  return {holds(values, circuit.terminal), all_of(circuit.legal, values), all_of(circuit.goal, values)};
}
inline Outcome outcome(const circuit::Circuit& circuit, const Bits& state,
                       const std::vector<std::uint32_t>& joint_move) {
  const auto values = node_values(circuit, state, joint_move);
  return {all_of(circuit.next, values), all_of(circuit.sees, values)};
}

// A uniformly chosen legal joint move, or nothing if some role has none. Draws as the playouts of the core do.
inline std::vector<std::uint32_t> choose(const Bits& legal, const std::vector<std::uint32_t>& counts,
                                         support::Random& random) {
  std::vector<std::uint32_t> joint_move;
  std::size_t first = 0;
  for (const auto count : counts) {
    std::vector<std::uint32_t> moves;
    for (std::uint32_t move = 0; move < count; ++move) {
      if (legal[first + move] != 0) moves.push_back(move);
    }
    if (moves.empty()) return {};
    joint_move.push_back(moves.size() == 1 ? moves[0] : moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    first += count;
  }
  return joint_move;
}

}  // namespace woodstock::naive
