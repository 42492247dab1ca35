#include <algorithm>
#include <numeric>

#include "woodstock/circuit/circuit.hpp"

namespace woodstock::circuit {

namespace {

void require(bool holds) {
  if (!holds) throw InvalidCircuit("these arrays are not a circuit");
}

std::uint64_t sum(const std::vector<std::uint32_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

void require_sizes(const Circuit& circuit) {
  require(circuit.fluents < (1U << 28) && circuit.legal.size() < (1U << 28));
  require(circuit.next.size() == circuit.fluents && circuit.initial.size() == circuit.fluents);
  require(sum(circuit.move_counts) == circuit.legal.size());
  require(sum(circuit.percept_counts) == circuit.sees.size() &&
          circuit.percept_counts.size() <= circuit.move_counts.size());
  require(!circuit.offsets.empty() && circuit.offsets.front() == 0);
  require(circuit.offsets.back() == circuit.literals.size());
  require(std::is_sorted(circuit.offsets.begin(), circuit.offsets.end()));
  require(circuit.cones.size() + 1 == circuit.offsets.size());
}

// Outside components a gate uses earlier nodes only; inside, also its fellows, but bodies and heads only ever help
// each other: otherwise there would be no fixpoint to come to.
void require_order(const Circuit& circuit) {
  Node done = circuit.first_gate();
  for (const auto& component : circuit.components) {
    require(done <= component.begin && component.begin <= component.atoms);
    require(component.atoms < component.end && component.end <= circuit.nodes());
    done = component.end;
  }
  auto component = circuit.components.begin();
  for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) {
    while (component != circuit.components.end() && component->end <= node) ++component;
    const bool inside = component != circuit.components.end() && node >= component->begin;
    const auto is_head = [&](Node other) { return other >= component->atoms; };
    for (const auto literal : circuit.gate(node)) {
      const auto used = node_of(literal);
      require(used < (inside ? component->end : node));
      if (inside && used >= component->begin) require(negated(literal) == (is_head(node) != is_head(used)));
    }
  }
}

// Engines evaluate cone by cone: what a gate uses must be in its cones as well. Which moves are legal, and whether the
// game is over, is asked before any move is made.
void require_cones(const Circuit& circuit) {
  const auto require_within = [&](Literal literal, std::uint8_t cones) {
    const auto node = node_of(literal);
    require(node < circuit.nodes());
    if (node >= circuit.first_gate()) {
      require((circuit.cones[node - circuit.first_gate()] & cones) == cones);
    } else if ((cones & kLegalCone) != 0) {
      require(node <= circuit.fluents);
    }
  };
  circuit.each_output(require_within);
  for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) {
    for (const auto literal : circuit.gate(node)) {
      require_within(literal, circuit.cones[node - circuit.first_gate()]);
    }
  }
  for (const auto& component : circuit.components) {
    const auto first = circuit.cones.begin() + (component.begin - circuit.first_gate());
    const auto last = first + (component.end - component.begin);
    require(std::all_of(first, last, [&](std::uint8_t cones) { return cones == *first; }));
  }
}

void require_rules(const GroundRules& rules) {
  const auto known = [&](std::int32_t atom) { return 1 <= atom && atom <= rules.atoms; };
  require(0 <= rules.atoms && rules.offsets.size() == rules.heads.size() + 1 && rules.offsets.front() == 0);
  require(rules.offsets.back() == static_cast<std::int64_t>(rules.literals.size()));
  require(std::ranges::is_sorted(rules.offsets) && std::ranges::all_of(rules.heads, known));
  require(std::ranges::all_of(
      rules.literals, [&](auto literal) { return literal != 0 && -rules.atoms <= literal && literal <= rules.atoms; }));
}

}  // namespace

void validate(const GroundRules& rules) {
  constexpr std::uint64_t kMost = 1U << 28;
  require_rules(rules);
  const auto fluents = rules.true_atoms.size();
  require(fluents < kMost && rules.next_atoms.size() == fluents && rules.initial.size() == fluents);
  const auto moves = sum(rules.move_counts), percepts = sum(rules.percept_counts);
  require(moves < kMost && moves == rules.does_atoms.size() && moves == rules.legal_atoms.size());
  require(percepts == rules.sees_atoms.size() && rules.percept_counts.size() <= rules.move_counts.size());
  const auto fits = [&](std::int32_t atom) { return kNeverAtom <= atom && atom <= rules.atoms; };
  for (const auto* atoms : {&rules.true_atoms, &rules.next_atoms, &rules.does_atoms, &rules.legal_atoms,
                            &rules.goal_atoms, &rules.sees_atoms}) {
    require(std::ranges::all_of(*atoms, fits));
  }
  require(fits(rules.terminal_atom));
}

void validate(const Circuit& circuit) {
  require_sizes(circuit);
  require_order(circuit);
  require_cones(circuit);
}

void validate_goals(const Circuit& circuit, const GoalTable& goals) {
  require(goals.role.size() == circuit.goal.size() && goals.value.size() == circuit.goal.size());
  for (std::size_t i = 0; i < goals.role.size(); ++i) {
    require(goals.role[i] < circuit.move_counts.size());
    if (i == 0) continue;
    require(goals.role[i - 1] < goals.role[i] ||
            (goals.role[i - 1] == goals.role[i] && goals.value[i - 1] < goals.value[i]));
  }
}

}  // namespace woodstock::circuit
