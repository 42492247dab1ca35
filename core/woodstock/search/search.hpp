// What every search takes and gives: limits in, a report out.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "woodstock/support/time_limit.hpp"

namespace woodstock::search {

// A search ends at the first limit it meets. Given playouts alone, and one thread, it always does the same.
struct SearchLimits {
  support::Deadline deadline;
  std::uint64_t playouts = ~std::uint64_t{0};  // of this run
  const std::atomic<bool>* stop = nullptr;
};

// What a search thinks of a move. Values are expected goals of the role that makes it, from 0 to 1.
struct MoveEstimate {
  std::uint32_t move = 0;
  double value = 0.0;
  std::uint64_t visits = 0;
  double low = 0.0;  // confidence bounds of the value; equal to it where it is proved
  double high = 1.0;
  bool proved = false;
};

// Wilson's interval of about 95 %. Outcomes from 0 to 1 with a mean of v vary by no more than v (1 - v), so that it
// holds for goals between the lowest and the highest as well.
inline void set_bounds(MoveEstimate& move) {
  move.low = move.high = move.value;
  if (move.proved) return;
  constexpr double kDeviations = 1.96;
  const auto n = static_cast<double>(move.visits);
  const auto squared = kDeviations * kDeviations;
  const auto middle = n * move.value + squared / 2;
  const auto half = kDeviations * std::sqrt(n * move.value * (1 - move.value) + squared / 4);
  move.low = std::clamp((middle - half) / (n + squared), 0.0, 1.0);
  move.high = std::clamp((middle + half) / (n + squared), 0.0, 1.0);
}

// Of some moves the one that was tried most often; of equals the best.
inline const MoveEstimate& most_visited(const std::vector<MoveEstimate>& moves) {
  return *std::ranges::max_element(moves, {}, [](const auto& move) { return std::pair(move.visits, move.value); });
}

struct SearchReport {
  std::vector<MoveEstimate> moves;  // the legal moves of the role, ascending
  std::uint32_t best = 0;           // a legal move, however short the search was
  std::vector<double> values;       // what the position is worth to each role; 0 for `random`
  std::vector<std::uint32_t> line;  // the principal line: joint moves, one after another
  bool proved = false;              // the values are exact
  std::uint64_t nodes = 0;          // in the tree
  std::uint64_t descents = 0;       // from the root, since it was set
  std::uint64_t playouts = 0;       // likewise
  std::uint64_t depth = 0;          // of the deepest node
};

// A search grows a tree from a root and can be asked at any time what it thinks. It is used by one thread at a time,
// though it may use several.
class Search {
 public:
  virtual ~Search() = default;

  // The words of a state that is given as text; throws std::invalid_argument where it is of another game.
  virtual std::vector<std::uint64_t> decode(std::string_view text) = 0;
  // Makes this state the root. What is known of it from before is kept, the rest of the tree is let go.
  virtual void set_root(std::span<const std::uint64_t> state) = 0;
  // Searches until a limit is met or the root is proved. It can be called again to go on.
  virtual void run(const SearchLimits& limits) = 0;
  // The view of one role.
  virtual SearchReport report(std::uint32_t role) const = 0;
};

}  // namespace woodstock::search
