#include "woodstock/machine/event_net.hpp"

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/circuit/intermediate.hpp"

using namespace woodstock;
using namespace woodstock::machine;
using naive::Bits;

namespace {

constexpr circuit::Node kInputs = 6;

// The gates of a random program over the inputs, with components where the program is recursive.
circuit::GateStore random_store(support::Random& random) {
  naive::RandomGameShape shape;
  shape.fluents = kInputs;
  shape.move_counts = {};
  shape.derived = 10 + random.below(30);
  shape.looks_at_moves = true;
  const auto own = naive::RandomGame(random, shape).make();
  std::vector<circuit::Literal> given(own.level.size(), circuit::kFalse);
  std::vector<bool> free(own.level.size(), false);
  std::vector<std::uint32_t> wanted;
  for (circuit::Node atom = 1; atom < own.level.size(); ++atom) {
    free[atom] = atom <= kInputs;
    if (free[atom]) given[atom] = circuit::literal_of(atom);
    wanted.push_back(atom);
  }
  circuit::GateStore store(kInputs);
  rule_gates(store, own.rules, circuit::MoveNodes{{kInputs + 1}}, std::move(given), free, wanted);
  return store;
}

// Which places of a random graph a chain of open ones joins to a lit one: the inputs are which places are open, and
// which are lit.
circuit::GateStore random_graph(support::Random& random, circuit::Node places) {
  circuit::GateStore store(2 * places);
  std::vector<std::pair<circuit::Node, circuit::Node>> ways;
  for (circuit::Node place = 0; place < places; ++place) {
    for (auto count = random.below(4); count > 0; --count) ways.emplace_back(place, random.below(places));
  }
  const auto first = store.nodes();
  const auto head = [&](circuit::Node place) { return first + static_cast<circuit::Node>(ways.size()) + place; };
  std::vector<std::vector<circuit::Literal>> bodies, heads(places);
  for (circuit::Node place = 0; place < places; ++place) {
    heads[place].push_back(circuit::literal_of(1 + places + place, true));
  }
  for (const auto& [to, from] : ways) {
    heads[to].push_back(circuit::literal_of(first + static_cast<circuit::Node>(bodies.size()), true));
    bodies.push_back({circuit::literal_of(1 + to), circuit::literal_of(head(from), true)});
  }
  store.component(bodies, heads);
  // A second component, which hears of the first through plain gates.
  std::vector<circuit::Literal> both{circuit::literal_of(head(0), true), circuit::literal_of(head(places - 1), true)};
  const auto joined = store.conjunction(both);
  const auto next = store.nodes();
  store.component({{circuit::literal_of(1), circuit::literal_of(next + 2, true)},
                   {circuit::literal_of(2), circuit::literal_of(next + 3, true)}},
                  {{circuit::negation(joined), circuit::literal_of(next + 1, true)},
                   {circuit::literal_of(3, true), circuit::literal_of(next, true)}});
  return store;
}

std::vector<Follower> random_followers(support::Random& random, const circuit::GateStore& store) {
  std::vector<Follower> followers;
  for (std::uint32_t bit = 0; bit < 130; bit += 1 + random.below(3)) {
    followers.push_back({circuit::literal_of(random.below(store.nodes()), random.below(2) != 0), bit});
  }
  return followers;
}

void check_net(const EventNet& net, const circuit::GateStore& store, const std::vector<Follower>& followers,
               const Bits& inputs) {
  const auto values = naive::node_values(store, inputs);
  for (circuit::Node node = 0; node < store.nodes(); ++node)
    CHECK_EQ(net.value(circuit::literal_of(node)), values[node] != 0);
  std::vector<std::uint64_t> words(3, 0);
  for (const auto& follower : followers) {
    if (naive::holds(values, follower.literal)) words[follower.bit >> 6] |= std::uint64_t{1} << (follower.bit & 63);
  }
  CHECK_EQ(std::vector<std::uint64_t>(net.words(), net.words() + 3), words);
}

}  // namespace

TEST("a net follows random flips, in gates, components and words") {
  support::Random random(14);
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

TEST("a net follows chains that grow, break and have more than one way round") {
  support::Random random(17);
  for (int round = 0; round < 40; ++round) {
    const auto places = 3 + random.below(30);
    const auto store = random_graph(random, places);
    const auto followers = random_followers(random, store);
    EventNet net(store, 0, 3, followers);
    Bits inputs(2 * places, 0);
    check_net(net, store, followers, inputs);
    const auto home = net.snapshot();
    const auto at_home = inputs;
    for (int step = 0; step < 60; ++step) {
      if (random.below(20) == 0) {
        net.restore(home);
        inputs = at_home;
      }
      for (auto flips = random.below(8); flips > 0; --flips) {
        // Places are open more often than not, and few are lit: chains are long.
        const auto input = random.below(6) == 0 ? places + random.below(places) : random.below(places);
        if (input >= places ? inputs[input] == 0 && random.below(3) > 0 : inputs[input] != 0 && random.below(3) > 0)
          continue;
        inputs[input] ^= 1;
        net.flip(1 + input);
      }
      net.propagate();
      check_net(net, store, followers, inputs);
    }
  }
}

TEST("a net goes back to a snapshot, and on from there") {
  support::Random random(15);
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
  support::Random random(16);
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
  circuit::GateStore store(3);
  std::vector<circuit::Literal> one{circuit::literal_of(1), circuit::literal_of(2)};
  std::vector<circuit::Literal> two{circuit::literal_of(1, true), circuit::literal_of(3)};
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
