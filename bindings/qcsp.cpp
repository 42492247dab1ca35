#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "arrays.hpp"
#include "in_use.hpp"
#include "settings.hpp"
#include "stop.hpp"
#include "woodstock/qcsp/lanes.hpp"
#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/propagation.hpp"
#include "woodstock/qcsp/solver.hpp"

namespace nb = nanobind;
using namespace woodstock;
using namespace woodstock::qcsp;

namespace {

using Numbers = std::vector<std::uint32_t>;

// A problem as Python has it: players look at it, so that nobody adds constraints once there is one.
struct BoundProblem : qcsp::Problem {
  using Problem::Problem;

  void check_open() const {
    if (played) throw std::invalid_argument("the problem is being played, so that nothing can be added");
  }

  bool played = false;
};

qcsp::Level level_of(bool strong) { return strong ? qcsp::Level::strong : qcsp::Level::weak; }

void make_problem(BoundProblem* self, const Numbers& sizes, const std::vector<bool>& universal) {
  const auto quantifiers = std::make_unique<bool[]>(universal.size());
  std::copy(universal.begin(), universal.end(), quantifiers.get());
  new (self) BoundProblem(sizes, {quantifiers.get(), universal.size()});
}

qcsp::Domains domains_in(const BoundProblem& problem, const ArrayIn<qcsp::Mask>& array) {
  auto domains = copy_in(array);
  if (domains.size() != problem.variables()) throw nb::value_error("each variable needs a domain");
  for (std::uint32_t x = 0; x < domains.size(); ++x) {
    if (domains[x] == 0 || (domains[x] & ~problem.full()[x]) != 0) throw nb::value_error("a domain does not fit");
  }
  return domains;
}

std::optional<ArrayOut<qcsp::Mask>> propagate(const BoundProblem& problem, ArrayIn<qcsp::Mask> array, bool strong) {
  auto domains = domains_in(problem, array);
  if (!qcsp::Propagator(problem).all(domains.data(), level_of(strong))) return std::nullopt;
  return hand_out(std::move(domains));
}

qcsp::Mask pure(const BoundProblem& problem, ArrayIn<qcsp::Mask> array, std::uint32_t x) {
  const auto domains = domains_in(problem, array);
  if (x >= problem.variables()) throw nb::value_error("there is no variable of that number");
  return qcsp::Propagator(problem).pure(domains.data(), x);
}

qcsp::Mask dominated(const BoundProblem& problem, ArrayIn<qcsp::Mask> array, std::uint32_t x) {
  const auto domains = domains_in(problem, array);
  if (x >= problem.variables()) throw nb::value_error("there is no variable of that number");
  Numbers kept(most_values);
  return qcsp::Propagator(problem).dominated(domains.data(), x, kept.data());
}

qcsp::Limits limits_of(double seconds, bool processor, std::uint64_t budget, const Stop& stop) {
  return {seconds < 1e8 ? std::max(seconds, 0.0) : 1e8, processor, budget, &stop.flag};
}

const char* name_of(qcsp::Verdict verdict) {
  return verdict == qcsp::Verdict::won ? "won" : verdict == qcsp::Verdict::lost ? "lost" : "unknown";
}

Named solve(const BoundProblem& problem, const Numbers& prefix, double seconds, std::uint64_t nodes, const Stop& stop) {
  qcsp::Verdict verdict;
  const InUse use{&problem};
  qcsp::Solver solver(problem);
  {
    nb::gil_scoped_release release;
    verdict = solver.solve(prefix, limits_of(seconds, false, nodes, stop));
  }
  Named out;
  out["verdict"] = name_of(verdict);
  out["nodes"] = solver.nodes();
  out["root"] = solver.root();
  Numbers variables, values, branches;
  if (verdict == qcsp::Verdict::won) {
    for (const auto& node : solver.strategy().nodes) {
      variables.push_back(node.variable);
      values.push_back(node.value);
      branches.push_back(node.branch);
    }
  }
  out["variables"] = hand_out(std::move(variables));
  out["values"] = hand_out(std::move(values));
  out["next"] = hand_out(std::move(branches));
  out["branches"] = hand_out(verdict == qcsp::Verdict::won ? solver.strategy().branches : Numbers{});
  return out;
}

std::pair<std::uint64_t, std::uint64_t> run_playouts(const BoundProblem& problem, const Numbers& prefix,
                                                     std::uint64_t wanted, std::uint64_t seed,
                                                     std::optional<std::uint32_t> kernel, double seconds,
                                                     const Stop& stop) {
  const InUse use{&problem};
  nb::gil_scoped_release release;
  const auto counts = qcsp::count_playouts(problem, prefix, seed, kernel, limits_of(seconds, false, wanted, stop));
  return {counts.made, counts.won};
}

std::unique_ptr<qcsp::Player> player_of(BoundProblem& problem, std::string_view kind, GivenSettings settings) {
  const InUse use{&problem};
  auto player = qcsp::make_player(problem, kind, std::move(settings));
  problem.played = true;
  return player;
}

Named choose(qcsp::Player& player, const Numbers& prefix, double seconds, bool processor, std::uint64_t budget,
             const Stop& stop) {
  const InUse use{&player};
  if (prefix.size() >= player.problem().variables()) throw nb::value_error("every variable is set");
  qcsp::Choice choice;
  {
    nb::gil_scoped_release release;
    choice = player.choose(prefix, limits_of(seconds, processor, budget, stop));
  }
  nb::list estimates;
  for (const auto& estimate : choice.estimates) {
    estimates.append(nb::make_tuple(estimate.value, estimate.worth, estimate.visits));
  }
  Named out;
  out["value"] = choice.value;
  out["proof"] = static_cast<int>(choice.proof);
  out["estimates"] = estimates;
  out["playouts"] = choice.playouts;
  out["nodes"] = choice.nodes;
  out["depth"] = choice.depth;
  return out;
}

}  // namespace

void bind_qcsp(nb::module_& module) {
  nb::class_<BoundProblem>(module, "QcspProblem")
      .def("__init__", &make_problem, nb::arg("sizes"), nb::arg("universal"))
      .def("add_binary",
           [](BoundProblem& problem, std::uint32_t x, std::uint32_t y, ArrayIn<qcsp::Mask> supports) {
             const InUse use{&problem};
             problem.check_open();
             problem.add_binary(x, y, {supports.data(), supports.size()});
           })
      .def("add_diagram",
           [](BoundProblem& problem, const Numbers& scope, const std::vector<std::vector<std::int32_t>>& children) {
             const InUse use{&problem};
             problem.check_open();
             problem.add_diagram(scope, children);
           })
      .def_prop_ro("variables", [](const BoundProblem& problem) { return problem.variables(); })
      .def("propagate", &propagate, nb::arg("domains").noconvert(), nb::arg("strong"))
      .def("pure", &pure, nb::arg("domains").noconvert(), nb::arg("x"))
      .def("dominated", &dominated, nb::arg("domains").noconvert(), nb::arg("x"))
      .def("satisfied",
           [](const BoundProblem& problem, const Numbers& values) {
             problem.check_prefix(values);
             if (values.size() != problem.variables()) throw nb::value_error("each variable needs a value");
             return problem.satisfied(values);
           })
      .def("playouts", &run_playouts, nb::arg("prefix"), nb::arg("wanted"), nb::arg("seed"), nb::arg("kernel").none(),
           nb::arg("seconds"), nb::arg("stop"))
      .def("solve", &solve, nb::arg("prefix"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("stop"));
  nb::class_<qcsp::Player>(module, "QcspPlayer")
      .def("choose", &choose, nb::arg("prefix"), nb::arg("seconds"), nb::arg("processor"), nb::arg("budget"),
           nb::arg("stop"));
  module.def("qcsp_kernels", [] { return static_cast<std::uint32_t>(lane_plays().size()); });
  module.def("qcsp_player", &player_of, nb::arg("problem"), nb::arg("kind"), nb::arg("settings"),
             nb::keep_alive<0, 1>());
  module.def("qcsp_player_kinds", [] {
    std::vector<std::tuple<std::string, std::string, std::vector<SettingRow>>> out;
    for (const auto& kind : qcsp::player_kinds()) out.emplace_back(kind.name, kind.help, rows_of(kind.settings()));
    return out;
  });
}
