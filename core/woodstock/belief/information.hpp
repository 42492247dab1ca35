// What a role knows of a match: all that it has done and seen, and nothing else (GDL-II; Thielscher 2010).
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>
#include <stdexcept>
#include <vector>

#include "woodstock/machine/machine.hpp"
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

// How information states grow.
class Information {
 public:
  // Without percepts at all (GDL) every joint move is told to everybody.
  Information(std::uint32_t roles, bool hidden) : roles_(roles), hidden_(hidden) {}

  std::uint32_t roles() const { return roles_; }
  bool hidden() const { return hidden_; }

  // The percepts of a role, among those of all.
  static std::span<const machine::Percept> own(std::uint32_t role, std::span<const machine::Percept> seen) {
    const auto found = std::ranges::equal_range(seen, role, {}, &machine::Percept::role);
    return {found.begin(), found.end()};
  }

  // What a role sees, as a number.
  static std::uint64_t sight(std::uint32_t role, std::span<const machine::Percept> seen) {
    std::uint64_t out = 0;
    for (const auto& percept : own(role, seen)) out = support::mix_bits(out + percept.number + 1);
    return out;
  }

  std::vector<Info> start() const {
    std::vector<Info> out;
    for (std::uint32_t role = 0; role < roles(); ++role) out.push_back(start(role));
    return out;
  }
  static Info start(std::uint32_t role) { return support::mix_bits(role + 0x51ED270B153A3ULL); }

  // What a role knows after it has made this move and seen these of its own percepts, ascending.
  template <std::ranges::range Seen>
  static Info after(Info info, std::uint32_t move, const Seen& seen) {
    info = extend(info, move);
    for (const auto percept : seen) info = extend(info, std::uint64_t{percept} + (std::uint64_t{1} << 32));
    return info;
  }

  // What everybody knows after a joint move that everybody was told (GDL).
  static Info told(Info info, std::span<const std::uint32_t> joint_move) {
    for (const auto move : joint_move) info = extend(info, move);
    return info;
  }

  // What every role knows after a joint move.
  void step(std::span<Info> infos, std::span<const std::uint32_t> joint_move,
            std::span<const machine::Percept> seen) const {
    for (std::uint32_t role = 0; role < roles(); ++role) {
      const auto numbers = own(role, seen) | std::views::transform(&machine::Percept::number);
      infos[role] = hidden_ ? after(infos[role], joint_move[role], numbers) : told(infos[role], joint_move);
    }
  }

 private:
  static Info extend(Info info, std::uint64_t what) {
    return support::mix_bits(info ^ support::mix_bits(what + 0x9E3779B97F4A7C15ULL));
  }

  std::uint32_t roles_;
  bool hidden_;
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
