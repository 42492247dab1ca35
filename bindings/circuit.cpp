#include "woodstock/circuit/circuit.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "builder_digest.hpp"
#include "circuit_arrays.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

Named build(std::int32_t atoms, ArrayIn<std::int32_t> heads, ArrayIn<std::int64_t> offsets,
            ArrayIn<std::int32_t> literals, ArrayIn<std::uint8_t> initial, ArrayIn<std::int32_t> true_atoms,
            ArrayIn<std::int32_t> next_atoms, ArrayIn<std::uint32_t> move_counts, ArrayIn<std::int32_t> does_atoms,
            ArrayIn<std::int32_t> legal_atoms, ArrayIn<std::int32_t> goal_atoms, ArrayIn<std::uint32_t> percept_counts,
            ArrayIn<std::int32_t> sees_atoms, std::int32_t terminal_atom) {
  circuit::GroundRules rules;
  rules.atoms = atoms;
  rules.heads = copy_in(heads);
  rules.offsets = copy_in(offsets);
  rules.literals = copy_in(literals);
  rules.initial = copy_in(initial);
  rules.true_atoms = copy_in(true_atoms);
  rules.next_atoms = copy_in(next_atoms);
  rules.move_counts = copy_in(move_counts);
  rules.does_atoms = copy_in(does_atoms);
  rules.legal_atoms = copy_in(legal_atoms);
  rules.goal_atoms = copy_in(goal_atoms);
  rules.percept_counts = copy_in(percept_counts);
  rules.sees_atoms = copy_in(sees_atoms);
  rules.terminal_atom = terminal_atom;
  circuit::Circuit circuit;
  {
    nb::gil_scoped_release release;
    validate(rules);
    circuit = build_circuit(rules);
  }
  return to_arrays(std::move(circuit));
}

}  // namespace

void bind_circuit(nb::module_& module) {
  nb::exception<circuit::UnstratifiedError>(module, "UnstratifiedError", PyExc_ValueError);
  nb::exception<circuit::InvalidCircuit>(module, "InvalidCircuit", PyExc_ValueError);
  module.def("builder_digest", [] { return kBuilderDigest; });
  module.def("validate_circuit", [](const Named& circuit) { validate(from_arrays(circuit)); }, nb::arg("circuit"));
  module.def("build_circuit", &build, nb::arg("atoms"), nb::arg("heads").noconvert(), nb::arg("offsets").noconvert(),
             nb::arg("literals").noconvert(), nb::arg("initial").noconvert(), nb::arg("true_atoms").noconvert(),
             nb::arg("next_atoms").noconvert(), nb::arg("move_counts").noconvert(), nb::arg("does_atoms").noconvert(),
             nb::arg("legal_atoms").noconvert(), nb::arg("goal_atoms").noconvert(),
             nb::arg("percept_counts").noconvert(), nb::arg("sees_atoms").noconvert(), nb::arg("terminal_atom"));
}
