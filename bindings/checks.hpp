// What comes from Python is of the game it is meant for, or a ValueError: the core takes that for granted.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/lanes/lanes.hpp"
#include "woodstock/machine/machine.hpp"

namespace woodstock {

// More roles than any game has. Where no game is at hand to ask, this is what tells a role from a stray number.
inline constexpr std::uint32_t kMostRoles = 1U << 16;

void check_role(std::uint32_t role, std::uint32_t roles);
void check_chance(std::optional<std::uint32_t> chance, std::uint32_t roles);
// A move for each role, of those that it may ever have.
void check_joint_move(const machine::Machine& machine, std::span<const std::uint32_t> joint_move);
// The words of some states, one after another.
void check_states(const machine::Machine& machine, std::span<const std::uint64_t> words);
// A belief is of the game that is searched: these are their machines.
void check_belief_game(const machine::Machine& one, const machine::Machine& other);
// Lanes are of the circuit that the machine runs.
void check_lanes(const lanes::Lanes* lanes, const machine::Machine& machine);

}  // namespace woodstock
