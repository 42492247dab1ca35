#include "woodstock/circuit/intermediate.hpp"

#include <numeric>

#include "circuit/random_rules.hpp"
#include "harness.hpp"

using namespace woodstock;
using namespace woodstock::circuit;
using naive::Bits;
using naive::RandomRules;

namespace {

// A program over atoms numbered from 1, of which the first few are given as inputs.
struct Built {
  GateStore store;
  std::vector<Literal> literals;

  Built(const RandomRules& own, Node inputs, const std::vector<std::uint32_t>& wanted) : store(inputs) {
    std::vector<Literal> given(own.level.size(), kFalse);
    std::vector<bool> free(own.level.size(), false);
    for (Node node = 1; node <= inputs; ++node) {
      given[node] = literal_of(node);
      free[node] = true;
    }
    literals = rule_gates(store, own.rules, MoveNodes{{inputs + 1}}, std::move(given), free, wanted);
  }

  bool holds(std::uint32_t atom, const Bits& inputs) const {
    return naive::holds(naive::node_values(store, inputs), literals[atom]);
  }
};

struct Rule {
  std::int32_t head;
  std::vector<std::int32_t> body;
};

Built built(Node inputs, std::uint32_t atoms, const std::vector<Rule>& rules) {
  RandomRules own;
  own.rules.offsets.assign(1, 0);
  own.rules.atoms = static_cast<std::int32_t>(atoms);
  own.level.assign(atoms + 1, 0);
  for (const auto& rule : rules) own.add_rule(rule.head, rule.body);
  std::vector<std::uint32_t> wanted(atoms);
  std::iota(wanted.begin(), wanted.end(), 1U);
  return Built(own, inputs, wanted);
}

}  // namespace

TEST("gates of random stratified programs, recursive ones too, hold where the program says") {
  support::Random random(9);
  std::size_t recursive = 0;
  for (int round = 0; round < 400; ++round) {
    naive::RandomGameShape shape;
    shape.fluents = 5;
    shape.move_counts = {};
    shape.derived = 6 + random.below(20);
    shape.levels = 1 + random.below(3);
    shape.looks_at_moves = true;
    const auto own = naive::RandomGame(random, shape).make();
    std::vector<std::uint32_t> wanted(own.level.size() - 1);
    std::iota(wanted.begin(), wanted.end(), 1U);
    const Built made(own, 5, wanted);
    recursive += !made.store.components().empty();
    for (std::uint32_t assignment = 0; assignment < 32; ++assignment) {
      Bits state;
      for (std::uint32_t i = 0; i < 5; ++i) state.push_back(assignment >> i & 1U);
      const auto model = own.model(state, {});
      const auto values = naive::node_values(made.store, state);
      for (std::uint32_t atom = 1; atom < own.level.size(); ++atom) {
        CHECK_EQ(naive::holds(values, made.literals[atom]), model[atom] != 0);
      }
    }
  }
  CHECK(recursive > 100);
}

TEST("atoms that nothing wants get no gates") {
  RandomRules own;
  own.rules.offsets.assign(1, 0);
  own.rules.atoms = 4;
  own.level.assign(5, 0);
  own.add_rule(3, {1, 2});
  own.add_rule(4, {1, -2});
  const Built made(own, 2, {4});
  CHECK_EQ(made.store.nodes() - made.store.first_gate(), 1U);
  CHECK_EQ(made.literals[3], kFalse);
}

TEST("an atom that only holds because of itself does not hold") {
  const auto self = built(1, 2, {{2, {2}}, {2, {2, 1}}});
  CHECK_EQ(self.literals[2], kFalse);
  const auto pair = built(1, 3, {{2, {3}}, {3, {2, 1}}});
  CHECK(!pair.holds(2, {1}) && !pair.holds(3, {1}));
}

TEST("a chain of recursion through facts comes apart without a component") {
  // p2 if p1; p1 if p2 and never; p1 if a.
  const auto made = built(1, 4, {{2, {1}}, {2, {3, 4}}, {3, {2}}});
  CHECK(made.store.components().empty());
  CHECK_EQ(made.literals[2], literal_of(1));
  CHECK_EQ(made.literals[3], literal_of(1));
}

TEST("an atom that depends on its own negation is refused") {
  CHECK_THROWS(built(1, 2, {{2, {-2, 1}}}), UnstratifiedError);
  CHECK_THROWS(built(1, 3, {{2, {1, -3}}, {3, {2}}}), UnstratifiedError);
  CHECK_THROWS(built(1, 4, {{2, {3}}, {3, {4, 1}}, {4, {-2}}, {4, {3}}}), UnstratifiedError);
}

TEST("a loop through negation does no harm in a rule that can never fire, in whatever order its body stands") {
  // Atom 4 never holds; rules that need it, or their own head, say nothing.
  for (const auto& body : {std::vector<std::int32_t>{-3, 4}, std::vector<std::int32_t>{4, -3}}) {
    const auto made = built(1, 4, {{2, body}, {2, {1}}, {3, {2}}});
    CHECK_EQ(made.literals[2], literal_of(1));
    CHECK_EQ(made.literals[3], literal_of(1));
  }
  for (const auto& body : {std::vector<std::int32_t>{-3, 2}, std::vector<std::int32_t>{2, -3}}) {
    CHECK_EQ(built(1, 3, {{2, body}, {2, {1}}, {3, {2}}}).literals[3], literal_of(1));
  }
}

TEST("a loop through negation does no harm when another rule on it can never fire") {
  // 2 if not 3 and a; 3 if 2 and never: so 3 never holds, and 2 is a.
  const auto made = built(1, 4, {{2, {-3, 1}}, {3, {2, 4}}});
  CHECK_EQ(made.literals[2], literal_of(1));
  CHECK_EQ(made.literals[3], kFalse);
}
