#include "woodstock/search/tree/tree.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "harness.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::search::tree;

namespace {

constexpr std::size_t kMebibyte = 1 << 20;

std::vector<std::uint64_t> state_of(std::uint64_t number) { return {number, number * number, ~number}; }

}  // namespace

TEST("an arena hands out blocks that do not overlap, up to its cap, and uses again what is given back") {
  TreeArena arena(kMebibyte);
  support::Random random(1);
  std::vector<std::pair<std::uint32_t, std::size_t>> blocks;
  for (;;) {
    const auto words = std::size_t{1} + random.below(random.below(20) == 0 ? 20000 : 40);
    const auto block = arena.take(words);
    if (block == TreeArena::kNone) break;
    for (std::size_t i = 0; i < words; ++i) {
      CHECK_EQ(arena.at<std::uint64_t>(block)[i], 0U);
      arena.at<std::uint64_t>(block)[i] = block;
    }
    blocks.emplace_back(block, words);
  }
  CHECK(arena.bytes() <= kMebibyte);
  CHECK(blocks.size() > 100);
  for (const auto& [block, words] : blocks) {
    for (std::size_t i = 0; i < words; ++i) CHECK_EQ(arena.at<std::uint64_t>(block)[i], block);
  }
  for (const auto& [block, words] : blocks) arena.give_back(block, words);
  CHECK_EQ(arena.used_bytes(), 0U);
  for (const auto& [block, words] : blocks) CHECK(arena.take(words) != TreeArena::kNone);
}

TEST("a tree finds the states that were put in, each once, until it is full") {
  CHECK_THROWS(Tree(2, 3, kMebibyte - 1), std::invalid_argument);
  Tree tree(2, 3, kMebibyte);
  std::map<std::uint64_t, NodeId> known;
  support::Random random(2);
  for (;;) {
    const auto number = random.next() % 100000;
    CHECK_EQ(tree.find(state_of(number)), known.contains(number) ? known[number] : 0);
    const auto id = tree.insert(state_of(number), 7);
    if (id == 0) break;
    if (known.contains(number)) CHECK_EQ(known[number], id);
    known[number] = id;
    CHECK_EQ(tree.node(id).depth, 7U);
    CHECK(std::ranges::equal(tree.state(tree.node(id)), state_of(number)));
  }
  CHECK_EQ(tree.nodes(), known.size());
  CHECK(tree.bytes() <= kMebibyte);
  CHECK(known.size() > 4000);
  tree.clear();
  CHECK_EQ(tree.find(state_of(known.begin()->first)), 0U);
}

TEST("joint moves keep their children while the table grows") {
  Tree tree(3, 3, 4 * kMebibyte);
  auto& node = tree.node(tree.insert(state_of(1), 0));
  const std::vector<std::uint32_t> counts{30, 1, 40};
  CHECK(tree.add_joint(node, counts));
  CHECK_EQ(tree.joint_moves(node), 1200U);
  CHECK(std::ranges::equal(tree.counts(node), counts));
  std::map<std::uint64_t, NodeId> known;
  support::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const auto joint_move = random.next() % 1200;
    CHECK_EQ(tree.joint_child(node, joint_move), known.contains(joint_move) ? known[joint_move] : 0);
    known[joint_move] = 1 + random.below(1000);
    CHECK(tree.add_joint_child(node, joint_move, known[joint_move], 0));
    CHECK_EQ(tree.joint_children(node), known.size());
  }
  auto& wide = tree.node(tree.insert(state_of(2), 0));
  const std::vector<std::uint32_t> many{~0U, ~0U, ~0U};
  CHECK(tree.add_joint(wide, many));
  CHECK_EQ(tree.joint_moves(wide), ~std::uint64_t{0});
}

// A full tree, every node with two edges; the root is the first, and each node has half of its parent's visits.
TEST("pruning keeps the root and what was visited often, and nothing points to what is gone") {
  Tree tree(1, 3, kMebibyte);
  std::vector<NodeId> ids{tree.insert(state_of(1), 0)};
  tree.node(ids[0]).visits = 1U << 20;
  const auto stranger = tree.insert(state_of(999'999), 0);
  CHECK(stranger != 0);
  for (std::uint64_t number = 1;; ++number) {
    auto& parent = tree.node(ids[number - 1]);
    if (!tree.add_edges(parent, 2)) break;
    for (std::uint32_t side = 0; side < 2; ++side) {
      const auto child = tree.insert(state_of(number * 2 + side), 0);
      if (child == 0) break;
      tree.node(child).visits = parent.visits / 2;
      tree.edge(parent, side).child = child;
      ids.push_back(child);
    }
    if (ids.size() < number * 2 + 1) break;
  }
  const auto before = tree.nodes();
  tree.prune(ids[0]);
  CHECK(tree.nodes() > 100 && tree.nodes() <= before / 4 * 3);
  CHECK_EQ(tree.find(state_of(1)), ids[0]);
  CHECK_EQ(tree.find(state_of(999'999)), 0U);

  std::vector<NodeId> open{ids[0]};
  std::set<NodeId> seen;
  while (!open.empty()) {
    const auto id = open.back();
    open.pop_back();
    seen.insert(id);
    const auto& node = tree.node(id);
    CHECK_EQ(tree.find(tree.state(node)), id);
    CHECK(!node.is(kMarked) && !node.is(kFolded));
    if (!node.expanded()) continue;
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (tree.edge(node, side).child != 0) open.push_back(tree.edge(node, side).child);
    }
  }
  CHECK_EQ(seen.size(), tree.nodes());
  CHECK(tree.insert(state_of(5'000'000), 0) != 0);
}
