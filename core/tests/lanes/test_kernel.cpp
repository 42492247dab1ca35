#include "woodstock/lanes/kernel.hpp"

#include <algorithm>

#include "harness.hpp"
#include "naive.hpp"
#include "woodstock/lanes/code.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/lanes/values.hpp"

using namespace woodstock;
using namespace woodstock::lanes;
using naive::Bits;

namespace {

bool bit(const std::uint64_t* words, std::uint32_t at) { return (words[at / 64] >> (at % 64) & 1U) != 0; }

void randomise(LaneValues& values, circuit::Node nodes, support::Random& random) {
  for (std::size_t i = 0; i < std::size_t{nodes} * kLaneWords; ++i) values.data()[i] = random.next();
}

// Gates over random inputs, and components of bodies and heads.
circuit::GateStore random_store(support::Random& random, circuit::Node inputs, bool recursive) {
  circuit::GateStore store(inputs);
  const auto some = [&](circuit::Node below) {
    std::vector<circuit::Literal> out;
    for (auto count = 1 + random.below(random.below(4) == 0 ? 40 : 5); count > 0; --count) {
      out.push_back(circuit::literal_of(1 + random.below(below - 1), random.below(2) != 0));
    }
    return out;
  };
  for (int gate = 0; gate < 60; ++gate) {
    if (recursive && random.below(8) == 0) {
      const auto before = store.nodes();
      const auto bodies = 2 + random.below(4);
      const auto heads = 2 + random.below(3);
      std::vector<std::vector<circuit::Literal>> body_gates;
      std::vector<std::vector<circuit::Literal>> head_gates(heads);
      for (circuit::Node body = 0; body < bodies; ++body) {  // a body needs heads, that is, no circuit::negated heads
        auto inner = some(before);
        if (body > 0) inner.push_back(circuit::literal_of(before + bodies + random.below(heads), true));
        body_gates.push_back(inner);
        head_gates[random.below(heads)].push_back(circuit::literal_of(before + body, true));
      }
      for (auto& head : head_gates) {
        if (head.empty()) head.push_back(circuit::literal_of(before + random.below(bodies), true));
      }
      store.component(body_gates, head_gates);
      continue;
    }
    auto literals = some(store.nodes());
    store.conjunction(literals);
  }
  return store;
}

}  // namespace

TEST("the kernels have names, and the first is portable") {
  CHECK(!kernels().empty());
  CHECK_EQ(std::string(kernels()[0]->name), "portable");
}

TEST("gate code gives what the gates give lane by lane, also in recursive components") {
  support::Random random(4);
  for (const auto* kernel : kernels()) {
    for (int round = 0; round < 12; ++round) {
      const circuit::Node inputs = 1 + random.below(30);
      const auto store = random_store(random, inputs, round % 2 == 0);
      std::vector<circuit::Literal> map;
      const auto narrow = narrowed(store, map);
      for (auto node = narrow.first_gate(); node < narrow.nodes(); ++node) {
        const auto inside = [&](const circuit::Component& own) { return node >= own.begin && node < own.end; };
        const bool recursive = std::any_of(narrow.components().begin(), narrow.components().end(), inside);
        CHECK(recursive || narrow.gate(node).size() <= kWidestGate);
      }
      LaneValues values(narrow.nodes());
      randomise(values, narrow.nodes(), random);  // gates hold rubbish before they are run
      values.set(0, ~std::uint64_t{0});
      const LaneCode code(narrow, circuit::Marks(narrow.nodes(), 1));
      code.run(*kernel, values.data());
      for (std::uint32_t lane = 0; lane < kLanes; lane += 7) {
        Bits in;
        for (circuit::Node node = 1; node <= inputs; ++node) in.push_back(bit(values.wire(node), lane));
        const auto expected = naive::node_values(store, in);
        for (circuit::Node node = 0; node < store.nodes(); ++node) {
          CHECK_EQ(bit(values.value(map[node]).words.data(), lane), expected[node] != 0);
        }
      }
    }
  }
}

TEST("assign moves all literals at once, in active lanes only") {
  support::Random random(5);
  for (const auto* kernel : kernels()) {
    const circuit::Node nodes = 40;
    LaneValues values(nodes);
    LaneValues room(nodes);
    randomise(values, nodes, random);
    const std::vector<std::uint64_t> before(values.data(), values.data() + nodes * kLaneWords);
    LaneMask active;
    for (auto& word : active.words) word = random.next();
    std::vector<circuit::Node> fluents;
    std::vector<circuit::Literal> becomes;
    for (circuit::Node fluent = 1; fluent < 30; ++fluent) {  // many become what others were
      fluents.push_back(fluent);
      becomes.push_back(circuit::literal_of(1 + random.below(nodes - 1), random.below(2) != 0));
    }
    kernel->assign(fluents.data(), becomes.data(), static_cast<std::uint32_t>(fluents.size()), values.data(),
                   room.data(), active.words.data());
    for (circuit::Node node = 0; node < nodes; ++node) {
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        bool expected = bit(&before[node * kLaneWords], lane);
        if (node >= 1 && node < 30 && bit(active.words.data(), lane)) {
          const auto literal = becomes[node - 1];
          expected = bit(&before[circuit::node_of(literal) * kLaneWords], lane) != circuit::negated(literal);
        }
        CHECK_EQ(bit(values.wire(node), lane), expected);
      }
    }
  }
}

TEST("fill puts one state into the lanes of a mask") {
  support::Random random(6);
  for (const auto* kernel : kernels()) {
    const std::uint32_t fluents = 70;
    LaneValues values(2 + fluents);
    randomise(values, 2 + fluents, random);
    const std::vector<std::uint64_t> before(values.data(), values.data() + (2 + fluents) * kLaneWords);
    const std::array<std::uint64_t, 2> state{random.next(), random.next()};
    LaneMask mask;
    for (auto& word : mask.words) word = random.next();
    kernel->fill(fluents, state.data(), values.data(), mask.words.data());
    for (circuit::Node node = 0; node < 2 + fluents; ++node) {
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const bool set = node >= 1 && node <= fluents && bit(mask.words.data(), lane);
        CHECK_EQ(bit(values.wire(node), lane),
                 set ? bit(state.data(), node - 1) : bit(&before[node * kLaneWords], lane));
      }
    }
  }
}
