// Positions that are met again on another way: their nodes begin with what is known of them already.
#include <algorithm>
#include <cstring>

#include "woodstock/lane_search_tree.hpp"
#include "woodstock/state_hash.hpp"

namespace woodstock {

// The state of a node is kept by the node above it.
const std::uint64_t* LaneTree::state_of(Block block) const {
  const auto& node = *at(block);
  if (node.parent == kNoBlock) return root_state_.data();
  return at(node.parent)->states(game_.roles) + std::size_t{node.place} * game_.state_words;
}

// Nodes are forgotten before the one above them goes, so that all that are found here can be compared.
Block LaneTree::twin_of(const std::uint64_t* state) {
  const auto hash = state_hash({state, game_.state_words});
  const auto block = known(hash);
  if (block == kNoBlock || at(block)->hash != hash) return kNoBlock;
  return std::equal(state, state + game_.state_words, state_of(block)) ? block : kNoBlock;
}

void LaneTree::forget(Block block) {
  auto& own = known(at(block)->hash);
  if (own == block) own = kNoBlock;
}

LaneTree::Growth LaneTree::install_twin(Descent& descent) {
  const auto [parent, place] = descent.steps.back();
  const auto* state = leaf(descent);
  const auto twin = twin_of(state);
  if (twin == kNoBlock) return Growth::kUnknown;
  const auto link = twin == root_ ? kNew : at(at(twin)->parent)->link(at(twin)->place);
  if (proved(link)) {
    prove(parent, place, link & ~kProved);
    return Growth::kSolved;
  }
  // Where several choose, what is under way there cannot be told from what came back.
  if (at(twin)->joint() && at(twin)->pending > 0) return Growth::kUnknown;
  const auto units = at(twin)->head.units;
  const auto block = room(units);
  if (block == kNoBlock) return Growth::kUnknown;
  if (twin_of(state) != twin) {  // it had to make room
    store_.give_back(block);
    return Growth::kUnknown;
  }
  std::memcpy(store_.at<void>(block), store_.at<void>(twin), std::size_t{units} * kUnit);
  auto& node = *at(block);
  node.parent = parent;
  node.place = place;
  part(node);
  ++nodes_;
  known(node.hash) = block;
  return hang(descent, block);
}

// A copy keeps what came back from playouts, and nothing of what is under way or below.
void LaneTree::part(LaneNode& node) {
  if (node.joint()) {
    for (std::uint32_t child = 0; child < node.children; ++child) {
      auto& link = node.joint_links()[child];
      if (!proved(link) && link != kNew) link = kSeen;
    }
  } else {
    const auto loss = settings_.virtual_loss * settings_.lanes;
    auto under_way = node.pending;
    for (std::uint32_t child = 0; child < node.children; ++child) {
      if (node.below()[child] == kNoBlock) continue;
      const auto pending = at(node.below()[child])->pending;
      node.moves()[child].visits -= pending * loss;
      under_way -= pending;
    }
    node.visits = 0;
    for (std::uint32_t child = 0; child < node.children; ++child) {
      auto& move = node.moves()[child];
      // The others that are under way are at children that are no nodes yet.
      if (under_way > 0 && node.below()[child] == kNoBlock) move = {0, move.link, 0.0};
      node.visits += move.visits;
      if (proved(move.link)) continue;
      move.link = kNew;
      weigh(node, child);
    }
  }
  std::fill_n(node.below(), node.children, kNoBlock);
  node.nodes = 0;
  node.pending = 0;
}

}  // namespace woodstock
