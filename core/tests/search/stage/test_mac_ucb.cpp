#include "woodstock/search/stage/mac_ucb.hpp"

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/machine/event_machine.hpp"

using namespace woodstock;
using namespace woodstock::search::stage;

namespace {

const std::atomic<bool> kNoStop{false};
const support::Deadline kNever = support::Deadline::max();

struct Setting {
  std::shared_ptr<const circuit::Circuit> circuit;
  circuit::GoalTable goals;
  std::unique_ptr<lanes::Lanes> lanes;

  explicit Setting(support::Random& random) {
    naive::RandomGameShape shape;
    shape.fluents = 2 + random.below(70);
    shape.move_counts.assign(1 + random.below(3), 1 + random.below(4));
    shape.derived = 10 + random.below(40);
    circuit = std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
    const auto last = static_cast<std::uint32_t>(circuit->move_counts.size()) - 1;
    goals = {{0, 0, last, last}, {10, 20, 30, 40}};
    lanes = std::make_unique<lanes::Lanes>(circuit, goals, random.below(2) == 0 ? std::optional(last) : std::nullopt,
                                           *lanes::kernels()[0]);
  }
  machine::EventMachine machine() const { return {circuit, goals}; }
  std::unique_ptr<GameStage> stages() const { return std::make_unique<CircuitStage>(machine().copy()); }
};

std::vector<std::uint64_t> packed(const naive::Bits& state) {
  std::vector<std::uint64_t> words((state.size() + 63) / 64);
  for (std::size_t i = 0; i < state.size(); ++i) words[i / 64] |= std::uint64_t{state[i]} << (i % 64);
  return words;
}

MacUcbSettings settings(std::uint32_t simulations, std::uint64_t seed = 0) {
  MacUcbSettings out;
  out.simulations = simulations;
  out.horizon = 20;
  out.seed = seed;
  return out;
}

}  // namespace

TEST("a stage solved by the circuit has all joint moves in order, each with its successor") {
  support::Random random(1);
  for (int game = 0; game < 60; ++game) {
    const Setting setting(random);
    const auto& circuit = *setting.circuit;
    const naive::Bits state(circuit.initial.begin(), circuit.initial.end());
    const auto found = setting.stages()->solve(packed(state), {kNever, &kNoStop});
    const auto legal = naive::answers(circuit, state).legal;
    const auto roles = circuit.move_counts.size();
    std::size_t expected = 1, first = 0;
    for (const auto count : circuit.move_counts) {
      std::size_t own = 0;
      for (std::size_t move = 0; move < count; ++move) own += legal[first + move];
      expected *= own;
      first += count;
    }
    CHECK(found.complete);
    CHECK_EQ(found.joint_moves.size(), expected * roles);
    std::vector<std::uint32_t> before;
    for (std::size_t i = 0; i < expected; ++i) {
      const std::vector<std::uint32_t> joint_move(
          found.joint_moves.begin() + static_cast<std::ptrdiff_t>(i * roles),
          found.joint_moves.begin() + static_cast<std::ptrdiff_t>((i + 1) * roles));
      CHECK(before < joint_move);
      const auto next = packed(naive::outcome(circuit, state, joint_move).next);
      CHECK(std::equal(next.begin(), next.end(), found.states.begin() + static_cast<std::ptrdiff_t>(i * next.size())));
      before = joint_move;
    }
  }
}

TEST("stages solved together in lanes are as each by itself, and say where the game is over") {
  support::Random random(9);
  for (int game = 0; game < 60; ++game) {
    const Setting setting(random);
    auto machine = setting.machine();
    const auto roles = setting.circuit->move_counts.size();
    const auto words = machine.state_words();
    const auto alone = setting.stages();
    const auto initial = machine.initial();
    const auto first = alone->solve(initial, {kNever, &kNoStop});
    GameStage::States states{initial, initial};  // and all that follow, be they dead ends or not
    for (std::size_t i = 0; i < first.states.size(); i += words) states.push_back({first.states.data() + i, words});
    const auto found = CircuitStage(machine.copy(), setting.lanes.get()).solve_all(states, {kNever, &kNoStop});
    CHECK_EQ(found.size(), states.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto expected = alone->solve(states[i], {kNever, &kNoStop});
      CHECK(found[i].complete);
      CHECK(found[i].joint_moves == expected.joint_moves);
      CHECK(found[i].states == expected.states);
      for (std::size_t child = 0; child < found[i].terminal.size(); ++child) {
        machine.set_state({expected.states.data() + child * words, words});
        CHECK_EQ(found[i].terminal[child] != 0, machine.terminal());
        std::vector<std::int32_t> goals(roles);
        machine.goals(goals);
        const auto own = found[i].goals.begin() + static_cast<std::ptrdiff_t>(child * roles);
        CHECK(!machine.terminal() || std::equal(goals.begin(), goals.end(), own));
      }
    }
    const std::atomic<bool> stop{true};
    const auto stopped = CircuitStage(machine.copy(), setting.lanes.get()).solve_all(states, {kNever, &stop});
    CHECK(!stopped.back().complete);
  }
}

TEST("whatever the game, a search keeps to its playouts and its report to the rules") {
  support::Random random(2);
  for (int game = 0; game < 60; ++game) {
    const Setting setting(random);
    MacUcb search(setting.lanes.get(), setting.machine(), setting.lanes->chance(), nullptr, settings(512, 7));
    MacUcb again(setting.lanes.get(), setting.machine(), setting.lanes->chance(), nullptr, settings(512, 7));
    search.run({kNever, 20 * 512, &kNoStop});
    again.run({kNever, 10 * 512, &kNoStop});
    again.run({kNever, 20 * 512, &kNoStop});  // going on is the same as not having stopped between two rounds
    for (std::uint32_t role = 0; role < setting.circuit->move_counts.size(); ++role) {
      const auto report = search.report(role);
      CHECK(report.playouts <= 20 * 512 + setting.circuit->moves() * 64);
      CHECK_EQ(report.playouts, again.report(role).playouts);
      CHECK(report.values == again.report(role).values);
      for (const auto value : report.values) CHECK(value >= 0.0 && value <= 1.0);
      bool listed = report.moves.empty();
      for (const auto& one : report.moves) {
        CHECK(one.low <= one.value + 1e-9 && one.value <= one.high + 1e-9);
        CHECK(!one.proved || one.low == one.high);
        listed = listed || one.move == report.best;
      }
      CHECK(listed);
    }
  }
}

TEST("every solution of the root is pulled, and the shares are kept without a floor") {
  support::Random random(6);
  for (int game = 0; game < 40; ++game) {
    const Setting setting(random);
    MacUcb search(setting.lanes.get(), setting.machine(), setting.lanes->chance(), nullptr, settings(10));
    search.run({kNever, 500, &kNoStop});
    const auto found = search.statistics();
    CHECK_EQ(found.arms, found.pulled);
  }
}

TEST("a search by the clock ends with it, and what it had no time to estimate is as if it had not been solved") {
  support::Random random(4);
  for (int game = 0; game < 40; ++game) {
    const Setting setting(random);
    MacUcb search(setting.lanes.get(), setting.machine(), setting.lanes->chance(), nullptr, settings(100));
    search.run({std::chrono::steady_clock::now() - std::chrono::seconds(1), 3000, &kNoStop});
    CHECK_EQ(search.report(0).playouts, 0U);
    for (int turn = 0; turn < 20; ++turn) {
      search.run({std::chrono::steady_clock::now() + std::chrono::microseconds(50 * turn), 3000, &kNoStop});
    }
    const auto report = search.report(0);
    for (const auto value : report.values) CHECK(value >= 0.0 && value <= 1.0);
    search.run({kNever, 3000, &kNoStop});  // it can go on from wherever it was cut off
    CHECK(search.report(0).playouts >= report.playouts);
  }
}

TEST("a new root keeps what is known of it, and memory that is short is found again") {
  support::Random random(3);
  for (int game = 0; game < 40; ++game) {
    const Setting setting(random);
    auto narrow = settings(60, 1);
    narrow.memory = 40000;
    MacUcb search(setting.lanes.get(), setting.machine(), setting.lanes->chance(), nullptr, narrow);
    machine::EventMachine machine(setting.circuit, setting.goals);
    auto state = machine.initial();
    for (int step = 0; step < 4; ++step) {
      search.set_root(state);
      search.run({kNever, 2000, &kNoStop});
      const auto line = search.report(0).line;
      machine.set_state(state);
      if (line.empty() || machine.terminal()) break;
      machine.advance({line.data(), setting.circuit->move_counts.size()});
      state.assign(machine.state().begin(), machine.state().end());
    }
  }
}

TEST("the horizon is shorter where nothing could be played out in time, and grows back") {
  Horizon horizon(std::nullopt);
  CHECK_EQ(horizon.steps(), machine::kLongestPlayout);
  for (int i = 0; i < 10; ++i) horizon.cut_off();
  CHECK_EQ(horizon.steps(), 100U);
  for (int i = 0; i < 3; ++i) horizon.in_time();
  CHECK_EQ(horizon.steps(), 800U);
  for (int i = 0; i < 10; ++i) horizon.in_time();
  CHECK_EQ(horizon.steps(), machine::kLongestPlayout);
  CHECK_EQ(Horizon(7).steps(), 7U);
}
