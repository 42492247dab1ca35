// How a circuit is laid out for running one state at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/circuit/program.hpp"
#include "woodstock/machine/event_net.hpp"

namespace woodstock::machine {

// The legal moves of one role as bits: where they lie in the words of the net, and the literals they follow.
struct LegalSet {
  std::uint32_t word;
  std::uint32_t words;
  std::vector<circuit::Literal> literals;
};

// The circuit with the key fluents fixed.
struct Variant {
  std::vector<std::uint32_t> legal;  // per role, a legal set
  circuit::Literal terminal;
  circuit::Program goal;
  circuit::Program sees;
  // How the next state is found, one or the other: a program that reads the moves made at the nodes from
  // EventPlan::move_node on, or bits in the words of the net that follow `next`.
  circuit::Program next;
  std::shared_ptr<const circuit::GateStore> next_gates;  // of the program
  std::uint32_t next_word = 0;
};

// A few key fluents, usually those that say whose turn it is, change at every step and reach most gates. The plan has a
// variant of the circuit for each of their assignments that occurs, all in one pool of gates that is kept up to date
// by events: with the keys gone from it, a turn no longer touches every legal move of both players. What depends on
// the moves made (`next`, `sees`), and what is seldom asked for (`goal`), is straight-line code over the pool. Where a
// move can touch thousands of fluents and changes few of them, `next` is better kept up to date by events as well, with
// the moves as inputs.
struct EventPlan {
  bool moves_in_net = false;
  std::vector<std::uint32_t> keys;  // fluents
  circuit::GateStore pool{0};
  std::vector<std::int32_t> variant_of;  // by the bits of the keys; -1 where there is none yet
  std::vector<Variant> variants;
  std::vector<LegalSet> sets;
  std::vector<Follower> followers;
  std::uint32_t state_words = 0;
  std::uint32_t words = 0;
  circuit::Node room = 0;  // for programs, beyond the nodes of the pool

  // Where programs find the moves made.
  circuit::Node move_node(std::uint32_t move) const { return pool.nodes() + move; }
};

// `assignments` are bits of the keys, for which variants are wanted.
EventPlan make_plan(const circuit::Circuit& circuit, std::vector<std::uint32_t> keys,
                    const std::vector<std::uint32_t>& assignments, bool moves_in_net);

}  // namespace woodstock::machine
