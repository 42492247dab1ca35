#include "woodstock/circuit.hpp"

#include <algorithm>

#include "woodstock/cofactor.hpp"
#include "woodstock/draft.hpp"
#include "woodstock/rule_gates.hpp"

namespace woodstock {

namespace {

// The first draft: gates for everything the outputs need.
Draft drafted(const GroundRules& rules) {
  const auto fluents = static_cast<std::uint32_t>(rules.true_atoms.size());
  const auto moves = static_cast<std::uint32_t>(rules.does_atoms.size());
  Draft draft{GateStore(fluents + moves), fluents, rules.move_counts, rules.initial, {}, {}, {}, {}};

  MoveNodes move_nodes{{1 + fluents}};
  for (const auto count : rules.move_counts) move_nodes.first.push_back(move_nodes.first.back() + count);

  const auto atoms = static_cast<std::size_t>(rules.atoms) + 1;
  std::vector<Literal> given(atoms, kFalse);
  std::vector<bool> free(atoms, false);
  const auto give = [&](std::int32_t atom, Node node) {
    if (atom <= 0) return;
    given[static_cast<std::size_t>(atom)] = literal_of(node);
    free[static_cast<std::size_t>(atom)] = true;
  };
  for (std::uint32_t i = 0; i < fluents; ++i) give(rules.true_atoms[i], 1 + i);
  for (std::uint32_t i = 0; i < moves; ++i) give(rules.does_atoms[i], 1 + fluents + i);

  std::vector<std::uint32_t> wanted;
  const auto want = [&](std::int32_t atom) {
    if (atom > 0) wanted.push_back(static_cast<std::uint32_t>(atom));
  };
  for (const auto* list : {&rules.legal_atoms, &rules.next_atoms, &rules.goal_atoms, &rules.sees_atoms}) {
    for (const auto atom : *list) want(atom);
  }
  want(rules.terminal_atom);

  const auto literals = rule_gates(draft.store, rules, move_nodes, std::move(given), free, wanted);
  const auto literal = [&](std::int32_t atom) {
    if (atom == kFactAtom) return kTrue;
    return atom == kNeverAtom ? kFalse : literals[static_cast<std::size_t>(atom)];
  };
  const auto all = [&](const std::vector<std::int32_t>& list) {
    std::vector<Literal> out;
    out.reserve(list.size());
    for (const auto atom : list) out.push_back(literal(atom));
    return out;
  };
  draft.next = all(rules.next_atoms);
  draft.legal = all(rules.legal_atoms);
  draft.goal = all(rules.goal_atoms);
  draft.sees = all(rules.sees_atoms);
  draft.terminal = literal(rules.terminal_atom);
  return draft;
}

// No `does` holds while `legal`, `terminal` and `goal` are asked. Valid rules never look; for those that do, the gates
// concerned are copied with all moves false.
void forget_moves(Draft& draft) {
  auto& store = draft.store;
  std::vector<Literal> map(store.nodes(), kUnmapped);
  for (Node node = 0; node < store.first_gate(); ++node) map[node] = node > draft.fluents ? kFalse : literal_of(node);
  const auto cones = needed_for(draft);
  const auto asked = [](std::uint8_t cone) { return (cone & (kLegalCone | kGoalCone)) != 0; };
  if (std::none_of(cones.begin() + draft.fluents + 1, cones.begin() + store.first_gate(), asked)) return;
  SharedComponents shared;
  const auto components = store.components();
  copy_gates(
      store.first_gate(), store.nodes(), components, [&](Node node) { return store.gate(node); },
      [](Node) { return true; }, store, map, shared);
  for (auto& literal : draft.legal) literal = image_of(map, literal);
  for (auto& literal : draft.goal) literal = image_of(map, literal);
  draft.terminal = image_of(map, draft.terminal);
}

Circuit finished(const Draft& draft) {
  Circuit circuit;
  circuit.fluents = draft.fluents;
  circuit.move_counts = draft.move_counts;
  circuit.initial = draft.initial;
  circuit.offsets = draft.store.offsets();
  circuit.literals = draft.store.literals();
  circuit.components = draft.store.components();
  const auto cones = needed_for(draft);
  circuit.cones.assign(cones.begin() + draft.store.first_gate(), cones.end());
  circuit.next = draft.next;
  circuit.legal = draft.legal;
  circuit.goal = draft.goal;
  circuit.sees = draft.sees;
  circuit.terminal = draft.terminal;
  return circuit;
}

}  // namespace

Circuit build_circuit(const GroundRules& rules) {
  auto draft = drafted(rules);
  forget_moves(draft);
  for (;;) {
    auto better = tidied(draft, reachable_values(draft));
    const bool settled =
        better.store.nodes() == draft.store.nodes() && better.store.literals().size() == draft.store.literals().size();
    draft = std::move(better);
    if (settled) return finished(draft);
  }
}

}  // namespace woodstock
