#include "woodstock/machine/interpret/interpreter.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"

namespace nb = nanobind;
using namespace woodstock;
using namespace woodstock::machine::interpret;

namespace {

// Raised in another thread to end a long call; once raised it stays so.
struct InterpreterStop {
  machine::interpret::Interpreter::StopFlag flag{false};
};

machine::interpret::Interpreter::State text_of(const nb::bytes& state) { return {state.c_str(), state.size()}; }
nb::bytes bytes_of(const machine::interpret::Interpreter::State& state) {
  return nb::bytes(state.data(), state.size());
}

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

nb::bytes initial(machine::interpret::Interpreter& game) {
  machine::interpret::Interpreter::State state;
  {
    nb::gil_scoped_release release;
    state = game.initial();
  }
  return bytes_of(state);
}

bool terminal(machine::interpret::Interpreter& game, const nb::bytes& state) {
  const machine::interpret::Interpreter::State text = text_of(state);
  nb::gil_scoped_release release;
  return game.terminal(text);
}

std::vector<std::vector<std::uint32_t>> legal(machine::interpret::Interpreter& game, const nb::bytes& state) {
  const machine::interpret::Interpreter::State text = text_of(state);
  nb::gil_scoped_release release;
  return game.legal(text);
}

nb::bytes next(machine::interpret::Interpreter& game, const nb::bytes& state,
               const std::vector<std::uint32_t>& joint_move) {
  machine::interpret::Interpreter::State text = text_of(state);
  {
    nb::gil_scoped_release release;
    text = game.next(text, joint_move);
  }
  return bytes_of(text);
}

std::vector<std::optional<std::int32_t>> goals(machine::interpret::Interpreter& game, const nb::bytes& state) {
  const machine::interpret::Interpreter::State text = text_of(state);
  nb::gil_scoped_release release;
  return game.goals(text);
}

std::vector<std::vector<machine::interpret::Numbering::Code>> percepts(machine::interpret::Interpreter& game,
                                                                       const nb::bytes& state,
                                                                       const std::vector<std::uint32_t>& joint_move) {
  const machine::interpret::Interpreter::State text = text_of(state);
  nb::gil_scoped_release release;
  return game.percepts(text, joint_move);
}

std::vector<std::uint64_t> perft(machine::interpret::Interpreter& game, const nb::bytes& state, std::uint32_t depth,
                                 const InterpreterStop& stop) {
  const machine::interpret::Interpreter::State text = text_of(state);
  nb::gil_scoped_release release;
  return game.perft(text, depth, &stop.flag);
}

machine::interpret::PlayoutTotals playouts(machine::interpret::Interpreter& game, const nb::bytes& state,
                                           std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                                           std::uint32_t limit, double seconds, const InterpreterStop& stop) {
  const machine::interpret::Interpreter::State text = text_of(state);
  nb::gil_scoped_release release;
  return game.playouts(text, {seed, first, count, limit, seconds}, &stop.flag);
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

  nb::class_<machine::interpret::PlayoutTotals>(module, "InterpreterPlayouts")
      .def_ro("finished", &machine::interpret::PlayoutTotals::finished)
      .def_ro("capped", &machine::interpret::PlayoutTotals::capped)
      .def_ro("broken", &machine::interpret::PlayoutTotals::broken)
      .def_ro("states", &machine::interpret::PlayoutTotals::states)
      .def_ro("length", &machine::interpret::PlayoutTotals::length)
      .def_ro("goals", &machine::interpret::PlayoutTotals::goals);

  nb::class_<machine::interpret::Interpreter> interpreter(module, "Interpreter");
  nb::class_<InterpreterStop>(interpreter, "Stop").def(nb::init<>()).def("raise_", [](InterpreterStop& stop) {
    stop.flag.store(true);
  });
  interpreter
      .def(nb::new_(&make), nb::arg("arities").noconvert(), nb::arg("values").noconvert(), nb::arg("code").noconvert(),
           nb::arg("seconds"), nb::arg("terms"), nb::arg("term_depth"), nb::arg("table_cells"))
      .def("copy", &machine::interpret::Interpreter::copy)
      .def_prop_ro("roles", &machine::interpret::Interpreter::roles)
      .def("role", &machine::interpret::Interpreter::role, nb::arg("role"))
      .def("initial", &initial)
      .def("terminal", &terminal, nb::arg("state"))
      .def("legal", &legal, nb::arg("state"))
      .def("next", &next, nb::arg("state"), nb::arg("joint_move"))
      .def("goals", &goals, nb::arg("state"))
      .def("percepts", &percepts, nb::arg("state"), nb::arg("joint_move"))
      .def_prop_ro("fluent_numbers", &machine::interpret::Interpreter::fluent_numbers)
      .def("move_numbers", &machine::interpret::Interpreter::move_numbers, nb::arg("role"))
      .def("perft", &perft, nb::arg("state"), nb::arg("depth"), nb::arg("stop"))
      .def("playouts", &playouts, nb::arg("state"), nb::arg("seed"), nb::arg("first"), nb::arg("count"),
           nb::arg("limit"), nb::arg("seconds"), nb::arg("stop"));
}
