#include "woodstock/event_net.hpp"

#include "harness.hpp"
#include "random_rules.hpp"
#include "woodstock/rule_gates.hpp"

using namespace woodstock;
using naive::Bits;

namespace {

constexpr Node kInputs = 6;

// The gates of a random program over the inputs, with components where the program is recursive.
GateStore random_store(Random& random) {
  naive::RandomGameShape shape;
  shape.fluents = kInputs;
  shape.move_counts = {};
  shape.derived = 10 + random.below(30);
  shape.looks_at_moves = true;
  const auto own = naive::RandomGame(random, shape).make();
  std::vector<Literal> given(own.level.size(), kFalse);
  std::vector<bool> free(own.level.size(), false);
  std::vector<std::uint32_t> wanted;
  for (Node atom = 1; atom < own.level.size(); ++atom) {
    free[atom] = atom <= kInputs;
    if (free[atom]) given[atom] = literal_of(atom);
    wanted.push_back(atom);
  }
  GateStore store(kInputs);
  rule_gates(store, own.rules, MoveNodes{{kInputs + 1}}, std::move(given), free, wanted);
  return store;
}

std::vector<Follower> random_followers(Random& random, const GateStore& store) {
  std::vector<Follower> followers;
  for (std::uint32_t bit = 0; bit < 130; bit += 1 + random.below(3)) {
    followers.push_back({literal_of(random.below(store.nodes()), random.below(2) != 0), bit});
  }
  return followers;
}

void check_net(const EventNet& net, const GateStore& store, const std::vector<Follower>& followers,
               const Bits& inputs) {
  const auto values = naive::node_values(store, inputs);
  for (Node node = 0; node < store.nodes(); ++node) CHECK_EQ(net.value(literal_of(node)), values[node] != 0);
  std::vector<std::uint64_t> words(3, 0);
  for (const auto& follower : followers) {
    if (naive::holds(values, follower.literal)) words[follower.bit >> 6] |= std::uint64_t{1} << (follower.bit & 63);
  }
  CHECK_EQ(std::vector<std::uint64_t>(net.words(), net.words() + 3), words);
}

}  // namespace

TEST("a net follows random flips, in gates, components and words") {
  Random random(14);
  std::size_t recursive = 0;
  for (int round = 0; round < 150; ++round) {
    const auto store = random_store(random);
    recursive += !store.components().empty();
    const auto followers = random_followers(random, store);
    EventNet net(store, 0, 3, followers);
    Bits inputs(kInputs, 0);
    check_net(net, store, followers, inputs);
    for (int step = 0; step < 30; ++step) {
      for (auto flips = random.below(4); flips > 0; --flips) {  // the same input may be flipped there and back
        const auto input = random.below(kInputs);
        inputs[input] ^= 1;
        net.flip(1 + input);
      }
      net.propagate();
      check_net(net, store, followers, inputs);
    }
  }
  CHECK(recursive > 40);
}

TEST("a net goes back to a snapshot, and on from there") {
  Random random(15);
  for (int round = 0; round < 60; ++round) {
    const auto store = random_store(random);
    const auto followers = random_followers(random, store);
    EventNet net(store, 4, 3, followers);
    Bits inputs(kInputs, 0);
    const auto wander = [&] {
      for (auto flips = random.below(6); flips > 0; --flips) {
        const auto input = random.below(kInputs);
        inputs[input] ^= 1;
        net.flip(1 + input);
        net.propagate();
      }
    };
    wander();
    const auto snapshot = net.snapshot();
    const auto then = inputs;
    for (int times = 0; times < 3; ++times) {
      wander();
      check_net(net, store, followers, inputs);
      net.restore(snapshot);
      inputs = then;
      check_net(net, store, followers, inputs);
    }
  }
}

TEST("a copy of a net goes its own way") {
  Random random(16);
  const auto store = random_store(random);
  const auto followers = random_followers(random, store);
  EventNet net(store, 0, 3, followers);
  EventNet twin = net;
  twin.flip(1);
  twin.propagate();
  check_net(net, store, followers, Bits(kInputs, 0));
  check_net(twin, store, followers, {1, 0, 0, 0, 0, 0});
}

TEST("work is counted as gates that hear of a change") {
  GateStore store(3);
  std::vector<Literal> one{literal_of(1), literal_of(2)};
  std::vector<Literal> two{literal_of(1, true), literal_of(3)};
  store.conjunction(one);
  store.conjunction(two);
  EventNet net(store, 0, 0, {});
  CHECK_EQ(net.fanout(1), 2U);
  CHECK_EQ(net.fanout(3), 1U);
  const auto before = net.updates();
  net.flip(1);
  net.propagate();
  CHECK_EQ(net.updates() - before, 2U);
}
