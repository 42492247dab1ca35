#include "woodstock/search/tree/uct.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "harness.hpp"
#include "search/search_games.hpp"
#include "woodstock/search/exact/minimax.hpp"
#include "woodstock/search/tree/grave.hpp"

using namespace woodstock;
using namespace woodstock::search::tree;
using namespace std::chrono_literals;
using naive::budget;
using naive::random_machine;
using naive::word_game;

namespace {

constexpr std::size_t kMebibyte = 1 << 20;

UctSettings options(std::uint32_t threads = 1, std::size_t memory = 64 * kMebibyte, std::uint64_t seed = 0) {
  UctSettings out;
  out.tree.threads = threads;
  out.tree.memory = memory;
  out.tree.seed = seed;
  return out;
}

GraveSettings grave(std::uint32_t threads) {
  GraveSettings out;
  out.ref = 10;
  out.tree.threads = threads;
  out.tree.memory = 64 * kMebibyte;
  return out;
}

void check_same(const search::SearchReport& left, const search::SearchReport& right) {
  CHECK_EQ(left.best, right.best);
  CHECK_EQ(left.values, right.values);
  CHECK_EQ(left.line, right.line);
  CHECK_EQ(left.nodes, right.nodes);
  CHECK_EQ(left.playouts, right.playouts);
  CHECK_EQ(left.moves.size(), right.moves.size());
  for (std::size_t i = 0; i < left.moves.size(); ++i) {
    CHECK_EQ(left.moves[i].visits, right.moves[i].visits);
    CHECK_EQ(left.moves[i].value, right.moves[i].value);
  }
}

// What holds of every report.
void check_sound(const search::SearchReport& report, machine::EventMachine& machine,
                 std::span<const std::uint64_t> state, std::uint32_t role) {
  machine.set_state(state);
  std::vector<std::uint32_t> legal;
  for_each_legal(machine, role, [&](std::uint32_t move) { legal.push_back(move); });
  CHECK_EQ(report.moves.size(), legal.size());
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const auto& move = report.moves[i];
    CHECK_EQ(move.move, legal[i]);
    CHECK(move.low >= 0.0 && move.low <= move.value + 1e-6 && move.value <= move.high + 1e-6 && move.high <= 1.0);
    if (move.proved) CHECK(move.low == move.high);
  }
  if (!legal.empty()) CHECK(std::ranges::count(legal, report.best) == 1);
}

// A role that plays alone, or against chance, has one value only: two searches that know nothing of each other must
// agree on it.
template <typename Tree, typename Options>
void check_proofs(const Options& own, std::uint64_t seed) {
  support::Random random(seed);
  int proofs = 0;
  for (int round = 0; round < 60; ++round) {
    const auto roles = 1 + random.below(2);
    auto machine = random_machine(random, roles);
    const auto chance = roles == 2 ? std::optional<std::uint32_t>(1) : std::nullopt;
    search::exact::Minimax minimax(machine, chance, {});
    minimax.run(budget(100000));
    const auto exact = minimax.report(0);
    Tree tree(machine, chance, own);
    tree.run(budget(150));
    const auto found = tree.report(0);
    check_sound(found, machine, machine.initial(), 0);
    if (!found.proved) continue;
    CHECK(exact.proved);
    CHECK(std::abs(exact.values[0] - found.values[0]) < 1e-9);
    ++proofs;
  }
  CHECK(proofs > 8);
}

}  // namespace

TEST("UCT and GRAVE prove what minimax proves, in games with circles and dead ends") {
  check_proofs<Uct>(options(), 31);
  check_proofs<Grave>(grave(1), 32);
}

TEST("UCT with threads proves the same") { check_proofs<Uct>(options(4), 33); }

TEST("GRAVE with threads proves the same") { check_proofs<Grave>(grave(4), 34); }

TEST("UCT counts its visits, and the same seed and budget do the same") {
  for (const std::uint32_t roles : {1U, 2U}) {
    auto machine = word_game(6, roles);
    Uct first(machine, std::nullopt, options());
    Uct second(machine, std::nullopt, options());
    Uct other(machine, std::nullopt, options(1, 64 * kMebibyte, 1));
    for (auto* search : {&first, &second, &other}) search->run(budget(500));
    const auto report = first.report(0);
    check_sound(report, machine, machine.initial(), 0);
    check_same(report, second.report(0));
    CHECK(report.descents == 500U || report.proved);
    std::uint64_t visits = 0;
    for (const auto& move : report.moves) visits += move.visits;
    CHECK_EQ(visits, report.descents);
    CHECK(report.playouts != other.report(0).playouts || report.values != other.report(0).values);
    for (std::uint32_t role = 1; role < roles; ++role) {  // what one wins the other loses
      CHECK(std::abs(report.values[0] + report.values[role] - 1.0) < 1e-5);
    }
  }
}

// Nodes grow one by one: a descent that does not end at a node that is settled makes one, and one playout.
TEST("classic UCT proves nothing, and has a node for each way to a position") {
  support::Random random(41);
  std::uint64_t shared = 0, apart = 0;
  for (int round = 0; round < 40; ++round) {
    const auto roles = 1 + random.below(2);
    auto machine = random_machine(random, roles);
    const auto chance = roles == 2 ? std::optional<std::uint32_t>(1) : std::nullopt;
    auto own = options();
    Uct plain(machine, chance, own);
    own.classic = true;
    Uct classic(machine, chance, own);
    for (auto* search : {&plain, &classic}) search->run(budget(150));
    const auto report = classic.report(0);
    check_sound(report, machine, machine.initial(), 0);
    CHECK(!report.proved && std::ranges::none_of(report.moves, &search::MoveEstimate::proved));
    CHECK(report.nodes <= report.descents + 1 && report.nodes >= report.playouts);
    shared += plain.report(0).nodes;
    apart += report.nodes;
  }
  CHECK(apart > 2 * shared);
}

TEST("UCT keeps what it knows of a position below the root") {
  for (const bool classic : {false, true}) {
    auto machine = word_game(8, 1);
    auto own = options();
    own.classic = classic;
    Uct search(machine, std::nullopt, own);
    search.run(budget(2000));
    const auto before = search.report(0);
    machine.set_state(machine.initial());
    machine.advance(std::vector<std::uint32_t>{before.best});
    const std::vector<std::uint64_t> next(machine.state().begin(), machine.state().end());
    search.set_root(next);
    const auto kept = search.report(0);
    CHECK_EQ(kept.descents, 0U);
    std::uint64_t visits = 0;
    for (const auto& move : kept.moves) visits += move.visits;
    const auto& best = *std::ranges::find(before.moves, before.best, &search::MoveEstimate::move);
    CHECK(visits + 1 >= best.visits);
    CHECK(std::abs(kept.values[0] - best.value) < 1e-5);
  }
}

TEST("UCT answers without time, without a budget, and where the game is over or broken") {
  auto machine = word_game(3, 2);
  Uct search(machine, std::nullopt, options());
  search.run(budget(0));
  check_sound(search.report(1), machine, machine.initial(), 1);
  search.run({support::Deadline::min(), 1000, nullptr});
  CHECK_EQ(search.report(0).descents, 0U);
  CHECK_THROWS(search.report(2), std::invalid_argument);

  std::vector<std::uint32_t> joint_move{1, 1};
  machine.set_state(machine.initial());
  for (int stage = 0; stage < 3; ++stage) machine.advance(joint_move);
  const std::vector<std::uint64_t> end(machine.state().begin(), machine.state().end());
  search.set_root(end);
  search.run(budget(10));
  CHECK(search.report(0).proved);
  CHECK_EQ(search.report(0).values, (std::vector<double>{1.0, 0.0}));

  circuit::Circuit stuck;  // one role that can never move
  stuck.move_counts = {1};
  stuck.legal = {circuit::kFalse};
  machine::EventMachine broken(std::make_shared<const circuit::Circuit>(stuck), {});
  Uct nowhere(broken, std::nullopt, options());
  nowhere.run(budget(10));
  CHECK(nowhere.report(0).moves.empty() && !nowhere.report(0).proved);
}

TEST("UCT keeps to its memory, goes on when it is full, and finds its way all the same") {
  for (const std::uint32_t roles : {1U, 2U}) {
    for (const std::uint32_t threads : {1U, 3U}) {
      auto machine = word_game(12, roles);
      Uct search(machine, std::nullopt, options(threads, kMebibyte));
      search.run(budget(8000));
      const auto report = search.report(0);
      CHECK(search.bytes() <= kMebibyte);
      CHECK(report.descents >= 8000U - threads || report.proved);
      CHECK(report.nodes > 500);
      check_sound(report, machine, machine.initial(), 0);
      CHECK_EQ(report.best & 1U, 1U);  // the first letter must have the first bit
    }
  }
  CHECK_THROWS(Uct(word_game(3, 1), std::nullopt, options(1, 1000)), std::invalid_argument);
}

TEST("UCT ends on time, and when the flag is raised, in long games and with threads") {
  const auto stop_after = [](Uct& search, std::chrono::milliseconds time) {
    std::atomic<bool> stop{false};
    std::thread other([&] {
      std::this_thread::sleep_for(time);
      stop = true;
    });
    search.run({support::Deadline::max(), ~std::uint64_t{0}, &stop});
    other.join();
  };
  for (const std::uint32_t threads : {1U, 4U}) {
    auto machine = word_game(30, 2);
    Uct search(machine, std::nullopt, options(threads));
    const auto begun = std::chrono::steady_clock::now();
    search.run({begun + 50ms, ~std::uint64_t{0}, nullptr});
    const auto taken = std::chrono::steady_clock::now() - begun;
    CHECK(taken >= 50ms && taken < 5s);
    CHECK(search.report(0).descents > 10);
    stop_after(search, 20ms);
    check_sound(search.report(0), machine, machine.initial(), 0);
  }
}
