#include "woodstock/machine/event_plan.hpp"

#include <algorithm>
#include <map>

#include "woodstock/circuit/cofactor.hpp"

namespace woodstock::machine {

namespace {

// Nodes that depend on the moves made.
std::vector<bool> bound_nodes(const circuit::Circuit& circuit) {
  std::vector<bool> bound(circuit.nodes(), false);
  for (std::uint32_t move = 0; move < circuit.moves(); ++move) bound[circuit.move_node(move)] = true;
  const auto uses_bound = [&](circuit::Node node) {
    return std::ranges::any_of(circuit.gate(node), [&](auto literal) { return bound[circuit::node_of(literal)]; });
  };
  circuit::each_part(
      circuit.first_gate(), circuit.nodes(), circuit.components,
      [&](circuit::Node node) { bound[node] = uses_bound(node); },
      [&](const circuit::Component& component) {
        bool any = false;
        for (auto member = component.begin; member < component.end; ++member) any |= uses_bound(member);
        std::fill(bound.begin() + component.begin, bound.begin() + component.end, any);
      });
  return bound;
}

class Planning {
 public:
  Planning(const circuit::Circuit& circuit, std::vector<std::uint32_t> keys,
           const std::vector<std::uint32_t>& assignments, bool moves_in_net)
      : circuit_(circuit), bound_(bound_nodes(circuit)), assignments_(assignments) {
    plan_.keys = std::move(keys);
    plan_.moves_in_net = moves_in_net;
  }

  EventPlan run() {
    fill_pool();
    make_variants();
    drop_dead_gates();
    make_variants();
    follow();
    return std::move(plan_);
  }

 private:
  void fill_pool() {
    plan_.pool = circuit::GateStore(plan_.moves_in_net ? circuit_.inputs() : circuit_.fluents);
    circuit::SharedComponents shared;
    for (const auto assignment : assignments_) {
      auto& map = maps_.emplace_back(circuit_.nodes(), circuit::kUnmapped);
      map[0] = circuit::kTrue;
      for (std::uint32_t i = 0; i < circuit_.fluents; ++i) map[circuit_.fluent_node(i)] = circuit::literal_of(1 + i);
      for (std::size_t k = 0; k < plan_.keys.size(); ++k) {
        map[circuit_.fluent_node(plan_.keys[k])] = (assignment >> k & 1U) != 0 ? circuit::kTrue : circuit::kFalse;
      }
      for (std::uint32_t i = 0; i < circuit_.moves() && plan_.moves_in_net; ++i) {
        map[circuit_.move_node(i)] = circuit::literal_of(circuit_.move_node(i));
      }
      const auto wanted = [&](circuit::Node node) {
        return (plan_.moves_in_net || !bound_[node]) &&
               (circuit_.cones[node - circuit_.first_gate()] & (circuit::kLegalCone | circuit::kNextCone)) != 0;
      };
      circuit::copy_gates(circuit_, circuit_.components, wanted, plan_.pool, map, shared);
    }
  }

  void make_variants() {
    plan_.variant_of.assign(std::size_t{1} << plan_.keys.size(), -1);
    plan_.variants.clear();
    plan_.sets.clear();
    plan_.room = 0;
    plan_.state_words = (circuit_.fluents + 63) / 64;
    plan_.words = plan_.state_words;
    std::map<std::vector<circuit::Literal>, std::uint32_t> known_sets;
    for (std::size_t v = 0; v < assignments_.size(); ++v) {
      plan_.variant_of[assignments_[v]] = static_cast<std::int32_t>(v);
      auto& variant = plan_.variants.emplace_back();
      std::uint32_t move = 0;
      for (const auto count : circuit_.move_counts) {
        std::vector<circuit::Literal> literals;
        for (std::uint32_t i = 0; i < count; ++i)
          literals.push_back(circuit::image_of(maps_[v], circuit_.legal[move++]));
        const auto [entry, fresh] = known_sets.try_emplace(literals, static_cast<std::uint32_t>(plan_.sets.size()));
        if (fresh) {
          plan_.sets.push_back({plan_.words, (count + 63) / 64, std::move(literals)});
          plan_.words += (count + 63) / 64;
        }
        variant.legal.push_back(entry->second);
      }
      variant.terminal = circuit::image_of(maps_[v], circuit_.terminal);
      if (plan_.moves_in_net) {
        variant.next_word = plan_.words;
        plan_.words += plan_.state_words;
      } else {
        auto gates = std::make_shared<circuit::GateStore>(0);
        variant.next = program(maps_[v], circuit_.next, circuit::kNextCone, *gates);
        variant.next_gates = std::move(gates);
      }
      circuit::GateStore gates(0);
      variant.goal = program(maps_[v], circuit_.goal, circuit::kGoalCone, gates);
      variant.sees = program(maps_[v], circuit_.sees, circuit::kSeesCone, gates);
    }
  }

  circuit::Program program(std::vector<circuit::Literal> map, const std::vector<circuit::Literal>& outputs,
                           std::uint8_t cone, circuit::GateStore& store) {
    store = circuit::GateStore(plan_.pool.nodes() - 1 + circuit_.moves());
    // Programs work out for themselves what depends on moves, also where the net has it: there no move is made.
    for (circuit::Node node = 0; node < circuit_.nodes(); ++node) {
      if (bound_[node]) map[node] = circuit::kUnmapped;
    }
    for (std::uint32_t move = 0; move < circuit_.moves(); ++move) {
      map[circuit_.move_node(move)] = circuit::literal_of(plan_.move_node(move));
    }
    circuit::SharedComponents shared;
    const auto wanted = [&](circuit::Node node) { return (circuit_.cones[node - circuit_.first_gate()] & cone) != 0; };
    circuit::copy_gates(circuit_, circuit_.components, wanted, store, map, shared);
    std::vector<circuit::Literal> images;
    images.reserve(outputs.size());
    for (const auto literal : outputs) images.push_back(circuit::image_of(map, literal));
    plan_.room = std::max(plan_.room, store.nodes() - plan_.pool.nodes());
    return circuit::Program(store, std::move(images));
  }

  // With the keys fixed many gates are of no use any more in any variant.
  void drop_dead_gates() {
    const auto& old = plan_.pool;
    circuit::Marks live(old.nodes(), 0);
    const auto use = [&](circuit::Literal literal) {
      if (circuit::node_of(literal) < old.nodes()) live[circuit::node_of(literal)] = 1;
    };
    for (const auto& set : plan_.sets) std::for_each(set.literals.begin(), set.literals.end(), use);
    for (const auto& variant : plan_.variants) {
      use(variant.terminal);
      variant.next.each_literal(use);
    }
    for (std::size_t v = 0; v < maps_.size() && plan_.moves_in_net; ++v) {
      for (const auto literal : circuit_.next) use(circuit::image_of(maps_[v], literal));
    }
    circuit::spread_marks(old, live);

    circuit::GateStore fresh(old.inputs());
    std::vector<circuit::Literal> moved(old.nodes(), circuit::kUnmapped);
    for (circuit::Node node = 0; node < old.first_gate(); ++node) moved[node] = circuit::literal_of(node);
    circuit::SharedComponents shared;
    const auto wanted = [&](circuit::Node node) { return live[node] != 0; };
    circuit::copy_gates(old, old.components(), wanted, fresh, moved, shared);
    for (auto& map : maps_) {
      for (auto& literal : map) {
        if (literal != circuit::kUnmapped) literal = circuit::image_of(moved, literal);
      }
    }
    plan_.pool = std::move(fresh);
  }

  void follow() {
    for (std::uint32_t i = 0; i < circuit_.fluents; ++i) plan_.followers.push_back({circuit::literal_of(1 + i), i});
    for (const auto& set : plan_.sets) {
      for (std::uint32_t i = 0; i < set.literals.size(); ++i) {
        if (set.literals[i] != circuit::kFalse) plan_.followers.push_back({set.literals[i], set.word * 64 + i});
      }
    }
    for (std::size_t v = 0; v < maps_.size() && plan_.moves_in_net; ++v) {
      for (std::uint32_t i = 0; i < circuit_.fluents; ++i) {
        const auto literal = circuit::image_of(maps_[v], circuit_.next[i]);
        if (literal != circuit::kFalse) plan_.followers.push_back({literal, plan_.variants[v].next_word * 64 + i});
      }
    }
  }

  const circuit::Circuit& circuit_;
  std::vector<bool> bound_;
  const std::vector<std::uint32_t>& assignments_;
  std::vector<std::vector<circuit::Literal>> maps_;
  EventPlan plan_;
};

}  // namespace

EventPlan make_plan(const circuit::Circuit& circuit, std::vector<std::uint32_t> keys,
                    const std::vector<std::uint32_t>& assignments, bool moves_in_net) {
  return Planning(circuit, std::move(keys), assignments, moves_in_net).run();
}

}  // namespace woodstock::machine
