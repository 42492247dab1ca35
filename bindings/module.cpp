#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_aspif(nb::module_& module);
void bind_automorphisms(nb::module_& module);
void bind_belief(nb::module_& module);
void bind_belief_searches(nb::module_& module);
void bind_cfr(nb::module_& module);
void bind_circuit(nb::module_& module);
void bind_machine(nb::module_& module);
void bind_environments(nb::module_& module);
void bind_interpreter(nb::module_& module);
void bind_lane_search(nb::module_& module);
void bind_lanes(nb::module_& module);
void bind_learning(nb::module_& module);
void bind_mac_ucb(nb::module_& module);
void bind_puzzle_search(nb::module_& module);
void bind_qcsp(nb::module_& module);
void bind_search(nb::module_& module);
void bind_searches(nb::module_& module);
void bind_settings(nb::module_& module);
void bind_solver(nb::module_& module);
void bind_stage(nb::module_& module);
void bind_stepper(nb::module_& module);
void bind_symmetry(nb::module_& module);

NB_MODULE(_core, module) {
  module.doc() = "The C++ core of woodstock.";
  // What another library still holds when Python ends is no leak of ours: who gives it something turns the warnings
  // off.
  module.def("set_leak_warnings", [](bool wanted) { nb::set_leak_warnings(wanted); }, nb::arg("wanted"));
  bind_settings(module);
  bind_aspif(module);
  bind_circuit(module);
  bind_machine(module);
  bind_interpreter(module);
  bind_stepper(module);
  bind_lanes(module);
  bind_learning(module);
  bind_environments(module);
  bind_belief(module);
  bind_cfr(module);
  bind_search(module);
  bind_symmetry(module);
  bind_automorphisms(module);
  bind_searches(module);
  bind_belief_searches(module);
  bind_lane_search(module);
  bind_puzzle_search(module);
  bind_solver(module);
  bind_stage(module);
  bind_mac_ucb(module);
  bind_qcsp(module);
}
