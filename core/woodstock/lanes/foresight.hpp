// What playouts may know beyond the rules: decisive and anti-decisive moves (Teytaud and Teytaud, 2010).
//
// A move is decisive if it ends the game with the best goal of the role that makes it. Whether it does is a gate over
// the fluents before the move: terminal and goal, with what the move makes of each fluent instead of that fluent. Most
// moves change little, so most of these gates are shared. A role that looks one ply ahead makes a decisive move when it
// has one; a role that looks two plies ahead otherwise avoids moves that win for the next role, or let it win at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/lanes/clock.hpp"

namespace woodstock::lanes {

// The moves that a role chooses among in one phase of the clock, by literals of a store over the fluents.
struct Preferred {
  const circuit::GateStore* store = nullptr;
  std::vector<circuit::Literal> moves;  // per move of all roles; kUnmapped where it counts whenever it is legal
};

class Foresight {
 public:
  static constexpr std::uint32_t kMostPlies = 2;

  // Looks so many plies ahead, or fewer where that takes too many gates.
  Foresight(const circuit::Circuit& circuit, const circuit::GoalTable& goals, std::optional<std::uint32_t> chance,
            const Clock& clock, std::uint32_t plies);
  Foresight(const Foresight&) = delete;
  Foresight& operator=(const Foresight&) = delete;

  // How far it looks: 0 where nobody would choose otherwise than at random.
  std::uint32_t plies() const { return plies_; }
  const Preferred& preferred(std::size_t phase) const { return preferred_[phase]; }

 private:
  circuit::GateStore store_;
  std::vector<Preferred> preferred_;  // per phase
  std::uint32_t plies_ = 0;
};

}  // namespace woodstock::lanes
