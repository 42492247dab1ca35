// What a position is worth when the worth of all that can follow is known (paper 001, equation 1).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace woodstock::search {

// The choices at a position: how many legal moves each role has. Joint moves are numbered with the last role running
// fastest. `random` chooses uniformly; all others maximise their own value.
struct Choices {
  std::span<const std::uint32_t> counts;  // by role
  std::optional<std::uint32_t> chance;
};

// The values by role, and the moves (places in the lists of legal moves, by role) that lead there; 0 for `random`.
struct Backup {
  std::vector<double> values;
  std::vector<std::uint32_t> moves;
};

// From the values of all children, by joint move and then by role:
// - nobody chooses: the mean over what chance does;
// - one role chooses: the move best for it, the first of equals;
// - several choose and want the same, child by child: the joint move best for all of them, the first of equals;
// - two choose and their values sum to the same in all children: the saddle point of max min and min max;
// - otherwise, or where there is no saddle point in pure moves: nothing.
std::optional<Backup> back_up(const Choices& choices, std::span<const double> children);

// Equation 1 as it stands, which needs no saddle point: the best a role can make sure of, whatever the others choose.
double secured(const Choices& choices, std::span<const double> children, std::uint32_t role);

}  // namespace woodstock::search
