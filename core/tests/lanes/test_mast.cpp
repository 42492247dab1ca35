#include "woodstock/lanes/mast.hpp"

#include <bit>
#include <cmath>

#include "harness.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/lanes/made_moves.hpp"

using namespace woodstock;
using namespace woodstock::lanes;

namespace {

void randomise(LaneValues& values, std::size_t wires, support::Random& random) {
  for (std::size_t i = 0; i < wires * kLaneWords; ++i) values.data()[i] = random.next();
}

LaneMask some(support::Random& random) {
  LaneMask out;
  for (auto& word : out.words) word = random.next();
  return out;
}

LaneMask of(const LaneValues& values, std::uint32_t wire) { return values.value(circuit::literal_of(wire)); }

// Two roles with three moves each, and a goal of 100 and one of 40 for each.
circuit::Circuit two_roles() {
  circuit::Circuit circuit;
  circuit.fluents = 1;
  circuit.initial = {0};
  circuit.next = {circuit::literal_of(1)};
  circuit.move_counts = {3, 3};
  circuit.legal.assign(6, circuit::kTrue);
  return circuit;
}

}  // namespace

TEST("wires are noted, counted and cleared as lane by lane") {
  support::Random random(5);
  for (const auto* kernel : kernels()) {
    constexpr std::uint32_t kNodes = 9, kSets = 7;
    LaneValues values(kNodes), sets(kSets);
    randomise(values, kNodes, random);
    randomise(sets, kSets, random);
    const auto active = some(random), over = some(random);
    const std::vector<std::uint32_t> nodes{3, 8, 1}, into{6, 0, 2};
    std::vector<LaneMask> expected;
    for (std::uint32_t wire = 0; wire < kSets; ++wire) expected.push_back(of(sets, wire));
    for (std::size_t i = 0; i < nodes.size(); ++i) expected[into[i]] |= of(values, nodes[i]) & active;
    kernel->note(nodes.data(), into.data(), 3, values.data(), sets.data(), active.words.data());
    std::vector<double> sums(kSets, 1.0);
    kernel->tally(sets.data(), kSets, over.words.data(), 0.5, sums.data());
    for (std::uint32_t wire = 0; wire < kSets; ++wire) {
      CHECK_EQ(of(sets, wire).words, expected[wire].words);
      int lanes = 0;
      (expected[wire] & over).each([&](std::uint32_t) { ++lanes; });
      CHECK_EQ(sums[wire], 1.0 + 0.5 * lanes);
    }
    kernel->clear(sets.data(), kSets, over.words.data());
    for (std::uint32_t wire = 0; wire < kSets; ++wire) CHECK_EQ(of(sets, wire).words, (expected[wire] - over).words);
  }
}

TEST("a lane in four is drawn, the same by every kernel") {
  support::Random seeds(6);
  LaneValues first(4);
  randomise(first, 4, seeds);
  std::vector<std::array<std::uint64_t, kLaneWords>> drawn;
  for (const auto* kernel : kernels()) {
    LaneValues random(4), out(1);
    std::copy_n(first.data(), 4 * kLaneWords, random.data());
    double lanes = 0;
    constexpr int kRounds = 2000;
    for (int round = 0; round < kRounds; ++round) {
      kernel->quarter(random.data(), out.data());
      lanes += of(out, 0).count(*kernel);
    }
    const auto expected = kRounds * kLanes / 4.0;
    CHECK(std::abs(lanes - expected) < 5 * std::sqrt(expected * 0.75));
    drawn.push_back(of(out, 0).words);
    CHECK_EQ(drawn.back(), drawn.front());
  }
}

TEST("what is known of a move is what came of the games in which it was made") {
  support::Random random(7);
  const auto circuit = two_roles();
  const circuit::GoalTable table{{0, 0, 1, 1}, {40, 100, 40, 100}};
  LaneVariant variant;
  for (std::uint32_t role = 0; role < 2; ++role) {
    auto& own = variant.roles.emplace_back();
    for (std::uint32_t move = 3 * role; move < 3 * role + 3; ++move) {
      own.moves.push_back(circuit.move_node(move));
      own.numbers.push_back(move);
    }
  }
  for (const auto* kernel : kernels()) {
    Mast mast(circuit);
    LaneGoals goals(table, 2, std::nullopt);
    LaneValues values(circuit.inputs() + 1 + 4);
    MadeMoves noted(6);
    std::vector<LaneMask> made(6);
    std::vector<Mast::Worth> expected(6);
    for (int round = 0; round < 50; ++round) {
      randomise(values, circuit.inputs() + 5, random);
      const auto active = some(random), over = some(random);
      noted.note(*kernel, variant, values, active);
      for (std::uint32_t move = 0; move < 6; ++move) made[move] |= of(values, circuit.move_node(move)) & active;
      if (round % 3 != 2) {
        std::vector<circuit::Literal> literals;
        for (std::uint32_t i = 0; i < 4; ++i) literals.push_back(circuit::literal_of(circuit.inputs() + 1 + i));
        goals.read(values, literals, over);
        mast.learn(*kernel, noted, goals, over);
        for (std::uint32_t move = 0; move < 6; ++move) {
          const auto low = 2 * (move / 3);
          (made[move] & over).each([&](std::uint32_t lane) {
            LaneMask own;
            own.add(lane);
            const bool lower = (of(values, circuit.inputs() + 1 + low) & own).any();  // the lower of two goals counts
            const bool higher = (of(values, circuit.inputs() + 2 + low) & own).any();
            expected[move].games += 1;
            expected[move].sum += lower ? 0.4 : higher ? 1.0 : 0.0;
          });
        }
      }
      noted.forget(*kernel, over);
      for (auto& wire : made) wire -= over;
    }
    for (std::uint32_t move = 0; move < 6; ++move) {
      CHECK_EQ(mast.worth(move).games, expected[move].games);
      CHECK(std::abs(mast.worth(move).sum - expected[move].sum) < 1e-6 * expected[move].games);
    }
  }
}
