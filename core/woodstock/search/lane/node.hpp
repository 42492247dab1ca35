// How a position lies in memory: what a descent reads comes first, and close together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "woodstock/search/lane/store.hpp"

namespace woodstock::search::lane {

// Who decides at a position.
enum class Form : std::uint8_t {
  kChoice,  // one role, or nobody: a child for each of its moves
  kChance,  // `random` alone: likewise
  kJoint,   // several roles: a child for each joint move
  kWide,    // several roles with too many joint moves to keep children
};

// What is below a child: nothing yet, a node, or a proof in its place.
using Link = std::uint32_t;
inline constexpr Link kNew = 0;
inline constexpr Link kSeen = 0x7FFFFFFE;       // reached before (joint moves only; others count visits)
inline constexpr Link kExpanding = 0x7FFFFFFF;  // somebody is at it
inline constexpr Link kProved = 0x80000000;     // the rest is the number of the outcome
inline bool proved(Link link) { return (link & kProved) != 0; }
inline bool is_node(Link link) { return link != kNew && link < kSeen; }

// Statistics of a move are what a descent compares (mean, and width: one over the root of the visits) in rows of their
// own, and what these are made of. In a choice there is one per child; in a joint one for each move of each role that
// chooses. Rows are padded to a multiple of kGroup with moves that are never chosen.
struct Stat {
  std::uint32_t visits = 0;
  Link link = kNew;  // to the child, if there is one per move
  double sum = 0.0;
};
inline constexpr std::uint32_t kGroup = 4;
inline std::uint32_t padded(std::uint32_t count) { return (count + kGroup - 1) / kGroup * kGroup; }

// A child of a node. Several may lead to the same node: those are chained.
struct Edge {
  Block node = kNoBlock;
  std::uint32_t child = 0;

  bool operator==(const Edge&) const = default;
};

// A node: a head of one cache line, then rows. Legal moves and states lie at the end; only expansion reads them.
struct alignas(kUnit) LaneNode {
  BlockHead head;
  Form form = Form::kChoice;
  std::uint8_t entries = 0;   // edges that lead here
  std::uint32_t chooser = 0;  // in a choice: the role that chooses
  Edge entry;                 // the first of the edges that lead here; of the root there need be none
  std::uint32_t visits = 0;
  std::uint32_t pending = 0;  // descents that are under way through this node
  std::uint32_t stats = 0;    // length of the rows of statistics
  std::uint32_t children = 0;
  std::uint32_t open = 0;         // children that are not proved
  std::uint32_t legal_moves = 0;  // of all roles together
  std::uint32_t nodes = 0;        // children that are nodes
  std::uint32_t level = 0;        // steps from where the tree was planted: edges lead from one level to the next
  std::uint64_t hash = 0;         // of the state

  bool joint() const { return form == Form::kJoint || form == Form::kWide; }

  // The rows in the order in which they lie.
  float* means() { return reinterpret_cast<float*>(this + 1); }
  float* widths() { return means() + stats; }
  Stat* moves() { return reinterpret_cast<Stat*>(widths() + stats); }
  Link* joint_links() { return reinterpret_cast<Link*>(moves() + stats); }
  Block* below() { return joint_links() + (joint() ? padded(children) : 0); }  // nodes, also of proved children
  Edge* next_entries() { return reinterpret_cast<Edge*>(below() + padded(children)); }  // to the same node, by child
  std::uint32_t* move_counts() { return reinterpret_cast<std::uint32_t*>(next_entries() + children); }  // per role
  std::uint32_t* legal(std::uint32_t roles) { return move_counts() + roles; }
  std::uint64_t* states(std::uint32_t roles) {
    const auto words = roles + legal_moves;
    return reinterpret_cast<std::uint64_t*>(move_counts() + words + words % 2);
  }

  Link& link(std::uint32_t child) { return joint() ? joint_links()[child] : moves()[child].link; }

  static std::uint32_t units(bool joint, std::uint32_t stats, std::uint32_t children, std::uint32_t words,
                             std::uint32_t state_words) {
    const auto bytes = std::size_t{stats} * (2 * sizeof(float) + sizeof(Stat)) +
                       std::size_t{padded(children)} * ((joint ? sizeof(Link) : 0) + sizeof(Block)) +
                       std::size_t{children} * sizeof(Edge) + std::size_t{words + words % 2} * sizeof(std::uint32_t) +
                       std::size_t{children} * state_words * sizeof(std::uint64_t);
    return static_cast<std::uint32_t>(1 + (bytes + kUnit - 1) / kUnit);
  }
};
static_assert(sizeof(LaneNode) == kUnit);

// The exact values that positions were proved to have, each kept once.
class Outcomes {
 public:
  explicit Outcomes(std::uint32_t roles) : roles_(roles) {}

  // The number of these values (one for each role, from 0 to 1).
  std::uint32_t number(std::span<const double> values) {
    constexpr std::uint32_t kLookedAt = 8;
    const auto count = static_cast<std::uint32_t>(values_.size() / roles_);
    for (std::uint32_t i = 0; i < std::min(count, kLookedAt); ++i) {
      if (std::ranges::equal(values, this->values(i))) return i;
    }
    const auto [entry, added] = numbers_.try_emplace({values.begin(), values.end()}, count);
    if (added) values_.insert(values_.end(), values.begin(), values.end());
    return entry->second;
  }
  std::span<const double> values(std::uint32_t number) const {
    return {values_.data() + std::size_t{number} * roles_, roles_};
  }

 private:
  std::uint32_t roles_;
  std::vector<double> values_;
  std::map<std::vector<double>, std::uint32_t> numbers_;  // most games have a handful of outcomes: found by looking
};

}  // namespace woodstock::search::lane
