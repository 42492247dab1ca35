// The Python tests hold all this to the definitions; here it runs under the sanitizers, on instances of the paper's
// kind.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "harness.hpp"
#include "woodstock/qcsp/lanes.hpp"
#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/solver.hpp"

using namespace woodstock;
using namespace woodstock::qcsp;

namespace {

// Alternating quantifiers, exists first; a share of the pairs is constrained, and forbids a share of its tuples.
std::unique_ptr<Problem> instance(std::uint32_t n, std::uint32_t d, std::uint32_t percent, std::uint64_t seed) {
  support::Random random(seed);
  const std::vector<std::uint32_t> sizes(n, d);
  const auto universal = std::make_unique<bool[]>(n);
  for (std::uint32_t x = 0; x < n; ++x) universal[x] = x % 2 == 1;
  auto problem = std::make_unique<Problem>(sizes, std::span<const bool>(universal.get(), n));
  for (std::uint32_t x = 0; x < n; ++x) {
    for (auto y = x + 1; y < n; ++y) {
      if (universal[y] || random.below(100) >= 35) continue;
      std::vector<Mask> supports(d, problem->full()[y]);
      for (std::uint32_t a = 0; a < d; ++a) {
        for (std::uint32_t b = 0; b < d; ++b) {
          if (universal[x] ? (a + x) % d == b && random.below(2) == 0 : random.below(100) < percent) {
            supports[a] &= ~bit(b);
          }
        }
      }
      problem->add_binary(x, y, supports);
    }
  }
  return problem;
}

bool wins(const Problem& problem, std::vector<std::uint32_t>& values) {
  const auto x = static_cast<std::uint32_t>(values.size());
  if (x == problem.variables()) return problem.satisfied(values);
  std::uint32_t won = 0;
  for (std::uint32_t value = 0; value < problem.size(x); ++value) {
    values.push_back(value);
    won += wins(problem, values);
    values.pop_back();
  }
  return problem.universal(x) ? won == problem.size(x) : won > 0;
}

Limits budget(std::uint64_t amount) {
  Limits limits;
  limits.budget = amount;
  return limits;
}

}  // namespace

TEST("the QCSP solver and the players that prove agree with the meaning of the quantifiers") {
  std::array<int, 2> seen{};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto problem = instance(7, 3, seed % 2 == 0 ? 15 : 50, seed);
    std::vector<std::uint32_t> values;
    const bool won = wins(*problem, values);
    ++seen[won];
    Solver solver(*problem);
    CHECK_EQ(solver.solve({}, {}) == Verdict::won, won);
    CHECK_EQ(qcsp::woodstock(*problem, {})->choose({}, budget(5000)).proof == Proof::won, won);
    for (const bool intelligent : {false, true}) {
      AlphaBetaSettings settings;
      settings.intelligent = intelligent;
      settings.seed = seed;
      CHECK_EQ(alpha_beta(*problem, settings)->choose({}, {}).proof == Proof::won, won);
    }
  }
  CHECK(seen[0] > 5 && seen[1] > 5);
}

TEST("QCSP lanes win as often as playouts one at a time, with every kernel") {
  const auto problem = instance(16, 6, 35, 11);
  Propagator propagator(*problem);
  Domains start;
  CHECK(propagator.start({}, Level::strong, start));
  support::Random random(1);
  double one = 0;
  for (int i = 0; i < 4000; ++i) {
    auto domains = start;
    one += random_playout(propagator, domains.data(), 0, Level::strong, random);
  }
  for (const auto kernel : lane_plays()) {
    LanePlayouts lane_playouts(*problem, 5, kernel);
    double many = 0;
    for (int i = 0; i < 20; ++i) many += lane_playouts.play(start.data(), 0);
    CHECK(std::abs(many / (20 * lanes) - one / 4000) < 0.05);
  }
}

TEST("QCSP players end games on their budget, also of what is lost") {
  for (const std::uint32_t percent : {30U, 60U}) {
    const auto problem = instance(14, 5, percent, 3);
    for (const auto& kind : player_kinds()) {
      const auto player = kind.make(*problem, {{"seed", std::uint64_t{1}}});
      std::vector<std::uint32_t> values;
      while (values.size() < problem->variables()) {
        const auto choice = player->choose(values, budget(60));
        CHECK(choice.value < problem->size(static_cast<std::uint32_t>(values.size())));
        values.push_back(choice.value);
      }
    }
  }
}

TEST("a QCSP diagram must fit its problem") {
  const std::array<std::uint32_t, 2> sizes{2, 2};
  const std::array<bool, 2> universal{false, true};
  Problem problem(sizes, universal);
  const std::array<std::uint32_t, 2> scope{0, 1};
  const std::vector<std::vector<std::int32_t>> good{{0, -1}, {0, 0}}, wild{{1, -1}, {0, 0}}, ragged{{0}, {0, 0}};
  problem.add_diagram(scope, good);
  CHECK_THROWS(problem.add_diagram(scope, wild), std::invalid_argument);
  CHECK_THROWS(problem.add_diagram(scope, ragged), std::invalid_argument);
  CHECK_THROWS(problem.add_binary(0, 0, {}), std::invalid_argument);
  Propagator propagator(problem);
  Domains domains;
  CHECK(propagator.start({}, Level::strong, domains));
  CHECK_EQ(domains[0], Mask{1});
}

TEST("QCSP players take their own settings by name, and no others") {
  const auto problem = instance(4, 3, 30, 1);
  for (const auto& kind : player_kinds()) {
    for (const auto& setting : kind.settings()) kind.make(*problem, {{setting.name, setting.standard}});
    CHECK_THROWS(kind.make(*problem, {{"tenacity", 1.0}}), support::SettingError);
  }
  const auto ours = support::settings_from<WoodstockSettings>({{"hope", 0.5}, {"retries", std::uint64_t{7}}});
  CHECK_EQ(ours.hoping.malice, 0.5);
  CHECK_EQ(ours.hoping.retries, 7U);
  CHECK_EQ(ours.guidance.retries, 7U);
  CHECK_EQ(ours.guidance.malice, 1.0);
}
