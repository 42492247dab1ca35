// Monte Carlo tree search: what is the same however moves are chosen in the tree.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/search/tree/tree.hpp"
#include "woodstock/support/settings.hpp"
#include "woodstock/symmetry/symmetry.hpp"

namespace woodstock::search::tree {

struct TreeSettings : support::Settings {
  using Settings::Settings;
  std::uint32_t threads = threads_setting();
  std::size_t memory = memory_setting();
  std::uint64_t seed = seed_setting();
  std::shared_ptr<const symmetry::SymmetryGroup> symmetries = {};  // of the game; none is none
};

// Each role maximises its own value (Sturtevant 2008), `random` is drawn uniformly, and where several choose at once
// each does so by its own statistics (decoupled). What is proved of a position is backed up exactly (backup.hpp).
//
// With symmetries a node stands for all states that they map to each other, in canonical form; moves at a node that map
// to each other under the symmetries of its state are one edge where one role chooses (symmetry.cpp).
//
// A classic search has none of this: it is a tree, in which a position that is reached on two ways has two nodes, what
// is proved is not asked for, and states are put into the machine whole.
//
// With several threads there is one tree under one lock, which is not held during playouts: those take most of the
// time.
class TreeSearch : public Search {
 public:
  TreeSearch(const machine::Machine& machine, std::optional<std::uint32_t> chance, const TreeSettings& options,
             std::size_t extra_words, bool records, bool classic = false);

  std::vector<std::uint64_t> decode(std::string_view text) override { return workers_[0]->machine.decode(text); }
  void set_root(std::span<const std::uint64_t> state) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

  std::size_t bytes() const { return tree_.bytes(); }

 protected:
  // A move made on the way down. What is proved needs no descent: where a proved move is chosen it is credited with its
  // value, and the way goes on through one that is not, a tour for the sake of the proof of the whole.
  struct Step {
    NodeId node = 0;
    NodeId child = 0;
    NodeId credited = 0;              // the proved child that was chosen, on a tour
    std::uint32_t edge = 0;           // where one role chooses
    std::uint32_t credited_edge = 0;  // likewise
    std::uint64_t joint_move = 0;     // where several choose
    std::size_t first_made = 0;       // the first of Worker::made that belongs to this step
    std::size_t first_below = 0;      // the first that was made after it
    std::uint32_t permutation = 0;    // the symmetry between what it leads to and what those were made in
    bool repeated = false;            // the child lies on the way already
  };
  // What a thread has of its own.
  struct Worker {
    Worker(const machine::Machine& original, std::uint64_t seed, std::uint32_t own_number)
        : number(own_number),
          copied(original.copy()),
          machine(*copied),
          random(seed, own_number),
          joint_move(original.roles()),
          outcome(original.roles()),
          counts(original.roles()),
          policy(original) {}

    std::uint32_t number;
    std::unique_ptr<machine::Machine> copied;
    machine::Machine& machine;
    support::Random random;
    support::TimeLimit time_limit{support::Deadline::min(), nullptr};
    std::vector<Step> path;
    std::vector<std::uint32_t> places;  // of the moves chosen, by step and role, where several choose
    std::vector<machine::Made> made;  // moves that were a choice, in the tree and in the playout, if they are recorded
    std::vector<std::uint32_t> joint_move;
    std::vector<double> outcome;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint32_t> moves;  // of the one who chooses, where symmetric ones count as one
    machine::OutcomePolicy policy;
    symmetry::SymmetryGroup::Scratch scratch;
    std::uint32_t permutation = 0;  // what brought the last new state into canonical form
  };
  // The moves among which a role chooses: `count` edges of a node from `first` on.
  struct Arms {
    std::uint32_t role;
    std::uint32_t first;
    std::uint32_t count;
    bool around;  // proved ones are passed over
  };

  // The place of the arm to try.
  virtual std::uint32_t choose(Worker& own, const TreeNode& node, const Arms& arms) = 0;
  // Called when a descent starts and after each step, and when its outcome is known.
  virtual void enter(Worker&, TreeNode&) {}
  virtual void learn(Worker&) {}

  const Tree& tree() const { return tree_; }
  Tree& tree() { return tree_; }
  // How far apart the goals of a role can be.
  double spread(std::uint32_t role) const { return policy_.spread(role); }
  const symmetry::SymmetryGroup* symmetries() const { return symmetries_.get(); }
  // Tells the moves that were made after a step as they look to the node at which it began.
  void map_back(Worker& own, const Step& step) const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  void work(Worker& own);
  bool descend(Worker& own);
  Step select(Worker& own, NodeId at);
  std::uint32_t select_edge(Worker& own, const TreeNode& node, bool around);
  void select_joint(Worker& own, const TreeNode& node, Step& step);
  std::uint64_t unproved(const TreeNode& node, support::Random& random) const;
  bool expand(Worker& own, Lock& lock, TreeNode& node);
  bool grow(Worker& own, Lock& lock, Step& step);
  bool play(Worker& own, Lock& lock, bool& broken);
  void prepare_move(Worker& own, const Step& step, std::size_t depth) const;
  void complete_move(Worker& own) const;
  void record(Worker& own, const Step& step, std::size_t depth) const;
  bool repeats(const Worker& own, const TreeNode& node, NodeId child) const;
  NodeId link(Worker& own, TreeNode& node, const Step& step, std::span<const std::uint64_t> state);
  void take_values(const TreeNode& node, std::vector<double>& out) const;
  void give_up(TreeNode& node) const;
  void credit(TreeNode& node, const std::vector<double>& outcome) const;
  void back_up_outcome(Worker& own);
  void put(Worker& own, std::span<const std::uint64_t> state) const;
  void credit_edge(TreeNode& node, const Step& step, const std::vector<double>& outcome);
  void set_edge_value(TreeNode& node, TreeEdge& edge, std::uint32_t role, double value);
  void credit_arms(TreeNode& node, const std::uint32_t* places, const std::vector<double>& outcome);
  void abandon(Worker& own);
  void make_room(support::Deadline deadline);
  void forget();

  // proof.cpp
  void settle(TreeNode& node, std::span<const double> values) const;
  void end(TreeNode& node, std::span<const double> values) const;
  void prove(TreeNode& node);
  void prove_joint(TreeNode& node);
  bool all_proved(const TreeNode& node) const;
  std::vector<double> joint_values(const TreeNode& node) const;

  // symmetry.cpp
  std::span<const std::uint64_t> canonical(Worker& own, std::span<const std::uint64_t> state) const;
  void find_moves(Worker& own, std::uint32_t chooser) const;
  void spread_out(SearchReport& report, std::uint32_t role) const;
  std::vector<std::uint32_t> turned_line(const std::vector<std::uint32_t>& line) const;

  // report.cpp
  std::uint32_t best_place(const TreeNode& node, std::uint32_t role) const;
  MoveEstimate estimate(const TreeNode& node, std::uint32_t role, std::uint32_t place) const;
  std::vector<std::uint32_t> line() const;
  std::uint32_t first_arm(const TreeNode& node, std::uint32_t role) const;
  std::uint32_t arm_count(const TreeNode& node, std::uint32_t role) const;

  std::uint32_t roles_;
  std::optional<std::uint32_t> chance_;
  bool records_;
  bool classic_;
  machine::OutcomePolicy policy_;
  Tree tree_;
  std::vector<std::unique_ptr<Worker>> workers_;
  NodeId root_ = 0;
  std::shared_ptr<const symmetry::SymmetryGroup> symmetries_;
  std::vector<std::uint64_t> root_state_;  // as it was given
  std::uint32_t root_permutation_ = 0;     // what brings it into canonical form

  std::mutex mutex_;
  std::atomic<std::uint64_t> left_{0};  // descents that may still begin
  std::atomic<bool> done_{false};       // the root is proved
  std::atomic<bool> full_{false};       // there is no memory for another node
  bool growing_ = true;
  std::exception_ptr failure_;
  std::uint64_t descents_ = 0;
  std::uint64_t playouts_ = 0;
  std::uint64_t depth_ = 0;
  std::uint64_t pruned_ = 0;  // descents when the tree was last pruned
};

}  // namespace woodstock::search::tree
