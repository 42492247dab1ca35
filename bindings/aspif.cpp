#include "woodstock/aspif.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"

namespace nb = nanobind;
using namespace woodstock;

void bind_aspif(nb::module_& module) {
  nb::exception<AspifError>(module, "AspifError", PyExc_ValueError);
  nb::exception<AspifLimit>(module, "AspifLimit", PyExc_OverflowError);
  nb::class_<AspifReader>(module, "AspifReader")
      .def(nb::init<std::int64_t>(), nb::arg("rule_limit"))
      .def("feed",
           [](AspifReader& reader, nb::bytes chunk) {
             const std::string_view text(chunk.c_str(), chunk.size());
             nb::gil_scoped_release release;
             reader.feed(text);
           })
      .def("finish", &AspifReader::finish)
      .def_prop_ro("atoms", &AspifReader::atoms)
      .def_prop_ro(
          "heads", [](const AspifReader& reader) { return hand_out(reader.heads()); }, nb::rv_policy::move)
      .def_prop_ro(
          "offsets", [](const AspifReader& reader) { return hand_out(reader.offsets()); }, nb::rv_policy::move)
      .def_prop_ro(
          "literals", [](const AspifReader& reader) { return hand_out(reader.literals()); }, nb::rv_policy::move)
      .def_prop_ro("shown", &AspifReader::shown)
      .def_prop_ro(
          "shown_atoms", [](const AspifReader& reader) { return hand_out(reader.shown_atoms()); }, nb::rv_policy::move);
}
