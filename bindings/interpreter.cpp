#include "woodstock/machine/interpret/interpreter.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "in_use.hpp"

namespace nb = nanobind;
using namespace woodstock;
using namespace woodstock::machine::interpret;

namespace {

// Raised as InterpretError(fault, message, rule), where rule is -1 if no rule is to blame.
void raise_in_python(const std::exception_ptr& pointer, void* type) {
  try {
    std::rethrow_exception(pointer);
  } catch (const machine::interpret::InterpretError& error) {
    static constexpr const char* kNames[] = {"restriction", "limit", "broken", "illegal", "stopped"};
    const nb::tuple details = nb::make_tuple(kNames[static_cast<int>(error.fault())], error.what(), error.rule());
    PyErr_SetObject(static_cast<PyObject*>(type), details.ptr());
  }
}

std::unique_ptr<machine::interpret::Interpreter> make(const ArrayIn<std::uint32_t>& arities,
                                                      const ArrayIn<std::int32_t>& values,
                                                      const ArrayIn<std::int32_t>& code, double seconds,
                                                      std::size_t terms, std::uint32_t term_depth,
                                                      std::size_t table_cells) {
  machine::interpret::Limits limits;
  limits.seconds = seconds;
  limits.terms = terms;
  limits.term_depth = term_depth;
  limits.table_cells = table_cells;
  const std::vector<std::int32_t> rules = copy_in(code);
  auto functor_arities = copy_in(arities);
  auto functor_values = copy_in(values);
  nb::gil_scoped_release release;
  return std::make_unique<machine::interpret::Interpreter>(
      std::make_shared<const machine::interpret::Program>(std::move(functor_arities), std::move(functor_values), rules),
      limits);
}

}  // namespace

void bind_interpreter(nb::module_& module) {
  const nb::object error = nb::steal(PyErr_NewException("woodstock.core._core.InterpretError", nullptr, nullptr));
  module.attr("InterpretError") = error;
  // The type lives as long as the module, which is never unloaded.
  nb::register_exception_translator(raise_in_python, nb::object(error).release().ptr());

  nb::class_<machine::interpret::Numbering>(module, "Numbering")
      .def("number", &machine::interpret::Numbering::number, nb::arg("code"))
      .def("code", &machine::interpret::Numbering::code, nb::arg("number"))
      .def("__len__", &machine::interpret::Numbering::size);

  nb::class_<machine::interpret::Interpreter, machine::Machine>(module, "Interpreter")
      .def(nb::new_(&make), nb::arg("arities").noconvert(), nb::arg("values").noconvert(), nb::arg("code").noconvert(),
           nb::arg("seconds"), nb::arg("terms"), nb::arg("term_depth"), nb::arg("table_cells"))
      .def(
          "copy",
          [](const machine::interpret::Interpreter& machine) {
            const InUse use{&machine};
            return machine.fork();
          },
          nb::sig("def copy(self) -> Interpreter"))
      .def("role", &machine::interpret::Interpreter::role, nb::arg("role"))
      .def_prop_ro("fluent_numbers", &machine::interpret::Interpreter::fluent_numbers)
      .def("move_numbers", &machine::interpret::Interpreter::move_numbers, nb::arg("role"))
      .def("percept_numbers", &machine::interpret::Interpreter::percept_numbers, nb::arg("role"));
}
