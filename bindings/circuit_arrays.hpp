// A circuit as a dictionary of arrays, and back: the form in which Python keeps it.
#pragma once

#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "woodstock/circuit/circuit.hpp"

namespace woodstock {

inline Named to_arrays(circuit::Circuit circuit) {
  std::vector<std::uint32_t> components;
  for (const auto& component : circuit.components) {
    components.insert(components.end(), {component.begin, component.atoms, component.end});
  }
  Named out;
  out["fluents"] = circuit.fluents;
  out["terminal"] = circuit.terminal;
  out["move_counts"] = hand_out(std::move(circuit.move_counts));
  out["percept_counts"] = hand_out(std::move(circuit.percept_counts));
  out["initial"] = hand_out(std::move(circuit.initial));
  out["offsets"] = hand_out(std::move(circuit.offsets));
  out["literals"] = hand_out(std::move(circuit.literals));
  out["components"] = hand_out(std::move(components));
  out["cones"] = hand_out(std::move(circuit.cones));
  out["next"] = hand_out(std::move(circuit.next));
  out["legal"] = hand_out(std::move(circuit.legal));
  out["goal"] = hand_out(std::move(circuit.goal));
  out["sees"] = hand_out(std::move(circuit.sees));
  return out;
}

inline circuit::Circuit from_arrays(const Named& in) {
  const auto words = [&](const char* key) {
    return copy_in(nanobind::cast<ArrayIn<std::uint32_t>>(in[key], /*convert=*/false));
  };
  const auto bytes = [&](const char* key) {
    return copy_in(nanobind::cast<ArrayIn<std::uint8_t>>(in[key], /*convert=*/false));
  };
  circuit::Circuit circuit;
  circuit.fluents = nanobind::cast<std::uint32_t>(in["fluents"]);
  circuit.terminal = nanobind::cast<std::uint32_t>(in["terminal"]);
  circuit.move_counts = words("move_counts");
  circuit.percept_counts = words("percept_counts");
  circuit.initial = bytes("initial");
  circuit.offsets = words("offsets");
  circuit.literals = words("literals");
  const auto components = words("components");
  if (components.size() % 3 != 0) throw circuit::InvalidCircuit("components come in threes");
  for (std::size_t i = 0; i + 2 < components.size(); i += 3) {
    circuit.components.push_back({components[i], components[i + 1], components[i + 2]});
  }
  circuit.cones = bytes("cones");
  circuit.next = words("next");
  circuit.legal = words("legal");
  circuit.goal = words("goal");
  circuit.sees = words("sees");
  return circuit;
}

}  // namespace woodstock
