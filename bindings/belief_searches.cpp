#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "settings.hpp"
#include "woodstock/belief/belief.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/search/exact/belief_expectimax.hpp"
#include "woodstock/search/infoset/information_search.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;

void make_information_search(search::infoset::InformationSearch* self, const machine::Machine& machine,
                             std::optional<std::uint32_t> chance, bool hidden, lanes::Lanes* lanes,
                             GivenSettings given) {
  const auto settings = settings_from<search::infoset::InformationSearchSettings>(std::move(given));
  nb::gil_scoped_release release;
  new (self) search::infoset::InformationSearch(machine, chance, belief::Information(machine.roles(), hidden), settings,
                                                lanes);
}

void make_belief_expectimax(search::exact::BeliefExpectimax* self, lanes::Lanes* lanes, const machine::Machine& machine,
                            std::optional<std::uint32_t> chance, bool hidden, GivenSettings given) {
  const auto settings = settings_from<search::exact::BeliefExpectimaxSettings>(std::move(given));
  new (self)
      search::exact::BeliefExpectimax(lanes, machine, chance, belief::Information(machine.roles(), hidden), settings);
}

}  // namespace

// Searches from beliefs. What else can be done with them is bound in search.cpp.
void bind_belief_searches(nb::module_& module) {
  nb::class_<search::infoset::BeliefSearch, search::Search>(module, "BeliefSearch")
      .def(
          "set_belief",
          [](search::infoset::BeliefSearch& search, const belief::Belief& belief) {
            search.set_belief(translated(belief.particles(), belief.machine(), search.machine()), belief.role(),
                              belief.exact());
          },
          nb::arg("belief"));
  nb::class_<search::infoset::InformationSearch, search::infoset::BeliefSearch>(module, "InformationSearch")
      .def("__init__", &make_information_search, nb::arg("machine"), nb::arg("chance").none(), nb::arg("hidden"),
           nb::arg("lanes").none(), nb::arg("settings"), nb::keep_alive<1, 5>())
      .def_static("settings", &declared<search::infoset::InformationSearchSettings>, kDeclared);
  nb::class_<search::exact::BeliefExpectimax, search::infoset::BeliefSearch>(module, "BeliefExpectimax")
      .def("__init__", &make_belief_expectimax, nb::arg("lanes").none(), nb::arg("machine"), nb::arg("chance").none(),
           nb::arg("hidden"), nb::arg("settings"), nb::keep_alive<1, 2>())
      .def_static("settings", &declared<search::exact::BeliefExpectimaxSettings>, kDeclared);
}
