// Steps through a game for Python, one call for each thing that is asked of a position. Moves are objects of Python,
// made once for each game; lists of legal moves share them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cstring>

#include "in_use.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/random_play.hpp"

namespace nb = nanobind;
using namespace woodstock;

namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr auto kNoMove = static_cast<std::uint32_t>(-1);

// No call lets go of the GIL, which guards the machine: a step takes microseconds, and a lock as long as that. But
// making a list may run the garbage collector, and with it any code of Python: whoever made one loads the state again.
class Stepper {
 public:
  Stepper(const machine::EventMachine& machine, const std::vector<nb::tuple>& moves)
      : machine_(copy_of(machine)), joint_move_(machine_.roles()) {
    if (moves.size() != machine_.roles()) throw nb::value_error("each role needs its moves");
    for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
      if (moves[role].size() != machine_.move_count(role)) throw nb::value_error("each move needs an object");
    }
    moves_ = moves;
  }

  bool terminal(const nb::bytes& state) {
    load(state);
    return machine_.terminal();
  }

  // The roles that have more than one legal move.
  Numbers choosing(const nb::bytes& state) {
    load(state);
    Numbers out;
    for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
      if (count(role) > 1) out.push_back(role);
    }
    return out;
  }

  nb::object legal(const nb::bytes& state, std::uint32_t role) {
    if (role >= machine_.roles()) throw nb::value_error("there is no such role");
    load(state);
    const auto moves = count(role);
    auto* const list = PyList_New(static_cast<Py_ssize_t>(moves));
    if (list == nullptr) throw nb::python_error();
    load(state);
    Py_ssize_t at = 0;
    for_each_legal(machine_, role, [&](std::uint32_t move) {
      NB_LIST_SET_ITEM(list, at++, nb::borrow(NB_TUPLE_GET_ITEM(moves_[role].ptr(), move)).release().ptr());
    });
    return nb::steal(list);
  }

  // The legal moves of the one role that chooses; nothing if that is none or several.
  nb::object choice(const nb::bytes& state) {
    load(state);
    auto chooser = machine_.roles();
    for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
      if (only_move(role) != kNoMove || count(role) == 0) continue;
      if (chooser != machine_.roles()) return nb::none();
      chooser = role;
    }
    return chooser == machine_.roles() ? nb::none() : legal(state, chooser);
  }

  // What comes when one role makes this move and every other its only one: the next state, and whether the game is over
  // there. Moves are counted through all roles. Nothing if the object is not this move, or that is no legal joint move.
  nb::object play(const nb::bytes& state, nb::handle object, std::uint32_t place) {
    std::uint32_t role = 0;
    auto move = place;
    for (; role < machine_.roles() && move >= machine_.move_count(role); ++role) move -= machine_.move_count(role);
    if (role == machine_.roles() || NB_TUPLE_GET_ITEM(moves_[role].ptr(), move) != object.ptr()) return nb::none();
    load(state);
    for (std::uint32_t other = 0; other < machine_.roles(); ++other) {
      if (other == role) continue;
      joint_move_[other] = only_move(other);
      if (joint_move_[other] == kNoMove) return nb::none();
    }
    joint_move_[role] = move;
    return advanced();
  }

  // Likewise for a joint move.
  nb::object next(const nb::bytes& state, const Numbers& joint_move) {
    if (joint_move.size() != joint_move_.size()) return nb::none();
    load(state);
    joint_move_ = joint_move;
    return advanced();
  }

 private:
  static machine::EventMachine copy_of(const machine::EventMachine& machine) {
    const InUse use{&machine};
    return machine;
  }

  // Usually the machine is in the state already.
  void load(const nb::bytes& text) {
    const auto state = machine_.state();
    if (text.size() == state.size_bytes() && std::memcmp(text.c_str(), state.data(), text.size()) == 0) return;
    machine_.load({text.c_str(), text.size()});
  }

  std::uint32_t count(std::uint32_t role) {
    std::uint32_t moves = 0;
    for (const auto word : machine_.legal(role)) moves += static_cast<std::uint32_t>(std::popcount(word));
    return moves;
  }

  // The legal move of a role, if there is one and no more; else kNoMove.
  std::uint32_t only_move(std::uint32_t role) {
    auto found = kNoMove;
    const auto legal = machine_.legal(role);
    for (std::uint32_t word = 0; word < legal.size(); ++word) {
      if (legal[word] == 0) continue;
      if (found != kNoMove || (legal[word] & (legal[word] - 1)) != 0) return kNoMove;
      found = word * 64 + static_cast<std::uint32_t>(std::countr_zero(legal[word]));
    }
    return found;
  }

  nb::object advanced() {
    if (machine_.terminal() || !machine::is_legal(machine_, joint_move_)) return nb::none();
    machine_.advance(joint_move_);
    const auto state = machine_.state();
    const bool over = machine_.terminal();
    return nb::make_tuple(nb::bytes(state.data(), state.size_bytes()), over);
  }

  machine::EventMachine machine_;
  std::vector<nb::tuple> moves_;  // by role
  Numbers joint_move_;
};

}  // namespace

void bind_stepper(nb::module_& module) {
  nb::class_<Stepper>(module, "Stepper")
      .def(nb::init<const machine::EventMachine&, const std::vector<nb::tuple>&>(), nb::arg("machine"),
           nb::arg("moves"),
           nb::sig("def __init__(self, machine: EventMachine, moves: Sequence[tuple[object, ...]]) -> None"))
      .def("terminal", &Stepper::terminal, nb::arg("state"))
      .def("choosing", &Stepper::choosing, nb::arg("state"), nb::sig("def choosing(self, state: bytes) -> list[int]"))
      .def("legal", &Stepper::legal, nb::arg("state"), nb::arg("role"),
           nb::sig("def legal(self, state: bytes, role: int) -> list[object]"))
      .def("choice", &Stepper::choice, nb::arg("state"),
           nb::sig("def choice(self, state: bytes) -> list[object] | None"))
      .def("play", &Stepper::play, nb::arg("state"), nb::arg("object"), nb::arg("place"),
           nb::sig("def play(self, state: bytes, object: object, place: int) -> tuple[bytes, bool] | None"))
      .def("next", &Stepper::next, nb::arg("state"), nb::arg("joint_move"),
           nb::sig("def next(self, state: bytes, joint_move: Sequence[int]) -> tuple[bytes, bool] | None"));
}
