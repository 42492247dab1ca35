#include "woodstock/circuit/autonomous.hpp"

#include <algorithm>

namespace woodstock::circuit {

namespace {

// What depends on a move, on recursion, or on a fluent that does.
std::vector<std::uint8_t> swayed_nodes(const Circuit& circuit) {
  std::vector<std::uint8_t> swayed(circuit.nodes(), 0);
  for (std::uint32_t move = 0; move < circuit.moves(); ++move) swayed[circuit.move_node(move)] = 1;
  for (const auto& component : circuit.components) {
    std::fill(swayed.begin() + component.begin, swayed.begin() + component.end, std::uint8_t{1});
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) {
      if (swayed[node] != 0) continue;
      const auto inputs = circuit.gate(node);
      swayed[node] = std::ranges::any_of(inputs, [&](Literal input) { return swayed[node_of(input)] != 0; }) ? 1 : 0;
    }
    for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
      auto& own = swayed[circuit.fluent_node(fluent)];
      if (own != 0 || swayed[node_of(circuit.next[fluent])] == 0) continue;
      own = 1;
      changed = true;
    }
  }
  return swayed;
}

}  // namespace

std::vector<std::uint8_t> autonomous_fluents(const Circuit& circuit) {
  const auto swayed = swayed_nodes(circuit);
  std::vector<std::uint8_t> out(circuit.fluents);
  for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
    out[fluent] = swayed[circuit.fluent_node(fluent)] == 0 ? 1 : 0;
  }
  return out;
}

Course::Course(const Circuit& circuit, const std::vector<std::uint8_t>& autonomous,
               std::span<const std::uint64_t> state, std::uint32_t most_steps) {
  const auto swayed = swayed_nodes(circuit);
  std::vector<std::uint64_t> now(state.size());
  for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
    const auto bit = std::uint64_t{1} << (fluent % 64);
    if (autonomous[fluent] != 0) now[fluent / 64] |= state[fluent / 64] & bit;
  }
  std::vector<std::uint8_t> values(circuit.nodes(), 0);
  values[0] = 1;
  const auto holds = [&](Literal literal) { return (values[node_of(literal)] != 0) != negated(literal); };
  while (states_.size() < most_steps) {
    const auto met = std::ranges::find(states_, now);
    if (met != states_.end()) {
      loop_ = static_cast<std::size_t>(met - states_.begin());
      return;
    }
    states_.push_back(now);
    for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
      values[circuit.fluent_node(fluent)] = now[fluent / 64] >> (fluent % 64) & 1U;
    }
    for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) {
      if (swayed[node] == 0) values[node] = std::ranges::all_of(circuit.gate(node), holds) ? 1 : 0;
    }
    std::ranges::fill(now, 0);
    for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
      if (autonomous[fluent] != 0 && holds(circuit.next[fluent])) now[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    }
  }
}

std::uint32_t Course::steps_until(std::uint32_t fluent, bool value, std::uint32_t from) const {
  std::size_t at = from;
  if (at >= states_.size()) {
    if (loop_ == kNever) return kUnknown;
    at = loop_ + (at - loop_) % (states_.size() - loop_);
  }
  for (std::uint32_t steps = 0; steps <= 2 * states_.size(); ++steps) {
    if (((states_[at][fluent / 64] >> (fluent % 64) & 1U) != 0) == value) return steps;
    if (++at == states_.size()) {
      if (loop_ == kNever) return kUnknown;
      at = loop_;
    }
  }
  return kNever;
}

}  // namespace woodstock::circuit
