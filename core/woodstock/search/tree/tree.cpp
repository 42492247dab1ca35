#include "woodstock/search/tree/tree.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

#include "woodstock/support/state_hash.hpp"

namespace woodstock::search::tree {

namespace {

constexpr std::size_t kLeastBytes = 1 << 20;
constexpr std::uint64_t kNoJointMove = ~std::uint64_t{0};

}  // namespace

// A sixteenth of the memory is for the table of states.
Tree::Tree(std::uint32_t roles, std::uint32_t state_words, std::size_t bytes, std::size_t extra_words)
    : roles_(roles),
      state_words_(state_words),
      node_words_(sizeof(TreeNode) / 8 + roles + state_words),
      edge_bytes_(sizeof(TreeEdge) + std::size_t{roles} * 4),
      extra_words_(extra_words),
      most_slots_(std::bit_floor(std::max(bytes, kLeastBytes) / 16 / sizeof(Slot) / kSegments)),
      segments_(kSegments),
      arena_(std::max(bytes, kLeastBytes) / 16 * 15) {
  if (bytes < kLeastBytes) throw std::invalid_argument("a search tree needs at least 1 MiB of memory");
}

std::size_t Tree::bytes() const {
  auto out = arena_.bytes();
  for (const auto& segment : segments_) out += segment.slots.size() * sizeof(Slot);
  return out;
}

// The highest bits of a hash say in which segment a state is, the lowest where there.
Tree::Slot* Tree::slot(std::uint64_t hash, std::span<const std::uint64_t> state) const {
  auto& slots = segments_[hash >> 58].slots;
  if (slots.empty()) return nullptr;
  const auto tag = static_cast<std::uint32_t>(hash);
  for (auto at = tag & (slots.size() - 1); slots[at].node != 0; at = (at + 1) & (slots.size() - 1)) {
    if (slots[at].tag == tag && std::ranges::equal(this->state(node(slots[at].node)), state)) return &slots[at];
  }
  return nullptr;
}

Tree::Slot& Tree::free_slot(std::vector<Slot>& slots, std::uint32_t tag) {
  auto at = tag & (slots.size() - 1);
  while (slots[at].node != 0) at = (at + 1) & (slots.size() - 1);
  return slots[at];
}

// Is there room for one more? Segments are kept at most three quarters full.
bool Tree::make_slot(Segment& segment) {
  if (segment.used < segment.slots.size() / 4 * 3) return true;
  if (segment.slots.size() >= most_slots_) return false;
  std::vector<Slot> larger(std::max<std::size_t>(segment.slots.size() * 2, 16));
  for (const auto& slot : segment.slots) {
    if (slot.node != 0) free_slot(larger, slot.tag) = slot;
  }
  segment.slots = std::move(larger);
  return true;
}

NodeId Tree::find(std::span<const std::uint64_t> state) const {
  const auto* own = slot(support::state_hash(state), state);
  return own == nullptr ? 0 : own->node;
}

// A node apart has a place in the table, too, for the table is what all nodes are found by when the tree is pruned.
NodeId Tree::insert(std::span<const std::uint64_t> state, std::uint32_t depth, bool apart) {
  const auto own = apart ? support::mix_bits(++apart_) : support::state_hash(state);
  if (const auto* known = apart ? nullptr : slot(own, state)) return known->node;
  auto& segment = segments_[own >> 58];
  if (!make_slot(segment)) return 0;
  const auto id = arena_.take(node_words_);
  if (id == TreeArena::kNone) return 0;
  auto& made = node(id);
  made.depth = depth;
  std::ranges::copy(state, reinterpret_cast<std::uint64_t*>(sums(made) + roles_));
  const auto tag = static_cast<std::uint32_t>(own);
  free_slot(segment.slots, tag) = {tag, id};
  ++segment.used;
  ++nodes_;
  return id;
}

NodeId Tree::find_below(NodeId from, std::span<const std::uint64_t> state, std::uint32_t steps) const {
  if (from == 0) return 0;
  if (std::ranges::equal(this->state(node(from)), state)) return from;
  if (steps == 0) return 0;
  for (const auto child : children(node(from))) {
    if (const auto found = find_below(child, state, steps - 1)) return found;
  }
  return 0;
}

std::vector<NodeId> Tree::children(const TreeNode& node) const {
  std::vector<NodeId> out;
  if (node.edges == TreeArena::kNone) return out;
  const auto* joint = node.is(kJoint) ? arena_.at<JointTable>(node.joint) : nullptr;
  for (std::uint32_t i = 0; i < (joint != nullptr ? joint->room : node.count); ++i) {
    const auto child = joint != nullptr ? arena_.at<JointChild>(joint->table)[i].child : edge(node, i).child;
    if (child != 0) out.push_back(child);
  }
  return out;
}

bool Tree::add_edges(TreeNode& node, std::uint32_t count) {
  node.edges = arena_.take(edge_words(count));
  node.count = count;
  return node.edges != TreeArena::kNone;
}

bool Tree::add_joint(TreeNode& node, std::span<const std::uint32_t> counts) {
  node.joint = arena_.take(joint_words());
  if (node.joint == TreeArena::kNone) return false;
  auto& joint = *arena_.at<JointTable>(node.joint);
  joint.joint_moves = 1;
  for (const auto count : counts) {
    const bool too_many = joint.joint_moves > kNoJointMove / count;
    joint.joint_moves = too_many ? kNoJointMove : joint.joint_moves * count;
  }
  std::ranges::copy(counts, reinterpret_cast<std::uint32_t*>(&joint + 1));
  node.set(kJoint);
  return true;
}

bool Tree::add_extra(TreeNode& node) {
  node.extra = arena_.take(extra_words_);
  return node.extra != TreeArena::kNone;
}

std::span<const std::uint32_t> Tree::counts(const TreeNode& node) const {
  return {reinterpret_cast<const std::uint32_t*>(arena_.at<JointTable>(node.joint) + 1), roles_};
}

Tree::JointChild& Tree::joint_slot(const JointTable& joint, std::uint64_t joint_move) const {
  auto* entries = arena_.at<JointChild>(joint.table);
  for (auto at = support::mix_bits(joint_move) & (joint.room - 1);; at = (at + 1) & (joint.room - 1)) {
    if (entries[at].child == 0 || entries[at].joint_move == joint_move) return entries[at];
  }
}

NodeId Tree::joint_child(const TreeNode& node, std::uint64_t joint_move) const {
  const auto& joint = *arena_.at<JointTable>(node.joint);
  return joint.room == 0 ? 0 : joint_slot(joint, joint_move).child;
}

std::uint32_t Tree::joint_permutation(const TreeNode& node, std::uint64_t joint_move) const {
  const auto& joint = *arena_.at<JointTable>(node.joint);
  return joint.room == 0 ? 0 : joint_slot(joint, joint_move).permutation;
}

// The table is kept at most three quarters full.
bool Tree::add_joint_child(TreeNode& node, std::uint64_t joint_move, NodeId child, std::uint32_t permutation) {
  auto& joint = *arena_.at<JointTable>(node.joint);
  if (joint.used + 1 > joint.room / 4 * 3) {
    auto larger = joint;
    larger.room = std::max(4U, joint.room * 2);
    larger.table = arena_.take(larger.room * sizeof(JointChild) / 8);
    if (larger.table == TreeArena::kNone) return false;
    for (std::uint32_t i = 0; i < joint.room; ++i) {
      const auto& entry = arena_.at<JointChild>(joint.table)[i];
      if (entry.child != 0) joint_slot(larger, entry.joint_move) = entry;
    }
    if (joint.room != 0) arena_.give_back(joint.table, joint.room * sizeof(JointChild) / 8);
    joint = larger;
  }
  auto& entry = joint_slot(joint, joint_move);
  joint.used += entry.child == 0;
  entry = {joint_move, child, permutation};
  return true;
}

void Tree::clear() {
  arena_.clear();
  segments_.assign(kSegments, {});
  nodes_ = 0;
}

void Tree::prune(NodeId root) {
  const auto full = [&] {
    return arena_.used_bytes() > arena_.most_bytes() / 4 * 3 || nodes_ > most_slots_ * kSegments / 2;
  };
  std::uint32_t visits = 0;  // at first only what cannot be reached any more goes
  do {
    mark(root, visits);
    sweep();
    visits = visits == 0 ? 2 : visits * 4;
  } while (full() && visits < (1U << 30));
}

// Marks what stays. A node that stays and is not folded keeps its children.
void Tree::mark(NodeId root, std::uint32_t visits) {
  std::vector<NodeId> open{root};
  node(root).set(kMarked);
  const auto reach = [&](NodeId child) {
    if (node(child).is(kMarked)) return;
    node(child).set(kMarked);
    open.push_back(child);
  };
  while (!open.empty()) {
    const auto id = open.back();
    open.pop_back();
    auto& here = node(id);
    if (here.edges == TreeArena::kNone) continue;
    if (id != root && (here.visits < visits || (visits != 0 && here.is(kProved)))) {
      here.set(kFolded);
      continue;
    }
    for (const auto child : children(here)) reach(child);
  }
}

void Tree::sweep() {
  nodes_ = 0;
  for (auto& segment : segments_) {
    std::vector<Slot> kept(segment.slots.size());
    segment.used = 0;
    for (const auto& slot : segment.slots) {
      if (slot.node == 0) continue;
      auto& here = node(slot.node);
      const bool stays = here.is(kMarked);
      if (!stays || here.is(kFolded)) fold(here);
      here.unset(kMarked);
      here.unset(kFolded);
      if (stays) {
        free_slot(kept, slot.tag) = slot;
        ++segment.used;
      } else {
        arena_.give_back(slot.node, node_words_);
      }
    }
    segment.slots = std::move(kept);
    nodes_ += segment.used;
  }
}

// Back to a node that is not expanded.
void Tree::fold(TreeNode& node) {
  if (node.joint != TreeArena::kNone) {
    const auto& joint = *arena_.at<JointTable>(node.joint);
    if (joint.room != 0) arena_.give_back(joint.table, joint.room * sizeof(JointChild) / 8);
    arena_.give_back(node.joint, joint_words());
  }
  if (node.edges != TreeArena::kNone) arena_.give_back(node.edges, edge_words(node.count));
  if (node.extra != TreeArena::kNone) arena_.give_back(node.extra, extra_words_);
  node.joint = node.edges = node.extra = TreeArena::kNone;
  node.count = 0;
  node.unset(kJoint);
  node.unset(kNoProof);
}

}  // namespace woodstock::search::tree
