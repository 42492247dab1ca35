#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "bound_search.hpp"
#include "settings.hpp"
#include "woodstock/search/exact/minimax.hpp"
#include "woodstock/search/tree/grave.hpp"
#include "woodstock/search/tree/uct.hpp"
#include "woodstock/search/ucb.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Role = std::optional<std::uint32_t>;
using Grave = Bound<search::tree::Grave>;
using Minimax = Bound<search::exact::Minimax>;
using Ucb = Bound<search::Ucb>;
using Uct = Bound<search::tree::Uct>;
using Symmetries = std::shared_ptr<const symmetry::SymmetryGroup>;

void make_uct(Uct* self, const machine::Machine& machine, Role chance, Symmetries symmetries, GivenSettings given) {
  auto settings = settings_from<search::tree::UctSettings>(std::move(given));
  settings.tree.symmetries = std::move(symmetries);
  check_chance(chance, machine.roles());
  const InUse use{&machine};
  nb::gil_scoped_release release;
  new (self) Uct(machine.roles(), machine, chance, settings);
}

void make_grave(Grave* self, const machine::Machine& machine, Role chance, Symmetries symmetries, GivenSettings given) {
  auto settings = settings_from<search::tree::GraveSettings>(std::move(given));
  settings.tree.symmetries = std::move(symmetries);
  check_chance(chance, machine.roles());
  const InUse use{&machine};
  nb::gil_scoped_release release;
  new (self) Grave(machine.roles(), machine, chance, settings);
}

void make_ucb(Ucb* self, const machine::Machine& machine, Role chance, GivenSettings given) {
  const auto settings = settings_from<search::UcbSettings>(std::move(given));
  check_chance(chance, machine.roles());
  const InUse use{&machine};
  nb::gil_scoped_release release;
  new (self) Ucb(machine.roles(), machine, chance, settings);
}

void make_minimax(Minimax* self, const machine::Machine& machine, Role chance, GivenSettings given) {
  const auto settings = settings_from<search::exact::MinimaxSettings>(std::move(given));
  check_chance(chance, machine.roles());
  const InUse use{&machine};
  nb::gil_scoped_release release;
  new (self) Minimax(machine.roles(), machine, chance, settings);
}

}  // namespace

// What can be done with them is bound in search.cpp. Each works on a copy of the machine.
void bind_searches(nb::module_& module) {
  nb::class_<Uct, BoundSearch>(module, "Uct")
      .def("__init__", &make_uct, nb::arg("machine"), nb::arg("chance").none(), nb::arg("symmetries").none(),
           nb::arg("settings"))
      .def_static("settings", &declared<search::tree::UctSettings>, kDeclared)
      .def_prop_ro("bytes", [](const Uct& search) { return search.own.bytes(); });
  nb::class_<Grave, BoundSearch>(module, "Grave")
      .def("__init__", &make_grave, nb::arg("machine"), nb::arg("chance").none(), nb::arg("symmetries").none(),
           nb::arg("settings"))
      .def_static("settings", &declared<search::tree::GraveSettings>, kDeclared)
      .def_prop_ro("bytes", [](const Grave& search) { return search.own.bytes(); });
  nb::class_<Ucb, BoundSearch>(module, "Ucb")
      .def("__init__", &make_ucb, nb::arg("machine"), nb::arg("chance").none(), nb::arg("settings"))
      .def_static("settings", &declared<search::UcbSettings>, kDeclared);
  nb::class_<Minimax, BoundSearch>(module, "Minimax")
      .def("__init__", &make_minimax, nb::arg("machine"), nb::arg("chance").none(), nb::arg("settings"))
      .def_static("settings", &declared<search::exact::MinimaxSettings>, kDeclared);
}
