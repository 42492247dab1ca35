#include "woodstock/search/ucb.hpp"

#include <cmath>
#include <stdexcept>

#include "harness.hpp"
#include "search/search_games.hpp"

using namespace woodstock;
using namespace woodstock::search;
using naive::budget;
using naive::word_game;

TEST("UCB tries every move, prefers the better ones, and values them by random play") {
  auto machine = word_game(3, 2);
  Ucb search(machine, std::nullopt, {});
  search.run(budget(20000));
  const auto report = search.report(0);
  CHECK_EQ(report.playouts, 20000U);
  std::uint64_t visits = 0;
  for (const auto& move : report.moves) {
    // A first letter with the first bit wins against one last letter out of two; without it all is lost.
    CHECK(std::abs(move.value - ((move.move & 1U) != 0 ? 0.5 : 0.0)) < 0.03);
    CHECK(move.low <= move.value && move.value <= move.high);
    visits += move.visits;
  }
  CHECK_EQ(visits, 10000U);  // the two roles take turns
  CHECK_EQ(report.best & 1U, 1U);
  for (const auto& move : search.report(1).moves) CHECK(std::abs(move.value - 0.75) < 0.03);

  Ucb again(machine, std::nullopt, {});
  again.run(budget(15000));
  again.run(budget(5000));
  CHECK_EQ(again.report(0).values, report.values);
  CHECK_THROWS(search.report(2), std::invalid_argument);
}

TEST("UCB answers where there is nothing to choose or to play") {
  support::Random random(41);
  for (int round = 0; round < 50; ++round) {
    auto machine = naive::random_machine(random, 2);
    Ucb search(machine, 1, {});
    search.run(budget(20));
    const auto report = search.report(0);
    std::size_t legal = 0;
    machine.set_state(machine.initial());
    for_each_legal(machine, 0, [&](std::uint32_t) { ++legal; });
    CHECK_EQ(report.moves.size(), legal);
    CHECK_EQ(report.values[1], 0.0);
  }
}
