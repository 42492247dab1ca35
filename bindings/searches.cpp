#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include "woodstock/uct.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

void make_uct(Uct* self, const EventMachine& machine, std::optional<std::uint32_t> chance, double c,
              std::uint32_t threads, std::size_t memory, std::uint64_t seed) {
  nb::gil_scoped_release release;
  new (self) Uct(machine, chance, {c, {threads, memory, seed}});
}

}  // namespace

// What can be done with them is bound in search.cpp.
void bind_searches(nb::module_& module) {
  nb::class_<Uct, Search>(module, "Uct")
      .def("__init__", &make_uct, nb::arg("machine"), nb::arg("chance").none(), nb::arg("c"), nb::arg("threads"),
           nb::arg("memory"), nb::arg("seed"))
      .def_prop_ro("bytes", [](const Uct& search) { return search.bytes(); });
}
