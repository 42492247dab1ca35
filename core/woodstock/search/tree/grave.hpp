// GRAVE (Cazenave 2015): UCT's tree, with moves chosen by what came of them anywhere below an ancestor.
#pragma once

#include "woodstock/search/tree/search.hpp"

namespace woodstock::search::tree {

struct GraveSettings : support::Settings {
  using Settings::Settings;
  std::uint32_t ref = whole<std::uint32_t>("ref", 50, 0, ~0U,
                                           "visits that a node needs for its all-moves-as-first statistics to be used");
  double bias = real("bias", 1e-5, 0.0, 1e6, "how soon a move's own value takes over from all-moves-as-first");
  TreeSettings tree = group<TreeSettings>();
};

class Grave final : public TreeSearch {
 public:
  Grave(const machine::Machine& machine, std::optional<std::uint32_t> chance, const GraveSettings& options);

 private:
  // All moves as first: how often a move was made at this node or below, and what came of it to the role that made it.
  struct Amaf {
    std::uint32_t visits;
    float value;
  };
  // Where the statistics of moves lie, by role and move. In a game whose moves are not all known, some share a slot.
  class Slots {
   public:
    explicit Slots(const machine::Machine& machine);
    std::size_t size() const { return first_.back(); }
    std::uint32_t operator()(std::uint32_t role, std::uint32_t move) const {
      return first_[role] + (move < counts_[role] ? move : move % counts_[role]);
    }

   private:
    std::vector<std::uint32_t> first_{0};  // by role, and the end
    std::vector<std::uint32_t> counts_;    // by role
  };
  // Of the descent that a thread is on.
  struct Trail {
    const Amaf* reference = nullptr;
    symmetry::SymmetryGroup::Element permutation =
        0;                           // between the reference and the node that the descent has come to
    std::vector<std::uint64_t> met;  // by move: the last sweep over the moves that met it
    std::uint64_t sweep = 0;
  };

  std::uint32_t choose(Worker& own, const TreeNode& node, const Arms& arms) override;
  void enter(Worker& own, TreeNode& node) override;
  void learn(Worker& own) override;
  double score(TreeEdge& edge, std::uint32_t role, const Trail& trail) const;
  std::uint32_t move_there(const Trail& trail, std::uint32_t role, std::uint32_t move) const;
  void update(Worker& own, const Step& step);

  std::uint32_t ref_;
  double bias_;
  Slots slots_;
  std::vector<Trail> trails_;  // by thread
};

}  // namespace woodstock::search::tree
