#include "woodstock/search/puzzle/puzzle_search.hpp"

#include <map>
#include <set>

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/random_play.hpp"

using namespace woodstock;
using namespace woodstock::search::puzzle;

namespace {

using State = std::vector<std::uint64_t>;
const std::atomic<bool> kNoStop{false};

struct Puzzle {
  std::shared_ptr<const circuit::Circuit> circuit;
  circuit::GoalTable goals{{0, 0, 0, 0}, {10, 20, 30, 100}};

  explicit Puzzle(support::Random& random, bool movable) {
    naive::RandomGameShape shape;
    shape.fluents = 2 + random.below(7);
    shape.move_counts = {2 + random.below(4)};
    shape.derived = 10 + random.below(20);
    shape.always_movable = movable;
    circuit = std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
    goals.role.resize(circuit->goal.size(), 0);
    goals.value = {10, 20, 30, 100};
    goals.value.resize(circuit->goal.size());
  }
  std::shared_ptr<lanes::Lanes> lanes() const {
    return std::make_shared<lanes::Lanes>(circuit, goals, std::nullopt, *lanes::kernels().back());
  }
};

// The highest goal of any end that can be reached from a state; -1 if there is none. `dead` tells of dead ends.
std::int32_t best_from(machine::Machine& machine, const State& start, bool& dead) {
  std::set<State> met{start};
  std::vector<State> open{start};
  std::int32_t best = -1;
  while (!open.empty()) {
    const auto state = open.back();
    open.pop_back();
    machine.set_state(state);
    if (machine.terminal()) {
      std::int32_t goal = 0;
      machine.goals({&goal, 1});
      best = std::max(best, std::max(goal, 0));
      continue;
    }
    std::vector<std::uint32_t> legal;
    machine::for_each_legal(machine, 0, [&](std::uint32_t move) { legal.push_back(move); });
    dead = dead || legal.empty();
    for (const auto move : legal) {
      machine.set_state(state);
      machine.advance({&move, 1});
      const State child(machine.state().begin(), machine.state().end());
      if (met.insert(child).second) open.push_back(child);
    }
  }
  return best;
}

}  // namespace

TEST("what the puzzle search proves is the best of all ends") {
  support::Random random(11);
  std::map<std::int32_t, int> seen;
  for (int round = 0; round < 150; ++round) {
    const Puzzle puzzle(random, round % 5 != 0);
    machine::EventMachine machine(puzzle.circuit, puzzle.goals);
    bool dead = false;
    const auto best = best_from(machine, machine.initial(), dead);
    PuzzleSearch search(puzzle.lanes(), machine, {});
    search.set_root(machine.initial());
    search.run({support::Deadline::max(), 5000, &kNoStop});
    const auto report = search.report(0);
    ++seen[best];
    if (best < 0) {
      CHECK(!report.proved && report.line.empty());
      continue;
    }
    if (!dead) CHECK(report.proved);
    if (report.proved) CHECK_EQ(std::lround(100 * report.values[0]), best);
    machine.set_state(machine.initial());
    for (const auto move : report.line) {
      CHECK(machine::is_legal(machine, {&move, 1}));
      machine.advance({&move, 1});
    }
    if (report.proved) CHECK(machine.terminal());
  }
  CHECK(seen.size() >= 4);
}

TEST("a bound of the relaxation is never too low, and it knows the legal moves") {
  support::Random random(12);
  int told = 0;
  for (int round = 0; round < 150; ++round) {
    const Puzzle puzzle(random, true);
    machine::EventMachine machine(puzzle.circuit, puzzle.goals);
    Relaxation relaxation(*puzzle.circuit, puzzle.goals);
    std::vector<std::uint32_t> joint_move(1);
    machine.set_state(machine.initial());
    const circuit::Course course(*puzzle.circuit, relaxation.autonomous(), machine.initial(), 100);
    for (std::uint32_t step = 0; step < 6 && !machine.terminal(); ++step) {
      const State state(machine.state().begin(), machine.state().end());
      std::uint32_t legal = 0;
      machine::for_each_legal(machine, 0, [&](std::uint32_t) { ++legal; });
      relaxation.set_course(course, step);
      Estimate estimate;
      const auto* words = state.data();
      relaxation.estimate({&words, 1}, {&estimate, 1});
      bool dead = false;
      const auto best = best_from(machine, state, dead);
      CHECK(estimate.bound >= best);
      CHECK_EQ(estimate.moves, legal);
      told += estimate.bound < 100 ? 1 : 0;
      machine.set_state(state);
      if (!machine::choose_all(machine, random, joint_move)) break;
      machine.advance(joint_move);
    }
  }
  CHECK(told > 10);  // it does say something
}

TEST("the table of states forgets when it is full, and finds what it has") {
  Seen seen(1 << 20);
  support::Random random(3);
  for (int i = 0; i < 10'000; ++i) {
    const Key key{random.next(), random.next()};
    CHECK(seen.add(key));
    CHECK(!seen.add(key));
  }
  CHECK_EQ(seen.size(), 10'000U);
  for (int i = 0; i < 100'000; ++i) seen.add({random.next(), random.next()});
  CHECK(seen.size() < 40'000U);
}
