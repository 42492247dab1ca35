#include "woodstock/circuit/gates.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "harness.hpp"
#include "naive.hpp"

using namespace woodstock;
using namespace woodstock::circuit;
using naive::Bits;

namespace {

Literal both(GateStore& store, std::vector<Literal> literals) { return store.conjunction(literals); }
Literal either(GateStore& store, std::vector<Literal> literals) { return store.disjunction(literals); }

constexpr Literal kA = literal_of(1);
constexpr Literal kB = literal_of(2);
constexpr Literal kC = literal_of(3);

}  // namespace

TEST("constants, repetitions and contradictions make no gate") {
  GateStore store(3);
  CHECK_EQ(both(store, {}), kTrue);
  CHECK_EQ(either(store, {}), kFalse);
  CHECK_EQ(both(store, {kTrue, kA, kTrue}), kA);
  CHECK_EQ(both(store, {kA, kFalse, kB}), kFalse);
  CHECK_EQ(either(store, {kA, kTrue}), kTrue);
  CHECK_EQ(either(store, {kFalse, negation(kB)}), negation(kB));
  CHECK_EQ(both(store, {kA, kA, kA}), kA);
  CHECK_EQ(both(store, {kA, kB, negation(kA)}), kFalse);
  CHECK_EQ(either(store, {negation(kC), kB, kC}), kTrue);
  CHECK_EQ(store.nodes(), store.first_gate());
}

TEST("a gate and its twin in another order, or written the other way round, are one") {
  GateStore store(3);
  const auto gate = both(store, {kA, negation(kB), kC});
  CHECK_EQ(both(store, {kC, kA, negation(kB), kA, kTrue}), gate);
  CHECK_EQ(either(store, {negation(kC), kB, negation(kA)}), negation(gate));
  CHECK_EQ(store.nodes(), store.first_gate() + 1);
  CHECK_EQ(std::vector<Literal>(store.gate(node_of(gate)).begin(), store.gate(node_of(gate)).end()),
           (std::vector<Literal>{kA, negation(kB), kC}));
  CHECK(both(store, {kA, kB, kC}) != gate);
  CHECK(node_of(gate) >= store.first_gate() && node_of(kC) < store.first_gate());
}

TEST("gates stay unique while the table grows") {
  support::Random random(4);
  GateStore store(60);
  std::map<std::set<Literal>, Literal> known;
  std::vector<std::set<Literal>> order;
  while (known.size() < 5000) {
    std::set<Literal> inputs;
    while (inputs.size() < 2 + random.below(3)) {
      const auto literal = literal_of(1 + random.below(60), random.below(2) != 0);
      if (!inputs.contains(negation(literal))) inputs.insert(literal);
    }
    if (inputs.size() < 2) continue;
    const auto made = both(store, {inputs.rbegin(), inputs.rend()});
    const auto [entry, fresh] = known.try_emplace(inputs, made);
    CHECK_EQ(entry->second, made);
    if (fresh) order.push_back(inputs);
  }
  CHECK_EQ(store.nodes() - store.first_gate(), 5000U);
  for (const auto& inputs : order) CHECK_EQ(both(store, {inputs.begin(), inputs.end()}), known[inputs]);
  CHECK_EQ(store.nodes() - store.first_gate(), 5000U);
}

TEST("what a gate means is what its literals say, under every assignment") {
  support::Random random(5);
  for (int round = 0; round < 50; ++round) {
    GateStore store(4);
    std::vector<Literal> known{kTrue, kFalse};
    for (Node node = 1; node <= 4; ++node) known.push_back(literal_of(node, random.below(2) != 0));
    std::vector<std::pair<std::vector<Literal>, Literal>> ands;
    std::vector<std::pair<std::vector<Literal>, Literal>> ors;
    for (int i = 0; i < 30; ++i) {
      std::vector<Literal> inputs;
      for (auto count = random.below(4); count > 0; --count) {
        const auto literal = known[random.below(static_cast<std::uint32_t>(known.size()))];
        inputs.push_back(random.below(2) != 0 ? negation(literal) : literal);
      }
      const bool conjunction = random.below(2) != 0;
      const auto made = conjunction ? both(store, inputs) : either(store, inputs);
      (conjunction ? ands : ors).emplace_back(inputs, made);
      known.push_back(made);
    }
    for (std::uint32_t assignment = 0; assignment < 16; ++assignment) {
      Bits inputs;
      for (std::uint32_t i = 0; i < 4; ++i) inputs.push_back(assignment >> i & 1U);
      const auto values = naive::node_values(store, inputs);
      const auto holding = [&](Literal literal) { return naive::holds(values, literal); };
      for (const auto& [literals, made] : ands) CHECK_EQ(holding(made), std::ranges::all_of(literals, holding));
      for (const auto& [literals, made] : ors) CHECK_EQ(holding(made), std::ranges::any_of(literals, holding));
    }
  }
}

TEST("a component is kept as it stands, between gates that can be shared") {
  GateStore store(2);
  const auto before = both(store, {kA, kB});
  const auto begin = store.nodes();
  // p if a; p if q and b; q if p.
  const auto p = literal_of(begin + 1, true);
  const auto q = literal_of(begin + 2, true);
  store.component({{kB, q}}, {{negation(kA), literal_of(begin, true)}, {negation(p)}});
  const auto after = both(store, {kB, q});
  CHECK_EQ(store.components().size(), 1U);
  CHECK_EQ(store.components()[0].begin, begin);
  CHECK_EQ(store.components()[0].atoms, begin + 1);
  CHECK_EQ(store.components()[0].end, begin + 3);
  CHECK_EQ(both(store, {kB, kA}), before);
  CHECK_EQ(node_of(after), begin + 3);
  for (std::uint8_t a = 0; a < 2; ++a) {
    const auto values = naive::node_values(store, {a, 1});
    CHECK_EQ(naive::holds(values, p), a != 0);
    CHECK_EQ(naive::holds(values, q), a != 0);
  }
}
