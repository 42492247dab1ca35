// Positions that are met again on another way are one node, to which several edges lead.
//
// Only positions as many steps away from where the tree was planted are taken for one. So every edge leads from one
// level to the next, and there is no way round in a circle, even where the rules allow to come back to the same state.
#include <algorithm>
#include <limits>

#include "woodstock/search/lane/tree.hpp"
#include "woodstock/support/state_hash.hpp"

namespace woodstock::search::lane {

namespace {

// Edges that lead to one node: what comes then begins another one. Chains of edges stay short that way.
constexpr std::uint32_t kMostEntries = 100;
static_assert(kMostEntries <= std::numeric_limits<decltype(LaneNode::entries)>::max());

}  // namespace

// The state of a node is kept by the nodes above it.
const std::uint64_t* LaneTree::state_of(Block block) const {
  return block == root_ ? root_state_.data() : state_of(at(block)->entry);
}

// Nodes are forgotten before those above them go, so that all that are found here can be compared.
Block LaneTree::known_at(std::uint32_t level, const std::uint64_t* state, std::uint64_t hash) {
  const auto block = known(hash);
  if (block == kNoBlock) return kNoBlock;
  const auto& node = *at(block);
  if (node.hash != hash || node.level != level || node.entries == kMostEntries) return kNoBlock;
  return std::equal(state, state + game_.state_words, state_of(block)) ? block : kNoBlock;
}

void LaneTree::forget(Block block) {
  auto& own = known(at(block)->hash);
  if (own == block) own = kNoBlock;
  if (tables_) tables_->drop(block);
}

// Takes an edge out of the chain of those that lead to the same node. The node goes with the last of them.
void LaneTree::detach(Edge edge) {
  auto& above = *at(edge.node);
  const auto block = above.below()[edge.child];
  auto& node = *at(block);
  auto* entry = &node.entry;
  while (*entry != edge) entry = &at(entry->node)->next_entries()[entry->child];
  *entry = above.next_entries()[edge.child];
  --node.entries;
  above.below()[edge.child] = kNoBlock;
  --above.nodes;
  auto& link = above.link(edge.child);
  if (!proved(link)) link = above.form == Form::kJoint ? kSeen : kNew;
  if (node.entries == 0 && block != root_) let_go(block);
}

}  // namespace woodstock::search::lane
