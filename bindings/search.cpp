#include "woodstock/search/search.hpp"

#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "bound_search.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

void set_root(BoundSearch& search, const nb::bytes& state) {
  const std::string_view text{state.c_str(), state.size()};
  const InUse use(search.used());
  nb::gil_scoped_release release;
  search.root([&] { search.any().set_root(search.any().decode(text)); });
}

void run(BoundSearch& search, double seconds, std::uint64_t playouts, const Stop& stop) {
  const search::SearchLimits limits{deadline_in(seconds), playouts, &stop.flag};
  const InUse use(search.used());
  nb::gil_scoped_release release;
  search.rooted().run(limits);
}

Named report(BoundSearch& search, std::uint32_t role) {
  const InUse use(search.used());
  const auto found = search.rooted().report(search.checked(role));
  nb::list moves;
  for (const auto& one : found.moves) {
    moves.append(nb::make_tuple(one.move, one.value, one.visits, one.low, one.high, one.proved));
  }
  Named out;
  out["moves"] = moves;
  out["best"] = found.best;
  out["values"] = hand_out(std::vector<double>(found.values));
  out["line"] = hand_out(std::vector<std::uint32_t>(found.line));
  out["proved"] = found.proved;
  out["nodes"] = found.nodes;
  out["descents"] = found.descents;
  out["playouts"] = found.playouts;
  out["depth"] = found.depth;
  return out;
}

}  // namespace

// The searches themselves are bound where they are made; what can be done with them is the same for all.
void bind_search(nb::module_& module) {
  nb::class_<BoundSearch>(module, "Search")
      .def("set_root", &set_root, nb::arg("state"))
      .def("run", &run, nb::arg("seconds"), nb::arg("playouts"), nb::arg("stop"))
      .def("report", &report, nb::arg("role"));
}
