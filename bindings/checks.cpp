#include "checks.hpp"

#include <stdexcept>

#include "arrays.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/interpret/interpreter.hpp"

namespace woodstock {

namespace {

void require(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

}  // namespace

void check_role(std::uint32_t role, std::uint32_t roles) { require(role < roles, "there is no role of that number"); }

void check_chance(std::optional<std::uint32_t> chance, std::uint32_t roles) {
  if (chance) check_role(*chance, roles);
}

void check_joint_move(const machine::Machine& machine, std::span<const std::uint32_t> joint_move) {
  require(joint_move.size() == machine.roles(), "a joint move has a move for each role");
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    require(joint_move[role] < machine.move_count(role), "a role has no move of that number");
  }
}

void check_states(const machine::Machine& machine, std::span<const std::uint64_t> words) {
  const auto size = machine.state_words();
  require(machine.fluents() > 0, "the states of this game are not words");
  require(words.size() % size == 0, "these states belong to another game");
  for (std::size_t at = 0; at < words.size(); at += size) check_state(words.data() + at, machine.fluents());
}

// Interpreters of one game share their numbers.
void check_belief_game(const machine::Machine& one, const machine::Machine& other) {
  using machine::EventMachine, machine::interpret::Interpreter;
  bool same = false;
  if (const auto* events = dynamic_cast<const EventMachine*>(&one)) {
    const auto* others = dynamic_cast<const EventMachine*>(&other);
    same = others != nullptr && (&events->circuit() == &others->circuit() || events->circuit() == others->circuit());
  } else if (const auto* interpreter = dynamic_cast<const Interpreter*>(&one)) {
    const auto* others = dynamic_cast<const Interpreter*>(&other);
    same = others != nullptr && interpreter->fluent_numbers() == others->fluent_numbers();
  }
  require(same, "the belief is of another game");
}

void check_lanes(const lanes::Lanes* lanes, const machine::Machine& machine) {
  if (lanes == nullptr) return;
  const auto* events = dynamic_cast<const machine::EventMachine*>(&machine);
  require(events != nullptr && (&events->circuit() == &lanes->circuit() || events->circuit() == lanes->circuit()),
          "lanes and machine are of different games");
}

}  // namespace woodstock
