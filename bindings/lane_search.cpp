#include "woodstock/search/lane/lane_search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include "bound_search.hpp"
#include "settings.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using LaneSearch = Bound<search::lane::LaneSearch>;

void make(LaneSearch* self, std::shared_ptr<lanes::Lanes> lanes,
          std::shared_ptr<const symmetry::SymmetryGroup> symmetries, std::shared_ptr<const learning::Network> network,
          GivenSettings given) {
  auto settings = settings_from<search::lane::LaneSearchSettings>(std::move(given));
  settings.symmetries = std::move(symmetries);
  settings.network = std::move(network);
  const auto roles = lanes->roles();
  nb::gil_scoped_release release;
  new (self) LaneSearch(roles, std::move(lanes), settings);
}

}  // namespace

void bind_lane_search(nb::module_& module) {
  nb::class_<LaneSearch, BoundSearch>(module, "LaneSearch")
      .def("__init__", &make, nb::arg("lanes"), nb::arg("symmetries").none(), nb::arg("network").none(),
           nb::arg("settings"))
      .def_static("settings", &declared<search::lane::LaneSearchSettings>, kDeclared);
}
