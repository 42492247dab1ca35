#include "woodstock/learning/self_play/self_play.hpp"

#include <cmath>
#include <cstring>

#include "circuit/random_rules.hpp"
#include "harness.hpp"

using namespace woodstock;
using namespace woodstock::learning;
using namespace woodstock::learning::self_play;

namespace {

const std::atomic<bool> kNoStop{false};

std::shared_ptr<lanes::Lanes> random_lanes(support::Random& random, std::uint32_t roles, bool movable,
                                           std::optional<std::uint32_t> chance) {
  naive::RandomGameShape shape;
  shape.fluents = 2 + random.below(70);
  shape.move_counts.assign(roles, 1 + random.below(6));
  shape.derived = 10 + random.below(60);
  shape.always_movable = movable;
  auto circuit = std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
  const auto last = roles - 1;
  circuit::GoalTable goals{{0, 0, last, last}, {10, 20, 30, 40}};
  return std::make_shared<lanes::Lanes>(circuit, goals, chance, *lanes::kernels().back());
}

std::vector<std::uint64_t> initial_of(const lanes::Lanes& lanes) {
  std::vector<std::uint64_t> words(lanes.state_words());
  const auto& initial = lanes.circuit().initial;
  for (std::size_t i = 0; i < initial.size(); ++i) words[i / 64] |= std::uint64_t{initial[i] != 0} << (i % 64);
  return words;
}

}  // namespace

TEST("any game is learned from by self-play, the same way for the same seed, and stops when it is told to") {
  support::Random random(1);
  int learned = 0;
  for (std::uint32_t round = 0; round < 16; ++round) {
    const auto roles = 1 + round % 3;
    const auto lanes =
        random_lanes(random, roles, round % 4 != 0, round % 3 == 2 ? std::optional(random.below(roles)) : std::nullopt);
    const auto initial = initial_of(*lanes);
    SelfPlaySettings settings;
    settings.hidden = kGroup;
    settings.games = 32;
    settings.longest = 30;
    settings.batch = 64;
    settings.memory = std::size_t{1} << 20;
    settings.seed = round;
    std::vector<float> first;
    for (int time = 0; time < 2; ++time) {
      std::optional<SelfPlay> play;
      try {
        play.emplace(lanes, initial, settings);
      } catch (const std::invalid_argument&) {
        continue;  // over before it begins
      }
      const auto soon = std::chrono::steady_clock::now() + std::chrono::seconds(2);  // dead ends teach nothing
      play->run(3'000, 0.01F, soon, kNoStop);
      for (const auto weight : play->weights().rows) CHECK(std::isfinite(weight));
      if (play->progress().positions < 3'000) continue;
      ++learned;
      CHECK(play->progress().games > 0 && play->progress().steps > 0);
      auto& rows = play->weights().rows;
      if (time == 0) first = rows;
      CHECK_EQ(std::memcmp(rows.data(), first.data(), rows.size() * sizeof(float)), 0);
      const std::atomic<bool> stop{true};
      const auto before = play->progress().positions;
      play->run(1'000'000'000, 0.01F, support::Deadline::max(), stop);
      CHECK_EQ(play->progress().positions, before);
    }
  }
  CHECK(learned > 8);
}
