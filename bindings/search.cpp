#include "woodstock/search/search.hpp"

#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "stop.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

void set_root(search::Search& search, const nb::bytes& state) {
  const std::string_view text{state.c_str(), state.size()};
  nb::gil_scoped_release release;
  search.set_root(search.decode(text));
}

void run(search::Search& search, double seconds, std::uint64_t playouts, const Stop& stop) {
  const search::SearchLimits limits{deadline_in(seconds), playouts, &stop.flag};
  nb::gil_scoped_release release;
  search.run(limits);
}

Named report(const search::Search& search, std::uint32_t role) {
  const auto found = search.report(role);
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
  nb::class_<search::Search>(module, "Search")
      .def("set_root", &set_root, nb::arg("state"))
      .def("run", &run, nb::arg("seconds"), nb::arg("playouts"), nb::arg("stop"))
      .def("report", &report, nb::arg("role"));
}
