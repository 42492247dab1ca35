#include <map>

#include "harness.hpp"
#include "woodstock/search/stage/stage.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::search::stage;

namespace {

const std::atomic<bool> kNoStop{false};

// One turn of a game: the fluents are two bits of a state, the player and chance have three moves each, and any rules.
struct Turn {
  static constexpr std::uint32_t kState = 0, kMove = 2, kDraw = 3, kNext = 4, kVariables = 6;  // s0 s1 m | y | n0 n1
  static constexpr std::uint32_t kSizes[] = {2, 2, 3, 3, 2, 2};

  solver::Solver whole{kSizes}, decision_part{std::span(kSizes).first(kDraw)}, stochastic_part{kSizes};
  std::vector<std::int32_t> legal, drawn, next;
  std::map<std::uint32_t, StageSolutions> expected;  // by state

  explicit Turn(support::Random& random) {
    for (std::int32_t state = 0; state < 4; ++state) {
      auto& own = expected[static_cast<std::uint32_t>(state)];
      for (std::int32_t move = 0; move < 3; ++move) {
        if (random.below(3) == 0) continue;
        add(legal, {state & 1, state >> 1, move});
        for (std::int32_t draw = 0; draw < 3; ++draw) {
          if (random.below(3) == 0) continue;
          add(drawn, {state & 1, state >> 1, move, draw});
          const auto after = static_cast<std::int32_t>(random.below(4));
          add(next, {state & 1, state >> 1, move, draw, after & 1, after >> 1});
          own.joint_moves.insert(own.joint_moves.end(),
                                 {static_cast<std::uint32_t>(move), static_cast<std::uint32_t>(draw)});
          own.states.push_back(static_cast<std::uint64_t>(after));
        }
      }
    }
    const solver::Variable all[] = {0, 1, 2, 3, 4, 5};
    for (auto* part : {&whole, &decision_part}) part->add_table(std::span(all).first(3), legal, true);
    for (auto* part : {&whole, &stochastic_part}) {
      part->add_table(std::span(all).first(4), drawn, true);
      part->add_table(all, next, true);
    }
  }

  static void add(std::vector<std::int32_t>& rows, std::initializer_list<std::int32_t> row) {
    rows.insert(rows.end(), row);
  }
  static StageNames names() {
    return {{{0, 1}, {1, 1}}, {{4, 1}, {5, 1}}, {{0, 0}, {1, 0}}, {kMove, kDraw}, {{0, 1, 2}, {0, 1, 2}}};
  }
};

}  // namespace

TEST("a stage with chance has the same solutions as a whole, split, and by forward checking") {
  support::Random random(51);
  for (int round = 0; round < 200; ++round) {
    Turn turn(random);
    solver::StageSolver solver(turn.whole, Turn::kDraw, 1, Turn::kVariables);
    solver.split(turn.decision_part, turn.stochastic_part, {0, 1, 2, 3, 4, 5});
    const auto names = std::make_shared<const StageNames>(Turn::names());
    NetworkStage whole(solver, names, solver::Consistency::arc, 2);
    NetworkStage split(solver, names, solver::Consistency::arc, 2, true);
    NetworkStage forward(solver, names, solver::Consistency::forward, 2, true);
    for (const auto& [state, expected] : turn.expected) {
      const std::uint64_t words[] = {state};
      for (auto* stage : {&whole, &split, &forward}) {
        const auto found = stage->solve(words, {{support::Deadline::max(), &kNoStop}});
        CHECK(found.complete);
        CHECK_EQ(found.joint_moves, expected.joint_moves);
        CHECK_EQ(found.states, expected.states);
      }
    }
  }
}

TEST("a state with a value that the network has not has no solutions") {
  support::Random random(52);
  Turn turn(random);
  solver::StageSolver solver(turn.whole, Turn::kDraw, 1, Turn::kVariables);
  auto names = Turn::names();
  names.current[0].value = solver::kNone;
  NetworkStage stage(solver, std::make_shared<const StageNames>(names), solver::Consistency::arc, 2);
  const std::uint64_t with[] = {1}, without[] = {2};
  const auto none = stage.solve(with, {{support::Deadline::max(), &kNoStop}});
  CHECK(none.complete && none.joint_moves.empty());
  CHECK_EQ(stage.solve(without, {{support::Deadline::max(), &kNoStop}}).states, turn.expected[2].states);
}
