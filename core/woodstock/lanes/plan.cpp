#include "woodstock/lanes/plan.hpp"

#include <algorithm>
#include <iterator>

#include "woodstock/circuit/cofactor.hpp"

namespace woodstock::lanes {

namespace {

// Code for what some literals need, less what is there already.
LaneCode code_for(const circuit::GateStore& store, const std::vector<circuit::Literal>& literals,
                  const circuit::Marks& there) {
  auto needed = circuit::needed_by(store, literals);
  for (std::size_t node = 0; node < there.size(); ++node) needed[node] &= static_cast<std::uint8_t>(~there[node]);
  return LaneCode(store, needed);
}

class VariantBuilding {
 public:
  VariantBuilding(const circuit::Circuit& circuit, const Preferences& preferences)
      : circuit_(circuit),
        preferences_(preferences),
        store_(preferences.mast ? MastNodes(circuit).end - 1 : circuit.inputs()),
        map_(circuit.nodes(), circuit::kUnmapped) {}

  LaneVariant run(const Clock& clock, std::size_t phase) {
    const auto& keys = clock.keys;
    map_[0] = circuit::kTrue;
    for (std::uint32_t i = 0; i < circuit_.fluents; ++i) map_[1 + i] = circuit::literal_of(1 + i);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const bool holds = (clock.phases[phase] >> k & 1U) != 0;
      map_[circuit_.fluent_node(keys[k])] = holds ? circuit::kTrue : circuit::kFalse;
    }
    copy(circuit::kLegalCone);
    LaneVariant variant;
    std::uint32_t move = 0;
    for (const auto count : circuit_.move_counts) {
      variant.roles.push_back(role(move, count));
      move += count;
    }
    if (preferences_.foresight != nullptr) prefer(variant, preferences_.foresight->preferred(phase));
    if (preferences_.mast) prefer_good(variant);
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
      own.numbers.push_back(move);
    }
    if (own.legal.size() == 1) {
      own.only = own.legal[0];
      own.only_move = own.moves[0];
      map_[own.only_move] = circuit::kTrue;
      own.legal.clear();
      own.moves.clear();
      own.numbers.clear();
    } else if (own.legal.empty()) {
      own.only = circuit::kFalse;
    }
    for (const auto node : own.moves) map_[node] = circuit::literal_of(node);
    return own;
  }

  // Roles choose among these moves, not among all that are legal.
  void prefer(LaneVariant& variant, const Preferred& preferred) {
    const auto& store = *preferred.store;
    std::vector<circuit::Literal> asked;
    std::ranges::copy_if(preferred.moves, std::back_inserter(asked),
                         [](circuit::Literal literal) { return literal != circuit::kUnmapped; });
    const auto needed = circuit::needed_by(store, asked);
    std::vector<circuit::Literal> map(store.nodes(), circuit::kUnmapped);
    std::copy_n(map_.begin(), circuit_.first_gate(), map.begin());
    circuit::copy_gates(
        store, store.components(), [&](circuit::Node node) { return needed[node] != 0; }, store_, map, shared_);
    for (auto& role : variant.roles) {
      for (std::size_t i = 0; i < role.moves.size(); ++i) {
        const auto own = preferred.moves[role.numbers[i]];
        if (own != circuit::kUnmapped) role.legal[i] = circuit::image_of(map, own);
      }
    }
  }

  // Where a lane is not to choose at random, and a good move can be made, the others cannot.
  void prefer_good(LaneVariant& variant) {
    const MastNodes nodes(circuit_);
    const auto both = [&](circuit::Literal one, circuit::Literal other) {
      std::vector<circuit::Literal> inputs{one, other};
      return store_.conjunction(inputs);
    };
    for (std::uint32_t role = 0; role < variant.roles.size(); ++role) {
      auto& own = variant.roles[role];
      if (role == preferences_.chance) continue;
      std::vector<circuit::Literal> good;
      for (std::size_t i = 0; i < own.legal.size(); ++i) {
        good.push_back(both(own.legal[i], circuit::literal_of(nodes.good(own.numbers[i]))));
      }
      const auto strict = both(store_.disjunction(good), circuit::literal_of(nodes.random(role), true));
      for (std::size_t i = 0; i < own.legal.size(); ++i) {
        const auto left_out = both(strict, circuit::literal_of(nodes.good(own.numbers[i]), true));
        own.legal[i] = both(own.legal[i], circuit::negation(left_out));
      }
    }
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
  const Preferences& preferences_;
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

double LanePlan::code_size() const {
  std::size_t sum = 1;
  for (const auto& variant : variants) sum += variant.legal.size() + variant.next.size();
  return static_cast<double>(sum);
}

LanePlan make_lane_plan(const circuit::Circuit& circuit, const Clock& clock, const Preferences& preferences) {
  LanePlan plan;
  static_cast<Clock&>(plan) = clock;
  for (std::size_t phase = 0; phase < plan.phases.size(); ++phase) {
    VariantBuilding building(circuit, preferences);
    plan.variants.push_back(building.run(clock, phase));
    plan.nodes = std::max(plan.nodes, building.nodes());
  }
  return plan;
}

}  // namespace woodstock::lanes
