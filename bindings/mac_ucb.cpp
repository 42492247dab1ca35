#include "woodstock/search/stage/mac_ucb.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "arrays.hpp"
#include "bound_search.hpp"
#include "checked_stage.hpp"
#include "checks.hpp"
#include "settings.hpp"
#include "stop.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/search/stage/belief_mac_ucb.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;
using search::stage::StageNames;
using Names = std::shared_ptr<const StageNames>;
using MacUcb = Bound<search::stage::MacUcb>;
using BeliefMacUcb = BoundOfBeliefs<search::stage::BeliefMacUcb>;
using Solutions = std::pair<Numbers, std::vector<std::uint64_t>>;

std::vector<StageNames::Entry> entries(const Numbers& variables, const Numbers& values) {
  if (variables.size() != values.size()) throw nb::value_error("each variable needs a value");
  std::vector<StageNames::Entry> out;
  for (std::size_t i = 0; i < variables.size(); ++i) out.push_back({variables[i], values[i]});
  return out;
}

void make_names(StageNames* self, const Numbers& current_variables, const Numbers& current_values,
                const Numbers& following_variables, const Numbers& following_values, const Numbers& otherwise_variables,
                const Numbers& otherwise_values, Numbers actions, std::vector<Numbers> moves) {
  new (self) StageNames(entries(current_variables, current_values), entries(following_variables, following_values),
                        entries(otherwise_variables, otherwise_values), std::move(actions), std::move(moves));
}

// Nothing where no network was given: then the machine lists the solutions of stages.
std::unique_ptr<search::stage::GameStage> by_network(const machine::Machine& machine, solver::StageSolver* solver,
                                                     const Names& names, bool forward, bool split) {
  if (solver == nullptr || !names) return nullptr;
  const auto consistency = forward ? solver::Consistency::forward : solver::Consistency::arc;
  const auto roles = machine.roles();
  if (names->actions.size() != roles || names->moves.size() != roles) {
    throw std::invalid_argument("the network does not speak of this game");
  }
  for (std::size_t role = 0; role < roles; ++role) {
    for (const auto move : names->moves[role]) {
      if (move >= machine.move_count(static_cast<std::uint32_t>(role)))
        throw std::invalid_argument("a role has no move of that number");
    }
  }
  auto own = std::make_unique<search::stage::NetworkStage>(*solver, names, consistency, machine.fluents(), split);
  return std::make_unique<CheckedStage>(std::move(own), roles);
}

void check_all(const lanes::Lanes* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
               const symmetry::SymmetryGroup* symmetries) {
  check_chance(chance, machine.roles());
  check_lanes(lanes, machine);
  if (symmetries != nullptr) symmetries->check_game(machine.fluents(), machine::move_counts(machine));
}

// What is asked of stages needs a root.
search::stage::MacUcb& rooted(MacUcb& search) {
  search.rooted();
  return search.own;
}

void make(MacUcb* self, lanes::Lanes* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
          solver::StageSolver* solver, const Names& names, bool forward, bool split,
          std::shared_ptr<const symmetry::SymmetryGroup> symmetries, GivenSettings given) {
  auto settings = settings_from<search::stage::MacUcbSettings>(std::move(given));
  settings.symmetries = std::move(symmetries);
  check_all(lanes, machine, chance, settings.symmetries.get());
  auto stages = by_network(machine, solver, names, forward, split);
  {
    const InUse use{&machine, solver};
    nb::gil_scoped_release release;
    new (self) MacUcb(machine.roles(), lanes, machine, chance, std::move(stages), settings);
  }
  self->work_with(solver);
}

void make_belief(BeliefMacUcb* self, lanes::Lanes* lanes, const machine::Machine& machine,
                 std::optional<std::uint32_t> chance, bool hidden, solver::StageSolver* solver, const Names& names,
                 bool forward, bool split, std::shared_ptr<const symmetry::SymmetryGroup> symmetries,
                 GivenSettings given) {
  auto settings = settings_from<search::stage::BeliefMacUcbSettings>(std::move(given));
  settings.symmetries = std::move(symmetries);
  check_all(lanes, machine, chance, settings.symmetries.get());
  auto stages = by_network(machine, solver, names, forward, split);
  {
    const InUse use{&machine, solver};
    nb::gil_scoped_release release;
    new (self) BeliefMacUcb(machine.roles(), lanes, machine, chance, belief::Information(machine.roles(), hidden),
                            std::move(stages), settings);
  }
  self->work_with(solver);
}

Named statistics(MacUcb& search) {
  const InUse use(search.used());
  const auto found = rooted(search).statistics();
  Named out;
  out["solving"] = found.solving;
  out["sampling"] = found.sampling;
  out["pruned"] = found.pruned;
  out["spared"] = found.spared;
  out["arms"] = found.arms;
  out["pulled"] = found.pulled;
  return out;
}

using JointMoves = std::vector<Numbers>;
using Enriched = std::tuple<nb::bytes, JointMoves, Numbers>;

// The state, its joint moves, and the places of those that are nogoods.
std::vector<Enriched> stages_to_compare(MacUcb& bound, std::size_t most) {
  const InUse use(bound.used());
  const auto& search = rooted(bound);
  std::vector<Enriched> out;
  for (const auto& stage : search.stages_to_compare(most)) {
    const auto text = search.encode(stage.state);
    const auto roles = static_cast<std::ptrdiff_t>(search.roles());
    JointMoves joint_moves;
    for (auto at = stage.joint_moves.begin(); at != stage.joint_moves.end(); at += roles) {
      joint_moves.emplace_back(at, at + roles);
    }
    out.emplace_back(nb::bytes(text.data(), text.size()), std::move(joint_moves), stage.nogoods);
  }
  return out;
}

std::uint64_t join(MacUcb& bound, const nb::bytes& state, const std::vector<JointMoves>& classes, bool estimated) {
  const InUse use(bound.used());
  auto& search = rooted(bound);
  const std::string_view text(state.c_str(), state.size());
  const auto alike = estimated ? search::stage::Alike::estimated : search::stage::Alike::exactly;
  return search.join(search.decode(text), classes, alike);
}

// For tests: the joint moves of each state, and their successors, as far as these many nodes of each search lead to
// them. The state of the stage is one of these.
std::vector<Solutions> solve_states(const machine::Machine& machine, solver::StageSolver* solver, const Names& names,
                                    bool forward, const std::vector<std::uint64_t>& states, std::uint64_t nodes,
                                    bool split) {
  const InUse use{&machine, solver};
  auto stages = by_network(machine, solver, names, forward, split);
  if (!stages) stages = std::make_unique<search::stage::CircuitStage>(machine.copy());
  const auto words = machine.state_words();
  check_states(machine, states);
  const Stop stop;
  std::vector<Solutions> out;
  const bool several = states.size() > words;
  if (several) stages->narrow(states);
  for (std::size_t at = 0; at < states.size(); at += words) {
    const auto found = stages->solve({states.data() + at, words}, {{deadline_in(1e8), &stop.flag}, nodes});
    out.emplace_back(found.joint_moves, found.states);
  }
  if (several) stages->widen();
  return out;
}

}  // namespace

void bind_mac_ucb(nb::module_& module) {
  module.attr("NO_VALUE") = solver::kNone;
  nb::class_<StageNames>(module, "StageNames")
      .def("__init__", &make_names, nb::arg("current_variables"), nb::arg("current_values"),
           nb::arg("following_variables"), nb::arg("following_values"), nb::arg("otherwise_variables"),
           nb::arg("otherwise_values"), nb::arg("actions"), nb::arg("moves"));
  nb::class_<MacUcb, BoundSearch>(module, "MacUcb")
      .def("__init__", &make, nb::arg("lanes").none(), nb::arg("machine"), nb::arg("chance").none(),
           nb::arg("solver").none(), nb::arg("names").none(), nb::arg("forward"), nb::arg("split"),
           nb::arg("symmetries").none(), nb::arg("settings"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 5>())
      .def("statistics", &statistics)
      .def("stages_to_compare", &stages_to_compare, nb::arg("most"))
      .def("join", &join, nb::arg("state"), nb::arg("classes"), nb::arg("estimated"))
      .def_static("settings", &declared<search::stage::MacUcbSettings>, kDeclared);
  nb::class_<BeliefMacUcb, BoundBeliefSearch>(module, "BeliefMacUcb")
      .def("__init__", &make_belief, nb::arg("lanes").none(), nb::arg("machine"), nb::arg("chance").none(),
           nb::arg("hidden"), nb::arg("solver").none(), nb::arg("names").none(), nb::arg("forward"), nb::arg("split"),
           nb::arg("symmetries").none(), nb::arg("settings"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 6>())
      .def_static("settings", &declared<search::stage::BeliefMacUcbSettings>, kDeclared);
  module.def("solve_states", &solve_states, nb::arg("machine"), nb::arg("solver").none(), nb::arg("names").none(),
             nb::arg("forward"), nb::arg("states"), nb::arg("nodes") = ~std::uint64_t{0}, nb::arg("split") = false);
}
