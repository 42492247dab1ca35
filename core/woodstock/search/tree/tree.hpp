// The tree of a search, or rather its graph: positions are nodes, one for each state, however it was reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/search/tree/arena.hpp"

namespace woodstock::search::tree {

using NodeId = std::uint32_t;  // a block of the arena; 0 is none

enum TreeFlag : std::uint8_t {
  kProved = 1,    // the values are exact
  kTerminal = 2,  // the game is over
  kBroken = 4,    // the rules go no further though the game is not over
  kJoint = 8,     // several roles choose here, `random` counted among them
  kNoProof = 16,  // all that can follow is known and gives no value: there is no saddle point
  kMarked = 32,   // met while the tree is pruned
  kFolded = 64,   // to lose its edges
};

// Then follow the values by role, as doubles, and the state. Where a node is settled they are what it is worth,
// elsewhere sums over its visits: the playout made when it was new, and each edge's value times the edge's visits. So
// what is learnt of a child on one way counts on the others too, from their next visit on.
struct TreeNode {
  std::uint32_t visits;
  std::uint32_t depth;    // joint moves from where it was first met
  std::uint32_t edges;    // a block; 0 as long as it is not expanded
  std::uint32_t count;    // of edges
  std::uint32_t joint;    // a block with a JointTable, where several choose
  std::uint32_t extra;    // a block that an algorithm keeps here
  std::uint32_t proof;    // the edge that proves it, where one role chooses: best, and known before the node itself
  std::uint16_t chooser;  // the one role that chooses, else 0
  TreeFlag flags;

  bool expanded() const { return edges != TreeArena::kNone; }
  bool settled() const { return is(kProved) || is(kTerminal) || is(kBroken); }
  bool is(TreeFlag flag) const { return (flags & flag) != 0; }
  void set(TreeFlag flag) { flags = static_cast<TreeFlag>(flags | flag); }
  void unset(TreeFlag flag) { flags = static_cast<TreeFlag>(flags & ~flag); }
};

// A move of the role that chooses. Then follow values by role, as floats: those of the child when it was last visited
// from here. Where several choose, the edges are the moves of one role after another and have no child; then only the
// value of that role counts, the mean of what came of the move.
struct TreeEdge {
  NodeId child;
  std::uint32_t move;
  std::uint32_t visits;
  std::uint32_t tours;    // further descents, made instead of one to a proved move
  std::uint16_t pending;  // threads that are below
  std::uint16_t proved : 1;
  std::uint16_t permutation
      : 15;  // the symmetry that brings the state it leads to into the form in which the child has it

  std::uint32_t tries() const { return visits + tours + pending; }
};

// Where several choose: how many moves each role has, and the children by joint move, an open-addressed table.
struct JointTable {
  std::uint32_t table;  // a block of entries
  std::uint32_t room;
  std::uint32_t used;
  std::uint32_t padding;
  std::uint64_t joint_moves;  // their number; at most all ones
};

class Tree {
 public:
  // `extra_words` is the size of the blocks that an algorithm keeps at nodes.
  Tree(std::uint32_t roles, std::uint32_t state_words, std::size_t bytes, std::size_t extra_words = 0);

  TreeNode& node(NodeId id) const { return *arena_.at<TreeNode>(id); }
  double* sums(const TreeNode& node) const { return reinterpret_cast<double*>(const_cast<TreeNode*>(&node) + 1); }
  double value(const TreeNode& node, std::uint32_t role) const {
    return node.settled() ? sums(node)[role] : sums(node)[role] / (node.visits == 0 ? 1 : node.visits);
  }
  std::span<const std::uint64_t> state(const TreeNode& node) const {
    return {reinterpret_cast<const std::uint64_t*>(sums(node) + roles_), state_words_};
  }
  TreeEdge& edge(const TreeNode& node, std::uint32_t place) const {
    return *reinterpret_cast<TreeEdge*>(arena_.at<std::byte>(node.edges) + std::size_t{place} * edge_bytes_);
  }
  float* values(TreeEdge& edge) const { return reinterpret_cast<float*>(&edge + 1); }
  template <typename T>
  T* extra(const TreeNode& node) const {
    return node.extra == TreeArena::kNone ? nullptr : arena_.at<T>(node.extra);
  }

  // The node of a state, 0 if there is none.
  NodeId find(std::span<const std::uint64_t> state) const;
  // The node of a state, new if need be; 0 when the memory is full. Apart, it is a new one that `find` does not find.
  NodeId insert(std::span<const std::uint64_t> state, std::uint32_t depth, bool apart = false);
  // A node with this state, so many steps below another at most; 0 if there is none.
  NodeId find_below(NodeId from, std::span<const std::uint64_t> state, std::uint32_t steps) const;
  // Room for edges, for a joint table with the moves of each role, for what an algorithm keeps. False when full.
  bool add_edges(TreeNode& node, std::uint32_t count);
  bool add_joint(TreeNode& node, std::span<const std::uint32_t> counts);
  bool add_extra(TreeNode& node);

  std::span<const std::uint32_t> counts(const TreeNode& node) const;
  std::uint64_t joint_moves(const TreeNode& node) const { return arena_.at<JointTable>(node.joint)->joint_moves; }
  std::uint32_t joint_children(const TreeNode& node) const { return arena_.at<JointTable>(node.joint)->used; }
  NodeId joint_child(const TreeNode& node, std::uint64_t joint_move) const;
  std::uint32_t joint_permutation(const TreeNode& node, std::uint64_t joint_move) const;  // as of an edge
  bool add_joint_child(TreeNode& node, std::uint64_t joint_move, NodeId child, std::uint32_t permutation);

  // Makes room: keeps what can be reached from the root through nodes of many visits, and of nodes of fewer visits only
  // what they are worth. How many are many is found by trying, until a quarter of the memory is free.
  void prune(NodeId root);
  void clear();

  std::uint64_t nodes() const { return nodes_; }
  std::size_t bytes() const;

 private:
  struct Slot {
    std::uint32_t tag;
    NodeId node;
  };
  struct JointChild {
    std::uint64_t joint_move;
    std::uint32_t child;
    std::uint32_t permutation;
  };
  // The table of states is cut by hash into segments that grow one by one: to move all of it at once would take longer
  // than a search may go without a look at the clock.
  struct Segment {
    std::vector<Slot> slots;
    std::size_t used = 0;
  };
  static constexpr std::size_t kSegments = 64;

  Slot* slot(std::uint64_t hash, std::span<const std::uint64_t> state) const;
  bool make_slot(Segment& segment);
  static Slot& free_slot(std::vector<Slot>& slots, std::uint32_t tag);
  JointChild& joint_slot(const JointTable& joint, std::uint64_t joint_move) const;
  std::size_t edge_words(std::uint32_t count) const { return (count * edge_bytes_ + 7) / 8; }
  std::size_t joint_words() const { return (sizeof(JointTable) + roles_ * 4 + 7) / 8; }
  std::vector<NodeId> children(const TreeNode& node) const;
  void mark(NodeId root, std::uint32_t visits);
  void sweep();
  void fold(TreeNode& node);

  std::uint32_t roles_;
  std::uint32_t state_words_;
  std::size_t node_words_;
  std::size_t edge_bytes_;
  std::size_t extra_words_;
  std::size_t most_slots_;  // of a segment
  mutable std::vector<Segment> segments_;
  TreeArena arena_;
  std::uint64_t nodes_ = 0;
  std::uint64_t apart_ = 0;  // nodes that were made apart
};

}  // namespace woodstock::search::tree
