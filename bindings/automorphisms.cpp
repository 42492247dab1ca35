#include "woodstock/symmetry/automorphisms/automorphisms.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <vector>

#include "arrays.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace woodstock;
namespace automorphisms = symmetry::automorphisms;

namespace {

const char* name_of(automorphisms::Outcome outcome) {
  switch (outcome) {
    case automorphisms::Outcome::kTime:
      return "time";
    case automorphisms::Outcome::kMemory:
      return "memory";
    default:
      return "complete";
  }
}

nb::dict find(ArrayIn<std::int64_t> colours, ArrayIn<std::int64_t> edges, bool canonical, double seconds,
              std::uint64_t memory, const Stop& stop) {
  automorphisms::Group group;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> moved, images;
  {
    automorphisms::Budget budget(deadline_in(seconds), &stop.flag, memory);
    const auto own_colours = copy_in(colours), own_edges = copy_in(edges);
    nb::gil_scoped_release release;
    group = automorphisms::find(automorphisms::coloured_graph(own_colours, own_edges), canonical, budget);
    for (const auto& generator : group.generators) {
      moved.insert(moved.end(), generator.moved.begin(), generator.moved.end());
      images.insert(images.end(), generator.images.begin(), generator.images.end());
      offsets.push_back(moved.size());
    }
  }
  nb::dict out;
  out["outcome"] = name_of(group.outcome);
  out["offsets"] = hand_out(std::move(offsets));
  out["moved"] = hand_out(std::move(moved));
  out["images"] = hand_out(std::move(images));
  out["factors"] = hand_out(std::move(group.factors));
  out["orbits"] = hand_out(std::move(group.orbits));
  out["labels"] = hand_out(std::move(group.labels));
  return out;
}

}  // namespace

void bind_automorphisms(nb::module_& module) {
  module.def("find_automorphisms", &find, nb::arg("colours").noconvert(), nb::arg("edges").noconvert(),
             nb::arg("canonical"), nb::arg("seconds"), nb::arg("memory"), nb::arg("stop"),
             nb::sig("def find_automorphisms(colours: numpy.typing.NDArray[numpy.int64], "
                     "edges: numpy.typing.NDArray[numpy.int64], canonical: bool, seconds: float, memory: int, "
                     "stop: Stop) -> _Automorphisms"));
}
