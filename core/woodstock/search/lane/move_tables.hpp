// What moves came to below a node, whenever they were made.
//
// Moves made within the tree always count: the history heuristic (Schaeffer 1989; with bandits, Nijssen and Winands
// 2011). Moves made in playouts may count, too: all moves as first (AMAF). RAVE (Gelly and Silver 2007) keeps such
// statistics for every node, GRAVE (Cazenave 2015) uses those of the nearest node above that has seen enough playouts.
// Here only nodes near the root have tables.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/search/lane/store.hpp"

namespace woodstock::search::lane {

struct MoveTotal {
  double sum = 0.0;
  double playouts = 0.0;

  void add(double own_sum, double own_playouts) {
    sum += own_sum;
    playouts += own_playouts;
  }
};

// What came of the playouts below one node, by move (of all roles, one after another) and by role.
struct MoveTable {
  std::vector<MoveTotal> moves;
  std::vector<MoveTotal> roles;
  double playouts = 0.0;
  double next_prior = 0.0;  // playouts at which the node takes its priors from here again

  // The mean of a move. One that was seldom made is drawn towards what its role has at this node.
  double mean(std::uint32_t role, std::uint32_t move) const {
    constexpr double kDrawn = 16.0;
    const auto all = (roles[role].sum + 0.5) / (roles[role].playouts + 1.0);
    return (moves[move].sum + kDrawn * all) / (moves[move].playouts + kDrawn);
  }
};

// The tables of a tree, by node, in a bounded piece of memory.
class MoveTables {
 public:
  MoveTables(std::span<const std::uint32_t> move_counts, std::size_t memory);

  MoveTable* find(Block block) const {
    const auto found = tables_.find(block);
    return found == tables_.end() ? nullptr : found->second.get();
  }
  // A new table for a node that has none; nothing if there is no room.
  void make(Block block, double next_prior);
  void drop(Block block) { tables_.erase(block); }

  std::uint32_t number(std::uint32_t role, std::uint32_t move) const { return first_moves_[role] + move; }
  // Moves that were made in a playout below all of these nodes (a bitset), and its goals by role.
  void add(std::span<MoveTable* const> tables, std::span<const float> goals, std::span<const std::uint64_t> made);

 private:
  std::vector<std::uint32_t> first_moves_;  // per role
  std::vector<std::uint32_t> role_of_;      // per move
  std::size_t most_ = 0;                    // tables
  std::unordered_map<Block, std::unique_ptr<MoveTable>> tables_;
};

}  // namespace woodstock::search::lane
