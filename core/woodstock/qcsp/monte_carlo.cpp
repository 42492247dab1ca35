// The Monte-Carlo players of paper 004, section 3: UCT over the game tree of a quantified network.
#include <algorithm>
#include <cmath>

#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/solver.hpp"
#include "woodstock/qcsp/tree_player.hpp"

namespace woodstock::qcsp {

namespace {

// Algorithm 1 of the paper: descend by UCB to a leaf, expand it (algorithm 2), play one of its children out at random,
// and tell the result to all on the way. Equation 4 corrects what is seen by the share of the tree that was pruned.
class MonteCarlo final : public TreePlayer {
 public:
  MonteCarlo(const Problem& problem, const MonteCarloSettings& settings)
      : TreePlayer(problem, settings.seed, settings.memory), settings_(settings) {}

  Choice choose(std::span<const std::uint32_t> prefix, const Limits& limits) {
    problem_.check_prefix(prefix);
    Budget budget(limits);
    start(prefix);
    while (!over_ && !budget.over()) {
      iterate();
      budget.spend();
    }
    return report();
  }

 private:
  // Propagation has refuted it: its evaluation value is minus infinity. The weight of the others is 1 - l/L of equation
  // 4, the share of their terminal nodes that is not pruned.
  static bool dead(const Child& child) { return child.proof == Proof::lost; }

  // A position that SQGAC gives up is played on with the weaker consistency: the adversary may err.
  void start(std::span<const std::uint32_t> prefix) {
    playouts_ = 0;
    deepest_ = 0;
    auto level = Level::strong;
    values_.assign(prefix.begin(), prefix.end());
    values_.resize(problem_.variables());
    scratch_ = problem_.full();
    if (propagating() && !propagator_.start(prefix, Level::strong, scratch_)) {
      level = Level::weak;
      if (!propagator_.start(prefix, Level::weak, scratch_)) scratch_ = problem_.full();
    }
    clear(prefix, level);
    expand(static_cast<std::uint32_t>(prefix.size()));
    over_ = settled(nodes_[0]);
  }

  void iterate() {
    path_.clear();
    std::uint32_t number = 0;
    while (true) {
      const auto which = select(nodes_[number]);
      if (which == nodes_[number].children) return update(0.0);  // nothing is left that propagation did not prune
      const auto& node = nodes_[number];
      path_.push_back({number, node.first + which});
      auto& child = children_[node.first + which];
      values_[node.variable] = child.value;
      if (child.node != unexpanded) {
        number = child.node;
        continue;
      }
      const auto next = node.variable + 1;
      deepest_ = std::max(deepest_, next);
      enter(node, child.value);
      if (next == problem_.variables() || full()) {
        return update(propagating() ? play_out(next) : play_out_blindly(next));
      }
      number = expand(next);
      // The leaf was just expanded: one of its children, at random, is played out.
      const auto& leaf = nodes_[number];
      float open = 0.0F;
      for (const auto& below : children(leaf)) open += leaf.share * below.weight;
      children_[path_.back().child].node = number;
      reprune(path_.size() - 1, children_[path_.back().child].weight, open);
      if (settings_.update == Update::deep && settled(leaf)) {
        bury(path_.size() - 1);
        return update(0.0);
      }
      std::vector<std::uint32_t> alive;
      for (auto i = leaf.first; i < leaf.first + leaf.children; ++i) {
        if (!dead(children_[i])) alive.push_back(i);
      }
      if (alive.empty()) return update(0.0);
      const auto chosen = alive[random_.below(static_cast<std::uint32_t>(alive.size()))];
      path_.push_back({number, chosen});
      values_[next] = children_[chosen].value;
      if (!propagating()) return update(play_out_blindly(next + 1));
      enter(leaf, children_[chosen].value);
      return update(play_out(next + 1));
    }
  }

  // Is it clear from its children that the node eventually leads to a violation (the deep update, section 3.2)?
  bool settled(const Node& node) const {
    const bool one_is_enough = problem_.universal(node.variable) && settings_.update == Update::deep;
    return one_is_enough ? std::ranges::any_of(children(node), dead) : std::ranges::all_of(children(node), dead);
  }

  // The child to follow, or the number of children if there is none.
  std::uint32_t select(const Node& node) const {
    const double sign = problem_.universal(node.variable) ? -1.0 : 1.0;
    const double scale = 2.0 * std::log(static_cast<double>(std::max(node.visits, 1U)));
    auto best = node.children;
    double highest = 0.0;
    for (std::uint32_t i = 0; i < node.children; ++i) {
      const auto& child = children_[node.first + i];
      if (dead(child)) continue;
      if (child.visits == 0) return i;
      const double visits = child.visits;
      const double bound = sign * child.sum / visits * static_cast<double>(child.weight) + std::sqrt(scale / visits);
      if (best == node.children || bound > highest) {
        best = i;
        highest = bound;
      }
    }
    return best;
  }

  // The values that get a child, and the share of the node's terminal nodes under each. The pure value rule prunes no
  // losses: the values that it leaves stand for those that it removes.
  Mask candidates(std::uint32_t variable, float& share) {
    const auto domain = scratch_[variable];
    const auto pure = propagator_.pure(scratch_.data(), variable);
    auto values = domain;
    if (pure != 0) values = problem_.universal(variable) && pure != domain ? domain & ~pure : pure & ~(pure - 1);
    const auto left = static_cast<float>(count(domain)) / static_cast<float>(problem_.size(variable));
    share = left / static_cast<float>(count(values));
    return values;
  }

  // Algorithm 2, for the position with `scratch_` as domains.
  std::uint32_t expand(std::uint32_t variable) {
    float share = 1.0F;
    const auto values = candidates(variable, share);
    const Node node{variable, static_cast<std::uint32_t>(children_.size()), count(values), keep_domains(), share};
    for (auto rest = values; rest != 0; rest &= rest - 1) {
      Child child;
      child.value = static_cast<std::uint8_t>(lowest(rest));
      if (propagating() && !enter(node, child.value)) {
        child.proof = Proof::lost;
        child.weight = 0.0F;
      } else if (settings_.terminals && propagating()) {
        child.weight = left_open(variable + 1);
      }
      children_.push_back(child);
    }
    return add(node);
  }

  // The same without propagation, where that is not wanted.
  bool enter(const Node& node, std::uint32_t value) {
    if (propagating()) return TreePlayer::enter(node, value);
    load(node);
    scratch_[node.variable] = bit(value);
    return true;
  }

  // The share of the terminal nodes below that hold no value which propagation has removed, with `scratch_` as domains.
  float left_open(std::uint32_t variable) const {
    const auto all = promise(problem_, problem_.full().data(), variable);
    return static_cast<float>(std::exp2(promise(problem_, scratch_.data(), variable) - all));
  }

  double play_out(std::uint32_t variable) {
    ++playouts_;
    return random_playout(propagator_, scratch_.data(), variable, level_, random_) ? 1.0 : 0.0;
  }

  double play_out_blindly(std::uint32_t variable) {
    ++playouts_;
    for (auto x = variable; x < problem_.variables(); ++x) values_[x] = any(problem_.full()[x], random_);
    return problem_.satisfied(values_) ? 1.0 : 0.0;
  }

  void update(double result) {
    nodes_[0].visits += path_.empty() ? 1 : 0;
    back_up(result);
  }

  // A child of the path has another share of terminal nodes left: so have those above it.
  void reprune(std::size_t step, float before, float after) {
    float change = after - before;
    for (auto i = step + 1; i-- > 0;) {
      auto& child = children_[path_[i].child];
      if (dead(child)) return;
      child.weight += change;
      change *= nodes_[path_[i].node].share;
    }
  }

  // Minus infinity goes up as far as it reaches.
  void bury(std::size_t step) {
    for (auto i = step + 1; i-- > 0;) {
      auto& child = children_[path_[i].child];
      if (dead(child)) return;
      reprune(i, child.weight, 0.0F);
      child.proof = Proof::lost;
      if (!settled(nodes_[path_[i].node])) return;
      if (i == 0) over_ = true;
    }
  }

  Choice report() const {
    const bool universal = problem_.universal(nodes_[0].variable);
    Choice choice;
    if (level_ == Level::weak || (settings_.update == Update::deep && over_)) choice.proof = Proof::lost;
    const auto worth = [](const Child& child) {
      return child.visits == 0 || dead(child) ? 0.0 : child.sum / child.visits * static_cast<double>(child.weight);
    };
    // A dead child is what the universal player hopes for, and the last that the existential one takes. What was not
    // tried is not trusted.
    const auto better = [&](const Child& one, const Child& other) {
      if (dead(one) != dead(other)) return dead(one) == universal;
      if ((one.visits == 0) != (other.visits == 0)) return other.visits == 0;
      if (worth(one) != worth(other)) return universal ? worth(one) < worth(other) : worth(one) > worth(other);
      return one.visits > other.visits;
    };
    TreePlayer::report(choice, worth, better);
    return choice;
  }

  bool propagating() const { return settings_.update != Update::no_propagation; }

  MonteCarloSettings settings_;
  std::vector<std::uint32_t> values_;
  bool over_ = false;
};

}  // namespace

std::unique_ptr<Player> monte_carlo(const Problem& problem, const MonteCarloSettings& settings) {
  return std::make_unique<MonteCarlo>(problem, settings);
}

}  // namespace woodstock::qcsp
