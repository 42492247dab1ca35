// Copies gates from one store to another with some nodes replaced by literals, most often by constants.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

inline constexpr Literal kUnmapped = ~Literal{0};

// Where copied components went, so that a component whose inputs are replaced by the same literals twice is shared.
using SharedComponents = std::map<std::pair<Node, std::vector<Literal>>, Node>;

// The image of a literal.
inline Literal image_of(const std::vector<Literal>& map, Literal literal) {
  const auto own = map[node_of(literal)];
  if (own == kUnmapped) return kUnmapped;
  return negated(literal) ? negation(own) : own;
}

// A component is copied gate by gate as it stands: constants inside it are rare and do no harm.
template <typename Source>
void copy_component(const Component& component, const Source& source, GateStore& target, std::vector<Literal>& map,
                    SharedComponents& shared) {
  std::vector<Literal> outside;
  for (auto node = component.begin; node < component.end; ++node) {
    for (const auto literal : source.gate(node)) {
      if (node_of(literal) >= component.begin && node_of(literal) < component.end) continue;
      const auto own = image_of(map, literal);
      if (own == kUnmapped) return;
      outside.push_back(own);
    }
  }
  const auto [entry, fresh] = shared.try_emplace({component.begin, std::move(outside)}, target.nodes());
  for (auto node = component.begin; node < component.end; ++node) {
    map[node] = literal_of(entry->second + (node - component.begin));
  }
  if (!fresh) return;
  std::vector<std::vector<Literal>> bodies;
  std::vector<std::vector<Literal>> atoms;
  for (auto node = component.begin; node < component.end; ++node) {
    auto& own = (node < component.atoms ? bodies : atoms).emplace_back();
    for (const auto literal : source.gate(node)) own.push_back(image_of(map, literal));
  }
  target.component(bodies, atoms);
}

// Adds to `target` an image of every gate of the source that `wanted` accepts and `map` does not have yet; a gate with
// an unmapped input stays unmapped.
template <typename Source, typename Wanted>
void copy_gates(const Source& source, const std::vector<Component>& components, Wanted wanted, GateStore& target,
                std::vector<Literal>& map, SharedComponents& shared) {
  std::vector<Literal> inputs;
  const auto copy_gate = [&](Node node) {
    if (!wanted(node) || map[node] != kUnmapped) return;
    inputs.clear();
    bool complete = true;
    bool impossible = false;
    for (const auto literal : source.gate(node)) {
      const auto own = image_of(map, literal);
      complete &= own != kUnmapped;
      impossible |= own == kFalse;
      inputs.push_back(own);
    }
    if (impossible) {
      map[node] = kFalse;
    } else if (complete) {
      map[node] = target.conjunction(inputs);
    }
  };
  each_part(source.first_gate(), source.nodes(), components, copy_gate, [&](const Component& component) {
    const auto node = component.begin;
    if (wanted(node) && map[node] == kUnmapped) copy_component(component, source, target, map, shared);
  });
}

}  // namespace woodstock::circuit
