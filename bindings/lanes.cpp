#include "woodstock/lanes/lanes.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "arrays.hpp"
#include "checks.hpp"
#include "circuit_arrays.hpp"
#include "playouts.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

const lanes::LaneKernel& kernel_named(const std::string& name) {
  for (const auto* kernel : lanes::kernels()) {
    if (name == kernel->name) return *kernel;
  }
  throw nb::value_error("this computer cannot run that kernel");
}

void make(lanes::Lanes* self, const Named& circuit, std::vector<std::uint32_t> goal_roles,
          std::vector<std::int32_t> goal_values, std::optional<std::uint32_t> chance, const std::string& kernel) {
  auto own = std::make_shared<const circuit::Circuit>(from_arrays(circuit));
  validate(*own);
  circuit::GoalTable goals{std::move(goal_roles), std::move(goal_values)};
  validate_goals(*own, goals);
  check_chance(chance, static_cast<std::uint32_t>(own->move_counts.size()));
  const auto& chosen = kernel_named(kernel);
  nb::gil_scoped_release release;
  new (self) lanes::Lanes(std::move(own), std::move(goals), chance, chosen);
}

std::vector<std::uint64_t> states_of(const lanes::Lanes& lanes, const ArrayIn<std::uint64_t>& states, std::size_t count,
                                     const char* otherwise) {
  auto words = copy_in(states);
  if (words.size() != count * lanes.state_words()) throw nb::value_error(otherwise);
  for (std::size_t i = 0; i < count; ++i) check_state(words.data() + i * lanes.state_words(), lanes.circuit().fluents);
  return words;
}

nb::dict run_playouts(lanes::Lanes& lanes, ArrayIn<std::uint64_t> states, ArrayIn<std::uint64_t> counts,
                      std::uint64_t seed, std::uint32_t length, double seconds, std::uint32_t threads, const Stop& stop,
                      std::uint32_t ahead, ArrayIn<std::uint8_t> good) {
  const auto words = states_of(lanes, states, counts.size(), "these states belong to another game");
  machine::PlayoutTask task{words, copy_in(counts), seed, length, deadline_in(seconds), &stop.flag};
  task.ahead = std::min(ahead, lanes::Foresight::kMostPlies);
  task.good = copy_in(good);
  if (!task.good.empty() && task.good.size() != lanes.circuit().moves()) {
    throw nb::value_error("each move of all roles needs a mark, or none");
  }
  if (threads < 1 || threads > 256) throw nb::value_error("the number of threads must be from 1 to 256");
  machine::PlayoutResult result;
  {
    nb::gil_scoped_release release;
    result = lanes.playouts(task, threads);
  }
  return to_dict(result);
}

// How many plies playouts look ahead if they are to look so far, and how many times as much code a step then runs.
std::pair<std::uint32_t, double> foresight(lanes::Lanes& lanes, std::uint32_t ahead) {
  const auto plies = lanes.plies(std::min(ahead, lanes::Foresight::kMostPlies));
  return {plies, lanes.playout_plan(plies).code_size() / lanes.plan().code_size()};
}

nb::dict expand(lanes::Lanes& lanes, ArrayIn<std::uint64_t> states, ArrayIn<std::uint32_t> joint_moves) {
  const auto moves = copy_in(joint_moves);
  const auto& counts = lanes.circuit().move_counts;
  if (moves.size() % counts.size() != 0) throw nb::value_error("a joint move has a move for each role");
  const auto words = states_of(lanes, states, moves.size() / counts.size(),
                               "there must be one joint move for each state of this game");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i] >= counts[i % counts.size()]) throw nb::value_error("a role has no move of that number");
  }
  machine::Children children;
  {
    nb::gil_scoped_release release;
    children = lanes.expand(words, moves);
  }
  nb::dict out;
  out["states"] = hand_out(std::move(children.states));
  out["terminal"] = hand_out(std::move(children.terminal));
  out["goals"] = hand_out(std::move(children.goals));
  std::vector<std::uint32_t> roles, numbers;
  for (const auto& percept : children.percepts) {
    roles.push_back(percept.role);
    numbers.push_back(percept.number);
  }
  out["percept_roles"] = hand_out(std::move(roles));
  out["percept_numbers"] = hand_out(std::move(numbers));
  out["first_percept"] =
      hand_out(std::vector<std::uint64_t>(children.first_percept.begin(), children.first_percept.end()));
  return out;
}

}  // namespace

void bind_lanes(nb::module_& module) {
  module.def("kernels", [] {
    std::vector<std::string> names;
    for (const auto* kernel : lanes::kernels()) names.emplace_back(kernel->name);
    return names;
  });
  nb::class_<lanes::Lanes>(module, "Lanes")
      .def("__init__", &make, nb::arg("circuit"), nb::arg("goal_roles"), nb::arg("goal_values"),
           nb::arg("chance").none(), nb::arg("kernel"))
      .def("playouts", &run_playouts, nb::arg("states").noconvert(), nb::arg("counts").noconvert(), nb::arg("seed"),
           nb::arg("length"), nb::arg("seconds"), nb::arg("threads"), nb::arg("stop"), nb::arg("ahead"),
           nb::arg("good").noconvert(),
           nb::sig("def playouts(self, states: numpy.typing.NDArray[numpy.uint64], "
                   "counts: numpy.typing.NDArray[numpy.uint64], seed: int, length: int, seconds: float, threads: int, "
                   "stop: Stop, ahead: int, good: numpy.typing.NDArray[numpy.uint8]) -> _LaneSums"))
      .def("expand", &expand, nb::arg("states").noconvert(), nb::arg("joint_moves").noconvert(),
           nb::sig("def expand(self, states: numpy.typing.NDArray[numpy.uint64], "
                   "joint_moves: numpy.typing.NDArray[numpy.uint32]) -> _LaneChildren"))
      .def_prop_ro("kernel", [](const lanes::Lanes& lanes) { return std::string(lanes.kernel().name); })
      .def_prop_ro(
          "playout_work", [](lanes::Lanes& lanes) { return lanes.playout_work(); },
          nb::call_guard<nb::gil_scoped_release>())
      .def("foresight", &foresight, nb::arg("ahead"), nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("keys", [](const lanes::Lanes& lanes) { return lanes.plan().keys; })
      .def_prop_ro("phases", [](const lanes::Lanes& lanes) { return lanes.plan().phases; });
}
