#include "woodstock/machine/event_machine.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "circuit_arrays.hpp"
#include "stop.hpp"
#include "woodstock/machine/playouts.hpp"
#include "woodstock/machine/random_play.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Moves = std::vector<std::uint32_t>;
using Sums =
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::vector<std::int64_t>>;

std::vector<std::uint64_t> words_of(const machine::EventMachine& machine, const nb::bytes& state) {
  std::vector<std::uint64_t> words(machine.plan().state_words);
  if (state.size() != words.size() * 8) throw nb::value_error("this state belongs to another game");
  if (!words.empty()) std::memcpy(words.data(), state.c_str(), state.size());
  check_state(words.data(), machine.circuit().fluents);
  return words;
}

nb::bytes bytes_of(std::span<const std::uint64_t> words) { return nb::bytes(words.data(), words.size_bytes()); }

void make(machine::EventMachine* self, const Named& circuit, std::vector<std::uint32_t> goal_roles,
          std::vector<std::int32_t> goal_values) {
  auto own = std::make_shared<const circuit::Circuit>(from_arrays(circuit));
  validate(*own);
  circuit::GoalTable goals{std::move(goal_roles), std::move(goal_values)};
  validate_goals(*own, goals);
  nb::gil_scoped_release release;
  new (self) machine::EventMachine(std::move(own), std::move(goals));
}

std::vector<Moves> legal(machine::EventMachine& machine, nb::bytes state) {
  machine.set_state(words_of(machine, state));
  std::vector<Moves> out(machine.roles());
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    for_each_legal(machine, role, [&](std::uint32_t move) { out[role].push_back(move); });
  }
  return out;
}

std::vector<std::int32_t> goals(machine::EventMachine& machine, nb::bytes state) {
  machine.set_state(words_of(machine, state));
  std::vector<std::int32_t> out(machine.roles());
  machine.goals(out);
  return out;
}

Sums run_playouts(machine::EventMachine& machine, nb::bytes start, std::uint64_t count, std::uint64_t seed,
                  std::uint32_t length, double seconds, const Stop& stop) {
  const auto words = words_of(machine, start);
  nb::gil_scoped_release release;
  auto sums = playouts(machine, words, seed, {count, length, deadline_in(seconds), &stop.flag});
  return {sums.playouts, sums.capped, sums.broken, sums.states, sums.length, std::move(sums.goals)};
}

std::pair<std::vector<std::uint64_t>, bool> run_perft(machine::EventMachine& machine, nb::bytes start,
                                                      std::uint32_t depth, double seconds, const Stop& stop) {
  const auto words = words_of(machine, start);
  nb::gil_scoped_release release;
  auto result = perft(machine, words, depth, deadline_in(seconds), &stop.flag);
  return {std::move(result.counts), result.complete};
}

}  // namespace

void bind_event_machine(nb::module_& module) {
  nb::class_<Stop>(module, "Stop")
      .def(nb::init<>())
      .def("raise_", [](Stop& stop) { stop.flag.store(true); })
      .def_prop_ro("raised", [](const Stop& stop) { return stop.flag.load(); });

  nb::class_<machine::EventMachine>(module, "EventMachine")
      .def("__init__", &make, nb::arg("circuit"), nb::arg("goal_roles"), nb::arg("goal_values"))
      .def("initial", [](const machine::EventMachine& machine) { return bytes_of(machine.initial()); })
      .def("terminal",
           [](machine::EventMachine& machine, nb::bytes state) {
             machine.set_state(words_of(machine, state));
             return machine.terminal();
           })
      .def("legal", &legal, nb::sig("def legal(self, state: bytes, /) -> list[list[int]]"))
      .def("is_legal",
           [](machine::EventMachine& machine, nb::bytes state, std::uint32_t role, std::uint32_t move) {
             machine.set_state(words_of(machine, state));
             return role < machine.roles() && move < machine.move_count(role) && machine.is_legal(role, move);
           })
      .def("next",
           [](machine::EventMachine& machine, nb::bytes state, const std::vector<std::uint32_t>& joint_move) {
             machine.set_state(words_of(machine, state));
             machine.advance(joint_move);
             return bytes_of(machine.state());
           })
      .def("goals", &goals, nb::sig("def goals(self, state: bytes, /) -> list[int]"))
      .def("sees",
           [](machine::EventMachine& machine, nb::bytes state, const std::vector<std::uint32_t>& joint_move) {
             machine.set_state(words_of(machine, state));
             const auto seen = machine.sees(joint_move);
             return std::vector<int>(seen.begin(), seen.end());
           })
      .def("playouts", &run_playouts, nb::arg("start"), nb::arg("count"), nb::arg("seed"), nb::arg("length"),
           nb::arg("seconds"), nb::arg("stop"))
      .def("perft", &run_perft, nb::arg("start"), nb::arg("depth"), nb::arg("seconds"), nb::arg("stop"))
      .def("copy", [](const machine::EventMachine& machine) { return machine::EventMachine(machine); })
      .def_prop_ro("keys", [](const machine::EventMachine& machine) { return machine.plan().keys; })
      .def_prop_ro("pool_gates",
                   [](const machine::EventMachine& machine) {
                     return machine.plan().pool.nodes() - machine.plan().pool.first_gate();
                   })
      .def_prop_ro("moves_in_net", [](const machine::EventMachine& machine) { return machine.plan().moves_in_net; })
      .def_prop_ro("work", [](const machine::EventMachine& machine) { return machine.work(); });
}
