// Games for the tests of searches, and what these tests share.
#pragma once

#include <memory>
#include <vector>

#include "circuit/random_rules.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/search/search.hpp"

namespace woodstock::naive {

inline const std::atomic<bool> kNoStop{false};

inline search::SearchLimits budget(std::uint64_t playouts) { return {support::Deadline::max(), playouts, &kNoStop}; }

// A word is written: in each of `length` stages every role chooses one of four letters, of two bits. It is worth 100 to
// the first role, and nothing to the others, if its first letter has the first bit and its last has not the second;
// otherwise the other way round. Nothing is ever forgotten, so that the positions are a tree of 4^(roles * length)
// ends.
inline machine::EventMachine word_game(std::uint32_t length, std::uint32_t roles) {
  circuit::Circuit circuit;
  const auto letter_bits = length * roles * 2;
  circuit.fluents = length + letter_bits;  // stages that are over, then the bits of the letters
  circuit.initial.assign(circuit.fluents, 0);
  circuit.move_counts.assign(roles, 4);
  circuit.legal.assign(std::size_t{roles} * 4, circuit::kTrue);
  circuit::GateStore store(circuit.inputs());
  const auto over = [&](std::uint32_t stage) { return circuit::literal_of(circuit.fluent_node(stage)); };
  const auto bit_at = [&](std::uint32_t stage, std::uint32_t role, std::uint32_t bit) {
    return circuit.fluent_node(length + (stage * roles + role) * 2 + bit);
  };
  for (std::uint32_t stage = 0; stage < length; ++stage)
    circuit.next.push_back(stage == 0 ? circuit::kTrue : over(stage - 1));
  for (std::uint32_t stage = 0; stage < length; ++stage) {
    for (std::uint32_t role = 0; role < roles; ++role) {
      for (std::uint32_t bit = 0; bit < 2; ++bit) {
        std::vector<circuit::Literal> letters;
        for (std::uint32_t letter = 0; letter < 4; ++letter) {
          if ((letter >> bit & 1U) != 0) letters.push_back(circuit::literal_of(circuit.move_node(role * 4 + letter)));
        }
        std::vector<circuit::Literal> now{store.disjunction(letters), circuit::negation(over(stage))};
        if (stage > 0) now.push_back(over(stage - 1));
        std::vector<circuit::Literal> either{store.conjunction(now), circuit::literal_of(bit_at(stage, role, bit))};
        circuit.next.push_back(store.disjunction(either));
      }
    }
  }
  std::vector<circuit::Literal> won{circuit::literal_of(bit_at(0, 0, 0)),
                                    circuit::literal_of(bit_at(length - 1, 0, 1), true)};
  const auto wins = store.conjunction(won);
  circuit.terminal = over(length - 1);
  circuit::GoalTable goals;
  for (std::uint32_t role = 0; role < roles; ++role) {
    circuit.goal.push_back(role == 0 ? circuit::negation(wins) : wins);
    circuit.goal.push_back(role == 0 ? wins : circuit::negation(wins));
    goals.role.insert(goals.role.end(), {role, role});
    goals.value.insert(goals.value.end(), {0, 100});
  }
  circuit.offsets = store.offsets();
  circuit.literals = store.literals();
  circuit.cones.assign(circuit.offsets.size() - 1, circuit::kNextCone | circuit::kGoalCone);
  validate(circuit);
  return machine::EventMachine(std::make_shared<const circuit::Circuit>(circuit), std::move(goals));
}

// A random game with circles, dead ends and ends without goals; the second role, if there is one, is `random`.
inline machine::EventMachine random_machine(support::Random& random, std::uint32_t roles) {
  RandomGameShape shape;
  shape.fluents = 2 + random.below(7);
  shape.move_counts.assign(roles, 2 + random.below(3));
  shape.derived = 10 + random.below(40);
  shape.always_movable = random.below(2) != 0;
  const auto circuit = std::make_shared<const circuit::Circuit>(build_circuit(RandomGame(random, shape).make().rules));
  return machine::EventMachine(circuit, {{0, 0, roles - 1, roles - 1}, {10, 20, 30, 40}});
}

}  // namespace woodstock::naive
