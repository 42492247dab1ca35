#include "woodstock/machine/playouts.hpp"

#include <memory>
#include <thread>

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/machine/event_machine.hpp"

using namespace woodstock;
using namespace woodstock::machine;
using naive::Bits;

namespace {

const std::atomic<bool> kNoStop{false};
support::Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }
support::Deadline never() { return support::Deadline::max(); }

circuit::GoalTable goal_table(const circuit::Circuit& circuit) {
  const auto last = static_cast<std::uint32_t>(circuit.move_counts.size()) - 1;
  return {{0, 0, last, last}, {10, 20, 30, 40}};
}

std::shared_ptr<const circuit::Circuit> random_circuit(support::Random& random) {
  naive::RandomGameShape shape;
  shape.fluents = 2 + random.below(8);
  shape.move_counts.assign(1 + random.below(3), 2 + random.below(3));
  shape.derived = 10 + random.below(40);
  shape.always_movable = random.below(2) != 0;
  return std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
}

// The playouts by the book, drawing the same numbers.
PlayoutResult naive_playouts(const circuit::Circuit& circuit, std::uint64_t seed, std::uint64_t count,
                             std::uint32_t limit) {
  const auto table = goal_table(circuit);
  PlayoutResult result{std::vector<PlayoutSums>(1), 0};
  auto& sums = result.sums[0];
  sums.goals.assign(circuit.move_counts.size(), 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    support::Random random(seed, i);
    Bits state(circuit.initial.begin(), circuit.initial.end());
    std::uint32_t length = 0;
    for (;; ++length) {
      const auto here = naive::answers(circuit, state);
      if (here.terminal) {
        ++sums.playouts;
        sums.length += length;
        std::vector<std::int32_t> goals(circuit.move_counts.size(), 0);
        for (std::size_t goal = here.goal.size(); goal-- > 0;) {
          if (here.goal[goal] != 0) goals[table.role[goal]] = table.value[goal];
        }
        for (std::size_t role = 0; role < goals.size(); ++role) sums.goals[role] += goals[role];
        break;
      }
      if (length == limit) {
        ++sums.capped;
        break;
      }
      const auto joint_move = naive::choose(here.legal, circuit.move_counts, random);
      if (joint_move.empty()) {
        ++sums.broken;
        break;
      }
      state = naive::outcome(circuit, state, joint_move).next;
    }
    result.states += length;
  }
  return result;
}

void check_equal(const PlayoutResult& first, const PlayoutResult& second) {
  const auto& left = first.sums[0];
  const auto& right = second.sums[0];
  CHECK_EQ(left.playouts, right.playouts);
  CHECK_EQ(left.capped, right.capped);
  CHECK_EQ(left.broken, right.broken);
  CHECK_EQ(first.states, second.states);
  CHECK_EQ(left.length, right.length);
  CHECK_EQ(left.goals, right.goals);
}

// So many playouts from one start, until a deadline.
PlayoutResult run(EventMachine& machine, const std::vector<std::uint64_t>& start, std::uint64_t seed,
                  std::uint64_t count, std::uint32_t length, support::Deadline deadline = never(),
                  const std::atomic<bool>* stop = &kNoStop) {
  return playouts(machine, {start, {count}, seed, length, deadline, stop, deadline}, std::nullopt);
}

std::uint64_t naive_perft(const circuit::Circuit& circuit, const Bits& state, std::uint32_t depth) {
  const auto here = naive::answers(circuit, state);
  if (here.terminal) return 0;
  std::vector<std::vector<std::uint32_t>> joint_moves{{}};
  std::size_t first = 0;
  for (const auto count : circuit.move_counts) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& begun : joint_moves) {
      for (std::uint32_t move = 0; move < count; ++move) {
        if (here.legal[first + move] == 0) continue;
        longer.push_back(begun);
        longer.back().push_back(move);
      }
    }
    joint_moves = std::move(longer);
    first += count;
  }
  if (depth == 1) return joint_moves.size();
  std::uint64_t sum = 0;
  for (const auto& joint_move : joint_moves) {
    sum += naive_perft(circuit, naive::outcome(circuit, state, joint_move).next, depth - 1);
  }
  return sum;
}

// A counter of `bits` bits that one role moves on by one, or not: it ends when all of them are set.
std::shared_ptr<const circuit::Circuit> counter(std::uint32_t bits, bool ends) {
  circuit::Circuit circuit;
  circuit.fluents = bits;
  circuit.initial.assign(bits, 0);
  circuit.move_counts = {1};
  circuit.legal = {circuit::kTrue};
  circuit::GateStore store(bits + 1);
  std::vector<circuit::Literal> lower;
  for (circuit::Node bit = 1; bit <= bits; ++bit) {  // flips when all lower bits are set
    auto carry = lower;
    const auto all = store.conjunction(carry);
    std::vector<circuit::Literal> stays{circuit::literal_of(bit), circuit::negation(all)};
    std::vector<circuit::Literal> rises{circuit::literal_of(bit, true), all};
    std::vector<circuit::Literal> either{store.conjunction(stays), store.conjunction(rises)};
    circuit.next.push_back(store.disjunction(either));
    lower.push_back(circuit::literal_of(bit));
  }
  circuit.terminal = ends ? store.conjunction(lower) : circuit::kFalse;
  circuit.offsets = store.offsets();
  circuit.literals = store.literals();
  circuit.cones.assign(circuit.offsets.size() - 1, circuit::kLegalCone | circuit::kNextCone);
  validate(circuit);
  return std::make_shared<const circuit::Circuit>(circuit);
}

}  // namespace

TEST("playouts are those of the book, finished, capped and broken, in every layout") {
  support::Random random(21);
  PlayoutSums seen;
  for (int round = 0; round < 40; ++round) {
    const auto circuit = random_circuit(random);
    const auto expected = naive_playouts(*circuit, 99, 30, 12);
    seen.playouts += expected.sums[0].playouts;
    seen.capped += expected.sums[0].capped;
    seen.broken += expected.sums[0].broken;
    for (const bool moves_in_net : {false, true}) {
      for (const auto& keys : {std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{1, 0}}) {
        EventMachine machine(circuit, goal_table(*circuit), EventLayout{keys, moves_in_net});
        for (int again = 0; again < 2; ++again) {
          check_equal(run(machine, machine.initial(), 99, 30, 12), expected);
        }
      }
    }
  }
  CHECK(seen.playouts > 100 && seen.capped > 100 && seen.broken > 50);
}

TEST("playouts start where they are told, and another seed gives others") {
  const auto circuit = counter(4, true);
  EventMachine machine(circuit, {});
  const std::vector<std::uint64_t> start{9};
  const auto sums = run(machine, start, 0, 5, 100).sums[0];
  CHECK_EQ(sums.length, 5U * 6U);
  CHECK_EQ(run(machine, start, 0, 5, 5).sums[0].capped, 5U);
  CHECK_EQ(run(machine, start, 0, 5, 6).sums[0].playouts, 5U);

  // Over after one of two moves, of which the first is worth 1.
  circuit::Circuit coin;
  coin.fluents = 2;
  coin.initial = {0, 0};
  coin.move_counts = {2};
  coin.legal = {circuit::kTrue, circuit::kTrue};
  coin.next = {circuit::kTrue, circuit::literal_of(3)};
  coin.terminal = circuit::literal_of(1);
  coin.goal = {circuit::literal_of(2)};
  EventMachine player(std::make_shared<const circuit::Circuit>(coin), {{0}, {1}});
  const auto heads = [&](std::uint64_t seed) {
    return run(player, player.initial(), seed, 10000, 30).sums[0].goals[0];
  };
  CHECK_EQ(heads(1), heads(1));
  CHECK(heads(1) != heads(2));
  for (std::uint64_t seed = 0; seed < 5; ++seed) CHECK(heads(seed) > 4750 && heads(seed) < 5250);  // 5 deviations
}

TEST("a raised flag or a passed deadline ends playouts, also where a game is over before it begins") {
  using namespace std::chrono_literals;
  const std::atomic<bool> raised{true};
  circuit::Circuit over;
  over.terminal = circuit::kTrue;
  for (const auto& circuit : {counter(20, false), std::make_shared<const circuit::Circuit>(over)}) {
    EventMachine machine(circuit, {});
    const auto stopped = run(machine, machine.initial(), 0, 1ULL << 60, 1U << 31, never(), &raised);
    CHECK_EQ(stopped.sums[0].playouts + stopped.states, 0U);
    const auto begun = std::chrono::steady_clock::now();
    const auto late = run(machine, machine.initial(), 0, 1ULL << 60, 50, in(30ms));
    CHECK(late.sums[0].playouts + late.states > 256);
    CHECK(std::chrono::steady_clock::now() - begun < 5s);

    std::atomic<bool> stop{false};
    std::thread other([&] {
      std::this_thread::sleep_for(20ms);
      stop = true;
    });
    run(machine, machine.initial(), 0, 1ULL << 60, 1U << 31, never(), &stop);
    other.join();
  }
}

TEST("perft counts what recursion counts, in every layout") {
  support::Random random(23);
  for (int round = 0; round < 40; ++round) {
    const auto circuit = random_circuit(random);
    const Bits initial(circuit->initial.begin(), circuit->initial.end());
    std::vector<std::uint64_t> expected;
    for (std::uint32_t depth = 1; depth <= 3; ++depth) expected.push_back(naive_perft(*circuit, initial, depth));
    for (const bool moves_in_net : {false, true}) {
      EventMachine machine(circuit, goal_table(*circuit), EventLayout{{0}, moves_in_net});
      const auto counted = perft(machine, machine.initial(), 3, never(), &kNoStop);
      CHECK(counted.complete);
      CHECK_EQ(counted.counts, expected);
    }
  }
}

TEST("perft to no depth, beyond the end, and cut short") {
  EventMachine machine(counter(3, true), {});
  CHECK(perft(machine, machine.initial(), 0, never(), &kNoStop).counts.empty());
  const auto all = perft(machine, machine.initial(), 9, never(), &kNoStop);
  CHECK_EQ(all.counts, (std::vector<std::uint64_t>{1, 1, 1, 1, 1, 1, 1, 0, 0}));
  const std::atomic<bool> raised{true};
  CHECK(!perft(machine, machine.initial(), 9, never(), &raised).complete);
  CHECK(!perft(machine, machine.initial(), 9, support::Deadline::min(), &kNoStop).complete);
}

TEST("perft of a long game needs no deep stack") {
  EventMachine machine(counter(20, false), {});
  const std::uint32_t depth = 300'000;
  const auto counted = perft(machine, machine.initial(), depth, never(), &kNoStop);
  CHECK(counted.complete);
  CHECK_EQ(counted.counts, std::vector<std::uint64_t>(depth, 1));
}
