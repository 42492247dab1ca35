#include "woodstock/search/stage/mac_ucb.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "settings.hpp"
#include "stop.hpp"
#include "woodstock/search/stage/belief_mac_ucb.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;

std::vector<search::stage::StageNames::Entry> entries(const Numbers& variables, const Numbers& values) {
  if (variables.size() != values.size()) throw nb::value_error("each variable needs a value");
  std::vector<search::stage::StageNames::Entry> out;
  for (std::size_t i = 0; i < variables.size(); ++i) out.push_back({variables[i], values[i]});
  return out;
}

void make_names(search::stage::StageNames* self, const Numbers& current_variables, const Numbers& current_values,
                const Numbers& following_variables, const Numbers& following_values, const Numbers& otherwise_variables,
                const Numbers& otherwise_values, Numbers actions, std::vector<Numbers> moves) {
  new (self) search::stage::StageNames{
      entries(current_variables, current_values), entries(following_variables, following_values),
      entries(otherwise_variables, otherwise_values), std::move(actions), std::move(moves)};
}

std::unique_ptr<search::stage::StageSolver> by_network(const lanes::Lanes& lanes, solver::Solver& solver,
                                                       const search::stage::StageNames& names, bool forward) {
  const auto consistency = forward ? solver::Consistency::forward : solver::Consistency::arc;
  const auto roles = lanes.circuit().move_counts.size();
  if (names.actions.size() != roles || names.moves.size() != roles) {
    throw std::invalid_argument("the network does not speak of this game");
  }
  for (std::size_t role = 0; role < roles; ++role) {
    for (const auto move : names.moves[role]) {
      if (move >= lanes.circuit().move_counts[role]) throw std::invalid_argument("a role has no move of that number");
    }
  }
  return std::make_unique<search::stage::NetworkStage>(solver, names, consistency, lanes.circuit().fluents);
}

std::unique_ptr<search::stage::StageSolver> by_circuit(const machine::EventMachine& machine) {
  return std::make_unique<search::stage::CircuitStage>(std::make_unique<machine::EventMachine>(machine));
}

void make(search::stage::MacUcb* self, lanes::Lanes& lanes, const machine::EventMachine& machine,
          solver::Solver* solver, const search::stage::StageNames* names, bool forward,
          std::shared_ptr<const symmetry::SymmetryGroup> symmetries, GivenSettings given) {
  auto settings = settings_from<search::stage::MacUcbSettings>(std::move(given));
  settings.symmetries = std::move(symmetries);
  auto stages =
      solver != nullptr && names != nullptr ? by_network(lanes, *solver, *names, forward) : by_circuit(machine);
  nb::gil_scoped_release release;
  new (self) search::stage::MacUcb(lanes, machine, std::move(stages), settings);
}

void make_belief(search::stage::BeliefMacUcb* self, lanes::Lanes& lanes, const machine::EventMachine& machine,
                 Numbers percepts, bool hidden, solver::Solver* solver, const search::stage::StageNames* names,
                 bool forward, std::shared_ptr<const symmetry::SymmetryGroup> symmetries, GivenSettings given) {
  auto settings = settings_from<search::stage::BeliefMacUcbSettings>(std::move(given));
  settings.symmetries = std::move(symmetries);
  if (percepts.size() != machine.roles()) throw nb::value_error("each role needs its number of percepts");
  auto stages =
      solver != nullptr && names != nullptr ? by_network(lanes, *solver, *names, forward) : by_circuit(machine);
  nb::gil_scoped_release release;
  new (self) search::stage::BeliefMacUcb(lanes, machine, belief::Information(std::move(percepts), hidden),
                                         std::move(stages), settings);
}

// For tests: the joint moves of stages whose state is one of these, as `solve_stage` gives them.
nb::list solve_belief(const lanes::Lanes& lanes, const machine::EventMachine& machine, solver::Solver* solver,
                      const search::stage::StageNames* names, bool forward, const std::vector<std::uint64_t>& states) {
  auto stages =
      solver != nullptr && names != nullptr ? by_network(lanes, *solver, *names, forward) : by_circuit(machine);
  const auto words = lanes.state_words();
  if (states.empty() || states.size() % words != 0) throw nb::value_error("these states belong to another game");
  const Stop stop;
  nb::list out;
  stages->narrow(states);
  for (std::size_t at = 0; at < states.size(); at += words) {
    const auto found = stages->solve({states.data() + at, words}, {deadline_in(1e8), &stop.flag});
    out.append(nb::make_tuple(found.joint_moves, found.states));
  }
  stages->widen();
  return out;
}

// For tests: the joint moves of a stage, and their successors.
nb::tuple solve_stage(const lanes::Lanes& lanes, const machine::EventMachine& machine, solver::Solver* solver,
                      const search::stage::StageNames* names, bool forward, const std::vector<std::uint64_t>& state) {
  auto stages =
      solver != nullptr && names != nullptr ? by_network(lanes, *solver, *names, forward) : by_circuit(machine);
  if (state.size() != lanes.state_words()) throw nb::value_error("this state belongs to another game");
  const Stop stop;
  const auto found = stages->solve(state, {deadline_in(1e8), &stop.flag});
  return nb::make_tuple(found.joint_moves, found.states);
}

}  // namespace

void bind_mac_ucb(nb::module_& module) {
  nb::class_<search::stage::StageNames>(module, "StageNames")
      .def("__init__", &make_names, nb::arg("current_variables"), nb::arg("current_values"),
           nb::arg("following_variables"), nb::arg("following_values"), nb::arg("otherwise_variables"),
           nb::arg("otherwise_values"), nb::arg("actions"), nb::arg("moves"));
  nb::class_<search::stage::MacUcb, search::Search>(module, "MacUcb")
      .def("__init__", &make, nb::arg("lanes"), nb::arg("machine"), nb::arg("solver").none(), nb::arg("names").none(),
           nb::arg("forward"), nb::arg("symmetries").none(), nb::arg("settings"), nb::keep_alive<1, 2>(),
           nb::keep_alive<1, 4>())
      .def_static("settings", &declared<search::stage::MacUcbSettings>);
  nb::class_<search::stage::BeliefMacUcb, search::infoset::BeliefSearch>(module, "BeliefMacUcb")
      .def("__init__", &make_belief, nb::arg("lanes"), nb::arg("machine"), nb::arg("percepts"), nb::arg("hidden"),
           nb::arg("solver").none(), nb::arg("names").none(), nb::arg("forward"), nb::arg("symmetries").none(),
           nb::arg("settings"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 6>())
      .def_static("settings", &declared<search::stage::BeliefMacUcbSettings>);
  module.def("solve_belief", &solve_belief, nb::arg("lanes"), nb::arg("machine"), nb::arg("solver").none(),
             nb::arg("names").none(), nb::arg("forward"), nb::arg("states"));
  module.def("solve_stage", &solve_stage, nb::arg("lanes"), nb::arg("machine"), nb::arg("solver").none(),
             nb::arg("names").none(), nb::arg("forward"), nb::arg("state"));
}
