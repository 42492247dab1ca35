#include "woodstock/solver/stage.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;
using Row = std::vector<std::int32_t>;
using Ratio = std::pair<std::uint64_t, std::uint64_t>;
// A draw: the variables it depends on, for each row of them the values with their chances; or values with indicators.
using Table = std::vector<std::pair<Row, std::vector<std::pair<std::int32_t, Ratio>>>>;
using Draw = std::tuple<Numbers, Table, std::vector<std::pair<std::int32_t, std::uint32_t>>>;

solver::Chance chance(const Ratio& ratio) { return {ratio.first, ratio.second}; }

void make(solver::StageSolver* self, solver::Solver& whole, std::uint32_t decisions, std::uint32_t variables,
          const std::vector<Draw>& draws, const Ratio& satisfaction) {
  std::vector<solver::Draw> own;
  for (const auto& [scope, table, share] : draws) {
    auto& draw = own.emplace_back();
    draw.scope = scope;
    for (const auto& [row, weights] : table) {
      auto& to = draw.table[row];
      for (const auto& [value, ratio] : weights) to.push_back({value, chance(ratio)});
    }
    for (const auto& [value, indicator] : share) draw.share.push_back({value, indicator});
  }
  new (self) solver::StageSolver(whole, decisions, variables, std::move(own), chance(satisfaction));
}

Named solve(solver::StageSolver& stage, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& state, bool forward,
            Numbers determining, std::uint64_t widest, std::uint64_t nodes, double seconds, const Stop& stop) {
  std::vector<solver::propagators::Assignment> given;
  for (const auto& [variable, value] : state) given.push_back({variable, value});
  solver::StageOptions options;
  options.consistency = forward ? solver::Consistency::forward : solver::Consistency::arc;
  options.determining = std::move(determining);
  options.widest = widest;
  options.nodes = nodes;
  options.patience = {deadline_in(seconds), &stop.flag};
  solver::StageResult result;
  {
    nb::gil_scoped_release release;
    result = stage.solve(given, options);
  }
  nb::list feasible;
  for (const auto& row : result.feasible) {
    nb::list outcomes;
    for (const auto& one : row.outcomes) outcomes.append(nb::make_tuple(one.drawn, one.ways, one.following));
    feasible.append(nb::make_tuple(row.decisions, outcomes));
  }
  nb::dict out;
  out["split"] = result.split;
  out["feasible"] = feasible;
  out["solutions"] = hand_out(std::move(result.solutions));
  out["row_of"] = hand_out(std::move(result.row_of));
  out["complete"] = result.complete;
  out["nodes"] = result.nodes;
  out["failures"] = result.failures;
  out["propagations"] = result.propagations;
  return out;
}

}  // namespace

void bind_stage(nb::module_& module) {
  nb::class_<solver::StageSolver>(module, "StageSolver")
      .def("__init__", &make, nb::arg("whole"), nb::arg("decisions"), nb::arg("variables"), nb::arg("draws"),
           nb::arg("satisfaction"), nb::keep_alive<1, 2>())
      .def("split", &solver::StageSolver::split, nb::arg("decision_part"), nb::arg("stochastic_part"),
           nb::arg("stochastic"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
      .def("solve", &solve, nb::arg("given"), nb::arg("forward"), nb::arg("determining"), nb::arg("widest"),
           nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop"));
}
