#include <functional>
#include <string>

#include "harness.hpp"
#include "woodstock/circuit/circuit.hpp"

using namespace woodstock;
using namespace woodstock::circuit;

namespace {

// Two fluents (1, 2), a role with two moves (3, 4), a plain gate (5), a component of a body (6) and two heads (7, 8),
// and a gate over a move (9).
Circuit small() {
  Circuit circuit;
  circuit.fluents = 2;
  circuit.move_counts = {2};
  circuit.initial = {1, 0};
  circuit.literals = {literal_of(1),       literal_of(2),         // 5
                      literal_of(2),       literal_of(8, true),   // 6
                      literal_of(1, true), literal_of(6, true),   // 7
                      literal_of(7),                              // 8: not head 7
                      literal_of(3),       literal_of(5, true)};  // 9
  circuit.offsets = {0, 2, 4, 6, 7, 9};
  circuit.components = {{6, 7, 9}};
  circuit.cones = {kLegalCone | kNextCone, kLegalCone, kLegalCone, kLegalCone, kNextCone};
  circuit.next = {literal_of(9), literal_of(5)};
  circuit.legal = {literal_of(8, true), literal_of(1)};
  circuit.goal = {literal_of(2)};
  circuit.sees = {literal_of(3)};
  circuit.percept_counts = {1};
  circuit.terminal = literal_of(5);
  return circuit;
}

void check_refused(const std::string& what, const std::function<void(Circuit&)>& damage) {
  auto circuit = small();
  damage(circuit);
  try {
    validate(circuit);
  } catch (const InvalidCircuit&) {
    return;
  }
  woodstock::testing::fail(__FILE__, __LINE__, "accepted: " + what);
}

}  // namespace

TEST("a sound circuit is valid, and so is one with nothing in it") {
  validate(small());
  validate(Circuit{});
}

TEST("a circuit whose lists do not fit together is refused") {
  check_refused("too few initial values", [](Circuit& c) { c.initial.pop_back(); });
  check_refused("too few next outputs", [](Circuit& c) { c.next.pop_back(); });
  check_refused("too many next outputs", [](Circuit& c) { c.next.push_back(kTrue); });
  check_refused("moves without a legal output", [](Circuit& c) { c.move_counts = {3}; });
  check_refused("legal outputs without a move", [](Circuit& c) { c.move_counts = {}; });
  check_refused("move counts that overflow", [](Circuit& c) { c.move_counts = {0xFFFFFFFFU, 3}; });
  check_refused("absurdly many fluents", [](Circuit& c) { c.fluents = 1U << 30; });
  check_refused("no offsets", [](Circuit& c) { c.offsets.clear(); });
  check_refused("offsets that do not start at 0", [](Circuit& c) { c.offsets[0] = 1; });
  check_refused("offsets that stop short", [](Circuit& c) { c.offsets.back() = 8; });
  check_refused("offsets beyond the literals", [](Circuit& c) { c.offsets.back() = 10; });
  check_refused("offsets that fall", [](Circuit& c) { c.offsets[1] = 5; });
  check_refused("a gate without a cone", [](Circuit& c) { c.cones.pop_back(); });
}

TEST("a circuit that points to nodes it does not have is refused") {
  check_refused("a next output", [](Circuit& c) { c.next[0] = literal_of(10); });
  check_refused("a legal output", [](Circuit& c) { c.legal[1] = literal_of(10); });
  check_refused("a goal output", [](Circuit& c) { c.goal[0] = ~Literal{0}; });
  check_refused("percepts of nobody", [](Circuit& c) { c.percept_counts = {}; });
  check_refused("a sees output", [](Circuit& c) { c.sees[0] = literal_of(10, true); });
  check_refused("terminal", [](Circuit& c) { c.terminal = literal_of(10); });
  check_refused("a gate that uses itself", [](Circuit& c) { c.literals[0] = literal_of(5); });
  check_refused("a gate that uses a later one", [](Circuit& c) { c.literals[1] = literal_of(9); });
  check_refused("a component that uses a later gate", [](Circuit& c) { c.literals[2] = literal_of(9); });
}

TEST("a circuit with malformed components is refused") {
  check_refused("one that has no gates", [](Circuit& c) { c.components = {{6, 6, 6}}; });
  check_refused("one without heads", [](Circuit& c) { c.components = {{6, 9, 9}}; });
  check_refused("heads before the bodies", [](Circuit& c) { c.components = {{6, 5, 9}}; });
  check_refused("one that ends before it begins", [](Circuit& c) { c.components = {{9, 7, 6}}; });
  check_refused("one beyond the gates", [](Circuit& c) { c.components = {{6, 7, 11}}; });
  check_refused("one over inputs", [](Circuit& c) { c.components.insert(c.components.begin(), {1, 1, 3}); });
  check_refused("one over the constant", [](Circuit& c) { c.components.insert(c.components.begin(), {0, 0, 1}); });
  check_refused("two that overlap", [](Circuit& c) { c.components.push_back({8, 8, 9}); });
  check_refused("two in the wrong order", [](Circuit& c) { c.components.insert(c.components.begin(), {9, 9, 10}); });
  check_refused("one where there is no gate at all", [](Circuit& c) {
    c = Circuit{};
    c.components = {{0, 0, 1}};
  });
}

TEST("a component that need not come to rest is refused") {
  check_refused("a body that needs a head not to hold", [](Circuit& c) { c.literals[3] = literal_of(8); });
  check_refused("a body that needs itself not to hold", [](Circuit& c) { c.literals[3] = literal_of(6, true); });
  check_refused("a head that holds where a body does not", [](Circuit& c) { c.literals[5] = literal_of(6); });
  check_refused("a head that holds where a head does not", [](Circuit& c) { c.literals[6] = literal_of(7, true); });
}

TEST("a circuit whose cones leave out a gate is refused") {
  check_refused("an output", [](Circuit& c) { c.cones[4] = 0; });
  check_refused("a gate below a gate", [](Circuit& c) { c.cones[0] = kLegalCone; });
  check_refused("part of a component", [](Circuit& c) { c.cones[1] = 0; });
}

TEST("a circuit in which what is legal, or the end, depends on the moves made is refused") {
  check_refused("a move that is legal when it is made", [](Circuit& c) { c.legal[0] = literal_of(3); });
  check_refused("terminal", [](Circuit& c) { c.terminal = literal_of(4, true); });
  check_refused("a gate below", [](Circuit& c) { c.literals[0] = literal_of(3); });
}
