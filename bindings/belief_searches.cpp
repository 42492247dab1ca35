#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "bound_search.hpp"
#include "settings.hpp"
#include "woodstock/belief/belief.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/search/exact/belief_expectimax.hpp"
#include "woodstock/search/infoset/information_search.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using InformationSearch = BoundOfBeliefs<search::infoset::InformationSearch>;
using BeliefExpectimax = BoundOfBeliefs<search::exact::BeliefExpectimax>;

void make_information_search(InformationSearch* self, const machine::Machine& machine,
                             std::optional<std::uint32_t> chance, bool hidden, lanes::Lanes* lanes,
                             GivenSettings given) {
  check_chance(chance, machine.roles());
  check_lanes(lanes, machine);
  const InUse use{&machine};
  const auto settings = settings_from<search::infoset::InformationSearchSettings>(std::move(given));
  nb::gil_scoped_release release;
  new (self) InformationSearch(machine.roles(), machine, chance, belief::Information(machine.roles(), hidden), settings,
                               lanes);
}

void make_belief_expectimax(BeliefExpectimax* self, lanes::Lanes* lanes, const machine::Machine& machine,
                            std::optional<std::uint32_t> chance, bool hidden, GivenSettings given) {
  check_chance(chance, machine.roles());
  check_lanes(lanes, machine);
  const InUse use{&machine};
  const auto settings = settings_from<search::exact::BeliefExpectimaxSettings>(std::move(given));
  new (self)
      BeliefExpectimax(machine.roles(), lanes, machine, chance, belief::Information(machine.roles(), hidden), settings);
}

void set_belief(BoundBeliefSearch& search, const belief::Belief& belief) {
  auto used = search.used();
  used.push_back(&belief);
  const InUse use(used);
  auto& own = search.of_beliefs();
  check_belief_game(belief.machine(), own.machine());
  search.root([&] {
    own.set_belief(translated(belief.particles(), belief.machine(), own.machine()), belief.role(), belief.exact());
  });
}

}  // namespace

// Searches from beliefs. What else can be done with them is bound in search.cpp.
void bind_belief_searches(nb::module_& module) {
  nb::class_<BoundBeliefSearch, BoundSearch>(module, "BeliefSearch").def("set_belief", &set_belief, nb::arg("belief"));
  nb::class_<InformationSearch, BoundBeliefSearch>(module, "InformationSearch")
      .def("__init__", &make_information_search, nb::arg("machine"), nb::arg("chance").none(), nb::arg("hidden"),
           nb::arg("lanes").none(), nb::arg("settings"), nb::keep_alive<1, 5>())
      .def_static("settings", &declared<search::infoset::InformationSearchSettings>, kDeclared);
  nb::class_<BeliefExpectimax, BoundBeliefSearch>(module, "BeliefExpectimax")
      .def("__init__", &make_belief_expectimax, nb::arg("lanes").none(), nb::arg("machine"), nb::arg("chance").none(),
           nb::arg("hidden"), nb::arg("settings"), nb::keep_alive<1, 2>())
      .def_static("settings", &declared<search::exact::BeliefExpectimaxSettings>, kDeclared);
}
