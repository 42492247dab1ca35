#include "woodstock/solver/solver.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bound_solver.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace woodstock;
using namespace woodstock::solver;

namespace {

template <typename Kind>
Kind named(const std::string& name, std::initializer_list<std::pair<const char*, Kind>> kinds) {
  for (const auto& [known, kind] : kinds) {
    if (name == known) return kind;
  }
  throw nb::value_error(("there is no " + name + " here").c_str());
}

Consistency by(const std::string& name) {
  return named<solver::Consistency>(name, {{"mac", Consistency::arc}, {"fc", Consistency::forward}});
}

std::vector<solver::propagators::Assignment> assignments_of(const std::vector<std::uint32_t>& variables,
                                                            const std::vector<std::uint32_t>& values) {
  if (variables.size() != values.size()) throw nb::value_error("each variable needs a value");
  std::vector<solver::propagators::Assignment> out;
  for (std::size_t i = 0; i < variables.size(); ++i) out.push_back({variables[i], values[i]});
  return out;
}

std::vector<solver::propagators::Term> terms_of(const std::vector<std::int64_t>& coefficients,
                                                const std::vector<std::uint32_t>& variables) {
  if (variables.size() != coefficients.size()) throw nb::value_error("each variable needs a coefficient");
  std::vector<solver::propagators::Term> out;
  for (std::size_t i = 0; i < variables.size(); ++i) out.push_back({coefficients[i], variables[i]});
  return out;
}

void add_linear(BoundSolver& bound, const std::vector<std::int64_t>& coefficients,
                const std::vector<std::uint32_t>& variables, const std::string& relation, std::int64_t right,
                std::optional<std::uint32_t> control) {
  using solver::propagators::Relation;
  const auto chosen =
      named<Relation>(relation, {{"<=", Relation::at_most}, {"=", Relation::equal}, {"!=", Relation::different}});
  UsedSolver(bound)->add_linear(terms_of(coefficients, variables), chosen, right, control);
}

void add_table(BoundSolver& bound, const std::vector<std::uint32_t>& scope, ArrayIn<std::int32_t> tuples,
               bool allowed) {
  const std::span<const std::int32_t> values(tuples.data(), tuples.size());  // each is read once, then checked
  const UsedSolver solver(bound);
  nb::gil_scoped_release release;
  solver->add_table(scope, values, allowed);
}

bool assign_all(BoundSolver& bound, ArrayIn<std::int32_t> variables, ArrayIn<std::int32_t> values) {
  if (variables.size() != values.size()) throw nb::value_error("each variable needs a value");
  const UsedSolver solver(bound);
  bool possible = true;
  for (std::size_t i = 0; i < variables.size(); ++i) {  // what is negative is a number that is too big
    possible &= solver->assign(static_cast<solver::Variable>(variables.data()[i]),
                               static_cast<solver::Value>(values.data()[i]));
  }
  return possible;
}

Named search(BoundSolver& bound, const std::string& consistency, const std::string& variables,
             const std::string& values, bool restarts, bool minimise, std::uint64_t seed,
             const std::vector<std::uint32_t>& branching, bool keep, const std::vector<std::uint32_t>& shown,
             std::uint64_t solutions, std::uint64_t nodes, double seconds, const Stop& stop) {
  SearchOptions options;
  options.consistency = by(consistency);
  options.variables = named<solver::VariableOrder>(variables, {{"dom/wdeg", VariableOrder::dom_wdeg},
                                                               {"dom", VariableOrder::dom},
                                                               {"degree", VariableOrder::degree},
                                                               {"input", VariableOrder::input},
                                                               {"random", VariableOrder::random}});
  options.values =
      named<solver::ValueOrder>(values, {{"ascending", ValueOrder::ascending}, {"random", ValueOrder::random}});
  options.restarts = restarts;
  options.minimise = minimise;
  options.seed = seed;
  options.branching = branching;
  options.keep = keep;
  options.shown = shown;
  options.solutions = solutions;
  options.nodes = nodes;
  options.limits = {deadline_in(seconds), &stop.flag};
  SearchResult result;
  {
    const UsedSolver solver(bound);
    nb::gil_scoped_release release;
    result = solver->search(options);
  }
  Named out;
  out["solutions"] = hand_out(std::move(result.solutions));
  out["count"] = result.count;
  out["objective"] = result.objective;
  out["complete"] = result.complete;
  out["nodes"] = result.nodes;
  out["failures"] = result.failures;
  out["restarts"] = result.restarts;
  out["propagations"] = result.propagations;
  return out;
}

template <auto Method, typename... Arguments>
auto called(BoundSolver& bound, Arguments... arguments) {
  const UsedSolver solver(bound);
  return (solver.operator->()->*Method)(arguments...);
}

// The same for what takes long.
template <auto Method>
auto released(BoundSolver& bound) {
  const UsedSolver solver(bound);
  nb::gil_scoped_release release;
  return (solver.operator->()->*Method)();
}

}  // namespace

void bind_solver(nb::module_& module) {
  nb::class_<BoundSolver>(module, "Solver")
      .def(
          "__init__",
          [](BoundSolver* self, const std::vector<std::uint32_t>& domain_sizes) {
            new (self) BoundSolver(domain_sizes);
          },
          nb::arg("domain_sizes"))
      .def("add_table", &add_table, nb::arg("scope"), nb::arg("tuples").noconvert(), nb::arg("allowed"))
      .def(
          "add_gate",
          [](BoundSolver& solver, std::uint32_t output, const std::vector<std::uint32_t>& inputs,
             const std::string& kind) {
            UsedSolver(solver)->add_gate(
                output, inputs,
                named<solver::GateKind>(kind, {{"and", GateKind::conjunction}, {"or", GateKind::disjunction}}));
          },
          nb::arg("output"), nb::arg("inputs"), nb::arg("kind"))
      .def(
          "add_nogood",
          [](BoundSolver& solver, const std::vector<std::uint32_t>& variables,
             const std::vector<std::uint32_t>& values) {
            UsedSolver(solver)->add_nogood(assignments_of(variables, values));
          },
          nb::arg("variables"), nb::arg("values"))
      .def(
          "add_equal",
          [](BoundSolver& solver, std::uint32_t x, std::uint32_t y) { UsedSolver(solver)->add_equal(x, y); },
          nb::arg("x"), nb::arg("y"))
      .def(
          "add_all_different",
          [](BoundSolver& solver, const std::vector<std::uint32_t>& scope) {
            UsedSolver(solver)->add_all_different(scope);
          },
          nb::arg("scope"))
      .def(
          "add_at_most_one",
          [](BoundSolver& solver, const std::vector<std::uint32_t>& variables,
             const std::vector<std::uint32_t>& values) {
            UsedSolver(solver)->add_at_most_one(assignments_of(variables, values));
          },
          nb::arg("variables"), nb::arg("values"))
      .def(
          "add_channel",
          [](BoundSolver& solver, std::uint32_t x, const std::vector<std::uint32_t>& indicators) {
            UsedSolver(solver)->add_channel(x, indicators);
          },
          nb::arg("x"), nb::arg("indicators"))
      .def(
          "set_integers",
          [](BoundSolver& solver, std::uint32_t x, ArrayIn<std::int64_t> values) {
            const auto own = copy_in(values);
            UsedSolver(solver)->set_integers(x, own);
          },
          nb::arg("x"), nb::arg("values").noconvert())
      .def("add_linear", &add_linear, nb::arg("coefficients"), nb::arg("variables"), nb::arg("relation"),
           nb::arg("right"), nb::arg("control").none())
      .def(
          "add_extremum",
          [](BoundSolver& solver, std::uint32_t result, const std::vector<std::uint32_t>& scope,
             const std::string& kind) {
            const auto chosen = named<Extreme>(kind, {{"max", Extreme::greatest}, {"min", Extreme::least}});
            UsedSolver(solver)->add_extremum(result, scope, chosen);
          },
          nb::arg("result"), nb::arg("scope"), nb::arg("kind"))
      .def(
          "add_element",
          [](BoundSolver& solver, const std::vector<std::uint32_t>& items, std::uint32_t index, std::uint32_t result) {
            UsedSolver(solver)->add_element(items, index, result);
          },
          nb::arg("items"), nb::arg("index"), nb::arg("result"))
      .def("add_product", &called<&Solver::add_product, std::uint32_t, std::uint32_t, std::uint32_t>, nb::arg("x"),
           nb::arg("y"), nb::arg("z"))
      .def(
          "add_circuit",
          [](BoundSolver& solver, const std::vector<std::uint32_t>& successors) {
            UsedSolver(solver)->add_circuit(successors);
          },
          nb::arg("successors"))
      .def(
          "set_objective",
          [](BoundSolver& solver, const std::vector<std::int64_t>& coefficients,
             const std::vector<std::uint32_t>& variables) {
            UsedSolver(solver)->set_objective(terms_of(coefficients, variables));
          },
          nb::arg("coefficients"), nb::arg("variables"))
      .def(
          "domain", [](BoundSolver& solver, std::uint32_t x) { return hand_out(UsedSolver(solver)->domain(x)); },
          nb::arg("x"))
      .def("assign", &called<&Solver::assign, std::uint32_t, std::uint32_t>, nb::arg("x"), nb::arg("value"))
      .def("assign_all", &assign_all, nb::arg("variables").noconvert(), nb::arg("values").noconvert())
      .def("remove", &called<&Solver::remove, std::uint32_t, std::uint32_t>, nb::arg("x"), nb::arg("value"))
      .def("propagate", &released<&Solver::propagate>)
      .def(
          "set_consistency",
          [](BoundSolver& solver, const std::string& consistency) {
            UsedSolver(solver)->set_consistency(by(consistency));
          },
          nb::arg("consistency"))
      .def("push", &released<&Solver::push>)
      .def("pop", &called<&Solver::pop>)
      .def("search", &search, nb::arg("consistency"), nb::arg("variables"), nb::arg("values"), nb::arg("restarts"),
           nb::arg("minimise"), nb::arg("seed"), nb::arg("branching"), nb::arg("keep"), nb::arg("shown"),
           nb::arg("solutions"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("stop"))
      .def_prop_ro("level", &called<&Solver::level>)
      .def_prop_ro("propagations", &called<&Solver::propagations>)
      .def_prop_ro("variables", &called<&Solver::variables>)
      .def_prop_ro("constraints", &called<&Solver::constraints>);
}
