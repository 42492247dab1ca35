#include "woodstock/search/lane/lane_search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

namespace nb = nanobind;
using namespace woodstock;

namespace {

void make(search::lane::LaneSearch* self, std::shared_ptr<lanes::Lanes> lanes, double c, double urgency,
          std::uint32_t lanes_per_leaf, std::uint32_t virtual_loss, std::uint32_t expand_at, std::uint32_t round,
          std::uint64_t memory, std::uint32_t threads, std::uint64_t seed,
          std::shared_ptr<const symmetry::SymmetryGroup> symmetries) {
  if (!(c >= 0.0 && c <= 1000.0)) throw nb::value_error("c must be from 0 to 1000");
  if (!(urgency >= 0.0 && urgency <= 1e6)) throw nb::value_error("the urgency must be from 0 to 1000000");
  if (lanes_per_leaf < 1 || lanes_per_leaf > lanes::kLanes) throw nb::value_error("a leaf takes from 1 to 512 lanes");
  if (virtual_loss < 1 || virtual_loss > 100) throw nb::value_error("the virtual loss must be from 1 to 100");
  if (expand_at < 1) throw nb::value_error("nodes are made at the first playout or later");
  if (round < 1 || round > lanes::kLanes) throw nb::value_error("a round is from 1 to 512 lanes");
  if (threads < 1 || threads > 1024) throw nb::value_error("the number of threads must be from 1 to 1024");
  search::lane::LaneSearchSettings settings;
  settings.tree = {c, urgency, lanes_per_leaf, virtual_loss, expand_at, memory, seed};
  settings.threads = threads;
  settings.round = round;
  settings.symmetries = std::move(symmetries);
  nb::gil_scoped_release release;
  new (self) search::lane::LaneSearch(std::move(lanes), settings);
}

}  // namespace

void bind_lane_search(nb::module_& module) {
  nb::class_<search::lane::LaneSearch, search::Search>(module, "LaneSearch")
      .def("__init__", &make, nb::arg("lanes"), nb::arg("c"), nb::arg("urgency"), nb::arg("lanes_per_leaf"),
           nb::arg("virtual_loss"), nb::arg("expand_at"), nb::arg("round_size"), nb::arg("memory"), nb::arg("threads"),
           nb::arg("seed"), nb::arg("symmetries") = nb::none());
}
