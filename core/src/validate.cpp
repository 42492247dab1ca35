#include <algorithm>
#include <numeric>

#include "woodstock/circuit.hpp"

namespace woodstock {

namespace {

void require(bool holds) {
  if (!holds) throw InvalidCircuit("these arrays are not a circuit");
}

}  // namespace

void validate(const Circuit& circuit) {
  require(circuit.fluents < (1U << 28) && circuit.legal.size() < (1U << 28));
  require(circuit.next.size() == circuit.fluents && circuit.initial.size() == circuit.fluents);
  const auto moves = std::accumulate(circuit.move_counts.begin(), circuit.move_counts.end(), std::uint64_t{0});
  require(moves == circuit.legal.size());
  require(!circuit.offsets.empty() && circuit.offsets.front() == 0);
  require(circuit.offsets.back() == circuit.literals.size());
  require(std::is_sorted(circuit.offsets.begin(), circuit.offsets.end()));
  require(circuit.cones.size() + 1 == circuit.offsets.size());

  // Outside components a gate uses earlier nodes only; inside, also its fellows.
  auto component = circuit.components.begin();
  const auto end = circuit.components.end();
  for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) {
    while (component != end && component->end <= node) ++component;
    if (component != end) {
      require(component->begin <= component->atoms && component->atoms <= component->end);
      require(component->end <= circuit.nodes() && component->begin >= circuit.first_gate());
    }
    const bool inside = component != end && node >= component->begin;
    for (const auto literal : circuit.gate(node)) require(node_of(literal) < (inside ? component->end : node));
  }
  for (auto next = circuit.components.begin(); next != end; ++next) {
    require(next->begin < next->end && next->end <= circuit.nodes());
    require(next == circuit.components.begin() || std::prev(next)->end <= next->begin);
  }
  for (const auto* outputs : {&circuit.next, &circuit.legal, &circuit.goal, &circuit.sees}) {
    for (const auto literal : *outputs) require(node_of(literal) < circuit.nodes());
  }
  require(node_of(circuit.terminal) < circuit.nodes());
}

}  // namespace woodstock
