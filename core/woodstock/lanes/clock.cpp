#include "woodstock/lanes/clock.hpp"

#include <algorithm>
#include <optional>

namespace woodstock::lanes {

namespace {

constexpr std::size_t kLargestCone = 64;  // gates looked at for what one clock fluent depends on
constexpr std::size_t kLongestPeriod = 4;

// What a literal depends on: fluents, and the gates in between in dependency order.
struct Support {
  std::vector<std::uint32_t> fluents;
  std::vector<circuit::Node> gates;
};

// Nothing if the literal depends on a move, on recursion, or on too much.
std::optional<Support> support(const circuit::Circuit& circuit, circuit::Literal literal) {
  std::vector<circuit::Node> waiting{circuit::node_of(literal)};
  std::vector<circuit::Node> seen;
  Support found;
  while (!waiting.empty()) {
    const auto node = waiting.back();
    waiting.pop_back();
    if (node == 0 || std::find(seen.begin(), seen.end(), node) != seen.end()) continue;
    seen.push_back(node);
    if (seen.size() > kLargestCone || (node > circuit.fluents && node < circuit.first_gate())) return std::nullopt;
    if (node <= circuit.fluents) {
      found.fluents.push_back(node - 1);
      continue;
    }
    for (const auto input : circuit.gate(node)) {
      if (circuit::node_of(input) >= node) return std::nullopt;
      waiting.push_back(circuit::node_of(input));
    }
    found.gates.push_back(node);
  }
  std::sort(found.gates.begin(), found.gates.end());
  return found;
}

bool value_in(const circuit::Circuit& circuit, const Support& cone, circuit::Literal literal,
              const std::vector<bool>& state) {
  std::vector<bool> values;
  const auto value = [&](circuit::Literal own) {
    const auto node = circuit::node_of(own);
    bool holds = true;
    if (node > circuit.fluents) {
      holds = values[static_cast<std::size_t>(std::lower_bound(cone.gates.begin(), cone.gates.end(), node) -
                                              cone.gates.begin())];
    } else if (node != 0) {
      holds = state[node - 1];
    }
    return holds != circuit::negated(own);
  };
  for (const auto gate : cone.gates) {
    const auto inputs = circuit.gate(gate);
    values.push_back(std::all_of(inputs.begin(), inputs.end(), value));
  }
  return value(literal);
}

class ClockSearch {
 public:
  explicit ClockSearch(const circuit::Circuit& circuit) : circuit_(circuit), group_(circuit.fluents, 0) {
    find_self_contained();
    for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
      if (needs_[fluent] && group_[fluent] == 0) try_group(fluent);
    }
    std::sort(keys.begin(), keys.end());
  }

  // The bits of the keys from the initial state on, until they come round.
  std::vector<std::uint32_t> phases() const {
    std::vector<std::uint32_t> found;
    std::vector<bool> state(circuit_.initial.begin(), circuit_.initial.end());
    for (;;) {
      std::uint32_t bits = 0;
      for (std::size_t k = 0; k < keys.size(); ++k) bits |= static_cast<std::uint32_t>(state[keys[k]]) << k;
      if (!found.empty() && bits == found[0]) return found;
      found.push_back(bits);
      state = after(state, keys);
    }
  }

  std::vector<std::uint32_t> keys;

 private:
  void find_self_contained() {
    needs_.resize(circuit_.fluents);
    for (std::uint32_t fluent = 0; fluent < circuit_.fluents; ++fluent) {
      if (circuit_.next[fluent] != circuit::literal_of(circuit_.fluent_node(fluent))) {
        needs_[fluent] = support(circuit_, circuit_.next[fluent]);
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& needs : needs_) {
        if (!needs) continue;
        const auto& fluents = needs->fluents;
        if (std::any_of(fluents.begin(), fluents.end(), [&](std::uint32_t other) { return !needs_[other]; })) {
          needs.reset();
          changed = true;
        }
      }
    }
  }

  // Fluents that depend on each other make up a group. It is kept if it soon comes back to where it began.
  void try_group(std::uint32_t first) {
    std::vector<std::uint32_t> members{first};
    group_[first] = 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::uint32_t other = 0; other < circuit_.fluents; ++other) {
        if (group_[other] == 0 && needs_[other] && (uses(members[i], other) || uses(other, members[i]))) {
          group_[other] = 1;
          members.push_back(other);
        }
      }
    }
    if (members.size() + keys.size() > 16) return;
    const std::vector<bool> initial(circuit_.initial.begin(), circuit_.initial.end());
    auto state = initial;
    for (std::size_t step = 0; step < kLongestPeriod; ++step) {
      state = after(state, members);
      if (state == initial) {
        if (step > 0) keys.insert(keys.end(), members.begin(), members.end());
        return;
      }
    }
  }

  bool uses(std::uint32_t fluent, std::uint32_t other) const {
    const auto& fluents = needs_[fluent]->fluents;
    return std::find(fluents.begin(), fluents.end(), other) != fluents.end();
  }

  std::vector<bool> after(const std::vector<bool>& state, const std::vector<std::uint32_t>& members) const {
    auto next = state;
    for (const auto member : members) next[member] = value_in(circuit_, *needs_[member], circuit_.next[member], state);
    return next;
  }

  const circuit::Circuit& circuit_;
  std::vector<std::optional<Support>> needs_;
  std::vector<std::uint8_t> group_;
};

}  // namespace

Clock find_clock(const circuit::Circuit& circuit) {
  const ClockSearch search(circuit);
  return {search.keys, search.phases()};
}

}  // namespace woodstock::lanes
