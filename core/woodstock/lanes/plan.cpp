#include "woodstock/lanes/plan.hpp"

#include <algorithm>
#include <optional>

#include "woodstock/circuit/cofactor.hpp"

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

class Clock {
 public:
  explicit Clock(const circuit::Circuit& circuit) : circuit_(circuit), group_(circuit.fluents, 0) {
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

// Code for what some literals need, less what is there already.
LaneCode code_for(const circuit::GateStore& store, const std::vector<circuit::Literal>& literals,
                  const circuit::Marks& there) {
  auto needed = circuit::needed_by(store, literals);
  for (std::size_t node = 0; node < there.size(); ++node) needed[node] &= static_cast<std::uint8_t>(~there[node]);
  return LaneCode(store, needed);
}

class VariantBuilding {
 public:
  explicit VariantBuilding(const circuit::Circuit& circuit)
      : circuit_(circuit), store_(circuit.inputs()), map_(circuit.nodes(), circuit::kUnmapped) {}

  LaneVariant run(const std::vector<std::uint32_t>& keys, std::uint32_t bits) {
    map_[0] = circuit::kTrue;
    for (std::uint32_t i = 0; i < circuit_.fluents; ++i) map_[1 + i] = circuit::literal_of(1 + i);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      map_[circuit_.fluent_node(keys[k])] = (bits >> k & 1U) != 0 ? circuit::kTrue : circuit::kFalse;
    }
    copy(circuit::kLegalCone);
    LaneVariant variant;
    std::uint32_t move = 0;
    for (const auto count : circuit_.move_counts) {
      variant.roles.push_back(role(move, count));
      move += count;
    }
    copy(circuit::kNextCone | circuit::kGoalCone | circuit::kSeesCone);
    variant.terminal = circuit::image_of(map_, circuit_.terminal);
    for (std::uint32_t i = 0; i < circuit_.fluents; ++i) {
      const auto becomes = circuit::image_of(map_, circuit_.next[i]);
      if (becomes == circuit::literal_of(1 + i) || std::find(keys.begin(), keys.end(), i) != keys.end()) continue;
      variant.fluents.push_back(1 + i);
      variant.becomes.push_back(becomes);
    }
    for (const auto literal : circuit_.goal) variant.goals.push_back(circuit::image_of(map_, literal));
    for (const auto literal : circuit_.sees) variant.percepts.push_back(circuit::image_of(map_, literal));
    write_code(variant);
    return variant;
  }

  circuit::Node nodes() const { return nodes_; }

 private:
  void copy(std::uint8_t cones) {
    const auto wanted = [&](circuit::Node node) { return (circuit_.cones[node - circuit_.first_gate()] & cones) != 0; };
    circuit::copy_gates(circuit_, circuit_.components, wanted, store_, map_, shared_);
  }

  // A role whose other moves can never be legal here makes its one move in every lane.
  LaneRole role(std::uint32_t first, std::uint32_t count) {
    LaneRole own;
    for (auto move = first; move < first + count; ++move) {
      const auto legal = circuit::image_of(map_, circuit_.legal[move]);
      map_[circuit_.move_node(move)] = circuit::kFalse;
      if (legal == circuit::kFalse) continue;
      own.legal.push_back(legal);
      own.moves.push_back(circuit_.move_node(move));
    }
    if (own.legal.size() == 1) {
      own.only = own.legal[0];
      own.only_move = own.moves[0];
      map_[own.only_move] = circuit::kTrue;
      own.legal.clear();
      own.moves.clear();
    } else if (own.legal.empty()) {
      own.only = circuit::kFalse;
    }
    for (const auto node : own.moves) map_[node] = circuit::literal_of(node);
    return own;
  }

  void write_code(LaneVariant& variant) {
    std::vector<circuit::Literal> map;
    const auto store = narrowed(store_, map);
    const auto follow = [&](std::vector<circuit::Literal>& literals) {
      for (auto& literal : literals) literal = circuit::image_of(map, literal);
    };
    variant.terminal = circuit::image_of(map, variant.terminal);
    std::vector<circuit::Literal> asked{variant.terminal};
    for (auto& role : variant.roles) {
      follow(role.legal);
      role.only = circuit::image_of(map, role.only);
      asked.insert(asked.end(), role.legal.begin(), role.legal.end());
      asked.push_back(role.only);
    }
    follow(variant.becomes);
    follow(variant.goals);
    follow(variant.percepts);
    const auto legal = circuit::needed_by(store, asked);
    variant.legal = LaneCode(store, legal);
    variant.next = code_for(store, variant.becomes, legal);
    variant.goal = code_for(store, variant.goals, legal);
    variant.sees = code_for(store, variant.percepts, legal);
    nodes_ = store.nodes();
  }

  const circuit::Circuit& circuit_;
  circuit::GateStore store_;
  std::vector<circuit::Literal> map_;
  circuit::SharedComponents shared_;
  circuit::Node nodes_ = 0;
};

}  // namespace

LaneMask LaneVariant::choose_moves(const LaneKernel& kernel, LaneValues& values, LaneValues& random,
                                   const LaneMask& active) const {
  LaneMask broken;
  for (const auto& role : roles) {
    LaneMask none;
    if (role.legal.empty()) {
      if (role.only != circuit::kTrue) none = active - values.value(role.only);
    } else {
      kernel.choose(role.legal.data(), role.moves.data(), static_cast<std::uint32_t>(role.legal.size()), values.data(),
                    random.data(), active.words.data(), none.words.data());
    }
    broken |= none;
  }
  return broken;
}

std::optional<std::uint32_t> LanePlan::phase_of(const std::uint64_t* state) const {
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    bits |= static_cast<std::uint32_t>(state[keys[k] >> 6] >> (keys[k] & 63) & 1U) << k;
  }
  const auto phase = std::find(phases.begin(), phases.end(), bits);
  if (phase == phases.end()) return std::nullopt;
  return static_cast<std::uint32_t>(phase - phases.begin());
}

LanePlan make_lane_plan(const circuit::Circuit& circuit, bool with_clock) {
  LanePlan plan;
  plan.phases.push_back(0);
  if (with_clock) {
    const Clock clock(circuit);
    plan.keys = clock.keys;
    plan.phases = clock.phases();
  }
  for (const auto bits : plan.phases) {
    VariantBuilding building(circuit);
    plan.variants.push_back(building.run(plan.keys, bits));
    plan.nodes = std::max(plan.nodes, building.nodes());
  }
  return plan;
}

}  // namespace woodstock::lanes
