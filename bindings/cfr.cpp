#include "woodstock/search/cfr/cfr.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "arrays.hpp"
#include "checks.hpp"
#include "in_use.hpp"
#include "settings.hpp"
#include "stop.hpp"
#include "woodstock/belief/belief.hpp"
#include "woodstock/search/cfr/sampled_cfr.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;
using Role = std::optional<std::uint32_t>;

// None where the game has more positions than wanted, or there was no time.
std::optional<std::unique_ptr<search::cfr::Cfr>> make_cfr(const machine::Machine& machine, Role chance, bool hidden,
                                                          GivenSettings given, double seconds, const Stop& stop) {
  const auto settings = settings_from<search::cfr::CfrSettings>(std::move(given));
  const auto deadline = deadline_in(seconds);
  check_chance(chance, machine.roles());
  const InUse use{&machine};
  nb::gil_scoped_release release;
  auto made = search::cfr::Cfr::lay_out(machine, chance, belief::Information(machine.roles(), hidden), settings,
                                        deadline, &stop.flag);
  if (made == nullptr) return std::nullopt;
  return made;
}

// The GIL is held while strategies are looked at, so that nobody begins to use the object meanwhile.
search::cfr::Strategy checked(const search::cfr::Cfr& cfr, const ArrayIn<double>& strategy) {
  const InUse use{&cfr};
  auto out = copy_in(strategy);
  if (out.size() != cfr.form().moves().size())
    throw nb::value_error("a strategy has a number for each move of each set");
  return out;
}

void check_player(const search::cfr::Cfr& cfr, std::uint32_t role) {
  if (role >= cfr.form().roles() || role == cfr.form().chance()) throw nb::value_error("nobody plays this role");
}

nb::dict sets(const search::cfr::Cfr& cfr) {
  const InUse use{&cfr};
  Numbers roles, firsts, counts;
  std::vector<std::uint64_t> infos;
  for (const auto& set : cfr.form().sets()) {
    roles.push_back(set.role);
    infos.push_back(set.info);
    firsts.push_back(set.first);
    counts.push_back(set.count);
  }
  nb::dict out;
  out["roles"] = hand_out(std::move(roles));
  out["infos"] = hand_out(std::move(infos));
  out["firsts"] = hand_out(std::move(firsts));
  out["counts"] = hand_out(std::move(counts));
  out["moves"] = hand_out(Numbers(cfr.form().moves()));
  return out;
}

// What each move is worth to the role where it is made, in every set that the others' moves make possible.
ArrayOut<double> move_values(search::cfr::Cfr& cfr, ArrayIn<double> strategy, std::uint32_t role) {
  const auto own = checked(cfr, strategy);
  check_player(cfr, role);
  return hand_out(cfr.values().move_values(own, role));
}

void make_sampled(search::cfr::SampledCfr* self, const machine::Machine& machine, Role chance, bool hidden,
                  GivenSettings given) {
  const auto settings = settings_from<search::cfr::SampledCfrSettings>(std::move(given));
  check_chance(chance, machine.roles());
  const InUse use{&machine};
  nb::gil_scoped_release release;
  new (self) search::cfr::SampledCfr(machine, chance, belief::Information(machine.roles(), hidden), settings);
}

belief::Info information_state(std::uint32_t role, const Numbers& moves, const std::vector<Numbers>& seen) {
  check_role(role, kMostRoles);
  return belief::information_state(role, moves, seen);
}

belief::Info told_state(std::uint32_t role, const std::vector<Numbers>& joint_moves) {
  check_role(role, kMostRoles);
  return belief::told_state(role, joint_moves);
}

template <typename T>
void run(T& cfr, double seconds, std::uint64_t iterations, const Stop& stop) {
  const search::SearchLimits limits{deadline_in(seconds), iterations, &stop.flag};
  const InUse use{&cfr};
  nb::gil_scoped_release release;
  cfr.run(limits);
}

std::vector<std::tuple<std::uint32_t, double, double>> view(const search::cfr::SampledCfr& cfr, std::uint32_t role,
                                                            belief::Info info, const Numbers& legal) {
  check_role(role, cfr.machine().roles());
  const InUse use{&cfr};
  std::vector<std::tuple<std::uint32_t, double, double>> out;
  for (const auto& move : cfr.view(role, info, legal)) out.emplace_back(move.move, move.probability, move.value);
  return out;
}

}  // namespace

void bind_cfr(nb::module_& module) {
  module.def("information_state", &information_state, nb::arg("role"), nb::arg("moves"), nb::arg("seen"));
  module.def("told_state", &told_state, nb::arg("role"), nb::arg("joint_moves"));
  module.def("make_cfr", &make_cfr, nb::arg("machine"), nb::arg("chance").none(), nb::arg("hidden"),
             nb::arg("settings"), nb::arg("seconds"), nb::arg("stop"));
  nb::class_<search::cfr::Cfr>(module, "Cfr")
      .def_static("settings", &declared<search::cfr::CfrSettings>, kDeclared)
      .def("run", &run<search::cfr::Cfr>, nb::arg("seconds"), nb::arg("iterations"), nb::arg("stop"))
      .def("average",
           [](const search::cfr::Cfr& cfr) {
             const InUse use{&cfr};
             return hand_out(cfr.average());
           })
      .def("sets", &sets, nb::sig("def sets(self) -> _InformationSets"))
      .def(
          "find",
          [](const search::cfr::Cfr& cfr, std::uint32_t role, belief::Info info, const Numbers& legal) {
            check_role(role, cfr.form().roles());
            return cfr.form().find(role, info, legal);
          },
          nb::arg("role"), nb::arg("info"), nb::arg("legal"))
      .def(
          "values",
          [](search::cfr::Cfr& cfr, ArrayIn<double> strategy) {
            return hand_out(cfr.values().values(checked(cfr, strategy)));
          },
          nb::arg("strategy"))
      .def(
          "best_response",
          [](search::cfr::Cfr& cfr, ArrayIn<double> strategy, std::uint32_t role) {
            check_player(cfr, role);
            return cfr.values().best_response(checked(cfr, strategy), role);
          },
          nb::arg("strategy"), nb::arg("role"))
      .def(
          "nash_conv",
          [](search::cfr::Cfr& cfr, ArrayIn<double> strategy) {
            return cfr.values().nash_conv(checked(cfr, strategy));
          },
          nb::arg("strategy"))
      .def("move_values", &move_values, nb::arg("strategy"), nb::arg("role"))
      .def_prop_ro("iterations", &search::cfr::Cfr::iterations)
      .def_prop_ro("positions", [](const search::cfr::Cfr& cfr) { return cfr.form().positions(); });
  nb::class_<search::cfr::SampledCfr>(module, "SampledCfr")
      .def("__init__", &make_sampled, nb::arg("machine"), nb::arg("chance").none(), nb::arg("hidden"),
           nb::arg("settings"))
      .def_static("settings", &declared<search::cfr::SampledCfrSettings>, kDeclared)
      .def(
          "set_root",
          [](search::cfr::SampledCfr& cfr, const belief::Belief& belief) {
            const InUse use{&cfr, &belief};
            check_belief_game(belief.machine(), cfr.machine());
            cfr.set_root(translated(belief.particles(), belief.machine(), cfr.machine()));
          },
          nb::arg("belief"))
      .def("run", &run<search::cfr::SampledCfr>, nb::arg("seconds"), nb::arg("iterations"), nb::arg("stop"))
      .def("view", &view, nb::arg("role"), nb::arg("info"), nb::arg("legal"))
      .def_prop_ro("iterations", &search::cfr::SampledCfr::iterations)
      .def_prop_ro("sets", &search::cfr::SampledCfr::sets)
      .def_prop_ro("depth", &search::cfr::SampledCfr::depth);
}
