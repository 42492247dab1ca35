// Our player of quantified networks.
#include <algorithm>
#include <array>
#include <cmath>

#include "woodstock/qcsp/lanes.hpp"
#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/solver.hpp"
#include "woodstock/qcsp/tree_player.hpp"

namespace woodstock::qcsp {

namespace {

// Three things in turn: a winning strategy that is known is played; the exact solver tries to find one, or shows that
// there is none; and a tree search with guided playouts estimates, with proofs of both kinds and priors of promise.
// What is lost against the best play is played on with the weaker consistency, for an adversary that errs.
class Woodstock final : public TreePlayer {
 public:
  Woodstock(const Problem& problem, const WoodstockSettings& settings)
      : TreePlayer(problem, settings.seed, settings.memory),
        settings_(settings),
        guided_(propagator_, random_),
        solver_(problem) {
    if (settings.lanes && LanePlayouts::possible(problem)) lanes_.emplace(problem, settings.seed);
  }

  Choice choose(std::span<const std::uint32_t> prefix, const Limits& limits) {
    problem_.check_prefix(prefix);
    Choice choice;
    Budget budget(limits);
    if (follow(prefix, choice)) return choice;
    Level level = Level::strong;
    if (!propagator_.start(prefix, Level::strong, scratch_)) {
      choice.proof = Proof::lost;
      level = Level::weak;
    } else if (prove(prefix, limits, choice)) {
      return choice;
    } else if (choice.proof == Proof::lost) {
      if (problem_.universal(static_cast<std::uint32_t>(prefix.size())) && refute(prefix, budget, limits, choice)) {
        return choice;
      }
      level = Level::weak;
    }
    plant(prefix, level);
    grow(budget);
    if (level == Level::strong && root_proof_ == Proof::lost &&
        !problem_.universal(static_cast<std::uint32_t>(prefix.size()))) {
      choice.proof = Proof::lost;
      plant(prefix, Level::weak);
      grow(budget);
    }
    report(choice);
    return choice;
  }

 private:
  bool follow(std::span<const std::uint32_t> prefix, Choice& choice) {
    std::uint32_t node = 0;
    if (!won_ || !solver_.known(prefix, node)) return false;
    choice.proof = Proof::won;
    if (problem_.universal(static_cast<std::uint32_t>(prefix.size()))) return false;
    choice.value = solver_.strategy().nodes[node].value;
    choice.estimates = {{choice.value, 1.0, 0}};
    return true;
  }

  bool prove(std::span<const std::uint32_t> prefix, const Limits& limits, Choice& choice) {
    if (choice.proof == Proof::won) return false;
    auto share = limits;
    share.seconds *= settings_.proving;
    const auto verdict = solver_.solve(prefix, share);
    choice.nodes += solver_.nodes();
    won_ = verdict == Verdict::won;
    if (verdict != Verdict::unknown) choice.proof = won_ ? Proof::won : Proof::lost;
    return won_ && follow(prefix, choice);
  }

  // The position is lost for the existential player: a value of the universal one after which it still is.
  bool refute(std::span<const std::uint32_t> prefix, Budget& budget, const Limits& limits, Choice& choice) {
    std::vector<std::uint32_t> longer(prefix.begin(), prefix.end());
    const auto x = static_cast<std::uint32_t>(prefix.size());
    longer.push_back(0);
    for (std::uint32_t value = 0; value < problem_.size(x); ++value) {
      longer[x] = value;
      auto rest = limits;
      rest.seconds = budget.seconds_left();
      if (solver_.solve(longer, rest) != Verdict::lost) continue;
      choice.value = value;
      choice.estimates = {{value, 0.0, 0}};
      return true;
    }
    return false;
  }

  void plant(std::span<const std::uint32_t> prefix, Level level) {
    if (!propagator_.start(prefix, level, scratch_)) scratch_ = problem_.full();
    clear(prefix, level);
    expand(static_cast<std::uint32_t>(prefix.size()));
    root_proof_ = proved(nodes_[0]);
  }

  void grow(Budget& budget) {
    while (root_proof_ == Proof::unknown && !budget.over()) {
      iterate();
      budget.spend();
    }
  }

  void iterate() {
    path_.clear();
    std::uint32_t number = 0;
    while (true) {
      const auto which = select(nodes_[number]);
      const auto node = nodes_[number];
      path_.push_back({number, node.first + which});
      const auto child = children_[node.first + which];
      if (child.proof != Proof::unknown) return back_up(child.proof == Proof::won ? 1.0 : 0.0);
      if (child.node != unexpanded) {
        number = child.node;
        continue;
      }
      const auto next = node.variable + 1;
      deepest_ = std::max(deepest_, next);
      enter(node, child.value);
      if (full()) return back_up(evaluate(next));
      number = expand(next);
      children_[path_.back().child].node = number;
      if (const auto proof = proved(nodes_[number]); proof != Proof::unknown) {
        settle(path_.size() - 1, proof);
        return back_up(proof == Proof::won ? 1.0 : 0.0);
      }
      load(nodes_[number]);
      return back_up(evaluate(next));
    }
  }

  double evaluate(std::uint32_t variable) {
    if (lanes_ && level_ == Level::strong) {
      playouts_ += lanes;
      return static_cast<double>(lanes_->play(scratch_.data(), variable)) / lanes;
    }
    ++playouts_;
    return guided_.play(scratch_.data(), variable, level_, guidance()) ? 1.0 : 0.0;
  }

  // The position with `scratch_` as domains.
  std::uint32_t expand(std::uint32_t variable) {
    std::array<double, most_values> promises;
    const bool universal = problem_.universal(variable);
    const bool last = variable + 1 == problem_.variables();
    Mask values = scratch_[variable];
    std::array<std::uint32_t, most_values> kept;
    // Against the best play dominated values need no look. One that errs might take them: they may stay then.
    if (level_ == Level::strong || !universal) {
      values &= ~propagator_.dominated(scratch_.data(), variable, kept.data());
    }
    const Node node{variable, static_cast<std::uint32_t>(children_.size()), count(values), keep_domains()};
    double highest = -1e18;
    for (auto rest = values; rest != 0; rest &= rest - 1) {
      Child child;
      child.value = static_cast<std::uint8_t>(lowest(rest));
      const bool possible = enter(node, child.value);
      if (!possible) child.proof = Proof::lost;
      if (possible && last) child.proof = Proof::won;
      const double all = possible ? promise(problem_, scratch_.data(), variable + 1) : -60.0;
      promises[child.value] = universal ? -all : all;
      highest = std::max(highest, promises[child.value]);
      children_.push_back(child);
    }
    double total = 0.0;
    for (auto rest = values; rest != 0; rest &= rest - 1) {
      total += promises[lowest(rest)] = std::exp2(settings_.sharpness * (promises[lowest(rest)] - highest));
    }
    for (auto i = node.first; i < node.first + node.children; ++i) {
      children_[i].weight = static_cast<float>(promises[children_[i].value] / total);
    }
    return add(node);
  }

  // The prior counts less the more a child was tried (Rosin 2011; what is not tried yet is taken to be as its parent).
  std::uint32_t select(const Node& node) const {
    const bool universal = problem_.universal(node.variable);
    const double mean = node.visits == 0 ? 0.5 : node.sum / node.visits;
    const double scale = settings_.exploration * std::sqrt(static_cast<double>(node.visits) + 1.0);
    std::uint32_t best = 0;
    double highest = -1e18;
    for (std::uint32_t i = 0; i < node.children; ++i) {
      const auto& child = children_[node.first + i];
      double worth = child.visits == 0 ? mean : child.sum / child.visits;
      if (child.proof != Proof::unknown) worth = child.proof == Proof::won ? 1.0 : 0.0;
      if (universal) worth = 1.0 - worth;
      if (child.proof == (universal ? Proof::won : Proof::lost)) worth -= 1e6;
      const double bound = worth + scale * static_cast<double>(child.weight) / (1.0 + child.visits);
      if (bound > highest) {
        highest = bound;
        best = i;
      }
    }
    return best;
  }

  Proof proved(const Node& node) const {
    const bool universal = problem_.universal(node.variable);
    const auto below = children(node);
    const auto won = std::ranges::count(below, Proof::won, &Child::proof);
    const auto lost = std::ranges::count(below, Proof::lost, &Child::proof);
    const auto all = std::ranges::ssize(below);
    if (won >= (universal ? all : 1)) return Proof::won;
    // With the weaker consistency a loss is one whatever the adversary does.
    if (lost >= (universal && level_ == Level::strong ? 1 : all)) return Proof::lost;
    return Proof::unknown;
  }

  void settle(std::size_t step, Proof proof) {
    for (auto i = step + 1; i-- > 0;) {
      children_[path_[i].child].proof = proof;
      proof = proved(nodes_[path_[i].node]);
      if (proof == Proof::unknown) return;
      if (i == 0) root_proof_ = proof;
    }
  }

  void report(Choice& choice) const {
    const auto good = problem_.universal(nodes_[0].variable) ? Proof::lost : Proof::won;
    const auto rank = [&](const Child& child) {
      if (child.proof == Proof::unknown) return 1;
      return child.proof == good ? 2 : 0;
    };
    const auto better = [&](const Child& one, const Child& other) {
      if (rank(one) != rank(other)) return rank(one) > rank(other);
      if (one.visits != other.visits) return one.visits > other.visits;
      return one.weight > other.weight;
    };
    const auto worth = [](const Child& child) {
      if (child.proof != Proof::unknown) return child.proof == Proof::won ? 1.0 : 0.0;
      return child.visits == 0 ? 0.5 : child.sum / child.visits;
    };
    TreePlayer::report(choice, worth, better);
    if (choice.proof == Proof::unknown && level_ == Level::strong) choice.proof = root_proof_;
  }

  const Guidance& guidance() const { return level_ == Level::strong ? settings_.guidance : settings_.hoping; }

  WoodstockSettings settings_;
  GuidedPlayouts guided_;
  Solver solver_;
  std::optional<LanePlayouts> lanes_;
  bool won_ = false;  // the solver has a strategy
  Proof root_proof_ = Proof::unknown;
};

}  // namespace

std::unique_ptr<Player> woodstock(const Problem& problem, const WoodstockSettings& settings) {
  return std::make_unique<Woodstock>(problem, settings);
}

}  // namespace woodstock::qcsp
