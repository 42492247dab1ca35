#include "woodstock/circuit/circuit.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <stdexcept>

#include "woodstock/circuit/intermediate.hpp"
#include "woodstock/support/components.hpp"

namespace woodstock::circuit {

namespace {

// The first version: gates for everything the outputs need.
class CircuitBuilder {
 public:
  explicit CircuitBuilder(const GroundRules& rules)
      : rules_(rules),
        fluents_(static_cast<std::uint32_t>(rules.true_atoms.size())),
        moves_(static_cast<std::uint32_t>(rules.does_atoms.size())),
        move_nodes_{{1 + fluents_}},
        terminal_{rules.terminal_atom},
        given_(static_cast<std::size_t>(rules.atoms) + 1, kFalse),
        free_(given_.size(), false) {
    for (const auto count : rules.move_counts) move_nodes_.first.push_back(move_nodes_.first.back() + count);
    give(rules_.true_atoms, 1);
    give(rules_.does_atoms, 1 + fluents_);
  }

  IntermediateCircuit run() {
    IntermediateCircuit ir{
        {fluents_, rules_.move_counts, rules_.percept_counts, rules_.initial, {}, {}, {}, {}, kFalse},
        GateStore(fluents_ + moves_)};
    literals_ =
        gates(ir, {&rules_.legal_atoms, &rules_.next_atoms, &rules_.goal_atoms, &rules_.sees_atoms, &terminal_});
    ir.next = outputs(rules_.next_atoms);
    ir.sees = outputs(rules_.sees_atoms);
    set_asked(ir);
    if (looks_at_moves()) {
      for (const auto atom : rules_.does_atoms) {
        if (atom > 0) given_[static_cast<std::size_t>(atom)] = kFalse;
      }
      literals_ = gates(ir, {&rules_.legal_atoms, &rules_.goal_atoms, &terminal_});
      set_asked(ir);
    }
    return ir;
  }

 private:
  void give(const std::vector<std::int32_t>& atoms, Node first) {
    for (std::uint32_t i = 0; i < atoms.size(); ++i) {
      if (atoms[i] <= 0) continue;
      given_[static_cast<std::size_t>(atoms[i])] = literal_of(first + i);
      free_[static_cast<std::size_t>(atoms[i])] = true;
    }
  }

  using Lists = std::initializer_list<const std::vector<std::int32_t>*>;

  static std::vector<std::uint32_t> wanted(Lists lists) {
    std::vector<std::uint32_t> atoms;
    for (const auto* list : lists) {
      for (const auto atom : *list) {
        if (atom > 0) atoms.push_back(static_cast<std::uint32_t>(atom));
      }
    }
    return atoms;
  }

  std::vector<Literal> gates(IntermediateCircuit& ir, Lists lists) const {
    return rule_gates(ir.store, rules_, move_nodes_, given_, free_, wanted(lists));
  }

  std::vector<Literal> outputs(const std::vector<std::int32_t>& atoms) const {
    std::vector<Literal> out;
    out.reserve(atoms.size());
    for (const auto atom : atoms) out.push_back(output(atom));
    return out;
  }
  Literal output(std::int32_t atom) const {
    if (atom == kFactAtom) return kTrue;
    return atom == kNeverAtom ? kFalse : literals_[static_cast<std::size_t>(atom)];
  }

  void set_asked(IntermediateCircuit& ir) const {
    ir.legal = outputs(rules_.legal_atoms);
    ir.goal = outputs(rules_.goal_atoms);
    ir.terminal = output(rules_.terminal_atom);
  }

  // No `does` holds while `legal`, `terminal` and `goal` are asked. Valid rules never look; for those that do, gates
  // are made once more without moves: those at hand take it that every role makes one.
  bool looks_at_moves() const {
    std::vector<bool> is_move(given_.size(), false);
    for (const auto atom : rules_.does_atoms) {
      if (atom > 0) is_move[static_cast<std::size_t>(atom)] = true;
    }
    const RuleIndex index(rules_);
    bool found = false;
    support::StrongComponents().find(
        static_cast<std::uint32_t>(given_.size()), wanted({&rules_.legal_atoms, &rules_.goal_atoms, &terminal_}),
        [&](std::uint32_t atom, auto visit) { index.each_used(atom, visit); },
        [&](const std::vector<std::uint32_t>& component) { found = found || is_move[component[0]]; });
    return found;
  }

  const GroundRules& rules_;
  std::uint32_t fluents_;
  std::uint32_t moves_;
  MoveNodes move_nodes_;
  std::vector<std::int32_t> terminal_;
  std::vector<Literal> given_;
  std::vector<bool> free_;
  std::vector<Literal> literals_;
};

}  // namespace

Circuit build_circuit(const GroundRules& rules) {
  auto ir = CircuitBuilder(rules).run();
  for (bool settled = false; !settled;) {
    auto better = simplified(ir, reachable_values(ir));
    settled = better.store.nodes() == ir.store.nodes() && better.store.literals().size() == ir.store.literals().size();
    ir = std::move(better);
  }
  const auto& store = ir.store;
  const auto cones = needed_for(ir);
  return {ir, store.offsets(), store.literals(), store.components(), {cones.begin() + store.first_gate(), cones.end()}};
}

std::pair<std::int32_t, std::int32_t> goal_range(const GoalTable& goals, std::uint32_t role) {
  std::pair<std::int32_t, std::int32_t> out{100, 0};
  for (std::size_t i = 0; i < goals.role.size(); ++i) {
    if (goals.role[i] != role) continue;
    out.first = std::min(out.first, std::clamp(goals.value[i], 0, 100));
    out.second = std::max(out.second, std::clamp(goals.value[i], 0, 100));
  }
  return {std::min(out.first, out.second), out.second};
}

std::vector<std::uint64_t> decode_state(const Circuit& circuit, std::string_view text) {
  std::vector<std::uint64_t> words(circuit.state_words());
  if (text.size() != words.size() * 8) throw std::invalid_argument("this state belongs to another game");
  if (!words.empty()) std::memcpy(words.data(), text.data(), text.size());
  const auto left = circuit.fluents % 64;  // fluents in the last word, if it is not full
  if (left != 0 && words.back() >> left != 0) throw std::invalid_argument("this state belongs to another game");
  return words;
}

}  // namespace woodstock::circuit
