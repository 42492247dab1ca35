// What the players that grow a tree have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/propagation.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::qcsp {

// Nodes are positions, with the domains that propagation leaves there; children are the values of the next variable.
class TreePlayer : public Player {
 protected:
  static constexpr std::uint32_t unexpanded = ~std::uint32_t{0};
  struct Child {
    double sum = 0.0;  // wins of the existential player
    std::uint32_t visits = 0;
    std::uint32_t node = unexpanded;
    float weight = 1.0F;  // what else a player goes by
    std::uint8_t value = 0;
    Proof proof = Proof::unknown;
  };
  struct Node {
    std::uint32_t variable;
    std::uint32_t first;  // child
    std::uint32_t children;
    std::size_t domains;
    float share = 1.0F;  // of the terminal nodes under each child
    std::uint32_t visits = 0;
    double sum = 0.0;
  };
  struct Step {
    std::uint32_t node, child;
  };

  TreePlayer(const Problem& problem, std::uint64_t seed, std::uint64_t memory)
      : Player(problem), propagator_(problem), random_(seed), memory_(memory) {}

  std::span<const Child> children(const Node& node) const { return {children_.data() + node.first, node.children}; }
  bool full() const {
    return domains_.size() * sizeof(Mask) + children_.size() * sizeof(Child) + nodes_.size() * sizeof(Node) > memory_;
  }
  // A tree without nodes. Its root is to have the domains in `scratch_`, with what is set before it.
  void clear(std::span<const std::uint32_t> prefix, Level level) {
    level_ = level;
    nodes_.clear();
    children_.clear();
    path_.clear();
    domains_.clear();
    for (std::uint32_t x = 0; x < prefix.size(); ++x) scratch_[x] = bit(prefix[x]);
  }
  // Keeps the domains in `scratch_` for a node, and brings them back. Says where they lie.
  std::size_t keep_domains() {
    domains_.insert(domains_.end(), scratch_.begin(), scratch_.end());
    return domains_.size() - scratch_.size();
  }
  void load(const Node& node) {
    const auto* from = domains_.data() + node.domains;
    scratch_.assign(from, from + problem_.variables());
  }
  // Into `scratch_`: the domains of a node after a value of its variable; false if that is lost.
  bool enter(const Node& node, std::uint32_t value) {
    load(node);
    return propagator_.assign(scratch_.data(), node.variable, value, level_);
  }
  std::uint32_t add(const Node& node) {
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size()) - 1;
  }
  void back_up(double result) {
    for (const auto& step : path_) {
      ++nodes_[step.node].visits;
      nodes_[step.node].sum += result;
      ++children_[step.child].visits;
      children_[step.child].sum += result;
    }
  }
  // What is known of the root: worth(child) of every child, and the best of them by better(one, other).
  template <typename Worth, typename Better>
  void report(Choice& choice, Worth worth, Better better) const {
    const auto& root = nodes_[0];
    const Child* best = nullptr;
    for (const auto& child : children(root)) {
      choice.estimates.push_back({child.value, worth(child), child.visits});
      if (best == nullptr || better(child, *best)) best = &child;
    }
    choice.value = best->value;
    choice.playouts = playouts_;
    choice.nodes += nodes_.size();
    choice.depth = deepest_ > root.variable ? deepest_ - root.variable : 0;
  }

  Propagator propagator_;
  support::Random random_;
  Level level_ = Level::strong;
  std::vector<Node> nodes_;
  std::vector<Child> children_;
  std::vector<Step> path_;
  Domains scratch_;
  std::uint64_t playouts_ = 0;
  std::uint32_t deepest_ = 0;

 private:
  std::uint64_t memory_;
  std::vector<Mask> domains_;
};

}  // namespace woodstock::qcsp
