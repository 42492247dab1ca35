#include "woodstock/solver/stage.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bound_solver.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace woodstock;
using solver::StageSolver;

namespace {

using Outcomes = std::vector<std::pair<StageSolver::Row, std::vector<StageSolver::Row>>>;
using Feasible = std::function<bool(const StageSolver::Row&, const Outcomes&)>;

Named solve(StageSolver& stage, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& state,
            const Feasible& feasible, bool forward, std::vector<std::uint32_t> determining, std::uint64_t widest,
            std::uint64_t nodes, double seconds, const Stop& stop) {
  std::vector<solver::propagators::Assignment> given;
  for (const auto& [variable, value] : state) given.push_back({variable, value});
  solver::StageOptions options;
  options.consistency = forward ? solver::Consistency::forward : solver::Consistency::arc;
  options.determining = std::move(determining);
  options.widest = widest;
  options.nodes = nodes;
  options.limits = {deadline_in(seconds), &stop.flag};
  solver::StageResult result;
  {
    const InUse use{&stage};
    nb::gil_scoped_release release;
    result = stage.solve(given, options, [&](const StageSolver::Row& decisions, const StageSolver::Outcomes& outcomes) {
      return feasible(decisions, {outcomes.begin(), outcomes.end()});
    });
  }
  nb::dict out;
  out["split"] = result.split;
  out["solutions"] = hand_out(std::move(result.solutions));
  out["count"] = result.count;
  out["complete"] = result.complete;
  out["nodes"] = result.nodes;
  out["failures"] = result.failures;
  out["propagations"] = result.propagations;
  return out;
}

void make(StageSolver* self, BoundSolver& whole, std::uint32_t decisions, std::uint32_t draws,
          std::uint32_t variables) {
  whole.check_free();
  const InUse use{&whole};
  new (self) StageSolver(whole.own, decisions, draws, variables);
  whole.given_away = true;
}

void split(StageSolver& stage, BoundSolver& decision_part, BoundSolver& stochastic_part,
           std::vector<std::uint32_t> stochastic) {
  if (&decision_part == &stochastic_part) throw nb::value_error("the parts of a stage are two solvers");
  decision_part.check_free();
  stochastic_part.check_free();
  const InUse use{&stage, &decision_part, &stochastic_part};
  stage.split(decision_part.own, stochastic_part.own, std::move(stochastic));
  decision_part.given_away = stochastic_part.given_away = true;
}

}  // namespace

void bind_stage(nb::module_& module) {
  nb::class_<StageSolver>(module, "StageSolver")
      .def("__init__", &make, nb::arg("whole"), nb::arg("decisions"), nb::arg("draws"), nb::arg("variables"),
           nb::keep_alive<1, 2>())
      .def("split", &split, nb::arg("decision_part"), nb::arg("stochastic_part"), nb::arg("stochastic"),
           nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def("solve", &solve, nb::arg("given"), nb::arg("feasible"), nb::arg("forward"), nb::arg("determining"),
           nb::arg("widest"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop"));
}
