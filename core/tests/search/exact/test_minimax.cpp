#include "woodstock/search/exact/minimax.hpp"

#include <cmath>

#include "harness.hpp"
#include "search/search_games.hpp"

using namespace woodstock;
using namespace woodstock::search::exact;
using naive::budget;
using naive::word_game;

TEST("minimax solves a game of known size and value, in one go or bit by bit") {
  auto machine = word_game(4, 1);
  Minimax search(machine, std::nullopt, {});
  search.run(budget(~std::uint64_t{0}));
  const auto report = search.report(0);
  CHECK(report.proved);
  CHECK_EQ(report.nodes, 1U + 4 + 16 + 64 + 256);
  CHECK_EQ(report.values, (std::vector<double>{1.0}));
  for (const auto& move : report.moves) CHECK(move.proved && move.value == ((move.move & 1U) != 0 ? 1.0 : 0.0));
  CHECK_EQ(report.line.size(), 4U);

  Minimax slow(machine, std::nullopt, {});
  for (int i = 0; !slow.report(0).proved; ++i) {
    CHECK(i < 1000);
    slow.run(budget(1));
  }
  CHECK_EQ(slow.report(0).line, report.line);
}

TEST("minimax gives up at its limit, and starts anew from another root") {
  auto machine = word_game(6, 2);
  MinimaxSettings few;
  few.nodes = 1000;
  Minimax search(machine, std::nullopt, few);
  search.run(budget(~std::uint64_t{0}));
  const auto report = search.report(1);
  CHECK(!report.proved && report.nodes <= 1000U);
  CHECK_EQ(report.moves.size(), 4U);
  for (int stage = 0; stage < 5; ++stage) machine.advance(std::vector<std::uint32_t>{3, 3});
  const std::vector<std::uint64_t> near(machine.state().begin(), machine.state().end());
  search.set_root(near);
  search.run(budget(~std::uint64_t{0}));
  CHECK(search.report(0).proved);
  CHECK_EQ(search.report(0).values, (std::vector<double>{1.0, 0.0}));
  CHECK_EQ(search.report(0).best & 2U, 0U);
}

TEST("minimax goes on after a change of root where it was") {
  auto machine = word_game(5, 1);
  Minimax search(machine, std::nullopt, {});
  search.run(budget(40));
  machine.set_state(machine.initial());
  machine.advance(std::vector<std::uint32_t>{2});
  const std::vector<std::uint64_t> lost(machine.state().begin(), machine.state().end());
  search.set_root(lost);
  search.run(budget(~std::uint64_t{0}));
  CHECK(search.report(0).proved);
  CHECK_EQ(search.report(0).values, (std::vector<double>{0.0}));
  search.set_root(machine.initial());
  search.run(budget(~std::uint64_t{0}));
  CHECK_EQ(search.report(0).values, (std::vector<double>{1.0}));
}
