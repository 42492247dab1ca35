#include "woodstock/belief/belief.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "checks.hpp"
#include "in_use.hpp"
#include "settings.hpp"
#include "stop.hpp"
#include "woodstock/lanes/lanes.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;

void make(belief::Belief* self, lanes::Lanes* lanes, const machine::Machine& machine, bool hidden, std::uint32_t role,
          GivenSettings given) {
  const auto settings = settings_from<belief::BeliefSettings>(std::move(given));
  check_role(role, machine.roles());
  check_lanes(lanes, machine);
  const InUse use{&machine};
  nb::gil_scoped_release release;
  new (self) belief::Belief(lanes, machine, belief::Information(machine.roles(), hidden), role, settings);
}

// 0: it fits, 1: nothing fits, 2: nothing was found in time.
int observe(belief::Belief& belief, std::optional<std::uint32_t> move, std::optional<Numbers> seen,
            std::optional<Numbers> legal, double seconds, const Stop& stop) {
  const belief::BeliefLimits limits{deadline_in(seconds), &stop.flag};
  const InUse use{&belief};
  nb::gil_scoped_release release;
  return static_cast<int>(belief.observe({move, std::move(seen), std::move(legal)}, limits));
}

void postpone(belief::Belief& belief, std::optional<std::uint32_t> move, std::optional<Numbers> seen,
              std::optional<Numbers> legal) {
  const InUse use{&belief};
  belief.postpone({move, std::move(seen), std::move(legal)});
}

void know(belief::Belief& belief, const nb::bytes& state) {
  const InUse use{&belief};
  belief.know_text({state.c_str(), state.size()});
}

nb::dict particles(const belief::Belief& belief) {
  const InUse use{&belief};
  const auto& own = belief.particles();
  std::vector<std::uint64_t> infos;
  for (std::size_t at = 0; at < own.size(); ++at) {
    const auto here = own.infos(at);
    infos.insert(infos.end(), here.begin(), here.end());
  }
  nb::dict out;
  nb::list states;
  for (std::size_t at = 0; at < own.size(); ++at) {
    const auto text = belief.machine().encode(own.state(at));
    states.append(nb::bytes(text.data(), text.size()));
  }
  out["states"] = states;
  out["infos"] = hand_out(std::move(infos));
  out["weights"] = hand_out(std::vector<double>(own.weights()));
  return out;
}

template <auto Question>
auto asked(const belief::Belief& belief) {
  const InUse use{&belief};
  return (belief.*Question)();
}

std::size_t size(const belief::Belief& belief) {
  const InUse use{&belief};
  return belief.particles().size();
}

double effective_size(const belief::Belief& belief) {
  const InUse use{&belief};
  return belief.particles().effective_size();
}

}  // namespace

void bind_belief(nb::module_& module) {
  nb::class_<belief::Belief>(module, "Belief")
      .def("__init__", &make, nb::arg("lanes").none(), nb::arg("machine"), nb::arg("hidden"), nb::arg("role"),
           nb::arg("settings"), nb::keep_alive<1, 2>())
      .def_static("settings", &declared<belief::BeliefSettings>, kDeclared)
      .def("observe", &observe, nb::arg("move").none(), nb::arg("seen").none(), nb::arg("legal").none(),
           nb::arg("seconds"), nb::arg("stop"))
      .def("postpone", &postpone, nb::arg("move").none(), nb::arg("seen").none(), nb::arg("legal").none())
      .def("know", &know, nb::arg("state"))
      .def("particles", &particles, nb::sig("def particles(self) -> _Particles"))
      .def_prop_ro("exact", &asked<&belief::Belief::exact>)
      .def_prop_ro("behind", &asked<&belief::Belief::behind>)
      .def_prop_ro("size", &size)
      .def_prop_ro("effective_size", &effective_size)
      .def_prop_ro("replays", &asked<&belief::Belief::replays>);
}
