#include "woodstock/machine/machine.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>

#include "arrays.hpp"
#include "checks.hpp"
#include "circuit_arrays.hpp"
#include "in_use.hpp"
#include "playouts.hpp"
#include "stop.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/random_play.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;

std::string_view text_of(const nb::bytes& state) { return {state.c_str(), state.size()}; }
nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// The machine, or a fork of it where states would be remembered: to copy a large circuit takes milliseconds.
class Own {
 public:
  explicit Own(machine::Machine& machine)
      : use_{&machine}, fork_(machine.remembers_states() ? machine.fork() : nullptr), own_(fork_ ? *fork_ : machine) {}
  machine::Machine& operator*() const { return own_; }
  machine::Machine* operator->() const { return &own_; }

 private:
  InUse use_;
  std::unique_ptr<machine::Machine> fork_;
  machine::Machine& own_;
};

bool terminal(machine::Machine& machine, const nb::bytes& state) {
  const InUse use{&machine};
  const auto text = text_of(state);
  nb::gil_scoped_release release;
  machine.load(text);
  return machine.terminal();
}

std::vector<Numbers> legal(machine::Machine& machine, const nb::bytes& state) {
  const InUse use{&machine};
  const auto text = text_of(state);
  nb::gil_scoped_release release;
  machine.load(text);
  std::vector<Numbers> out(machine.roles());
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    for_each_legal(machine, role, [&](std::uint32_t move) { out[role].push_back(move); });
  }
  return out;
}

bool is_legal(machine::Machine& machine, const nb::bytes& state, const Numbers& joint_move) {
  if (joint_move.size() != machine.roles()) return false;
  const InUse use{&machine};
  const auto text = text_of(state);
  nb::gil_scoped_release release;
  machine.load(text);
  return machine::is_legal(machine, joint_move);
}

// The caller knows that the moves are legal.
nb::bytes next(machine::Machine& machine, const nb::bytes& state, const Numbers& joint_move) {
  const InUse use{&machine};
  check_joint_move(machine, joint_move);
  const auto text = text_of(state);
  std::string after;
  {
    nb::gil_scoped_release release;
    machine.load(text);
    machine.advance(joint_move);
    after = machine.save();
  }
  return bytes_of(after);
}

std::vector<std::int32_t> goals(machine::Machine& machine, const nb::bytes& state) {
  const InUse use{&machine};
  const auto text = text_of(state);
  nb::gil_scoped_release release;
  machine.load(text);
  std::vector<std::int32_t> out(machine.roles());
  machine.goals(out);
  return out;
}

// All that the rules give each role, ascending.
std::vector<std::vector<std::int32_t>> every_goal(machine::Machine& machine, const nb::bytes& state) {
  const InUse use{&machine};
  const auto text = text_of(state);
  nb::gil_scoped_release release;
  machine.load(text);
  std::vector<std::vector<std::int32_t>> out(machine.roles());
  for (const auto [role, value] : machine.every_goal()) out[role].push_back(value);
  for (auto& values : out) std::ranges::sort(values);
  return out;
}

// The numbers of what each role sees.
std::vector<Numbers> percepts(machine::Machine& machine, const nb::bytes& state, const Numbers& joint_move) {
  const InUse use{&machine};
  check_joint_move(machine, joint_move);
  const auto text = text_of(state);
  nb::gil_scoped_release release;
  machine.load(text);
  std::vector<Numbers> out(machine.roles());
  for (const auto& percept : machine.percepts(joint_move)) out[percept.role].push_back(percept.number);
  return out;
}

Named run_playouts(machine::Machine& machine, const std::vector<nb::bytes>& starts, ArrayIn<std::uint64_t> counts,
                   std::optional<std::uint32_t> chance, std::uint64_t seed, std::uint32_t length, double seconds,
                   const Stop& stop) {
  if (starts.size() != counts.size()) throw nb::value_error("each start needs a number of playouts");
  check_chance(chance, machine.roles());
  machine::PlayoutResult result;
  const Own own(machine);
  std::vector<std::uint64_t> states;
  for (const auto& start : starts) {
    const auto words = own->decode(text_of(start));
    states.insert(states.end(), words.begin(), words.end());
  }
  const auto deadline = deadline_in(seconds);
  const machine::PlayoutTask task{states, copy_in(counts), seed, length, deadline, &stop.flag, deadline};
  {
    nb::gil_scoped_release release;
    result = machine::playouts(*own, task, chance);
  }
  return to_dict(result);
}

std::pair<std::vector<std::uint64_t>, bool> run_perft(machine::Machine& machine, const nb::bytes& start,
                                                      std::uint32_t depth, double seconds, const Stop& stop) {
  const auto text = text_of(start);
  const Own own(machine);
  nb::gil_scoped_release release;
  auto result = perft(*own, own->decode(text), depth, deadline_in(seconds), &stop.flag);
  return {std::move(result.counts), result.complete};
}

void make(machine::EventMachine* self, const Named& circuit, Numbers goal_roles,
          std::vector<std::int32_t> goal_values) {
  auto own = std::make_shared<const circuit::Circuit>(from_arrays(circuit));
  validate(*own);
  circuit::GoalTable goals{std::move(goal_roles), std::move(goal_values)};
  validate_goals(*own, goals);
  nb::gil_scoped_release release;
  new (self) machine::EventMachine(std::move(own), std::move(goals));
}

}  // namespace

void bind_machine(nb::module_& module) {
  nb::class_<Stop>(module, "Stop")
      .def(nb::init<>())
      .def("raise_", [](Stop& stop) { stop.flag.store(true); })
      .def_prop_ro("raised", [](const Stop& stop) { return stop.flag.load(); });

  nb::class_<machine::Machine>(module, "Machine")
      .def_prop_ro("roles", &machine::Machine::roles)
      .def("initial", [](const machine::Machine& machine) { return bytes_of(machine.encode(machine.initial())); })
      .def("terminal", &terminal, nb::arg("state"))
      .def("legal", &legal, nb::arg("state"), nb::sig("def legal(self, state: bytes) -> list[list[int]]"))
      .def("is_legal", &is_legal, nb::arg("state"), nb::arg("joint_move"))
      .def("next", &next, nb::arg("state"), nb::arg("joint_move"))
      .def("goals", &goals, nb::arg("state"), nb::sig("def goals(self, state: bytes) -> list[int]"))
      .def("every_goal", &every_goal, nb::arg("state"),
           nb::sig("def every_goal(self, state: bytes) -> list[list[int]]"))
      .def("percepts", &percepts, nb::arg("state"), nb::arg("joint_move"),
           nb::sig("def percepts(self, state: bytes, joint_move: Sequence[int]) -> list[list[int]]"))
      .def("playouts", &run_playouts, nb::arg("starts"), nb::arg("counts").noconvert(), nb::arg("chance").none(),
           nb::arg("seed"), nb::arg("length"), nb::arg("seconds"), nb::arg("stop"),
           nb::sig("def playouts(self, starts: Sequence[bytes], counts: numpy.typing.NDArray[numpy.uint64], "
                   "chance: int | None, seed: int, length: int, seconds: float, stop: Stop) -> _LaneSums"))
      .def("perft", &run_perft, nb::arg("start"), nb::arg("depth"), nb::arg("seconds"), nb::arg("stop"));

  nb::class_<machine::EventMachine, machine::Machine>(module, "EventMachine")
      .def("__init__", &make, nb::arg("circuit"), nb::arg("goal_roles"), nb::arg("goal_values"))
      .def("copy",
           [](const machine::EventMachine& machine) {
             const InUse use{&machine};
             return machine::EventMachine(machine);
           })
      .def_prop_ro("keys", [](const machine::EventMachine& machine) { return machine.plan().keys; })
      .def_prop_ro("pool_gates",
                   [](const machine::EventMachine& machine) {
                     return machine.plan().pool.nodes() - machine.plan().pool.first_gate();
                   })
      .def_prop_ro("moves_in_net", [](const machine::EventMachine& machine) { return machine.plan().moves_in_net; })
      .def_prop_ro("work", [](const machine::EventMachine& machine) { return machine.work(); });
}
