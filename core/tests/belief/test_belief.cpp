#include "woodstock/belief/belief.hpp"

#include <cmath>
#include <map>

#include "circuit/random_rules.hpp"
#include "harness.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/search/cfr/cfr.hpp"
#include "woodstock/search/cfr/sampled_cfr.hpp"
#include "woodstock/search/exact/belief_expectimax.hpp"
#include "woodstock/search/infoset/information_search.hpp"
#include "woodstock/search/stage/belief_mac_ucb.hpp"

using namespace woodstock;
using namespace woodstock::belief;

namespace {

const std::atomic<bool> kNoStop{false};
const BeliefLimits kForever{support::Deadline::max(), &kNoStop};

search::SearchLimits budget(std::uint64_t playouts) { return {support::Deadline::max(), playouts, &kNoStop}; }

// A random game with four percepts, shared out among two roles; a third one, if there is, is chance.
struct Setting {
  std::shared_ptr<const circuit::Circuit> circuit;
  circuit::GoalTable goals{{0, 0, 1, 1}, {0, 100, 0, 100}};
  std::optional<std::uint32_t> chance;
  std::unique_ptr<lanes::Lanes> lanes;

  explicit Setting(support::Random& random) {
    naive::RandomGameShape shape;
    shape.fluents = 3 + random.below(6);
    shape.move_counts.assign(2 + random.below(2), 1 + random.below(3));
    auto game = naive::RandomGame(random, shape).make();
    game.rules.percept_counts = {2, 2};
    circuit = std::make_shared<const circuit::Circuit>(build_circuit(game.rules));
    if (circuit->move_counts.size() == 3) chance = 2;
    lanes = std::make_unique<lanes::Lanes>(circuit, goals, chance, *lanes::kernels()[0]);
  }
  machine::EventMachine machine() const { return {circuit, goals}; }
  Information information() const { return {static_cast<std::uint32_t>(circuit->move_counts.size()), true}; }
};

using Weights = std::map<std::vector<std::uint64_t>, double>;

std::vector<std::uint32_t> seen_by_first(machine::EventMachine& machine, std::span<const std::uint32_t> joint_move) {
  std::vector<std::uint32_t> out;
  const auto all = machine.percepts(joint_move);
  for (const auto& percept : Information::own(0, all)) out.push_back(percept.number);
  return out;
}

// A random step of the machine, as the first role sees it; nothing where the game is over after it.
std::optional<Observation> random_step(machine::EventMachine& machine, support::Random& random) {
  std::vector<std::uint32_t> joint_move(machine.roles());
  if (machine.terminal() || !choose_all(machine, random, joint_move)) return std::nullopt;
  const auto seen = seen_by_first(machine, joint_move);
  machine.advance(joint_move);
  if (machine.terminal()) return std::nullopt;
  return Observation{joint_move[0], seen};
}

// Bayes' rule, one joint move after another.
Weights filtered(machine::EventMachine machine, const Weights& from, const Observation& observation) {
  Weights out;
  double whole = 0.0;
  for (const auto& [state, weight] : from) {
    machine.set_state(state);
    std::vector<std::vector<std::uint32_t>> legal(machine.roles());
    for (std::uint32_t role = 0; role < machine.roles(); ++role) {
      for_each_legal(machine, role, [&](std::uint32_t move) {
        if (role != 0 || move == *observation.move) legal[role].push_back(move);
      });
    }
    const auto count = joint_moves(legal, 1000000);
    for (std::uint64_t number = 0; number < count; ++number) {
      auto rest = number;
      std::vector<std::uint32_t> joint_move;
      for (const auto& own : legal) {
        joint_move.push_back(own[rest % own.size()]);
        rest /= own.size();
      }
      machine.set_state(state);
      const auto seen = seen_by_first(machine, joint_move);
      machine.advance(joint_move);
      if (machine.terminal() || seen != *observation.seen) continue;
      const auto after = machine.state();
      out[{after.begin(), after.end()}] += weight / static_cast<double>(count);
      whole += weight / static_cast<double>(count);
    }
  }
  for (auto& [state, weight] : out) weight /= whole;
  return out;
}

Weights weights_of(const Particles& particles) {
  Weights out;
  for (std::size_t at = 0; at < particles.size(); ++at) {
    const auto state = particles.state(at);
    out[{state.begin(), state.end()}] += particles.weight(at);
  }
  return out;
}

search::stage::BeliefMacUcbSettings stage_settings(std::uint32_t simulations, std::uint64_t memory) {
  search::stage::BeliefMacUcbSettings out;
  out.simulations = simulations;
  out.horizon = 30;
  out.memory = memory;
  return out;
}

}  // namespace

TEST("a belief is what Bayes' rule says, on random games") {
  support::Random random(1);
  for (int game = 0; game < 80; ++game) {
    const Setting setting(random);
    auto machine = setting.machine();
    BeliefSettings settings;
    settings.recall = game % 2 == 0;
    Belief belief(setting.lanes.get(), machine, setting.information(), 0, settings);
    Weights expected{{machine.initial(), 1.0}};
    for (int step = 0; step < 4; ++step) {
      const auto observation = random_step(machine, random);
      if (!observation) break;
      CHECK(belief.observe(*observation, kForever) == Fit::kFits);
      CHECK(belief.exact());
      expected = filtered(setting.machine(), expected, *observation);
      const auto found = weights_of(belief.particles());
      CHECK_EQ(found.size(), expected.size());
      for (const auto& [state, weight] : expected) CHECK(std::abs(found.at(state) - weight) < 1e-9);
    }
  }
}

TEST("a belief of one particle never dies out, and holds only what is possible") {
  support::Random random(2);
  std::uint32_t replays = 0;
  for (int game = 0; game < 80; ++game) {
    const Setting setting(random);
    auto machine = setting.machine();
    BeliefSettings settings;
    settings.exact = settings.particles = 1;
    settings.tries = 1;
    settings.recall = true;
    settings.seed = static_cast<std::uint64_t>(game);
    Belief belief(setting.lanes.get(), machine, setting.information(), 0, settings);
    Weights expected{{machine.initial(), 1.0}};
    for (int step = 0; step < 5; ++step) {
      const auto observation = random_step(machine, random);
      if (!observation) break;
      CHECK(belief.observe(*observation, kForever) == Fit::kFits);
      expected = filtered(setting.machine(), expected, *observation);
      for (const auto& [state, weight] : weights_of(belief.particles())) CHECK(expected.contains(state));
    }
    replays += belief.replays();
  }
  CHECK(replays > 0);
}

TEST("trails lead back to the start, also when those that lead nowhere are forgotten") {
  support::Random random(7);
  Trails trails(2);
  std::vector<std::uint32_t> ends{Trails::kStart};
  std::vector<std::vector<std::uint32_t>> expected{{}};
  for (int i = 0; i < 300; ++i) {
    const auto from = random.below(static_cast<std::uint32_t>(ends.size()));
    const std::vector<std::uint32_t> joint_move{random.below(9), random.below(9)};
    auto moves = expected[from];
    moves.insert(moves.end(), joint_move.begin(), joint_move.end());
    ends.push_back(trails.add(ends[from], joint_move));
    expected.push_back(std::move(moves));
    if (i % 60 < 59) continue;
    for (auto count = ends.size() / 2; count > 0; --count) {
      const auto at = random.below(static_cast<std::uint32_t>(ends.size()));
      ends.erase(ends.begin() + at);
      expected.erase(expected.begin() + at);
    }
    const auto before = trails.size();
    trails.keep(ends);
    CHECK(trails.size() < before);
    for (std::size_t at = 0; at < ends.size(); ++at) CHECK(trails.moves(ends[at]) == expected[at]);
  }
}

TEST("what no history allows changes nothing") {
  support::Random random(3);
  const Setting setting(random);
  Belief belief(setting.lanes.get(), setting.machine(), setting.information(), 0, {});
  CHECK(belief.observe({77, std::nullopt}, kForever) == Fit::kNothing);
  CHECK_EQ(belief.particles().size(), 1U);
}

TEST("searches from beliefs stay within bounds, on random games") {
  support::Random random(4);
  for (int game = 0; game < 40; ++game) {
    const Setting setting(random);
    auto machine = setting.machine();
    Belief belief(setting.lanes.get(), machine, setting.information(), 0, {});
    if (const auto observation = random_step(machine, random)) belief.observe(*observation, kForever);
    search::infoset::InformationSearchSettings over_sets;
    over_sets.grave = game % 2 == 0;
    over_sets.ref = 4;
    over_sets.memory = 1 << 20;
    over_sets.seed = 1;
    search::infoset::InformationSearch sets(setting.machine(), setting.chance, setting.information(), over_sets);
    search::stage::BeliefMacUcb stages(setting.lanes.get(), setting.machine(), setting.chance, setting.information(),
                                       nullptr, stage_settings(20, 1 << 20));
    for (search::infoset::BeliefSearch* search :
         {static_cast<search::infoset::BeliefSearch*>(&sets), static_cast<search::infoset::BeliefSearch*>(&stages)}) {
      search->set_belief(belief.particles(), 0, belief.exact());
      search->run(budget(200));
      const auto report = search->report(0);
      for (const auto& move : report.moves) CHECK(move.value >= -1e-9 && move.value <= 1.0 + 1e-9);
      for (const auto value : report.values) CHECK(value >= -1e-9 && value <= 1.0 + 1e-9);
    }
  }
}

TEST("regrets on samples and on the whole game give strategies, on random games") {
  support::Random random(5);
  std::size_t laid_out = 0;
  for (int game = 0; game < 60; ++game) {
    const Setting setting(random);
    auto form = search::cfr::ExtensiveForm::build(setting.machine(), setting.chance, setting.information(),
                                                  {3000, support::Deadline::max(), &kNoStop});
    search::cfr::SampledCfrSettings sampling;
    sampling.sampling = game % 2 == 0 ? search::cfr::Sampling::kExternal : search::cfr::Sampling::kOutcome;
    sampling.depth = 6;
    sampling.seed = 3;
    search::cfr::SampledCfr sampled(setting.machine(), setting.chance, setting.information(), sampling);
    sampled.run(budget(30));
    CHECK_EQ(sampled.iterations(), 30U);
    if (!form) continue;
    ++laid_out;
    search::cfr::CfrSettings regrets;
    regrets.plus = game % 2 == 0;
    search::cfr::Cfr cfr(std::move(form), regrets);
    cfr.run(budget(10));
    const auto average = cfr.average();
    for (const auto& set : cfr.form().sets()) {
      double sum = 0.0, seen = 0.0;
      const std::span<const std::uint32_t> moves{cfr.form().moves().data() + set.first, set.count};
      for (auto at = set.first; at < set.first + set.count; ++at) sum += average[at];
      for (const auto& move : sampled.view(set.role, set.info, moves)) seen += move.probability;
      CHECK(std::abs(sum - 1.0) < 1e-9 && std::abs(seen - 1.0) < 1e-6);
    }
    CHECK(cfr.values().nash_conv(average) > -1e-9);
  }
  CHECK(laid_out > 5);
}

TEST("exact play over beliefs is worth what MAC-UCB proves, on random games for one") {
  support::Random random(6);
  std::size_t proved = 0;
  for (int game = 0; game < 120; ++game) {
    const Setting setting(random);
    if (setting.chance) continue;
    lanes::Lanes lanes(setting.circuit, setting.goals, 1, *lanes::kernels()[0]);  // the second role is chance
    search::exact::BeliefExpectimaxSettings few;
    few.successors = 20000;
    search::exact::BeliefExpectimax exact(&lanes, setting.machine(), 1, setting.information(), few);
    search::stage::BeliefMacUcb stages(&lanes, setting.machine(), 1, setting.information(), nullptr,
                                       stage_settings(1, 1 << 22));
    exact.set_root(setting.machine().initial());
    for (int part = 0; part < 4; ++part) exact.run(budget(200));  // it goes on from what it knows
    const auto one = exact.report(0);
    for (const auto& move : one.moves) CHECK(move.low <= move.high + 1e-9);
    if (!one.proved) continue;  // rules that lead round in circles are given up
    stages.run(budget(100));
    const auto other = stages.report(0);
    if (!other.proved) continue;
    ++proved;
    CHECK(std::abs(one.values[0] - other.values[0]) < 1e-9);
  }
  CHECK(proved > 5);
}
