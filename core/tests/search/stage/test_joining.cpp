#include <algorithm>

#include "harness.hpp"
#include "woodstock/search/stage/policy_tree.hpp"

using namespace woodstock;
using namespace woodstock::search::stage;

namespace {

// One role chooses among four moves, which lead to states of their own.
struct Stage {
  PolicyTree tree{1, std::nullopt, 1};
  std::vector<std::uint64_t> start{0};

  Stage() {
    tree.set_root(start);
    tree.enter(0, {.joint_moves = {2, 3, 5, 7}, .states = {20, 30, 50, 70}, .terminal = {}, .goals = {}});
    for (std::uint32_t child = 1; child <= 4; ++child) {
      tree[child].visits = 10 * child;
      tree.values(child)[0] = 0.1 * child;
    }
    std::ranges::fill(tree.weights(0), 10U);
    tree[0].stages = 1;
    tree.back_up(0);
  }
  std::uint64_t join(const std::vector<std::vector<PolicyTree::JointMove>>& classes, Alike alike = Alike::exactly) {
    return tree.join(start, classes, alike);
  }
  std::vector<PolicyTree::Number> children() const { return {tree.children(0).begin(), tree.children(0).end()}; }
};

}  // namespace

TEST("solutions of a class lead to the node that is known best") {
  Stage stage;
  CHECK_EQ(stage.tree.stages_to_compare(5).size(), 1U);
  CHECK_EQ(stage.join({{{2}, {5}}, {{3}}, {}}), 1U);
  CHECK(stage.children() == std::vector<PolicyTree::Number>({3, 2, 3, 4}));
  CHECK_EQ(stage.tree.weights(0)[0], 10U);
  CHECK(stage.tree.stages_to_compare(5).empty());
  CHECK_EQ(stage.join({{{2}, {5}}}), 0U);
  CHECK_EQ(stage.join({{{2}, {3}}}), 1U);
  CHECK(stage.children() == std::vector<PolicyTree::Number>({3, 3, 3, 4}));
}

TEST("a solution that is not there is an error, and nothing is joined") {
  for (const std::uint32_t move : {0U, 4U, 8U}) {
    Stage stage;
    CHECK_THROWS(stage.join({{{2}, {5}}, {{3}, {move}}}), std::invalid_argument);
    CHECK(stage.children() == std::vector<PolicyTree::Number>({1, 2, 3, 4}));
  }
  Stage stage;
  CHECK_THROWS(stage.join({{{2, 3}}}), std::invalid_argument);
  const std::vector<std::uint64_t> elsewhere{999};
  CHECK_EQ(stage.tree.join(elsewhere, {}, Alike::exactly), 0U);
}

TEST("estimates prove nothing") {
  for (const auto alike : {Alike::exactly, Alike::estimated}) {
    Stage stage;
    for (std::uint32_t child = 1; child <= 4; ++child) stage.tree[child].complete = stage.tree[child].proved = true;
    stage.join({{{2}, {3}, {5}, {7}}}, alike);
    CHECK(stage.tree[0].complete);
    CHECK_EQ(stage.tree[0].proved, alike == Alike::exactly);
  }
}

TEST("the move that is proposed is the one that the line can be played on from") {
  Stage stage;
  stage.join({{{5}, {7}}});  // to the node of 7
  stage.tree.weights(0)[2] = 1000;
  stage.tree.back_up(0);
  const auto report = stage.tree.report(0);
  CHECK_EQ(report.best, 7U);
  CHECK(report.line == std::vector<std::uint32_t>({7}));
}

TEST("what is joined stays so when the tree is built anew") {
  Stage stage;
  stage.tree.enter(4, {.joint_moves = {2, 3}, .states = {21, 31}, .terminal = {}, .goals = {}});
  stage.tree[4].stages = 2;
  const std::vector<std::uint64_t> state{70};
  const std::vector<std::vector<PolicyTree::JointMove>> classes{{{2}, {3}}};
  CHECK_EQ(stage.tree.join(state, classes, Alike::exactly), 1U);
  stage.tree.set_root(state);
  CHECK_EQ(stage.tree.size(), 2U);
  CHECK_EQ(stage.tree.children(0)[0], stage.tree.children(0)[1]);
  CHECK_EQ(stage.tree.report(0).line.size(), 1U);
}
