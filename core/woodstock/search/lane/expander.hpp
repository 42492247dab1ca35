// Legal moves and children of many states at once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/lanes/goals.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/lanes/values.hpp"
#include "woodstock/search/lane/tree.hpp"
#include "woodstock/symmetry/symmetry.hpp"

namespace woodstock::search::lane {

class LaneExpander {
 public:
  static constexpr std::size_t kMostChildren = 16 * lanes::kLanes;  // of one call, unless a single state has more

  // With symmetries moves that lead to symmetric children count as one where one role chooses, and children come in
  // canonical form (symmetry.cpp).
  LaneExpander(const lanes::Lanes& lanes, const lanes::LanePlan& plan,
               const symmetry::SymmetryGroup* symmetries = nullptr);

  // Works out the positions of these states, which are not terminal. Where they have more children together than one
  // call should take, those of the last are left out: `expanded` says how many there are.
  void expand(std::span<const std::uint64_t* const> states);
  std::size_t expanded() const { return expanded_; }
  Position position(std::size_t state) const;
  // The phase of the clock in which the children of a state are.
  std::size_t phases() const { return plan_.phases.size(); }
  std::uint32_t phase_after(const std::uint64_t* state) const { return plan_.after(plan_.phase_of(state).value()); }

  // All legal moves of a role, also those that another stands for.
  std::vector<std::uint32_t> legal_of(const std::uint64_t* state, std::uint32_t role);

  // The state itself: is it over, and with which goals?
  struct End {
    bool terminal = false;
    std::vector<double> goals;  // by role, from 0 to 1
  };
  End end_of(const std::uint64_t* state);

  // The children of states under one joint move each.
  struct Request {
    const std::uint64_t* state;
    std::vector<std::uint32_t> joint_move;
  };
  void make(std::span<const Request> requests);
  struct Child {
    std::span<const std::uint64_t> state;
    bool terminal;
    std::span<const std::int32_t> goals;  // by role
  };
  Child child(std::size_t request) const {
    return {{states_.data() + request * words_, words_},
            terminal_[request] != 0,
            {ends_.data() + request * roles_, roles_}};
  }

 private:
  // What a child is made of, next to its joint move.
  struct Source {
    const std::uint64_t* state;
    std::uint32_t phase;
  };
  void find_legal(std::span<const std::uint64_t* const> states, std::uint32_t phase,
                  std::span<const std::uint32_t> members);
  void list_children(std::size_t state, const std::uint64_t* words);
  void join_moves(std::span<const std::uint64_t* const> states);
  void join_moves(std::size_t state, const std::uint64_t* words, std::uint32_t chooser);
  void turn_children();
  void make_children();
  void make_children(std::uint32_t phase, std::span<const std::uint32_t> members);
  void read_ends(const lanes::LaneVariant& variant, std::span<const std::uint32_t> members);

  const circuit::Circuit& circuit_;
  const lanes::LaneKernel& kernel_;
  const lanes::LanePlan& plan_;
  const symmetry::SymmetryGroup* symmetries_;
  symmetry::SymmetryGroup::Scratch scratch_;
  std::optional<std::uint32_t> chance_;
  std::uint32_t roles_;
  std::uint32_t words_;
  std::vector<std::uint32_t> first_move_;  // per role
  lanes::LaneGoals goals_;
  lanes::LaneValues values_;  // between calls all moves are unset
  lanes::LaneValues room_;

  struct Found {
    std::uint32_t legal = 0;  // where its legal moves begin
    std::uint32_t moves = 0;
    std::uint32_t first_child = 0;
    std::uint32_t children = 0;
  };
  std::vector<Found> found_;
  std::vector<std::uint32_t> counts_;  // by state, then by role
  std::vector<std::uint32_t> legal_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> met_;  // by role: lane and move
  std::size_t expanded_ = 0;

  std::vector<Source> sources_;
  std::vector<std::uint32_t> joint_moves_;  // by child, then by role
  std::vector<std::uint64_t> states_;
  std::vector<std::uint8_t> terminal_;
  std::vector<std::int32_t> ends_;  // goals by child, then by role
  std::vector<std::uint64_t> stored_;
};

}  // namespace woodstock::search::lane
