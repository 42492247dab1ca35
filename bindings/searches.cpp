#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "settings.hpp"
#include "woodstock/search/exact/minimax.hpp"
#include "woodstock/search/tree/grave.hpp"
#include "woodstock/search/tree/uct.hpp"
#include "woodstock/search/ucb.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Role = std::optional<std::uint32_t>;
using Symmetries = std::shared_ptr<const symmetry::SymmetryGroup>;

void make_uct(search::tree::Uct* self, const machine::Machine& machine, Role chance, Symmetries symmetries,
              GivenSettings given) {
  auto settings = settings_from<search::tree::UctSettings>(std::move(given));
  settings.tree.symmetries = std::move(symmetries);
  nb::gil_scoped_release release;
  new (self) search::tree::Uct(machine, chance, settings);
}

void make_grave(search::tree::Grave* self, const machine::Machine& machine, Role chance, Symmetries symmetries,
                GivenSettings given) {
  auto settings = settings_from<search::tree::GraveSettings>(std::move(given));
  settings.tree.symmetries = std::move(symmetries);
  nb::gil_scoped_release release;
  new (self) search::tree::Grave(machine, chance, settings);
}

void make_ucb(search::Ucb* self, const machine::Machine& machine, Role chance, GivenSettings given) {
  const auto settings = settings_from<search::UcbSettings>(std::move(given));
  nb::gil_scoped_release release;
  new (self) search::Ucb(machine, chance, settings);
}

void make_minimax(search::exact::Minimax* self, const machine::Machine& machine, Role chance, GivenSettings given) {
  const auto settings = settings_from<search::exact::MinimaxSettings>(std::move(given));
  nb::gil_scoped_release release;
  new (self) search::exact::Minimax(machine, chance, settings);
}

}  // namespace

// What can be done with them is bound in search.cpp. Each works on a copy of the machine.
void bind_searches(nb::module_& module) {
  nb::class_<search::tree::Uct, search::Search>(module, "Uct")
      .def("__init__", &make_uct, nb::arg("machine"), nb::arg("chance").none(), nb::arg("symmetries").none(),
           nb::arg("settings"))
      .def_static("settings", &declared<search::tree::UctSettings>, kDeclared)
      .def_prop_ro("bytes", [](const search::tree::Uct& search) { return search.bytes(); });
  nb::class_<search::tree::Grave, search::Search>(module, "Grave")
      .def("__init__", &make_grave, nb::arg("machine"), nb::arg("chance").none(), nb::arg("symmetries").none(),
           nb::arg("settings"))
      .def_static("settings", &declared<search::tree::GraveSettings>, kDeclared)
      .def_prop_ro("bytes", [](const search::tree::Grave& search) { return search.bytes(); });
  nb::class_<search::Ucb, search::Search>(module, "Ucb")
      .def("__init__", &make_ucb, nb::arg("machine"), nb::arg("chance").none(), nb::arg("settings"))
      .def_static("settings", &declared<search::UcbSettings>, kDeclared);
  nb::class_<search::exact::Minimax, search::Search>(module, "Minimax")
      .def("__init__", &make_minimax, nb::arg("machine"), nb::arg("chance").none(), nb::arg("settings"))
      .def_static("settings", &declared<search::exact::MinimaxSettings>, kDeclared);
}
