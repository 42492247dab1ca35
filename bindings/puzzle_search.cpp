#include "woodstock/search/puzzle/puzzle_search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include "bound_search.hpp"
#include "settings.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using PuzzleSearch = Bound<search::puzzle::PuzzleSearch>;

void make(PuzzleSearch* self, std::shared_ptr<lanes::Lanes> lanes, const machine::Machine& machine,
          GivenSettings given) {
  const auto settings = settings_from<search::puzzle::PuzzleSettings>(std::move(given));
  if (machine.fluents() != lanes->circuit().fluents || machine.state_words() != lanes->state_words()) {
    throw std::invalid_argument("the machine and the lanes are of different games");
  }
  const auto roles = lanes->roles();
  const InUse use{&machine};
  nb::gil_scoped_release release;
  new (self) PuzzleSearch(roles, std::move(lanes), machine, settings);
}

}  // namespace

void bind_puzzle_search(nb::module_& module) {
  nb::class_<PuzzleSearch, BoundSearch>(module, "PuzzleSearch")
      .def("__init__", &make, nb::arg("lanes"), nb::arg("machine"), nb::arg("settings"))
      .def_static("settings", &declared<search::puzzle::PuzzleSettings>, kDeclared);
}
