// The steps of a random playout, for any kind of machine.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "woodstock/machine/machine.hpp"
#include "woodstock/support/bits.hpp"

namespace woodstock::machine {

// The n-th set bit of a word, counted from 0.
inline std::uint32_t select(std::uint64_t word, std::uint32_t n) {
  for (; n > 0; --n) word &= word - 1;
  return static_cast<std::uint32_t>(std::countr_zero(word));
}

// Calls with every legal move of a role, ascending.
template <typename M, typename Each>
void for_each_legal(M& machine, std::uint32_t role, const Each& each) {
  const auto legal = machine.legal(role);
  for (std::uint32_t word = 0; word < legal.size(); ++word) {
    for (auto rest = legal[word]; rest != 0; rest &= rest - 1) {
      each(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

// Are these moves legal, one for each role?
template <typename M>
bool is_legal(M& machine, std::span<const std::uint32_t> joint_move) {
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    const auto legal = machine.legal(role);
    const auto move = joint_move[role];
    if (move / 64 >= legal.size() || (legal[move / 64] >> (move % 64) & 1U) == 0) return false;
  }
  return true;
}

// A legal move of a role, uniformly; false if there is none.
template <typename M>
bool choose(M& machine, std::uint32_t role, support::Random& random, std::uint32_t& move) {
  const auto legal = machine.legal(role);
  const auto count = support::count_bits(legal);
  if (count == 0) return false;
  auto rest = count == 1 ? 0 : random.below(count);
  std::uint32_t at = 0;
  for (;; ++at) {
    if (legal[at] == 0) continue;
    const auto here = support::count_bits(legal[at]);
    if (rest < here) break;
    rest -= here;
  }
  move = at * 64 + select(legal[at], rest);
  return true;
}

template <typename M>
bool choose_all(M& machine, support::Random& random, std::vector<std::uint32_t>& joint_move) {
  for (std::uint32_t role = 0; role < joint_move.size(); ++role) {
    if (!choose(machine, role, random, joint_move[role])) return false;
  }
  return true;
}

// What `Machine::play_out` does, for a machine whose type is known: no call in it is virtual then.
template <typename M>
PlayoutEnd play_out(M& machine, std::vector<std::uint32_t>& joint_move, Playout& playout) {
  for (playout.length = 0; !machine.terminal(); ++playout.length) {
    if (playout.length == playout.limit) return PlayoutEnd::kCapped;
    if (playout.time_limit.over()) return PlayoutEnd::kStopped;
    if (!choose_all(machine, playout.random, joint_move)) return PlayoutEnd::kBroken;
    if (playout.made != nullptr) {
      for (std::uint32_t role = 0; role < joint_move.size(); ++role) playout.made->push_back({role, joint_move[role]});
    }
    machine.advance(joint_move);
  }
  return PlayoutEnd::kTerminal;
}

}  // namespace woodstock::machine
