#include "woodstock/circuit/autonomous.hpp"

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/random_play.hpp"

using namespace woodstock;

TEST("autonomous fluents take the course that is foretold, whatever is played") {
  support::Random random(5);
  std::uint32_t followed = 0;
  for (int round = 0; round < 60; ++round) {
    naive::RandomGameShape shape;
    shape.fluents = 2 + random.below(12);
    shape.move_counts = {1 + random.below(4)};
    shape.derived = 10 + random.below(12);
    const auto made = naive::RandomGame(random, shape).make();
    const auto circuit = std::make_shared<const circuit::Circuit>(build_circuit(made.rules));
    const auto autonomous = circuit::autonomous_fluents(*circuit);
    machine::EventMachine machine(circuit, {});
    const circuit::Course course(*circuit, autonomous, machine.initial(), 100);
    for (int walk = 0; walk < 4; ++walk) {
      machine.set_state(machine.initial());
      std::vector<std::uint32_t> joint_move(1);
      for (std::uint32_t step = 0; step < 30; ++step) {
        const std::vector<std::uint64_t> state(machine.state().begin(), machine.state().end());
        for (std::uint32_t fluent = 0; fluent < circuit->fluents; ++fluent) {
          if (autonomous[fluent] == 0) continue;
          ++followed;
          const bool holds = (state[fluent / 64] >> (fluent % 64) & 1U) != 0;
          CHECK_EQ(course.steps_until(fluent, holds, step), 0U);
          CHECK(course.steps_until(fluent, !holds, step) > 0U);
        }
        if (!machine::choose_all(machine, random, joint_move)) break;
        machine.advance(joint_move);
      }
    }
  }
  CHECK(followed > 1000);
}

TEST("a course counts the steps until a fluent changes") {
  // Three fluents in a ring, the first holds; no move has a say.
  circuit::Circuit ring;
  ring.fluents = 3;
  ring.move_counts = {1};
  ring.legal = {circuit::kTrue};
  ring.initial = {1, 0, 0};
  ring.next = {circuit::literal_of(3), circuit::literal_of(1), circuit::literal_of(2)};
  const auto autonomous = circuit::autonomous_fluents(ring);
  CHECK(autonomous == std::vector<std::uint8_t>({1, 1, 1}));
  const std::vector<std::uint64_t> state{1};
  const circuit::Course course(ring, autonomous, state, 100);
  CHECK_EQ(course.steps_until(2, true, 0), 2U);
  CHECK_EQ(course.steps_until(0, true, 1), 2U);
  CHECK_EQ(course.steps_until(0, false, 0), 1U);
  const circuit::Course cut(ring, autonomous, state, 2);
  CHECK_EQ(cut.steps_until(2, true, 0), circuit::Course::kUnknown);
  ring.next[2] = circuit::kFalse;
  const circuit::Course never(ring, circuit::autonomous_fluents(ring), state, 100);
  CHECK_EQ(never.steps_until(2, true, 0), circuit::Course::kNever);
}
