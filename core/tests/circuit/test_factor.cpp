#include "woodstock/circuit/intermediate.hpp"

#include <algorithm>

#include "harness.hpp"
#include "naive.hpp"

using namespace woodstock;
using namespace woodstock::circuit;
using naive::Bits;

namespace {

using Body = std::vector<Literal>;

bool any_body_holds(const std::vector<Body>& bodies, const Bits& values) {
  return std::ranges::any_of(bodies, [&](const Body& body) {
    return std::ranges::all_of(body, [&](Literal literal) { return naive::holds(values, literal); });
  });
}

std::vector<Body> random_bodies(support::Random& random, Node inputs) {
  std::vector<Body> bodies(random.below(9));
  for (auto& body : bodies) {
    for (auto count = random.below(6); count > 0; --count) {
      const auto node = random.below(20) == 0 ? 0 : 1 + random.below(inputs);
      body.push_back(literal_of(node, random.below(3) == 0));
    }
  }
  return bodies;
}

}  // namespace

TEST("factored bodies mean what they meant, under every assignment") {
  support::Random random(6);
  for (int round = 0; round < 2000; ++round) {
    GateStore store(6);
    const auto bodies = random_bodies(random, 6);
    const auto result = factored(store, bodies, MoveNodes{{1 + 6}});
    for (std::uint32_t assignment = 0; assignment < 64; ++assignment) {
      Bits inputs;
      for (std::uint32_t i = 0; i < 6; ++i) inputs.push_back(assignment >> i & 1U);
      const auto values = naive::node_values(store, inputs);
      CHECK_EQ(naive::holds(values, result), any_body_holds(bodies, values));
    }
  }
}

TEST("with moves complemented, factored bodies mean what they meant wherever each role makes one move") {
  support::Random random(7);
  std::size_t changed = 0;
  for (int round = 0; round < 2000; ++round) {
    // Three fluents, then roles with four, one and three moves.
    const MoveNodes moves{{4, 8, 9, 12}};
    GateStore store(11);
    auto bodies = random_bodies(random, 11);
    // The same body for most moves of a role, as frame rules have it.
    const auto frame = bodies.empty() ? Body{} : bodies[0];
    for (Node move = 4; move < 8 && round % 2 == 0; ++move) {
      if (random.below(4) == 0) continue;
      bodies.push_back(frame);
      bodies.back().push_back(literal_of(move));
    }
    const auto result = factored(store, bodies, moves);
    for (std::uint32_t assignment = 0; assignment < 8 * 4 * 3; ++assignment) {
      Bits inputs;
      for (std::uint32_t i = 0; i < 3; ++i) inputs.push_back(assignment >> i & 1U);
      for (const auto made : naive::moves_made({4, 1, 3}, {assignment / 8 % 4, 0, assignment / 32})) {
        inputs.push_back(made);
      }
      const auto values = naive::node_values(store, inputs);
      CHECK_EQ(naive::holds(values, result), any_body_holds(bodies, values));
    }
    // With no move made the complement may differ: that is how we know that it was used.
    const auto idle = naive::node_values(store, Bits(11, 0));
    changed += naive::holds(idle, result) != any_body_holds(bodies, idle);
  }
  CHECK(changed > 50);
}

TEST("a frame rule over all moves but one becomes one gate") {
  GateStore store(1 + 100);
  const MoveNodes moves{{2, 102}};
  std::vector<Body> bodies;
  for (Node move = 2; move < 101; ++move) bodies.push_back({literal_of(1), literal_of(move)});
  const auto result = factored(store, bodies, moves);
  CHECK_EQ(store.nodes() - store.first_gate(), 1U);
  const auto gate = store.gate(node_of(result));
  CHECK_EQ(Body(gate.begin(), gate.end()), (Body{literal_of(1), literal_of(101, true)}));
}

TEST("an `or` over all moves of a role is true, over half of them it stays") {
  const MoveNodes moves{{1, 5}};
  GateStore store(4);
  CHECK_EQ(factored(store, {{literal_of(1)}, {literal_of(2)}, {literal_of(3)}, {literal_of(4)}}, moves), kTrue);
  const auto half = factored(store, {{literal_of(1)}, {literal_of(2)}}, moves);
  CHECK(negated(half) && store.gate(node_of(half)).size() == 2);
}

TEST("bodies that can never hold and bodies that always do") {
  GateStore store(2);
  const MoveNodes none{{3}};
  CHECK_EQ(factored(store, {}, none), kFalse);
  CHECK_EQ(factored(store, {{}}, none), kTrue);
  CHECK_EQ(factored(store, {{kFalse, literal_of(1)}, {literal_of(2), literal_of(2, true)}}, none), kFalse);
  CHECK_EQ(factored(store, {{literal_of(1)}, {kTrue}}, none), kTrue);
  CHECK_EQ(factored(store, {{literal_of(1)}, {literal_of(1, true)}}, none), kTrue);
  CHECK_EQ(factored(store, {{literal_of(1)}, {literal_of(1), literal_of(2)}}, none), literal_of(1));
  CHECK_EQ(store.nodes(), store.first_gate());
}

TEST("long bodies that share nearly everything do not exhaust the stack") {
  const Node length = 20000;
  GateStore store(length + 2);
  Body body;
  for (Node node = 1; node <= length; ++node) body.push_back(literal_of(node));
  auto other = body;
  body.push_back(literal_of(length + 1));
  other.push_back(literal_of(length + 2));
  const auto result = factored(store, {body, other}, MoveNodes{{length + 3}});
  Bits inputs(length + 2, 1);
  CHECK(naive::holds(naive::node_values(store, inputs), result));
  inputs[length] = 0;
  CHECK(naive::holds(naive::node_values(store, inputs), result));
  inputs[length + 1] = 0;
  CHECK(!naive::holds(naive::node_values(store, inputs), result));
}
