#include "woodstock/search/lane/lane_search.hpp"

#include <cmath>
#include <thread>

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/learning/trainer.hpp"

using namespace woodstock;
using namespace woodstock::search::lane;
using naive::Bits;

namespace {

const std::atomic<bool> kNoStop{false};

circuit::GoalTable goal_table(const circuit::Circuit& circuit) {
  const auto last = static_cast<std::uint32_t>(circuit.move_counts.size()) - 1;
  return {{0, 0, last, last}, {10, 20, 30, 40}};
}

std::shared_ptr<lanes::Lanes> random_lanes(support::Random& random, bool movable,
                                           std::optional<std::uint32_t> chance = {}) {
  naive::RandomGameShape shape;
  shape.fluents = 2 + random.below(70);
  shape.move_counts.assign(1 + random.below(3), 1 + random.below(8));
  shape.derived = 10 + random.below(60);
  shape.always_movable = movable;
  auto circuit = std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
  if (chance) chance = random.below(static_cast<std::uint32_t>(circuit->move_counts.size()));
  return std::make_shared<lanes::Lanes>(circuit, goal_table(*circuit), chance, *lanes::kernels().back());
}

std::vector<std::uint64_t> packed(const Bits& state) {
  std::vector<std::uint64_t> words((state.size() + 63) / 64);
  for (std::size_t i = 0; i < state.size(); ++i) words[i / 64] |= std::uint64_t{state[i]} << (i % 64);
  return words;
}

Bits initial_of(const circuit::Circuit& circuit) { return {circuit.initial.begin(), circuit.initial.end()}; }

search::SearchLimits playouts(std::uint64_t count) { return {support::Deadline::max(), count, &kNoStop}; }

std::vector<std::uint32_t> legal_of(const circuit::Circuit& circuit, const Bits& legal, std::uint32_t role) {
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i < role; ++i) first += circuit.move_counts[i];
  std::vector<std::uint32_t> moves;
  for (std::uint32_t move = 0; move < circuit.move_counts[role]; ++move) {
    if (legal[first + move] != 0) moves.push_back(move);
  }
  return moves;
}

}  // namespace

TEST("expanded positions are those of the book, with the clock and without") {
  support::Random random(1);
  for (int round = 0; round < 30; ++round) {
    const auto lanes = random_lanes(random, round % 3 != 0);
    const auto& circuit = lanes->circuit();
    const auto roles = static_cast<std::uint32_t>(circuit.move_counts.size());
    for (const auto* plan : {&lanes->plan(), &lanes->plain_plan()}) {
      LaneExpander expander(*lanes, *plan);
      std::vector<Bits> states;
      std::vector<std::vector<std::uint64_t>> words;
      std::vector<const std::uint64_t*> pointers;
      auto state = initial_of(circuit);
      while (states.size() < 20) {
        const auto here = naive::answers(circuit, state);
        const auto joint_move = naive::choose(here.legal, circuit.move_counts, random);
        states.push_back(state);
        state = joint_move.empty() ? initial_of(circuit) : naive::outcome(circuit, state, joint_move).next;
      }
      for (const auto& own : states) words.push_back(packed(own));
      for (const auto& own : words) pointers.push_back(own.data());
      expander.expand(pointers);
      for (std::size_t i = 0; i < expander.expanded(); ++i) {
        const auto position = expander.position(i);
        const auto here = naive::answers(circuit, states[i]);
        std::vector<std::vector<std::uint32_t>> legal;
        std::uint64_t product = 1;
        std::vector<std::uint32_t> all;
        for (std::uint32_t role = 0; role < roles; ++role) {
          legal.push_back(legal_of(circuit, here.legal, role));
          product *= legal.back().size();
          all.insert(all.end(), legal.back().begin(), legal.back().end());
          CHECK_EQ(position.move_counts[role], legal.back().size());
        }
        CHECK_EQ(std::vector<std::uint32_t>(position.legal.begin(), position.legal.end()), all);
        CHECK_EQ(position.children, product <= LaneTree::kMostJoint ? product : 0);
        for (std::uint32_t child = 0; child < position.children; ++child) {
          std::vector<std::uint32_t> joint_move(roles);
          auto rest = child;
          for (auto role = roles; role-- > 0;) {
            const auto count = static_cast<std::uint32_t>(legal[role].size());
            joint_move[role] = legal[role][rest % count];
            rest /= count;
          }
          const auto next = naive::outcome(circuit, states[i], joint_move).next;
          const auto size = lanes->state_words();
          CHECK_EQ(std::vector(position.states + child * size, position.states + (child + 1) * size), packed(next));
          const auto there = naive::answers(circuit, next);
          CHECK_EQ(position.terminal[child] != 0, there.terminal);
          if (!there.terminal) continue;
          std::vector<std::int32_t> goals(roles, machine::kNoGoal);
          for (auto goal = there.goal.size(); goal-- > 0;) {
            if (there.goal[goal] != 0) goals[lanes->goals().role[goal]] = lanes->goals().value[goal];
          }
          CHECK_EQ(std::vector(position.goals + child * roles, position.goals + (child + 1) * roles), goals);
        }
      }
    }
  }
}

TEST("playouts that come and go mean the same as those in one run") {
  support::Random random(2);
  for (int round = 0; round < 12; ++round) {
    const auto lanes = random_lanes(random, true);
    const auto state = packed(initial_of(lanes->circuit()));
    const auto roles = lanes->circuit().move_counts.size();
    machine::PlayoutTask task{state, {4000}, 7, LaneRunner::kLongest, support::Deadline::max(), &kNoStop};
    const auto expected = lanes->playouts(task, 1).sums[0];
    if (expected.playouts < 3000) continue;  // most games of this kind end; the others take long
    LaneRunner runner(*lanes, lanes->plan(), 8);
    std::vector<double> sums(roles, 0.0);
    std::uint32_t begun = 0;
    std::uint32_t ended = 0;
    std::uint32_t capped = 0;
    while (ended + capped < 4000) {
      for (auto room = std::min(runner.room(), 4000 - begun); room > 0; --room) runner.add(begun++, state.data());
      for (std::size_t step = 0; step < 3 + runner.phases(); ++step) runner.step(step >= 3);
      runner.collect([](std::uint32_t) {},
                     [&](std::uint32_t job, std::span<const float> goals, std::span<const std::uint64_t>) {
                       CHECK(job < begun);
                       ++(goals.empty() ? capped : ended);
                       for (std::size_t role = 0; role < goals.size(); ++role) sums[role] += goals[role];
                     });
    }
    CHECK(!runner.busy());
    for (std::size_t role = 0; role < roles; ++role) {
      const auto n = static_cast<double>(expected.playouts);
      const auto mean = static_cast<double>(expected.goals[role]) / n / 100;
      const auto variance = std::max(0.0, static_cast<double>(expected.squares[role]) / n / 10'000 - mean * mean);
      CHECK(std::abs(sums[role] / ended - mean) <= 5 * std::sqrt(2 * variance / ended) + 1e-6);
    }
  }
}

TEST("a lane search of any game keeps its books, in little memory and with several threads") {
  support::Random random(3);
  for (int round = 0; round < 24; ++round) {
    const auto lanes = random_lanes(random, round % 4 != 0, round % 3 == 0 ? std::optional(0U) : std::nullopt);
    const auto& circuit = lanes->circuit();
    LaneSearchSettings settings;
    settings.tree.memory = std::size_t{1} << 21;
    const auto leaf = round % 5 == 0 ? 3U : 1U;
    settings.lanes_per_leaf = leaf;
    settings.tree.virtual_loss = round % 7 == 0 ? 2 : 1;
    settings.tree.seed = static_cast<std::uint64_t>(round);
    settings.threads = round % 2 == 0 ? 1 : 2;
    LaneSearch search(lanes, settings);
    auto state = initial_of(circuit);
    for (int move = 0; move < 4; ++move) {
      const auto here = naive::answers(circuit, state);
      const auto joint_move = naive::choose(here.legal, circuit.move_counts, random);
      search.set_root(packed(state));
      search.run(playouts(1500));
      for (std::uint32_t role = 0; role < circuit.move_counts.size(); ++role) {
        const auto report = search.report(role);
        CHECK_EQ(report.values.size(), circuit.move_counts.size());
        for (const auto value : report.values) CHECK(value >= 0 && value <= 0.4 + 1e-9);
        if (here.terminal || joint_move.empty()) {
          CHECK_EQ(report.proved, here.terminal);  // a dead end is never proved
          continue;
        }
        CHECK(report.proved || report.descents >= 1500 / leaf);
        std::vector<std::uint32_t> moves;
        std::uint64_t visits = 0;
        for (const auto& one : report.moves) {
          moves.push_back(one.move);
          visits += one.visits;
          CHECK(one.low <= one.value && one.value <= one.high);
        }
        CHECK_EQ(moves, legal_of(circuit, here.legal, role));
        CHECK(std::find(moves.begin(), moves.end(), report.best) != moves.end());
        if (move == 0 && role != lanes->chance() && moves.size() > 1) {
          CHECK_EQ(visits, report.descents * leaf);
        }
      }
      if (here.terminal || joint_move.empty()) break;
      state = naive::outcome(circuit, state, joint_move).next;
    }
  }
}

TEST("a lane search with learned values keeps its books, with several threads, chance and simultaneous moves") {
  support::Random random(5);
  for (int round = 0; round < 10; ++round) {
    const auto lanes = random_lanes(random, round % 4 != 0, round % 3 == 0 ? std::optional(0U) : std::nullopt);
    const auto& circuit = lanes->circuit();
    const auto phases = lanes->plan().phases.size();
    LaneSearchSettings settings;
    settings.tree.memory = std::size_t{1} << 21;
    settings.learned = round % 5 == 0 ? 0.5 : 1.0;
    settings.lanes_per_leaf = 1;
    settings.batch = 1 + random.below(64);
    settings.threads = round % 2 == 0 ? 1 : 2;
    const learning::Shape shape{circuit.fluents, 32, lanes->roles(),
                                phases <= learning::kMostPhases ? static_cast<std::uint32_t>(phases) : 1};
    settings.network = std::make_shared<const learning::Network>(
        learning::Trainer(shape, static_cast<std::uint64_t>(round)).weights());
    LaneSearch search(lanes, settings);
    auto state = initial_of(circuit);
    for (int move = 0; move < 3; ++move) {
      const auto here = naive::answers(circuit, state);
      const auto joint_move = naive::choose(here.legal, circuit.move_counts, random);
      search.set_root(packed(state));
      search.run(playouts(200));
      for (std::uint32_t role = 0; role < circuit.move_counts.size(); ++role) {
        const auto report = search.report(role);
        if (here.terminal || joint_move.empty()) {
          CHECK_EQ(report.proved, here.terminal);
          continue;
        }
        CHECK(report.proved || report.descents >= 200);
        for (const auto value : report.values) CHECK(value >= 0 && value <= 1 + 1e-9);
        for (const auto& one : report.moves) CHECK(one.value >= 0 && one.value <= 1 + 1e-6);
      }
      if (here.terminal || joint_move.empty()) break;
      state = naive::outcome(circuit, state, joint_move).next;
    }
  }
}

TEST("a network that was learned for another game is refused") {
  support::Random random(6);
  const auto lanes = random_lanes(random, true);
  const learning::Shape shape{lanes->circuit().fluents + 1, 32, lanes->roles(), 1};
  LaneSearchSettings settings;
  settings.tree.memory = std::size_t{1} << 21;
  settings.network = std::make_shared<const learning::Network>(learning::Trainer(shape, 0).weights());
  CHECK_THROWS(LaneSearch(lanes, settings), std::invalid_argument);
}

TEST("a lane search stops at its deadline and when it is told to, and loses nothing that is done") {
  support::Random random(4);
  std::atomic<bool> stop{false};
  for (int round = 0; round < 6; ++round) {
    const auto lanes = random_lanes(random, true);
    LaneSearchSettings settings;
    settings.tree.memory = std::size_t{1} << 21;
    settings.threads = 2;
    LaneSearch search(lanes, settings);
    search.set_root(packed(initial_of(lanes->circuit())));
    search.run({std::chrono::steady_clock::now() + std::chrono::milliseconds(20), ~std::uint64_t{0}, &stop});
    stop = false;
    std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop = true;
    });
    search.run({support::Deadline::max(), ~std::uint64_t{0}, &stop});
    const auto report = search.report(0);
    if (report.moves.size() < 2 || lanes->circuit().move_counts.size() > 1) continue;
    std::uint64_t visits = 0;
    for (const auto& one : report.moves) visits += one.visits;
    CHECK_EQ(visits, report.descents);
  }
}
