// The decisions of a stage as the arms of a bandit (paper 000, section 4.3): which to try next, what all are worth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace woodstock::search::stage {

// How the solutions of a stage are laid out: joint moves with the last role running fastest. A decision is a move for
// each role but chance; its outcomes, one for each move of chance, lie `stride` apart.
class StageShape {
 public:
  StageShape(std::vector<std::uint32_t> counts, std::optional<std::uint32_t> chance);

  const std::vector<std::uint32_t>& counts() const { return counts_; }
  // The roles but chance with more than one legal move.
  const std::vector<std::uint32_t>& choosers() const { return choosers_; }
  std::size_t decisions() const { return decisions_; }
  std::size_t outcomes() const { return outcomes_; }
  std::size_t solution(std::size_t decision, std::size_t outcome) const {
    return decision / stride_ * stride_ * outcomes_ + outcome * stride_ + decision % stride_;
  }
  std::size_t decision(std::size_t solution) const {
    return solution / (stride_ * outcomes_) * stride_ + solution % stride_;
  }
  // Which of its moves a role makes.
  std::size_t move(std::size_t decision, std::uint32_t role) const {
    return solution(decision, 0) / strides_[role] % counts_[role];
  }

 private:
  std::vector<std::uint32_t> counts_;  // by role
  std::vector<std::uint32_t> choosers_;
  std::vector<std::size_t> strides_;  // by role
  std::size_t decisions_ = 1, outcomes_ = 1, stride_ = 1;
};

// What is known of a decision. Its worth is the mean over what chance may do, all of it with the same share: where some
// outcomes were looked at often and others hardly, it is as uncertain as if it rested on few playouts.
struct Arm {
  double weight = 0.0;             // playouts that were made for it
  double support = 0.0;            // as many independent playouts would leave it as uncertain as it is
  double pending = 0.0;            // playouts that are meant for it
  std::span<const double> values;  // by role
  bool complete = true;            // there is nothing left to solve below it
  bool proved = true;              // and the values are exact
  bool closed = false;             // there is no way on from it for now
};

// The decisions of a stage. Means over what chance may do are kept here, other values where they are.
struct Arms {
  std::vector<Arm> list;
  std::vector<double> means;
};

// How estimates are used. The published way (paper 000) goes on from the decision with the highest bound of UCB1 and
// takes a stage to be worth as much as its best decision. With few playouts the highest mean is mostly a lucky one. So
// our own way first draws means towards each other, by as much as chance alone explains their spread, and mixes the
// best of them with the mean over all decisions, each with its weight, as UCT has it.
struct BanditSettings {
  double width = 1.4142135623730951;  // of the confidence bounds
  bool published = true;
  double best = 0.5;  // the share of the best decision in what a stage is worth; as published, 1
  // Of section 4.4; without one, what the best decision of the stage is worth at least.
  std::optional<double> threshold = {};
};

// The decision to go on from. `spared`: without the threshold it would have been another one.
struct Choice {
  std::size_t decision;
  bool spared = false;
};

class Bandit {
 public:
  Bandit(const StageShape& shape, const std::vector<Arm>& arms, const BanditSettings& settings);

  // The decision to go on from, among those where something is left to solve: that with the highest upper bound for
  // the role that chooses. Where several choose at once each looks at its own moves alone. None if nothing is left.
  std::optional<Choice> choose() const;
  // What the stage is worth to each role, and how many playouts would leave that as uncertain as it is.
  std::vector<double> worth() const;
  double support() const;
  // With confidence worth less to the one role that chooses than another decision is.
  bool pruned(std::size_t decision) const { return !pruned_.empty() && pruned_[decision] != 0; }
  std::size_t pruned() const { return static_cast<std::size_t>(std::ranges::count(pruned_, 1)); }
  // The best decision for a role, by its mean; one that is known beats an estimate that is equal.
  std::size_t best(std::uint32_t role) const;

 private:
  std::vector<double> stage_mean() const;
  void prune();
  std::optional<Choice> choose_apart() const;
  std::size_t choose_alone(std::uint32_t role) const;
  double bound(double mean, double support) const;
  double prior(std::uint32_t role) const;
  double drawn(const Arm& arm, std::uint32_t role, double prior) const;

  const StageShape& shape_;
  const std::vector<Arm>& arms_;
  BanditSettings settings_;
  double support_ = 0.0;      // of all arms, with what is pending
  std::vector<double> mean_;  // of the stage, by role
  std::vector<std::uint8_t> pruned_;
};

// Half the width of an interval that holds the mean of so many values from 0 to 1 with 95 % (Hoeffding).
double hoeffding(double values);

}  // namespace woodstock::search::stage
