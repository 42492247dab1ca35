#include "woodstock/circuit/aspif.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "in_use.hpp"

namespace nb = nanobind;
using namespace woodstock;

void bind_aspif(nb::module_& module) {
  nb::exception<circuit::AspifError>(module, "AspifError", PyExc_ValueError);
  nb::exception<circuit::AspifLimit>(module, "AspifLimit", PyExc_OverflowError);
  nb::class_<circuit::AspifReader>(module, "AspifReader")
      .def(nb::init<std::int64_t>(), nb::arg("rule_limit"))
      .def(
          "feed",
          [](circuit::AspifReader& reader, nb::bytes chunk) {
            const std::string_view text(chunk.c_str(), chunk.size());
            const InUse use{&reader};
            nb::gil_scoped_release release;
            reader.feed(text);
          },
          nb::arg("chunk"))
      .def("finish", &circuit::AspifReader::finish)
      .def_prop_ro("atoms", &circuit::AspifReader::atoms)
      .def_prop_ro(
          "heads", [](const circuit::AspifReader& reader) { return hand_out(reader.heads()); }, nb::rv_policy::move)
      .def_prop_ro(
          "offsets", [](const circuit::AspifReader& reader) { return hand_out(reader.offsets()); }, nb::rv_policy::move)
      .def_prop_ro(
          "literals", [](const circuit::AspifReader& reader) { return hand_out(reader.literals()); },
          nb::rv_policy::move)
      .def_prop_ro("shown", &circuit::AspifReader::shown)
      .def_prop_ro(
          "shown_atoms", [](const circuit::AspifReader& reader) { return hand_out(reader.shown_atoms()); },
          nb::rv_policy::move);
}
