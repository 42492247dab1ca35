#include "woodstock/machine/event_machine.hpp"

#include <memory>
#include <numeric>

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/machine/playouts.hpp"

using namespace woodstock;
using namespace woodstock::machine;
using naive::Bits;

namespace {

std::vector<std::uint64_t> packed(const Bits& bits) {
  std::vector<std::uint64_t> words((bits.size() + 63) / 64, 0);
  for (std::size_t i = 0; i < bits.size(); ++i) words[i >> 6] |= std::uint64_t{bits[i]} << (i & 63);
  return words;
}

bool may(EventMachine& machine, std::uint32_t role, std::uint32_t move) {
  return (machine.legal(role)[move / 64] >> (move % 64) & 1U) != 0;
}

// Which percepts of a circuit are seen; all belong to the first role.
Bits seen_bits(EventMachine& machine, std::span<const std::uint32_t> joint_move) {
  Bits out(machine.circuit().sees.size(), 0);
  for (const auto& percept : machine.percepts(joint_move)) out[percept.number] = 1;
  return out;
}

Bits legal_bits(EventMachine& machine) {
  Bits out;
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    for (std::uint32_t move = 0; move < machine.move_count(role); ++move) out.push_back(may(machine, role, move));
  }
  return out;
}

// Goals 0 and 1 belong to the first role, 2 and 3 to the last; the lower value wins.
circuit::GoalTable goal_table(const circuit::Circuit& circuit) {
  const auto last = static_cast<std::uint32_t>(circuit.move_counts.size()) - 1;
  return {{0, 0, last, last}, {10, 20, 30, 40}};
}

std::vector<std::int32_t> expected_goals(const circuit::Circuit& circuit, const Bits& goal) {
  const auto table = goal_table(circuit);
  std::vector<std::int32_t> out(circuit.move_counts.size(), machine::kNoGoal);
  for (std::size_t i = goal.size(); i-- > 0;) {
    if (goal[i] != 0) out[table.role[i]] = table.value[i];
  }
  return out;
}

void check_state(EventMachine& machine, const circuit::Circuit& circuit, const Bits& state) {
  const auto expected = naive::answers(circuit, state);
  CHECK_EQ(std::vector<std::uint64_t>(machine.state().begin(), machine.state().end()), packed(state));
  CHECK_EQ(machine.terminal(), expected.terminal);
  CHECK_EQ(legal_bits(machine), expected.legal);
  std::vector<std::int32_t> goals(machine.roles());
  machine.goals(goals);
  CHECK_EQ(goals, expected_goals(circuit, expected.goal));
}

std::shared_ptr<const circuit::Circuit> random_circuit(support::Random& random) {
  naive::RandomGameShape shape;
  shape.fluents = 1 + random.below(10);
  shape.move_counts.clear();
  for (auto roles = 1 + random.below(3); roles > 0; --roles) shape.move_counts.push_back(1 + random.below(5));
  if (random.below(10) == 0) shape.move_counts.back() = 70;  // more than one word
  if (random.below(10) == 0) shape.fluents = 70;
  shape.derived = 10 + random.below(40);
  shape.always_movable = random.below(4) != 0;
  return std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
}

// Every way to lay out the circuit: with moves in the net or not, with no key, one, or several.
std::vector<EventLayout> layouts(const circuit::Circuit& circuit, support::Random& random) {
  std::vector<EventLayout> out;
  std::vector<std::uint32_t> order(circuit.fluents);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
  for (const bool moves_in_net : {false, true}) {
    for (std::size_t keys = 0; keys <= std::min<std::size_t>(kMostKeys, order.size()); ++keys) {
      out.push_back({{order.begin(), order.begin() + static_cast<std::ptrdiff_t>(keys)}, moves_in_net});
    }
  }
  return out;
}

// Walks at random, comparing with the circuit; now and then jumps to any state at all.
void check_walk(EventMachine& machine, const circuit::Circuit& circuit, support::Random& random, int steps) {
  Bits state(circuit.initial.begin(), circuit.initial.end());
  machine.set_state(machine.initial());
  for (int step = 0; step < steps; ++step) {
    check_state(machine, circuit, state);
    const auto joint_move = naive::choose(legal_bits(machine), circuit.move_counts, random);
    if (joint_move.empty() || random.below(8) == 0) {
      state = naive::random_bits(random, circuit.fluents);
      machine.set_state(packed(state));
      continue;
    }
    const auto expected = naive::outcome(circuit, state, joint_move);
    CHECK_EQ(seen_bits(machine, joint_move), expected.sees);
    check_state(machine, circuit, state);  // asking what is seen makes no move
    machine.advance(joint_move);
    state = expected.next;
  }
}

}  // namespace

TEST("a machine says what its circuit says, in every layout") {
  support::Random random(17);
  std::size_t recursive = 0;
  for (int round = 0; round < 60; ++round) {
    const auto circuit = random_circuit(random);
    recursive += !circuit->components.empty();
    for (const auto& layout : layouts(*circuit, random)) {
      EventMachine machine(circuit, goal_table(*circuit), layout);
      CHECK_EQ(machine.plan().keys, layout.keys);
      CHECK_EQ(machine.plan().moves_in_net, layout.moves_in_net);
      check_walk(machine, *circuit, random, 40);
    }
  }
  CHECK(recursive > 5);
}

TEST("a machine that chose its own layout says what its circuit says") {
  support::Random random(18);
  std::size_t keyed = 0;
  for (int round = 0; round < 100; ++round) {
    const auto circuit = random_circuit(random);
    EventMachine machine(circuit, goal_table(*circuit));
    keyed += !machine.plan().keys.empty();
    CHECK_EQ(std::vector<std::uint64_t>(machine.state().begin(), machine.state().end()), machine.initial());
    check_walk(machine, *circuit, random, 60);
    EventMachine again(circuit, goal_table(*circuit));
    CHECK_EQ(again.plan().keys, machine.plan().keys);
  }
  CHECK(keyed > 5);
}

TEST("a machine goes back to a snapshot, and a copy goes its own way") {
  support::Random random(19);
  for (int round = 0; round < 40; ++round) {
    const auto circuit = random_circuit(random);
    for (const auto& layout : layouts(*circuit, random)) {
      EventMachine machine(circuit, goal_table(*circuit), layout);
      check_walk(machine, *circuit, random, 15);
      const auto state = naive::random_bits(random, circuit->fluents);
      machine.set_state(packed(state));
      machine.set_home(packed(state));
      auto twin = machine;
      const auto joint_move = naive::choose(legal_bits(machine), circuit->move_counts, random);
      if (joint_move.empty()) continue;
      const auto next = naive::outcome(*circuit, state, joint_move).next;
      machine.advance(joint_move);
      check_state(machine, *circuit, next);
      check_state(twin, *circuit, state);
      machine.set_from_home(packed(state));
      check_state(machine, *circuit, state);
      machine.advance(joint_move);
      check_state(machine, *circuit, next);
    }
  }
}

TEST("a joint move made again and again does the same, though it is worked out for good") {
  // Next of fluent 1 needs the key (fluent 2), which then is false: nothing is left of `next` but its constants.
  naive::RandomRules game;
  auto& rules = game.rules;
  rules.offsets.assign(1, 0);
  rules.atoms = 8;
  rules.initial = {1, 1, 0};
  rules.true_atoms = {1, 2, 3};
  rules.move_counts = {2};
  rules.does_atoms = {4, 5};
  rules.legal_atoms = {circuit::kFactAtom, circuit::kFactAtom};
  game.add_rule(6, {4, 1});
  game.add_rule(6, {5, 3});
  game.add_rule(7, {6, 2});
  game.add_rule(8, {-2});
  rules.next_atoms = {7, 8, circuit::kNeverAtom};
  const auto circuit = std::make_shared<const circuit::Circuit>(build_circuit(rules));
  for (const bool moves_in_net : {false, true}) {
    EventMachine machine(circuit, {}, EventLayout{{1}, moves_in_net});
    for (int times = 0; times < 6; ++times) {
      Bits state{static_cast<std::uint8_t>(times & 1), static_cast<std::uint8_t>(times >> 1 & 1), 0};
      for (std::uint32_t move = 0; move < 2; ++move) {
        for (int again = 0; again < 4; ++again) {
          machine.set_state(packed(state));
          machine.advance(std::vector{move});
          const auto next = naive::outcome(*circuit, state, {move}).next;
          CHECK_EQ(machine.state()[0], packed(next)[0]);
        }
      }
    }
  }
}

TEST("machines of games without fluents, without roles, and with roles that never move") {
  circuit::Circuit none;
  none.terminal = circuit::kTrue;
  EventMachine machine(std::make_shared<const circuit::Circuit>(none), {});
  CHECK(machine.terminal() && machine.state().empty() && machine.roles() == 0);
  machine.advance({});
  CHECK(machine.percepts({}).empty());

  circuit::Circuit idle;
  idle.fluents = 1;
  idle.initial = {1};
  idle.next = {circuit::literal_of(1, true)};
  idle.move_counts = {0, 1};
  idle.legal = {circuit::kTrue};
  EventMachine other(std::make_shared<const circuit::Circuit>(idle), {});
  CHECK(other.legal(0).empty() && may(other, 1, 0));
}
