#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "woodstock/grave.hpp"
#include "woodstock/minimax.hpp"
#include "woodstock/ucb.hpp"
#include "woodstock/uct.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Role = std::optional<std::uint32_t>;
using Symmetries = std::shared_ptr<const SymmetryGroup>;

void make_uct(Uct* self, const EventMachine& machine, Role chance, double c, std::uint32_t threads, std::size_t memory,
              std::uint64_t seed, Symmetries symmetries) {
  nb::gil_scoped_release release;
  new (self) Uct(machine, chance, {c, {threads, memory, seed, std::move(symmetries)}});
}

void make_grave(Grave* self, const EventMachine& machine, Role chance, std::uint32_t ref, double bias,
                std::uint32_t threads, std::size_t memory, std::uint64_t seed, Symmetries symmetries) {
  nb::gil_scoped_release release;
  new (self) Grave(machine, chance, {ref, bias, {threads, memory, seed, std::move(symmetries)}});
}

void make_ucb(Ucb* self, const EventMachine& machine, Role chance, double c, std::uint64_t seed) {
  nb::gil_scoped_release release;
  new (self) Ucb(machine, chance, {c, seed});
}

void make_minimax(Minimax* self, const EventMachine& machine, Role chance, std::uint64_t nodes) {
  nb::gil_scoped_release release;
  new (self) Minimax(machine, chance, {nodes});
}

}  // namespace

// What can be done with them is bound in search.cpp. Each works on a copy of the machine.
void bind_searches(nb::module_& module) {
  nb::class_<Uct, Search>(module, "Uct")
      .def("__init__", &make_uct, nb::arg("machine"), nb::arg("chance").none(), nb::arg("c"), nb::arg("threads"),
           nb::arg("memory"), nb::arg("seed"), nb::arg("symmetries") = nb::none())
      .def_prop_ro("bytes", [](const Uct& search) { return search.bytes(); });
  nb::class_<Grave, Search>(module, "Grave")
      .def("__init__", &make_grave, nb::arg("machine"), nb::arg("chance").none(), nb::arg("ref"), nb::arg("bias"),
           nb::arg("threads"), nb::arg("memory"), nb::arg("seed"), nb::arg("symmetries") = nb::none())
      .def_prop_ro("bytes", [](const Grave& search) { return search.bytes(); });
  nb::class_<Ucb, Search>(module, "Ucb")
      .def("__init__", &make_ucb, nb::arg("machine"), nb::arg("chance").none(), nb::arg("c"), nb::arg("seed"));
  nb::class_<Minimax, Search>(module, "Minimax")
      .def("__init__", &make_minimax, nb::arg("machine"), nb::arg("chance").none(), nb::arg("nodes"));
}
