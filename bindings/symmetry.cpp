#include "woodstock/symmetry/symmetry.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <vector>

#include "arrays.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Rows = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void make(symmetry::SymmetryGroup* self, std::uint32_t fluents, std::vector<std::uint32_t> move_counts, Rows elements) {
  std::vector<std::uint32_t> images(elements.data(), elements.data() + elements.size());
  nb::gil_scoped_release release;
  new (self) symmetry::SymmetryGroup(fluents, std::move(move_counts), std::move(images));
}

std::vector<std::uint64_t> words_of(const symmetry::SymmetryGroup& group, const nb::bytes& state) {
  std::vector<std::uint64_t> words((group.fluents() + 63) / 64);
  if (state.size() != words.size() * 8) throw nb::value_error("this state belongs to another game");
  if (!words.empty()) std::memcpy(words.data(), state.c_str(), state.size());
  if (!words.empty()) check_state(words.data(), group.fluents());
  return words;
}

std::pair<std::uint32_t, nb::bytes> canonical(const symmetry::SymmetryGroup& group, const nb::bytes& state) {
  symmetry::SymmetryGroup::Scratch scratch;
  const auto element = group.canonical(words_of(group, state), scratch);
  return {element, nb::bytes(scratch.state.data(), scratch.state.size() * 8)};
}

std::vector<std::uint32_t> stabiliser(const symmetry::SymmetryGroup& group, const nb::bytes& state) {
  symmetry::SymmetryGroup::Scratch scratch;
  group.stabilise(words_of(group, state), scratch);
  return scratch.elements;
}

std::vector<std::uint32_t> lowest(const symmetry::SymmetryGroup& group, const nb::bytes& state, std::uint32_t role,
                                  const std::vector<std::uint32_t>& moves) {
  symmetry::SymmetryGroup::Scratch scratch;
  group.stabilise(words_of(group, state), scratch);
  std::vector<std::uint32_t> out;
  for (const auto move : moves) {
    if (role >= group.move_counts().size() || move >= group.move_counts()[role]) {
      throw nb::value_error("there is no such move");
    }
    out.push_back(group.lowest(scratch, role, move));
  }
  return out;
}

}  // namespace

void bind_symmetry(nb::module_& module) {
  nb::class_<symmetry::SymmetryGroup>(module, "SymmetryGroup")
      .def("__init__", &make, nb::arg("fluents"), nb::arg("move_counts"), nb::arg("elements").noconvert())
      .def_prop_ro("size", &symmetry::SymmetryGroup::size)
      .def("canonical", &canonical, nb::arg("state"))
      .def("stabiliser", &stabiliser, nb::arg("state"))
      .def("lowest", &lowest, nb::arg("state"), nb::arg("role"), nb::arg("moves"));
}
