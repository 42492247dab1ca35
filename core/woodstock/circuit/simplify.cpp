#include <algorithm>

#include "woodstock/circuit/cofactor.hpp"
#include "woodstock/circuit/intermediate.hpp"

namespace woodstock::circuit {

Marks needed_for(const IntermediateCircuit& ir) {
  Marks cones(ir.store.nodes(), 0);
  ir.each_output([&](Literal literal, std::uint8_t cone) { cones[node_of(literal)] |= cone; });
  spread_marks(ir.store, cones);
  return cones;
}

namespace {

class Simplifier {
 public:
  Simplifier(const IntermediateCircuit& old, const std::vector<Values>& values)
      : old_(old), values_(values), cones_(needed_for(old)), map_(old.store.nodes(), kFalse) {}

  IntermediateCircuit run() {
    IntermediateCircuit fresh{old_, GateStore(old_.store.inputs())};
    find_spliced();
    copy_gates(fresh.store);
    for (auto* literals : {&fresh.next, &fresh.legal, &fresh.goal, &fresh.sees}) {
      for (auto& literal : *literals) literal = image_of(map_, literal);
    }
    fresh.terminal = image_of(map_, fresh.terminal);
    return fresh;
  }

 private:
  // A gate is spliced into its user if it has one use, and that as it stands (not negated) in another plain gate.
  void find_spliced() {
    const auto& store = old_.store;
    std::vector<std::uint32_t> uses(store.nodes(), 0);
    std::vector<bool> plain_use(store.nodes(), false);
    std::vector<bool> in_component(store.nodes(), false);
    for (const auto& component : store.components()) {
      std::fill(in_component.begin() + component.begin, in_component.begin() + component.end, true);
    }
    old_.each_output([&](Literal literal, std::uint8_t) { ++uses[node_of(literal)]; });
    for (auto node = store.first_gate(); node < store.nodes(); ++node) {
      if (cones_[node] == 0) continue;
      for (const auto literal : store.gate(node)) {
        ++uses[node_of(literal)];
        if (!negated(literal) && !in_component[node]) plain_use[node_of(literal)] = true;
      }
    }
    spliced_.assign(store.nodes(), false);
    for (auto node = store.first_gate(); node < store.nodes(); ++node) {
      spliced_[node] = uses[node] == 1 && plain_use[node] && !in_component[node];
    }
  }

  void copy_gates(GateStore& store) {
    for (Node node = 0; node < old_.store.first_gate(); ++node) map_[node] = known_or(node, literal_of(node));
    std::vector<Literal> inputs;
    const auto copy_gate = [&](Node node) {
      if (cones_[node] == 0 || spliced_[node]) return;
      inputs.clear();
      gather(node, inputs);
      map_[node] = known_or(node, values_[node] == kEither ? store.conjunction(inputs) : kFalse);
    };
    each_part(old_.store.first_gate(), old_.store.nodes(), old_.store.components(), copy_gate,
              [&](const Component& component) {
                if (cones_[component.begin] != 0) copy_component(store, component);
              });
  }

  // The inputs of a gate, with those of gates spliced into it in their place.
  void gather(Node node, std::vector<Literal>& inputs) {
    stack_.assign(1, node);
    while (!stack_.empty()) {
      const auto top = stack_.back();
      stack_.pop_back();
      for (const auto literal : old_.store.gate(top)) {
        if (spliced_[node_of(literal)] && values_[node_of(literal)] == kEither) {
          stack_.push_back(node_of(literal));
        } else if (values_[node_of(literal)] == kEither) {
          inputs.push_back(image_of(map_, literal));
        } else {
          const bool holds = (values_[node_of(literal)] == kOnlyTrue) != negated(literal);
          inputs.push_back(holds ? kTrue : kFalse);
        }
      }
    }
  }

  Literal known_or(Node node, Literal other) const {
    if (values_[node] == kOnlyTrue) return kTrue;
    if (values_[node] == kOnlyFalse) return kFalse;
    return other;
  }

  void copy_component(GateStore& store, const Component& component) {
    auto next = store.nodes();
    for (auto node = component.begin; node < component.end; ++node) {
      map_[node] = known_or(node, values_[node] == kEither ? literal_of(next++) : kFalse);
    }
    if (next == store.nodes()) return;
    std::vector<std::vector<Literal>> bodies;
    std::vector<std::vector<Literal>> atoms;
    for (auto node = component.begin; node < component.end; ++node) {
      if (values_[node] != kEither) continue;
      auto& own = (node < component.atoms ? bodies : atoms).emplace_back();
      for (const auto literal : old_.store.gate(node)) {
        if (const auto other = image_of(map_, literal); other != kTrue) own.push_back(other);
      }
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
    }
    store.component(bodies, atoms);
  }

  const IntermediateCircuit& old_;
  const std::vector<Values>& values_;
  Marks cones_;
  std::vector<Literal> map_;
  std::vector<bool> spliced_;
  std::vector<Node> stack_;
};

}  // namespace

IntermediateCircuit simplified(const IntermediateCircuit& ir, const std::vector<Values>& values) {
  return Simplifier(ir, values).run();
}

}  // namespace woodstock::circuit
