// 512 games that are stepped side by side, one in each lane.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "woodstock/environments/counter.hpp"
#include "woodstock/environments/setup.hpp"
#include "woodstock/lanes/goals.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/lanes/values.hpp"

namespace woodstock::environments {

// What all blocks of a game share.
struct Rules {
  Rules(lanes::Lanes& lanes, const Setup& setup);

  lanes::Lanes& lanes;
  const Setup& setup;
  const lanes::LanePlan& plan;
  const lanes::LaneVariant& variant;
  std::vector<std::uint32_t> first_moves;            // per role
  std::vector<std::vector<circuit::Literal>> legal;  // per role, by move
  std::vector<std::vector<circuit::Literal>> busy;   // per role, those other than the idle move
  std::vector<std::vector<circuit::Literal>> shown;  // per cell; with percepts per role and cell, of its memory
  std::vector<std::uint32_t> first_percepts;         // per role
  std::vector<std::uint64_t> start;                  // the initial state
  std::vector<std::uint8_t> is_asked;                // per role

  std::uint32_t roles() const { return lanes.roles(); }
  std::uint32_t cells() const { return static_cast<std::uint32_t>(setup.sources.size()); }
  // Moves and percepts of a role: its memory has a wire for each as it was in the last step, and one for whether it
  // ever was.
  std::uint32_t remembered(std::uint32_t role) const;
};

class Block {
 public:
  Block(const Rules& rules, std::uint32_t lanes);

  void seed(std::uint64_t seed, std::uint64_t stream);
  // Begins these games again.
  void restart(const lanes::LaneMask& games);
  // Takes in the actions of the next step, and the games that begin again instead of it; the first action that cannot
  // be made. A lane stays as it is where a role that is to move has kNothing.
  std::optional<BadAction> take(const std::int32_t* actions, const lanes::LaneMask& anew);
  // Makes these actions, then random moves until some asked role is to move or the game is over.
  void step(const Outputs& out);
  // Observations, masks and turns.
  void write(const Outputs& out);
  // Random legal actions of the asked roles that are to move, kNothing for the others.
  void sample(std::int32_t* actions);
  void states(std::uint64_t* out) const;
  std::uint32_t size() const { return size_; }

 private:
  std::size_t asked() const { return rules_.setup.asked.size(); }
  std::size_t columns() const { return rules_.setup.together ? asked() : 1; }
  // Where the action of an asked role is.
  std::size_t column(std::uint32_t lane, std::size_t place) const {
    return lane * columns() + (rules_.setup.together ? place : 0);
  }
  // Makes a step in the active lanes: the moves that stand, idle and random ones beside them. The lanes in which some
  // role has no legal move.
  lanes::LaneMask play(const lanes::LaneMask& active);
  lanes::LaneMask set_others(const lanes::LaneMask& active);
  void clear_moves();
  lanes::LaneMask choose(std::uint32_t role, const lanes::LaneMask& active, lanes::LaneValues& random);
  void remember(const lanes::LaneMask& active);
  void settle(lanes::LaneMask active, lanes::LaneMask stuck, const Outputs* out);
  void end(const lanes::LaneMask& terminal, const lanes::LaneMask& cut, const Outputs& out);
  void begin(const lanes::LaneMask& games);
  void look();
  void write_observations(const lanes::LaneMask& games, std::uint8_t* out);
  void write_masks(std::uint8_t* out);
  template <typename Gather>
  void write_bits(const lanes::LaneMask& games, std::uint32_t width, std::uint8_t* out, Gather gather);
  void gather(const std::vector<circuit::Literal>& literals, std::uint32_t first, std::uint32_t count,
              const lanes::LaneValues& values, const lanes::LaneMask& games);

  const Rules& rules_;
  const lanes::LaneKernel& kernel_;
  std::uint32_t size_;
  lanes::LaneMask used_;
  lanes::LaneMask over_;   // games that ended and do not begin again by themselves
  lanes::LaneMask ready_;  // games in which an asked role is to move
  lanes::LaneValues values_, room_, random_, sampling_;
  lanes::LaneGoals goals_;
  std::vector<lanes::LaneValues> memories_;  // per asked role
  std::vector<lanes::LaneMask> to_move_;     // per asked role
  std::vector<lanes::LaneMask> watching_;    // per asked role: the lanes whose row is its own
  lanes::LaneMask taken_;                    // games for which actions were taken in
  lanes::LaneMask anew_;                     // games that begin again instead of the next step
  LaneCounter steps_;
  alignas(64) std::array<std::uint64_t, std::size_t{64} * lanes::kLaneWords> rows_{};
};

}  // namespace woodstock::environments
