// The tree of a search over beliefs: what a role may come to believe, and what everybody can decide there.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/belief/particles.hpp"
#include "woodstock/search/search.hpp"

namespace woodstock::search::stage {

// What may be seen after a decision, and what is believed then.
struct BeliefOutcome {
  double probability;
  std::uint32_t child;
};

// A move for each role but chance.
struct BeliefDecision {
  std::vector<std::uint32_t> moves;  // by role; 0 for chance
  double mass = 0.0;                 // how likely it is legal
  double over = 0.0;                 // how likely it ends the game
  std::vector<double> goals;         // by role, over those ends
  std::vector<BeliefOutcome> outcomes;
  std::uint32_t same = 0;  // the first decision of the node that is this one up to symmetry; they share what follows
};

// States in which everybody has the same moves: the decisions there, with the last role running fastest.
struct BeliefGroup {
  double mass = 0.0;
  std::vector<std::uint32_t> counts;  // by role; 1 for chance
  std::vector<std::uint32_t> decisions;
};

struct BeliefNode {
  belief::Particles belief;
  bool sampled = false;  // its states are not all there are
  std::vector<BeliefDecision> decisions;
  std::vector<BeliefGroup> groups;
  std::vector<double> values;  // by role
  std::uint64_t visits = 0;    // playouts from its states
  double spread = 1.0;
  std::uint32_t stages = 0;  // solved here and below
  std::uint32_t depth = 0;
  bool complete = false;  // nothing is left to solve here or below
  bool proved = false;
};

class BeliefTree {
 public:
  BeliefTree(std::uint32_t roles, std::optional<std::uint32_t> chance) : roles_(roles), chance_(chance) {}

  std::uint32_t roles() const { return roles_; }
  std::size_t size() const { return nodes_.size(); }
  std::uint64_t bytes() const { return bytes_; }
  BeliefNode& operator[](std::uint32_t node) { return nodes_[node]; }
  const BeliefNode& operator[](std::uint32_t node) const { return nodes_[node]; }

  void clear();
  std::uint32_t add(belief::Particles belief, std::uint32_t depth, bool sampled);

  // The roles that have a choice in some of the states.
  std::vector<std::uint32_t> choosing(const BeliefNode& node) const;
  // What a decision is worth to each role, over all that may be seen, and how far that may be off.
  std::vector<double> value(const BeliefDecision& decision) const;
  double spread(const BeliefDecision& decision) const;
  bool complete(const BeliefDecision& decision) const;
  bool proved(const BeliefDecision& decision) const;

  void back_up(std::uint32_t node);
  SearchReport report(std::uint32_t role) const;

 private:
  struct Worth {
    std::vector<double> values;
    bool exact = true;
  };

  Worth worth(const BeliefNode& node, const BeliefGroup& group, std::span<const double> values,
              std::optional<std::pair<std::uint32_t, std::uint32_t>> forced) const;
  MoveEstimate estimate(const BeliefNode& node, std::uint32_t role, std::uint32_t move,
                        std::span<const double> values) const;

  std::uint32_t roles_;
  std::optional<std::uint32_t> chance_;
  std::deque<BeliefNode> nodes_;
  std::uint64_t bytes_ = 0;
};

}  // namespace woodstock::search::stage
