#include "woodstock/circuit/circuit.hpp"

#include <algorithm>
#include <set>

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/circuit/intermediate.hpp"

using namespace woodstock;
using namespace woodstock::circuit;
using naive::Bits;
using naive::RandomRules;

namespace {

naive::RandomGameShape any_shape(support::Random& random) {
  naive::RandomGameShape shape;
  shape.fluents = 1 + random.below(8);
  shape.move_counts.clear();
  for (auto roles = random.below(4); roles > 0; --roles) shape.move_counts.push_back(1 + random.below(4));
  shape.derived = 10 + random.below(30);
  shape.always_movable = random.below(4) != 0;
  return shape;
}

// Walks from the initial state and calls visit(state, joint_move) for every step; an empty joint move of a game with
// roles means that the walk ends there.
template <typename Visit>
void walk(const RandomRules& game, support::Random& random, int steps, Visit visit) {
  Bits state = game.rules.initial;
  for (int step = 0; step < steps; ++step) {
    const auto here = game.answers(state);
    const auto joint_move = naive::choose(here.legal, game.rules.move_counts, random);
    visit(state, joint_move);
    if (here.terminal || (joint_move.empty() && !game.rules.move_counts.empty())) {
      state = game.rules.initial;
      continue;
    }
    state = game.outcome(state, joint_move).next;
  }
}

// No constants, no twins, no dead gates. Components are kept as they stand and needed as a whole, so in them there may
// be twins and members that nobody uses.
void check_form(const Circuit& circuit) {
  validate(circuit);
  std::set<std::vector<Literal>> seen;
  std::vector<bool> plain(circuit.nodes(), true);
  for (const auto& component : circuit.components) {
    std::fill(plain.begin() + component.begin, plain.begin() + component.end, false);
  }
  std::vector<bool> used(circuit.nodes(), false);
  for (const auto* outputs : {&circuit.next, &circuit.legal, &circuit.goal, &circuit.sees}) {
    for (const auto literal : *outputs) used[node_of(literal)] = true;
  }
  used[node_of(circuit.terminal)] = true;
  for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) {
    const auto inputs = circuit.gate(node);
    for (const auto literal : inputs) {
      CHECK(literal > kFalse);
      used[node_of(literal)] = true;
    }
    if (plain[node]) CHECK(seen.insert({inputs.begin(), inputs.end()}).second);
    CHECK(inputs.size() > 1 || !plain[node]);
  }
  for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) CHECK(used[node] || !plain[node]);
}

}  // namespace

TEST("a built circuit says what the rules say along random walks, and has the form it promises") {
  support::Random random(10);
  std::size_t recursive = 0;
  for (int round = 0; round < 300; ++round) {
    const auto game = naive::RandomGame(random, any_shape(random)).make();
    const auto circuit = build_circuit(game.rules);
    check_form(circuit);
    recursive += !circuit.components.empty();
    walk(game, random, 25, [&](const Bits& state, const std::vector<std::uint32_t>& joint_move) {
      CHECK(naive::answers(circuit, state) == game.answers(state));
      if (joint_move.size() == game.rules.move_counts.size()) {
        CHECK(naive::outcome(circuit, state, joint_move) == game.outcome(state, joint_move));
      }
    });
  }
  CHECK(recursive > 15);
}

TEST("where legal, terminal and goal look at moves, they see that none is made") {
  support::Random random(11);
  for (int round = 0; round < 300; ++round) {
    auto shape = any_shape(random);
    shape.looks_at_moves = true;
    const auto game = naive::RandomGame(random, shape).make();
    const auto circuit = build_circuit(game.rules);
    check_form(circuit);
    walk(game, random, 15, [&](const Bits& state, const std::vector<std::uint32_t>& joint_move) {
      CHECK(naive::answers(circuit, state) == game.answers(state));
      if (joint_move.size() == game.rules.move_counts.size()) {
        CHECK(naive::outcome(circuit, state, joint_move) == game.outcome(state, joint_move));
      }
    });
  }
}

TEST("most moves of a role, looked at while none is made, do not hold") {
  // One role with three moves; the goal is reached if the first or the second is made, which is never so.
  RandomRules game;
  game.rules.offsets.assign(1, 0);
  game.rules.atoms = 4;
  game.level = {0, 0, 0, 0, 1};
  game.rules.move_counts = {3};
  game.rules.does_atoms = {1, 2, 3};
  game.rules.legal_atoms = {kFactAtom, kFactAtom, kFactAtom};
  game.add_rule(4, {1});
  game.add_rule(4, {2});
  game.rules.goal_atoms = {4};
  game.rules.sees_atoms = {4};
  game.rules.percept_counts = {1};
  const auto circuit = build_circuit(game.rules);
  CHECK_EQ(circuit.goal[0], kFalse);
  CHECK_EQ(naive::outcome(circuit, {}, {1}).sees, Bits{1});
  CHECK_EQ(naive::outcome(circuit, {}, {2}).sees, Bits{0});
}

TEST("all moves of a role together, looked at while none is made, do not hold") {
  RandomRules game;
  game.rules.offsets.assign(1, 0);
  game.rules.atoms = 3;
  game.level = {0, 0, 0, 1};
  game.rules.move_counts = {2};
  game.rules.does_atoms = {1, 2};
  game.rules.legal_atoms = {kFactAtom, kFactAtom};
  game.add_rule(3, {1});
  game.add_rule(3, {2});
  game.rules.goal_atoms = {3};
  game.rules.sees_atoms = {3};
  game.rules.percept_counts = {1};
  game.rules.terminal_atom = 3;
  const auto circuit = build_circuit(game.rules);
  CHECK_EQ(circuit.goal[0], kFalse);
  CHECK_EQ(circuit.terminal, kFalse);
  CHECK_EQ(circuit.sees[0], kTrue);
}

TEST("in every state that is reached, nodes only have values from their sets") {
  support::Random random(12);
  std::size_t narrow = 0;
  for (int round = 0; round < 200; ++round) {
    const auto game = naive::RandomGame(random, any_shape(random)).make();
    const auto circuit = build_circuit(game.rules);
    // The built circuit in its intermediate form again, from other initial states.
    IntermediateCircuit ir{circuit, GateStore(circuit.inputs())};
    ir.initial = naive::random_bits(random, circuit.fluents);
    std::vector<std::vector<Literal>> bodies;
    std::vector<std::vector<Literal>> atoms;
    auto component = circuit.components.begin();
    for (auto node = circuit.first_gate(); node < circuit.nodes(); ++node) {
      const auto gate = circuit.gate(node);
      std::vector<Literal> inputs(gate.begin(), gate.end());
      if (component == circuit.components.end() || node < component->begin) {
        CHECK_EQ(ir.store.conjunction(inputs), literal_of(node));
        continue;
      }
      (node < component->atoms ? bodies : atoms).push_back(std::move(inputs));
      if (node + 1 < component->end) continue;
      ir.store.component(bodies, atoms);
      bodies.clear();
      atoms.clear();
      ++component;
    }
    const auto values = reachable_values(ir);
    const auto check = [&](const Bits& now) {
      for (Node node = 0; node < circuit.nodes(); ++node)
        CHECK((values[node] & (now[node] != 0 ? kOnlyTrue : kOnlyFalse)) != 0);
    };
    for (const auto own : values) narrow += own != kEither;
    Bits state = ir.initial;
    for (int step = 0; step < 40; ++step) {
      check(naive::node_values(circuit, state, {}));
      const auto joint_move = naive::choose(naive::answers(circuit, state).legal, circuit.move_counts, random);
      if (joint_move.size() != circuit.move_counts.size()) break;
      check(naive::node_values(circuit, state, joint_move));
      state = naive::outcome(circuit, state, joint_move).next;
    }
  }
  CHECK(narrow > 500);
}

TEST("fluents that never change and moves that are never legal leave no trace") {
  // Fluent 1 stays true, fluent 2 stays false; moves 3 (always legal) and 4 (legal if fluent 2 holds).
  RandomRules game;
  auto& rules = game.rules;
  rules.offsets.assign(1, 0);
  rules.atoms = 8;
  rules.initial = {1, 0};
  rules.true_atoms = {1, 2};
  rules.move_counts = {2};
  rules.does_atoms = {3, 4};
  rules.legal_atoms = {kFactAtom, 5};
  game.add_rule(5, {2});
  game.add_rule(6, {1});
  game.add_rule(7, {4, 1});
  game.add_rule(8, {-4, 1});
  rules.next_atoms = {6, 7};
  rules.sees_atoms = {8};
  rules.terminal_atom = 5;
  const auto circuit = build_circuit(rules);
  CHECK_EQ(circuit.nodes(), circuit.first_gate());
  CHECK_EQ(circuit.next, (std::vector<Literal>{kTrue, kFalse}));
  CHECK_EQ(circuit.legal, (std::vector<Literal>{kTrue, kFalse}));
  CHECK_EQ(circuit.sees, std::vector<Literal>{kTrue});
  CHECK_EQ(circuit.terminal, kFalse);
}

TEST("a gate knows everything it is needed for") {
  support::Random random(13);
  for (int round = 0; round < 100; ++round) {
    const auto circuit = build_circuit(naive::RandomGame(random, any_shape(random)).make().rules);
    // Follow every output down to its gates; a component is entered as a whole.
    std::vector<std::uint8_t> cones(circuit.nodes(), 0);
    const auto follow = [&](Literal output, std::uint8_t cone) {
      std::vector<Node> open{node_of(output)};
      std::set<Node> seen;
      while (!open.empty()) {
        const auto node = open.back();
        open.pop_back();
        if (!seen.insert(node).second || node < circuit.first_gate()) continue;
        cones[node] |= cone;
        for (const auto literal : circuit.gate(node)) open.push_back(node_of(literal));
        for (const auto& component : circuit.components) {
          if (node < component.begin || node >= component.end) continue;
          for (auto member = component.begin; member < component.end; ++member) open.push_back(member);
        }
      }
    };
    for (const auto literal : circuit.legal) follow(literal, kLegalCone);
    follow(circuit.terminal, kLegalCone);
    for (const auto literal : circuit.next) follow(literal, kNextCone);
    for (const auto literal : circuit.goal) follow(literal, kGoalCone);
    for (const auto literal : circuit.sees) follow(literal, kSeesCone);
    CHECK_EQ(circuit.cones, std::vector<std::uint8_t>(cones.begin() + circuit.first_gate(), cones.end()));
  }
}
