// What a role knows of a match: all that it has done and seen, and nothing else (GDL-II; Thielscher 2010).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "woodstock/support/state_hash.hpp"

namespace woodstock::belief {

// An information state: the hash of a role's own moves and percepts, step by step, so that nothing is ever forgotten
// (perfect recall). Two histories that a role cannot tell apart have the same one.
using Info = std::uint64_t;

// The number of an information set: what a role knows, and its legal moves. It knows these too: where the rules break
// that, positions with other moves are in a set of their own.
inline std::uint64_t information_set(std::uint32_t role, Info info, std::span<const std::uint32_t> legal) {
  auto out = support::mix_bits(info + role);
  for (const auto move : legal) out = support::mix_bits(out ^ (move + 0x9E3779B97F4A7C15ULL));
  return out;
}

// How the percepts of a circuit belong to roles, and how information states grow.
class Information {
 public:
  // `percepts` are the numbers of percepts of each role, which lie one after another in the circuit. Without percepts
  // at all (GDL) every joint move is told to everybody.
  Information(std::vector<std::uint32_t> percepts, bool hidden) : hidden_(hidden) {
    for (const auto count : percepts) first_.push_back(first_.back() + count);
  }

  std::uint32_t roles() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t percepts() const { return first_.back(); }
  bool hidden() const { return hidden_; }

  // Which of all percepts are those of a role: from `first` on, to that of the next role.
  std::uint32_t first(std::uint32_t role) const { return first_[role]; }
  std::uint32_t count(std::uint32_t role) const { return first_[role + 1] - first_[role]; }

  // What a role sees, as a number; `sees` has a byte for each percept of the circuit.
  std::uint64_t sight(std::uint32_t role, const std::uint8_t* sees) const {
    std::uint64_t out = 0;
    for (std::uint32_t percept = 0; percept < count(role); ++percept) {
      if (sees[first(role) + percept] != 0) out = support::mix_bits(out + percept + 1);
    }
    return out;
  }

  std::vector<Info> start() const {
    std::vector<Info> out;
    for (std::uint32_t role = 0; role < roles(); ++role) out.push_back(start(role));
    return out;
  }
  static Info start(std::uint32_t role) { return support::mix_bits(role + 0x51ED270B153A3ULL); }

  // What a role knows after it has made this move and seen these of its own percepts, ascending.
  static Info after(Info info, std::uint32_t move, std::span<const std::uint32_t> seen) {
    info = extend(info, move);
    for (const auto percept : seen) info = extend(info, std::uint64_t{percept} + (std::uint64_t{1} << 32));
    return info;
  }

  // What everybody knows after a joint move that everybody was told (GDL).
  static Info told(Info info, std::span<const std::uint32_t> joint_move) {
    for (const auto move : joint_move) info = extend(info, move);
    return info;
  }

  // What every role knows after a joint move; `sees` has a byte for each percept of the circuit.
  void step(std::span<Info> infos, std::span<const std::uint32_t> joint_move,
            std::span<const std::uint8_t> sees) const {
    for (std::uint32_t role = 0; role < roles(); ++role) {
      auto& info = infos[role];
      if (!hidden_) {
        info = told(info, joint_move);
        continue;
      }
      info = extend(info, joint_move[role]);
      for (std::uint32_t percept = 0; percept < count(role); ++percept) {
        if (sees[first_[role] + percept] != 0) info = extend(info, std::uint64_t{percept} + (std::uint64_t{1} << 32));
      }
    }
  }

 private:
  static Info extend(Info info, std::uint64_t what) {
    return support::mix_bits(info ^ support::mix_bits(what + 0x9E3779B97F4A7C15ULL));
  }

  bool hidden_;
  std::vector<std::uint32_t> first_{0};
};

// What a role knows after a match with percepts: its moves, and which of its percepts it saw after each, ascending.
inline Info information_state(std::uint32_t role, const std::vector<std::uint32_t>& moves,
                              const std::vector<std::vector<std::uint32_t>>& seen) {
  if (moves.size() != seen.size()) throw std::invalid_argument("each move needs what was seen after it");
  auto info = Information::start(role);
  for (std::size_t step = 0; step < moves.size(); ++step) info = Information::after(info, moves[step], seen[step]);
  return info;
}

// The same without percepts, where every joint move was told.
inline Info told_state(std::uint32_t role, const std::vector<std::vector<std::uint32_t>>& joint_moves) {
  auto info = Information::start(role);
  for (const auto& joint_move : joint_moves) info = Information::told(info, joint_move);
  return info;
}

}  // namespace woodstock::belief
