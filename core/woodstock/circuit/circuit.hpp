// A game's circuit: what is built from the ground rules, and what every engine runs.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

struct UnstratifiedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct InvalidCircuit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Where an output is constant, the ground program says so with one of these instead of an atom.
inline constexpr std::int32_t kFactAtom = 0;
inline constexpr std::int32_t kNeverAtom = -1;

// The ground program as flat arrays; atoms are numbered from 1, a negated atom is a negative number.
struct GroundRules {
  std::int32_t atoms = 0;
  std::vector<std::int32_t> heads;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> literals;

  std::vector<std::uint8_t> initial;  // a byte per fluent
  std::vector<std::int32_t> true_atoms;
  std::vector<std::int32_t> next_atoms;
  std::vector<std::uint32_t> move_counts;  // per role; the moves of all roles lie one after another
  std::vector<std::int32_t> does_atoms;
  std::vector<std::int32_t> legal_atoms;
  std::vector<std::int32_t> goal_atoms;
  std::vector<std::uint32_t> percept_counts;  // per role; the percepts of all roles lie one after another
  std::vector<std::int32_t> sees_atoms;
  std::int32_t terminal_atom = kNeverAtom;
};

// What a gate is needed for; a gate can be needed for several things.
enum Cone : std::uint8_t { kLegalCone = 1, kNextCone = 2, kGoalCone = 4, kSeesCone = 8 };

// What is wanted of the gates of a game. Their inputs are the fluents, then the moves (`does`) of all roles one after
// another.
struct Outputs {
  std::uint32_t fluents = 0;
  std::vector<std::uint32_t> move_counts;
  std::vector<std::uint32_t> percept_counts;
  std::vector<std::uint8_t> initial;

  std::vector<Literal> next;   // per fluent
  std::vector<Literal> legal;  // per move
  std::vector<Literal> goal;
  std::vector<Literal> sees;
  Literal terminal = kFalse;

  bool operator==(const Outputs&) const = default;

  // The number of each role's first move among those of all.
  std::vector<std::uint32_t> first_moves() const {
    std::vector<std::uint32_t> out(move_counts.size());
    std::exclusive_scan(move_counts.begin(), move_counts.end(), out.begin(), 0U);
    return out;
  }
  template <typename Visit>
  void each_output(Visit visit) const {
    for (const auto literal : legal) visit(literal, kLegalCone);
    visit(terminal, kLegalCone);
    for (const auto literal : next) visit(literal, kNextCone);
    for (const auto literal : goal) visit(literal, kGoalCone);
    for (const auto literal : sees) visit(literal, kSeesCone);
  }
};

// There are no constant inputs to a gate. Outside components there are no twin gates and no dead ones, and every gate
// only uses earlier nodes; a component is kept as it stands and needed as a whole.
struct Circuit : Outputs {
  std::vector<std::uint32_t> offsets{0};
  std::vector<Literal> literals;
  std::vector<Component> components;
  std::vector<std::uint8_t> cones;  // per gate

  bool operator==(const Circuit&) const = default;
  std::uint32_t moves() const { return static_cast<std::uint32_t>(legal.size()); }
  std::uint32_t state_words() const { return (fluents + 63) / 64; }
  Node inputs() const { return fluents + moves(); }
  Node first_gate() const { return inputs() + 1; }
  Node nodes() const { return inputs() + static_cast<Node>(offsets.size()); }
  Node fluent_node(std::uint32_t fluent) const { return 1 + fluent; }
  Node move_node(std::uint32_t move) const { return 1 + fluents + move; }
  std::span<const Literal> gate(Node node) const {
    const auto at = node - first_gate();
    return {literals.data() + offsets[at], offsets[at + 1] - offsets[at]};
  }
};

// What the goals of a circuit mean: goal i is worth value[i] to role[i], ascending by role, then by value.
struct GoalTable {
  std::vector<std::uint32_t> role;
  std::vector<std::int32_t> value;
};

// The lowest and the highest goal of a role, from 0 to 100.
std::pair<std::int32_t, std::int32_t> goal_range(const GoalTable& goals, std::uint32_t role);

// Builds the circuit: rules to gates, constants that hold in every reachable state, simplification.
Circuit build_circuit(const GroundRules& rules);

// A state from outside, as the bytes of a bitset over the fluents; throws std::invalid_argument where it is of another
// game.
std::vector<std::uint64_t> decode_state(const Circuit& circuit, std::string_view text);

// Throws InvalidCircuit unless the parts fit together: circuits also come from files and other processes.
void validate(const GroundRules& rules);
void validate(const Circuit& circuit);
void validate_goals(const Circuit& circuit, const GoalTable& goals);

}  // namespace woodstock::circuit
