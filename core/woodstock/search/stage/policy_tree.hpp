// The policy tree of MAC-UCB: stages that were solved, what their solutions are estimated to be worth, what is proved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/search/search.hpp"
#include "woodstock/search/stage/arms.hpp"
#include "woodstock/search/stage/stage.hpp"
#include "woodstock/symmetry/symmetry.hpp"

namespace woodstock::search::stage {

// A solved stage, enriched with what UCB found of it (paper 002, section 4).
struct EnrichedStage {
  std::vector<std::uint64_t> state;
  std::vector<std::uint32_t> joint_moves;  // its solutions, one after another
  std::vector<std::uint32_t> nogoods;      // which of them are below the threshold
};

// Whether solutions are the same up to a symmetry of the game, or as far as estimates tell.
enum class Alike : std::uint8_t { exactly, estimated };

// Nodes are states at a distance from the start of the search; the same state at the same distance is one node, so the
// tree is a graph without cycles, and an estimate is made once (the cache of paper 000, section 4.4). With symmetries a
// node stands for all states that they map to each other, in canonical form: a stage that is symmetric to one that was
// met before is neither solved nor estimated again (paper 002, section 4).
class PolicyTree {
 public:
  using Number = std::uint32_t;

  struct Node {
    std::uint64_t first = 0;  // of its children, in `children`
    std::uint32_t count = 0;  // 0: the stage is not solved yet, or there is none
    std::uint32_t depth = 0;
    std::uint32_t visits = 0;  // playouts from here
    double support = 0.0;      // of its values, as of an arm
    std::uint32_t stages = 0;  // solved on ways that lead through here
    std::uint32_t pruned = 0;  // decisions below the threshold
    std::uint32_t shape = 0;   // of its solutions, in `shapes`
    bool over = false;         // the game ends here
    bool waiting = false;      // the stage is solved, and nothing is known of its solutions yet
    bool complete = false;     // there is nothing left to solve from here on
    bool proved = false;       // and the values are exact
    bool compared = false;     // symmetries among its solutions were looked for
  };
  using JointMove = std::vector<std::uint32_t>;

  PolicyTree(std::uint32_t roles, std::optional<std::uint32_t> chance, std::uint32_t words,
             const BanditSettings& bandit = {}, const symmetry::SymmetryGroup* symmetries = nullptr)
      : roles_(roles), chance_(chance), words_(words), bandit_(bandit), symmetries_(symmetries) {}

  std::uint32_t roles() const { return roles_; }
  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const;
  Node& operator[](Number node) { return nodes_[node]; }
  const Node& operator[](Number node) const { return nodes_[node]; }
  Number root() const { return 0; }
  std::span<const std::uint64_t> state(Number node) const {
    return {states_.data() + std::size_t{node} * words_, words_};
  }
  std::span<double> values(Number node) { return {values_.data() + std::size_t{node} * roles_, roles_}; }
  std::span<const double> values(Number node) const { return {values_.data() + std::size_t{node} * roles_, roles_}; }
  std::span<const Number> children(Number node) const {
    return {children_.data() + nodes_[node].first, nodes_[node].count};
  }
  std::span<const std::uint32_t> joint_move(Number node, std::size_t child) const {
    return {moves_.data() + (nodes_[node].first + child) * roles_, roles_};
  }
  // Per child, the playouts that were made through this node for it.
  std::span<std::uint32_t> weights(Number node) { return {weights_.data() + nodes_[node].first, nodes_[node].count}; }
  std::span<const std::uint32_t> weights(Number node) const {
    return {weights_.data() + nodes_[node].first, nodes_[node].count};
  }
  // Per child, the playouts that are meant for it.
  std::span<std::uint32_t> pending(Number node) { return {pending_.data() + nodes_[node].first, nodes_[node].count}; }
  // The decisions of a solved node, and what is known of them.
  const StageShape& shape(Number node) const { return shapes_[nodes_[node].shape]; }
  Arms arms(Number node) const;
  const BanditSettings& bandit() const { return bandit_; }
  // The threshold of paper 000, section 4.4, for all stages.
  void set_threshold(double threshold) { bandit_.threshold = threshold; }

  // Makes this state the root; keeps what follows from it if it is at most a few steps from the old one.
  void set_root(std::span<const std::uint64_t> given);
  // Enters the solutions of a stage.
  void enter(Number node, const StageSolutions& solutions);
  // Takes the solutions out again: the stage counts as unsolved, with the value it had before.
  void withdraw(Number node) { nodes_[node].count = 0; }
  // Works out what a solved node is worth from its children, and which decisions are below the threshold.
  void back_up(Number node);
  // The child that all choose, where they can be said to choose; the first of equals by chance.
  std::optional<std::size_t> best_child(Number node) const;

  // The solved stages whose solutions were not compared yet, with something left to solve: the root first, then those
  // that most ways lead through.
  std::vector<EnrichedStage> stages_to_compare(std::size_t most) const;
  // Solutions of one class share what follows from now on: of the nodes that they lead to the one that is known best
  // stands for all. Weights stay with the solutions. Returns how many lead elsewhere than before: 0 if there is no such
  // stage any more. Throws std::invalid_argument if it has no such solution.
  std::uint64_t join(std::span<const std::uint64_t> state, std::span<const std::vector<JointMove>> classes,
                     Alike alike);

  // Drops the solutions of stages that were solved last and lie off the principal line, when memory is short.
  void forget();

  // Decisions below the threshold, in all stages that are solved.
  std::uint64_t pruned() const;
  // Of the root in canonical form.
  SearchReport report(std::uint32_t role) const;

 private:
  std::uint32_t shape_of(std::span<const std::uint32_t> joint_moves);
  Number add(std::span<const std::uint64_t> state, std::uint32_t depth);
  Number find_or_add(std::span<const std::uint64_t> state, std::uint32_t depth);
  std::span<const std::uint64_t> canonical(std::span<const std::uint64_t> state);
  std::optional<Number> find(std::span<const std::uint64_t> state, std::uint32_t depth) const;
  std::optional<Number> find_near(std::span<const std::uint64_t> state) const;
  EnrichedStage enriched(Number node) const;
  std::uint64_t join(Number node, std::span<const std::vector<std::size_t>> classes, Alike alike);
  std::vector<std::vector<std::size_t>> places(Number node, std::span<const std::vector<JointMove>> classes) const;
  bool leads_elsewhere(Number node, std::size_t child) const { return joined_[nodes_[node].first + child] != kOwn; }
  std::size_t owner(Number node, std::size_t child) const;
  void rebuild(Number root, const std::function<bool(Number)>& keep);
  std::vector<std::uint32_t> decided(const StageShape& shape) const;
  static std::vector<double> values_of(const std::vector<Arm>& arms);
  static std::size_t preferred(const std::vector<Arm>& arms, std::uint32_t role);
  MoveEstimate estimate(const StageShape& shape, const std::vector<Arm>& arms, std::uint32_t role,
                        std::size_t move) const;

  // Where a child leads: to its own state, or to that of another solution.
  enum Joined : std::uint8_t { kOwn, kSymmetric, kEstimated };

  std::uint32_t roles_;
  std::optional<std::uint32_t> chance_;
  std::uint32_t words_;
  BanditSettings bandit_;
  const symmetry::SymmetryGroup* symmetries_;
  symmetry::SymmetryGroup::Scratch scratch_;
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> states_;
  std::vector<double> values_;
  std::vector<Number> children_;
  std::vector<std::uint32_t> weights_;  // per child
  std::vector<std::uint32_t> pending_;  // per child
  std::vector<Joined> joined_;          // per child
  std::vector<std::uint32_t> moves_;
  std::vector<StageShape> shapes_;                        // each once: a game has few
  std::unordered_multimap<std::uint64_t, Number> known_;  // by hash of state and depth
  std::uint32_t deepest_ = 0;
};

}  // namespace woodstock::search::stage
