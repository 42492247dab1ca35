#include <cmath>

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "checks.hpp"
#include "in_use.hpp"
#include "settings.hpp"
#include "stop.hpp"
#include "woodstock/learning/network.hpp"
#include "woodstock/learning/self_play/self_play.hpp"

namespace nb = nanobind;
using namespace woodstock;
using learning::Network;
using learning::Weights;
using learning::self_play::SelfPlay;

namespace {

constexpr const char* kNotFinite = "weights must be finite numbers";

std::vector<float> finite(const ArrayIn<float>& array) {
  auto out = copy_in(array);
  for (const auto weight : out) {
    if (!std::isfinite(weight)) throw nb::value_error(kNotFinite);
  }
  return out;
}

void make_network(Network* self, std::uint32_t inputs, std::uint32_t hidden, std::uint32_t roles, std::uint32_t phases,
                  const ArrayIn<float>& rows, const ArrayIn<float>& outputs) {
  const learning::Shape shape{inputs, hidden, roles, phases};
  shape.check();
  if (rows.size() != shape.row_weights() || outputs.size() != shape.output_weights()) {
    throw nb::value_error("the weights do not fit the shape of the network");
  }
  new (self) Network(Weights{shape, finite(rows), finite(outputs)});
}

// By state, then by role. All states are in one phase.
ArrayOut<float> values(std::shared_ptr<const Network> network, const ArrayIn<std::uint64_t>& states,
                       std::uint32_t phase, const std::string& kernel) {
  const auto& shape = network->shape();
  const auto words = (shape.inputs + 63) / 64;
  const auto own = copy_in(states);
  if (own.size() % words != 0) throw nb::value_error("states of another game have another size");
  if (phase >= shape.phases) throw nb::value_error("the network has no such phase");
  const auto count = static_cast<std::uint32_t>(own.size() / words);
  for (std::uint32_t i = 0; i < count; ++i) check_state(own.data() + std::size_t{i} * words, shape.inputs);
  for (const auto* one : learning::kernels()) {
    if (!kernel.empty() && kernel != one->name) continue;
    if (kernel.empty() && one != learning::kernels().back()) continue;
    std::vector<float> out(std::size_t{count} * shape.roles);
    if (count > 0) learning::Evaluator(network, *one).children(own.data(), phase, own.data(), count, out.data());
    return hand_out(std::move(out));
  }
  throw nb::value_error("this computer has no such kernel");
}

void make_self_play(SelfPlay* self, std::shared_ptr<lanes::Lanes> lanes, const ArrayIn<std::uint64_t>& initial,
                    GivenSettings given) {
  const auto settings = settings_from<learning::self_play::SelfPlaySettings>(std::move(given));
  const auto state = copy_in(initial);
  if (state.size() != lanes->state_words()) throw nb::value_error("this state belongs to another game");
  check_state(state.data(), lanes->circuit().fluents);
  nb::gil_scoped_release release;
  new (self) SelfPlay(std::move(lanes), state, settings);
}

void run(SelfPlay& self, std::uint64_t positions, double rate, double seconds, const Stop& stop) {
  const InUse use{&self};
  if (!(rate > 0.0 && rate <= 1.0)) throw nb::value_error("the rate of learning must be above 0, and at most 1");
  nb::gil_scoped_release release;
  self.run(positions, static_cast<float>(rate), deadline_in(seconds), stop.flag);
}

void set_weights(SelfPlay& self, const ArrayIn<float>& rows, const ArrayIn<float>& outputs) {
  const InUse use{&self};
  self.set_weights({self.weights().shape, finite(rows), finite(outputs)});
}

Named progress(const SelfPlay& self) {
  const InUse use{&self};
  const auto& own = self.progress();
  nb::dict out;
  out["games"] = own.games;
  out["positions"] = own.positions;
  out["steps"] = own.steps;
  out["loss"] = own.loss;
  return Named(out);
}

}  // namespace

void bind_learning(nb::module_& module) {
  nb::class_<Network>(module, "Network")
      .def("__init__", &make_network, nb::arg("inputs"), nb::arg("hidden"), nb::arg("roles"), nb::arg("phases"),
           nb::arg("rows").noconvert(), nb::arg("outputs").noconvert())
      .def_prop_ro("inputs", [](const Network& self) { return self.shape().inputs; })
      .def_prop_ro("hidden", [](const Network& self) { return self.shape().hidden; })
      .def_prop_ro("roles", [](const Network& self) { return self.shape().roles; })
      .def_prop_ro("phases", [](const Network& self) { return self.shape().phases; })
      .def("values", &values, nb::arg("states").noconvert(), nb::arg("phase") = 0, nb::arg("kernel") = "");
  nb::class_<SelfPlay>(module, "SelfPlay")
      .def("__init__", &make_self_play, nb::arg("lanes"), nb::arg("initial").noconvert(), nb::arg("settings"))
      .def_static("settings", &declared<learning::self_play::SelfPlaySettings>, kDeclared)
      .def("run", &run, nb::arg("positions"), nb::arg("rate"), nb::arg("seconds"), nb::arg("stop"))
      .def("network",
           [](const SelfPlay& self) {
             const InUse use{&self};
             return self.network();
           })
      .def_prop_ro(
          "rows",
          [](const SelfPlay& self) {
            const InUse use{&self};
            return hand_out(self.weights().rows);
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "outputs",
          [](const SelfPlay& self) {
            const InUse use{&self};
            return hand_out(self.weights().outputs);
          },
          nb::rv_policy::move)
      .def("set_weights", &set_weights, nb::arg("rows").noconvert(), nb::arg("outputs").noconvert())
      .def("progress", &progress);
}
