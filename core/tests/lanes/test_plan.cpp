#include "woodstock/lanes/plan.hpp"

#include <algorithm>

#include "harness.hpp"
#include "naive.hpp"

using namespace woodstock;
using namespace woodstock::lanes;

namespace {

using Keys = std::vector<std::uint32_t>;

// A game of one role with two moves. Fluents are added with what they become.
struct Sketch {
  circuit::Circuit circuit;

  explicit Sketch(std::vector<std::uint8_t> initial) {
    circuit.fluents = static_cast<std::uint32_t>(initial.size());
    circuit.initial = std::move(initial);
    circuit.move_counts = {2};
    circuit.legal = {circuit::kTrue, circuit::kTrue};
  }
  circuit::Literal fluent(std::uint32_t number, bool negated = false) const {
    return circuit::literal_of(1 + number, negated);
  }
  circuit::Literal move(std::uint32_t number) const { return circuit::literal_of(1 + circuit.fluents + number); }
  circuit::Literal gate(const std::vector<circuit::Literal>& inputs) {
    circuit.literals.insert(circuit.literals.end(), inputs.begin(), inputs.end());
    circuit.offsets.push_back(static_cast<std::uint32_t>(circuit.literals.size()));
    circuit.cones.push_back(circuit::kNextCone);
    return circuit::literal_of(circuit.nodes() - 1);
  }
  LanePlan plan(const std::vector<circuit::Literal>& next) {
    circuit.next = next;
    validate(circuit);
    return make_lane_plan(circuit, find_clock(circuit));
  }
};

// Fluents that hand a single truth round.
Sketch ring(std::uint32_t length) {
  std::vector<std::uint8_t> initial(length, 0);
  initial[0] = 1;
  return Sketch(initial);
}

std::vector<circuit::Literal> hand_on(const Sketch& sketch) {
  std::vector<circuit::Literal> next;
  const auto length = sketch.circuit.fluents;
  for (std::uint32_t i = 0; i < length; ++i) next.push_back(sketch.fluent((i + length - 1) % length));
  return next;
}

}  // namespace

TEST("fluents that go round every 2, 3 or 4 steps are a clock, with the phases in their order") {
  for (const std::uint32_t length : {2U, 3U, 4U}) {
    auto sketch = ring(length);
    const auto plan = sketch.plan(hand_on(sketch));
    Keys keys;
    Keys phases;
    for (std::uint32_t i = 0; i < length; ++i) {
      keys.push_back(i);
      phases.push_back(1U << i);
    }
    CHECK_EQ(plan.keys, keys);
    CHECK_EQ(plan.phases, phases);
    CHECK_EQ(plan.variants.size(), length);
    for (const auto& variant : plan.variants) CHECK(variant.fluents.empty());  // the clock is kept by the phase alone
  }
}

TEST("what takes longer to come round is no clock") {
  auto sketch = ring(5);
  const auto plan = sketch.plan(hand_on(sketch));
  CHECK(plan.keys.empty());
  CHECK_EQ(plan.phases, Keys{0});
  CHECK_EQ(plan.variants[0].fluents.size(), 5U);
}

TEST("one fluent that alternates is a clock, one that stays or is set once is not") {
  Sketch sketch({1, 1, 0});
  const auto plan = sketch.plan({sketch.fluent(0, true), sketch.fluent(1), circuit::kTrue});
  CHECK_EQ(plan.keys, Keys{0});
  CHECK_EQ(plan.phases, (Keys{1, 0}));
}

TEST("a step counter that ends is no clock, nor is what depends on it") {
  // Steps 0 to 3 one after another, never again; fluent 4 alternates as long as step 3 is not reached.
  Sketch sketch({1, 0, 0, 0, 1});
  const auto toggles = sketch.gate({sketch.fluent(4, true), sketch.fluent(3, true)});
  const auto plan = sketch.plan({circuit::kFalse, sketch.fluent(0), sketch.fluent(1), sketch.fluent(2), toggles});
  CHECK(plan.keys.empty());
  CHECK_EQ(plan.variants.size(), 1U);
}

TEST("whose turn it is with a step counter beside it: only the turn is the clock") {
  Sketch sketch({1, 0, 1, 0, 0});
  const auto plan =
      sketch.plan({sketch.fluent(1), sketch.fluent(0), circuit::kFalse, sketch.fluent(2), sketch.fluent(3)});
  CHECK_EQ(plan.keys, (Keys{0, 1}));
  CHECK_EQ(plan.phases, (Keys{1, 2}));
}

TEST("what depends on a move is no clock, nor is what depends on that") {
  Sketch sketch({1, 0, 1});
  const auto plan = sketch.plan({sketch.move(0), sketch.fluent(0, true), sketch.fluent(2, true)});
  CHECK_EQ(plan.keys, Keys{2});
}

TEST("what depends on a fluent that never changes is left out, for another start may have it otherwise") {
  Sketch sketch({1, 1});
  const auto toggles = sketch.gate({sketch.fluent(0, true), sketch.fluent(1)});
  CHECK(sketch.plan({toggles, sketch.fluent(1)}).keys.empty());
}

TEST("two clocks side by side run through the common multiple of their periods") {
  Sketch sketch({1, 0, 1, 0, 0});
  const auto plan =
      sketch.plan({sketch.fluent(1), sketch.fluent(0), sketch.fluent(4), sketch.fluent(2), sketch.fluent(3)});
  CHECK_EQ(plan.keys, (Keys{0, 1, 2, 3, 4}));
  CHECK_EQ(plan.phases, (Keys{0b00101, 0b01010, 0b10001, 0b00110, 0b01001, 0b10010}));
}

TEST("each phase has only the moves that can be legal in it") {
  Sketch sketch({1, 0});
  sketch.circuit.move_counts = {2, 2};  // role 0 may choose in phase 0, else it passes; role 1 the other way round
  const auto turn = [&](std::uint32_t fluent) { return circuit::literal_of(1 + fluent); };
  sketch.circuit.legal = {turn(0), circuit::kTrue, turn(1), circuit::kTrue};
  const auto plan = sketch.plan({turn(1), turn(0)});
  CHECK_EQ(plan.phases, (Keys{1, 2}));
  for (std::size_t phase = 0; phase < 2; ++phase) {
    const auto& roles = plan.variants[phase].roles;
    CHECK_EQ(roles[phase].moves.size(), 2U);
    CHECK(roles[1 - phase].moves.empty());
    CHECK_EQ(roles[1 - phase].only, circuit::kTrue);
  }
}

TEST("without a clock asked for there is one phase") {
  auto sketch = ring(2);
  sketch.plan(hand_on(sketch));
  const auto plan = make_lane_plan(sketch.circuit, {});
  CHECK(plan.keys.empty());
  CHECK_EQ(plan.phases, Keys{0});
  CHECK_EQ(plan.variants[0].fluents, (std::vector<circuit::Node>{1, 2}));
}
