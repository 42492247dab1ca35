#include "woodstock/lane_kernel.hpp"

#include <algorithm>

#include "harness.hpp"
#include "naive.hpp"
#include "woodstock/lane_code.hpp"
#include "woodstock/lane_values.hpp"

using namespace woodstock;
using naive::Bits;

namespace {

std::vector<const LaneKernel*> kernels() {
  std::uint32_t count = 0;
  const auto* first = lane_kernels(&count);
  return {first, first + count};
}

bool bit(const std::uint64_t* words, std::uint32_t at) { return (words[at / 64] >> (at % 64) & 1U) != 0; }

void randomise(LaneValues& values, Node nodes, Random& random) {
  for (std::size_t i = 0; i < std::size_t{nodes} * kLaneWords; ++i) values.data()[i] = random.next();
}

// Gates over random inputs, and components of bodies and heads.
GateStore random_store(Random& random, Node inputs, bool recursive) {
  GateStore store(inputs);
  const auto some = [&](Node below) {
    std::vector<Literal> out;
    for (auto count = 1 + random.below(random.below(4) == 0 ? 40 : 5); count > 0; --count) {
      out.push_back(literal_of(1 + random.below(below - 1), random.below(2) != 0));
    }
    return out;
  };
  for (int gate = 0; gate < 60; ++gate) {
    if (recursive && random.below(8) == 0) {
      const auto before = store.nodes();
      const auto bodies = 2 + random.below(4);
      const auto heads = 2 + random.below(3);
      std::vector<std::vector<Literal>> body_gates;
      std::vector<std::vector<Literal>> head_gates(heads);
      for (Node body = 0; body < bodies; ++body) {  // a body needs heads, that is, no negated heads
        auto inner = some(before);
        if (body > 0) inner.push_back(literal_of(before + bodies + random.below(heads), true));
        body_gates.push_back(inner);
        head_gates[random.below(heads)].push_back(literal_of(before + body, true));
      }
      for (auto& head : head_gates) {
        if (head.empty()) head.push_back(literal_of(before + random.below(bodies), true));
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
  Random random(4);
  for (const auto* kernel : kernels()) {
    for (int round = 0; round < 12; ++round) {
      const Node inputs = 1 + random.below(30);
      const auto store = random_store(random, inputs, round % 2 == 0);
      std::vector<Literal> map;
      const auto narrow = narrowed(store, map);
      for (auto node = narrow.first_gate(); node < narrow.nodes(); ++node) {
        const auto inside = [&](const Component& own) { return node >= own.begin && node < own.end; };
        const bool recursive = std::any_of(narrow.components().begin(), narrow.components().end(), inside);
        CHECK(recursive || narrow.gate(node).size() <= kWidestGate);
      }
      LaneValues values(narrow.nodes());
      randomise(values, narrow.nodes(), random);  // gates hold rubbish before they are run
      values.set(0, ~std::uint64_t{0});
      const LaneCode code(narrow, Marks(narrow.nodes(), 1));
      code.run(*kernel, values.data());
      for (std::uint32_t lane = 0; lane < kLanes; lane += 7) {
        Bits in;
        for (Node node = 1; node <= inputs; ++node) in.push_back(bit(values.wire(node), lane));
        const auto expected = naive::node_values(store, in);
        for (Node node = 0; node < store.nodes(); ++node) {
          CHECK_EQ(bit(values.value(map[node]).words.data(), lane), expected[node] != 0);
        }
      }
    }
  }
}

TEST("assign moves all literals at once, in active lanes only") {
  Random random(5);
  for (const auto* kernel : kernels()) {
    const Node nodes = 40;
    LaneValues values(nodes);
    LaneValues room(nodes);
    randomise(values, nodes, random);
    const std::vector<std::uint64_t> before(values.data(), values.data() + nodes * kLaneWords);
    LaneMask active;
    for (auto& word : active.words) word = random.next();
    std::vector<Node> fluents;
    std::vector<Literal> becomes;
    for (Node fluent = 1; fluent < 30; ++fluent) {  // many become what others were
      fluents.push_back(fluent);
      becomes.push_back(literal_of(1 + random.below(nodes - 1), random.below(2) != 0));
    }
    kernel->assign(fluents.data(), becomes.data(), static_cast<std::uint32_t>(fluents.size()), values.data(),
                   room.data(), active.words.data());
    for (Node node = 0; node < nodes; ++node) {
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        bool expected = bit(&before[node * kLaneWords], lane);
        if (node >= 1 && node < 30 && bit(active.words.data(), lane)) {
          const auto literal = becomes[node - 1];
          expected = bit(&before[node_of(literal) * kLaneWords], lane) != negated(literal);
        }
        CHECK_EQ(bit(values.wire(node), lane), expected);
      }
    }
  }
}

TEST("fill puts one state into the lanes of a mask") {
  Random random(6);
  for (const auto* kernel : kernels()) {
    const std::uint32_t fluents = 70;
    LaneValues values(2 + fluents);
    randomise(values, 2 + fluents, random);
    const std::vector<std::uint64_t> before(values.data(), values.data() + (2 + fluents) * kLaneWords);
    const std::array<std::uint64_t, 2> state{random.next(), random.next()};
    LaneMask mask;
    for (auto& word : mask.words) word = random.next();
    kernel->fill(fluents, state.data(), values.data(), mask.words.data());
    for (Node node = 0; node < 2 + fluents; ++node) {
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const bool set = node >= 1 && node <= fluents && bit(mask.words.data(), lane);
        CHECK_EQ(bit(values.wire(node), lane),
                 set ? bit(state.data(), node - 1) : bit(&before[node * kLaneWords], lane));
      }
    }
  }
}
