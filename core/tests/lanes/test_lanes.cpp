#include "woodstock/lanes/lanes.hpp"

#include <cmath>
#include <thread>

#include "circuit/random_rules.hpp"
#include "harness.hpp"

using namespace woodstock;
using namespace woodstock::lanes;
using naive::Bits;

namespace {

const std::atomic<bool> kNoStop{false};

circuit::GoalTable goal_table(const circuit::Circuit& circuit) {
  const auto last = static_cast<std::uint32_t>(circuit.move_counts.size()) - 1;
  return {{0, 0, last, last}, {10, 20, 30, 40}};
}

std::shared_ptr<const circuit::Circuit> random_circuit(support::Random& random, bool movable) {
  naive::RandomGameShape shape;
  shape.fluents = 2 + random.below(70);
  shape.move_counts.assign(1 + random.below(3), 1 + random.below(12));
  shape.derived = 10 + random.below(60);
  shape.always_movable = movable;
  return std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
}

std::vector<std::uint64_t> packed(const Bits& state) {
  std::vector<std::uint64_t> words((state.size() + 63) / 64);
  for (std::size_t i = 0; i < state.size(); ++i) words[i / 64] |= std::uint64_t{state[i]} << (i % 64);
  return words;
}

// A state and what is known of it, met along a random game.
struct Met {
  Bits state;
  std::vector<std::uint32_t> joint_move;
};
std::vector<Met> walk(const circuit::Circuit& circuit, std::size_t count, support::Random& random) {
  std::vector<Met> met;
  const Bits initial(circuit.initial.begin(), circuit.initial.end());
  Bits state = initial;
  for (std::size_t tries = 0; met.size() < count && tries < 4 * count; ++tries) {
    const auto here = naive::answers(circuit, state);
    const auto joint_move = naive::choose(here.legal, circuit.move_counts, random);
    if (joint_move.empty()) {
      state = initial;
      continue;
    }
    met.push_back({state, joint_move});
    state = here.terminal || random.below(10) == 0 ? initial : naive::outcome(circuit, state, joint_move).next;
  }
  return met;
}

// What the playouts by the book come to, with the sums of squares of all that is compared.
struct Book {
  std::uint64_t playouts = 0, capped = 0, broken = 0;
  double length = 0;
  std::vector<double> goals, squares;
};
Book book(const circuit::Circuit& circuit, std::uint64_t count, std::uint32_t limit, support::Random& random) {
  const auto table = goal_table(circuit);
  Book sums;
  sums.goals.resize(circuit.move_counts.size());
  sums.squares.resize(circuit.move_counts.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    Bits state(circuit.initial.begin(), circuit.initial.end());
    for (std::uint32_t length = 0;; ++length) {
      const auto here = naive::answers(circuit, state);
      if (here.terminal) {
        ++sums.playouts;
        sums.length += length;
        std::vector<double> goals(sums.goals.size(), 0);
        for (auto goal = here.goal.size(); goal-- > 0;) {
          if (here.goal[goal] != 0) goals[table.role[goal]] = table.value[goal];
        }
        for (std::size_t role = 0; role < goals.size(); ++role) {
          sums.goals[role] += goals[role];
          sums.squares[role] += goals[role] * goals[role];
        }
        break;
      }
      const auto joint_move = naive::choose(here.legal, circuit.move_counts, random);
      if (length == limit || joint_move.empty()) {
        ++(length == limit ? sums.capped : sums.broken);
        break;
      }
      state = naive::outcome(circuit, state, joint_move).next;
    }
  }
  return sums;
}

// Two counts out of n and m differ by no more than chance allows: 5 standard errors.
void check_shares(std::uint64_t left, double n, std::uint64_t right, double m) {
  const auto pooled = static_cast<double>(left + right) / (n + m);
  const auto error = std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
  CHECK(std::abs(static_cast<double>(left) / n - static_cast<double>(right) / m) <= 5 * error + 1e-12);
}

// A game in which a clock of two phases says who chooses among three moves; it ends by chance, and each role's goal
// tells what it chose last.
std::shared_ptr<const circuit::Circuit> turns() {
  circuit::Circuit circuit;
  circuit.fluents = 4;  // the turn, over, and what the two roles did last
  circuit.initial = {0, 0, 0, 0};
  circuit.move_counts = {3, 3};
  const auto move = [](std::uint32_t number) { return circuit::literal_of(5 + number); };
  circuit.legal = {circuit::literal_of(1, true), circuit::literal_of(1, true), circuit::kTrue,
                   circuit::literal_of(1),       circuit::literal_of(1),       circuit::kTrue};
  circuit::GateStore store(4 + 6);
  std::vector<circuit::Literal> both{move(0), circuit::literal_of(1, true)};
  std::vector<circuit::Literal> other{move(3), circuit::literal_of(1)};
  std::vector<circuit::Literal> either{store.conjunction(both), store.conjunction(other)};
  circuit.next = {circuit::literal_of(1, true), store.disjunction(either), move(1), move(4)};
  circuit.terminal = circuit::literal_of(2);
  circuit.goal = {circuit::literal_of(3), circuit::literal_of(3, true), circuit::literal_of(4),
                  circuit::literal_of(4, true)};
  circuit.offsets = store.offsets();
  circuit.literals = store.literals();
  circuit.cones.assign(circuit.offsets.size() - 1, circuit::kNextCone);
  validate(circuit);
  return std::make_shared<const circuit::Circuit>(circuit);
}

}  // namespace

TEST("children are those of the book, in every kernel") {
  support::Random random(1);
  std::size_t met_in_all = 0;
  for (int round = 0; round < 25; ++round) {
    const auto circuit = random_circuit(random, round % 2 == 0);
    const auto table = goal_table(*circuit);
    const auto met = walk(*circuit, round % 5 == 0 ? 600 : 70, random);
    met_in_all += met.size();
    std::vector<std::uint64_t> states;
    std::vector<std::uint32_t> joint_moves;
    for (const auto& [state, joint_move] : met) {
      const auto words = packed(state);
      states.insert(states.end(), words.begin(), words.end());
      joint_moves.insert(joint_moves.end(), joint_move.begin(), joint_move.end());
    }
    for (const auto* kernel : kernels()) {
      Lanes lanes(circuit, table, std::nullopt, *kernel);
      const auto children = lanes.expand(states, joint_moves);
      const auto roles = circuit->move_counts.size();
      for (std::size_t i = 0; i < met.size(); ++i) {
        const auto outcome = naive::outcome(*circuit, met[i].state, met[i].joint_move);
        const auto words = packed(outcome.next);
        CHECK(std::equal(words.begin(), words.end(), children.states.begin() + static_cast<long>(i * words.size())));
        const auto after = naive::answers(*circuit, outcome.next);
        CHECK_EQ(children.terminal[i] != 0, after.terminal);
        std::vector<std::int32_t> goals(roles, machine::kNoGoal);
        for (auto goal = after.goal.size(); goal-- > 0;) {
          if (after.goal[goal] != 0) goals[table.role[goal]] = table.value[goal];
        }
        CHECK(std::equal(goals.begin(), goals.end(), children.goals.begin() + static_cast<long>(i * roles)));
        naive::Bits seen(outcome.sees.size(), 0);
        for (const auto& percept : children.seen(i)) seen[percept.number] = 1;
        CHECK_EQ(seen, outcome.sees);
      }
    }
  }
  CHECK(met_in_all > 2000);
}

TEST("playouts come to what those of the book come to: finished, capped, broken, goals and lengths") {
  support::Random random(2);
  Book all;
  for (int round = 0; round < 20; ++round) {
    const auto circuit = random_circuit(random, round % 2 == 0);
    const double n = 600;
    const double m = 6000;
    const auto expected = book(*circuit, 600, 8, random);
    Lanes lanes(circuit, goal_table(*circuit), std::nullopt, *kernels().back());
    const auto initial = packed(Bits(circuit->initial.begin(), circuit->initial.end()));
    const auto result = lanes.playouts({initial, {6000}, 7, 8, support::Deadline::max(), &kNoStop}, 1);
    const auto& sums = result.sums[0];
    CHECK_EQ(sums.playouts + sums.capped + sums.broken, 6000U);
    check_shares(expected.playouts, n, sums.playouts, m);
    check_shares(expected.capped, n, sums.capped, m);
    check_shares(expected.broken, n, sums.broken, m);
    all.playouts += sums.playouts;
    all.capped += sums.capped;
    all.broken += sums.broken;
    if (expected.playouts < 30) continue;
    const auto ended = static_cast<double>(expected.playouts);
    const auto own = static_cast<double>(sums.playouts);
    for (std::size_t role = 0; role < expected.goals.size(); ++role) {
      const auto mean = static_cast<double>(sums.goals[role]) / own;
      const auto variance = static_cast<double>(sums.squares[role]) / own - mean * mean;
      CHECK(std::abs(expected.goals[role] / ended - mean) <= 5 * std::sqrt(variance / ended + variance / own) + 1e-9);
    }
    // Lengths are from 0 to 8, so their deviation is at most 4.
    CHECK(std::abs(expected.length / ended - static_cast<double>(sums.length) / own) <= 20 / std::sqrt(ended));
  }
  CHECK(all.playouts > 5000 && all.capped > 5000 && all.broken > 1000);
}

TEST("every start gets exactly its playouts, in all phases, whatever the number of threads") {
  const auto circuit = turns();
  Lanes lanes(circuit, {{0, 0, 1, 1}, {0, 100, 0, 100}}, std::nullopt, *kernels().back());
  CHECK_EQ(lanes.plan().phases.size(), 2U);
  const std::vector<std::uint64_t> states{0, 1, 0, 2, 3, 1};  // either's turn, and games that are over
  const std::vector<std::uint64_t> counts{1000, 3, 0, 700, 1, 2048};
  for (const std::uint32_t threads : {1U, 2U, 4U, 7U}) {
    const auto result = lanes.playouts({states, counts, 5, 1000, support::Deadline::max(), &kNoStop}, threads);
    std::uint64_t steps = 0;
    for (std::size_t start = 0; start < counts.size(); ++start) {
      CHECK_EQ(result.sums[start].playouts, counts[start]);
      CHECK_EQ(static_cast<std::uint64_t>(result.sums[start].squares[0]),
               100 * static_cast<std::uint64_t>(result.sums[start].goals[0]));
      steps += result.sums[start].length;
    }
    CHECK_EQ(result.sums[3].length + result.sums[4].length, 0U);
    CHECK_EQ(result.states, steps);
    const auto again = lanes.playouts({states, counts, 5, 1000, support::Deadline::max(), &kNoStop}, threads);
    for (std::size_t start = 0; start < counts.size(); ++start) {
      CHECK_EQ(again.sums[start].goals, result.sums[start].goals);
      CHECK_EQ(again.sums[start].length, result.sums[start].length);
    }
    // A third of the choices ends the game.
    const auto mean = static_cast<double>(result.sums[5].length) / 2048;
    CHECK(std::abs(mean - 3) < 5 * std::sqrt(6.0 / 2048));
  }
}

TEST("a stopped run has read the goals of every playout it counts") {
  using namespace std::chrono_literals;
  const auto circuit = turns();
  // Goals of 1 and 2, so that each playout counted shows in their sum.
  Lanes lanes(circuit, {{0, 0, 1, 1}, {1, 2, 1, 2}}, std::nullopt, *kernels()[0]);
  const std::vector<std::uint64_t> states{0, 1};
  std::size_t counted = 0;
  for (int round = 0; round < 20; ++round) {
    std::atomic<bool> stop{false};
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(500 + 300 * round));
      stop = true;
    });
    const auto result = lanes.playouts({states, {1ULL << 60, 1ULL << 60}, 1, 1000, support::Deadline::max(), &stop}, 2);
    other.join();
    for (const auto& sums : result.sums) {
      const auto playouts = static_cast<std::int64_t>(sums.playouts);
      counted += sums.playouts;
      CHECK(sums.goals[0] >= playouts && sums.goals[0] <= 2 * playouts);
      CHECK_EQ(sums.squares[0], 3 * sums.goals[0] - 2 * playouts);  // true of 1 and of 2, and so of their sums
    }
  }
  CHECK(counted > 0);
  const std::atomic<bool> raised{true};
  CHECK_EQ(lanes.playouts({states, {5, 5}, 1, 1000, support::Deadline::max(), &raised}, 1).states, 0U);
  CHECK_EQ(lanes.playouts({states, {5, 5}, 1, 1000, support::Deadline::min(), &kNoStop}, 1).states, 0U);
}

TEST("one simulator serves several threads at once") {
  const auto circuit = turns();
  Lanes lanes(circuit, {{0, 0, 1, 1}, {0, 100, 0, 100}}, std::nullopt, *kernels().back());
  const std::vector<std::uint64_t> states{0, 0, 1};
  const std::vector<std::uint32_t> joint_moves{0, 2, 1, 2, 2, 1};
  std::vector<std::vector<std::uint64_t>> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& own : found) {
      threads.emplace_back([&] {
        own = lanes.expand(states, joint_moves).states;
        lanes.playouts({states, {600, 1, 1}, 1, 1000, support::Deadline::max(), &kNoStop}, 2);
      });
    }
  }
  for (const auto& own : found) CHECK_EQ(own, (std::vector<std::uint64_t>{0b0011, 0b0101, 0b1000}));
}
