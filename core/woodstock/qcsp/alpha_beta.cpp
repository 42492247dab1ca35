// The look-ahead players: alpha-beta over the game tree of a quantified network (Stynes and Brown 2009).
#include <algorithm>
#include <cmath>

#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/solver.hpp"

namespace woodstock::qcsp {

namespace {

// Deepens until the time is up. A leaf is worth Dynamic Geelen's Promise; SQGAC runs at every node.
class AlphaBeta final : public Player {
 public:
  AlphaBeta(const Problem& problem, const AlphaBetaSettings& settings)
      : Player(problem),
        settings_(settings),
        propagator_(problem),
        random_(settings.seed),
        frames_(problem.variables()) {}

  // A position that SQGAC gives up is played on with the weaker consistency: the other side may err.
  Choice choose(std::span<const std::uint32_t> prefix, const Limits& limits) {
    problem_.check_prefix(prefix);
    Budget budget(limits);
    budget_ = &budget;
    Domains domains;
    Choice choice;
    level_ = Level::strong;
    const auto x = static_cast<std::uint32_t>(prefix.size());
    if (!propagator_.start(prefix, Level::strong, domains)) {
      level_ = Level::weak;
      choice.proof = Proof::lost;
      if (!propagator_.start(prefix, Level::weak, domains)) {
        choice.value = any(problem_.full()[x], random_);
        return choice;
      }
    }
    const double sign = problem_.universal(x) ? -1.0 : 1.0;
    expand(x, domains.data());
    const auto order = frames_[x].order;
    std::vector<double> worth(problem_.size(x), 0.0);
    for (const auto value : order) worth[value] = frames_[x].worth[value];
    choice.value = *std::ranges::max_element(order, {}, [&](std::uint32_t value) { return sign * worth[value]; });
    for (auto horizon = x + 2; horizon <= problem_.variables(); ++horizon) {
      double alpha = -2 * victory, beta = 2 * victory;
      std::uint32_t best = order.front();
      cut_ = false;
      bool finished = true;
      std::vector<double> found(worth.size(), 0.0);
      for (const auto value : order) {
        const bool dead = frames_[x].worth[value] <= -victory;
        found[value] = dead ? -victory : search(x + 1, child(x, value), horizon, alpha, beta);
        if (budget.over()) {
          finished = false;
          break;
        }
        if (value == order.front() || sign * found[value] > sign * found[best]) best = value;
        if (sign > 0) alpha = std::max(alpha, found[best]);
        if (sign < 0) beta = std::min(beta, found[best]);
      }
      if (!finished) break;
      choice.value = best;
      choice.depth = horizon - x;
      worth = found;
      if (level_ == Level::strong && std::abs(found[best]) >= victory) {
        choice.proof = found[best] > 0 ? Proof::won : Proof::lost;
        break;
      }
      if (!cut_) break;
    }
    for (const auto value : order) choice.estimates.push_back({value, worth[value], 0});
    choice.nodes = budget.spent();
    budget_ = nullptr;
    return choice;
  }

 private:
  static constexpr double victory = 1e9;
  struct Frame {
    std::vector<Mask> children;
    std::vector<std::uint32_t> order;
    std::vector<double> worth;  // by value: the static evaluation
  };

  void expand(std::uint32_t x, const Mask* domains) {
    auto& frame = frames_[x];
    const auto variables = problem_.variables();
    frame.children.resize(std::size_t{variables} * problem_.size(x));
    frame.worth.resize(problem_.size(x));
    frame.order.clear();
    for (auto rest = domains[x]; rest != 0; rest &= rest - 1) {
      const auto value = lowest(rest);
      auto* below = frame.children.data() + std::size_t{value} * variables;
      std::copy(domains, domains + variables, below);
      const bool possible = propagator_.assign(below, x, value, level_);
      frame.worth[value] = !possible ? -victory : x + 1 == variables ? victory : promise(problem_, below, x + 1);
      frame.order.push_back(value);
    }
    if (settings_.intelligent) {
      const double sign = problem_.universal(x) ? 1.0 : -1.0;
      std::ranges::stable_sort(frame.order, {}, [&](std::uint32_t value) { return sign * frame.worth[value]; });
    }
  }

  double search(std::uint32_t x, const Mask* domains, std::uint32_t horizon, double alpha, double beta) {
    if (x == problem_.variables()) return victory;
    if (x == horizon) {
      cut_ = true;
      return promise(problem_, domains, x);
    }
    if (budget_->spend()) return 0.0;
    expand(x, domains);
    const bool universal = problem_.universal(x);
    double best = universal ? 2 * victory : -2 * victory;
    for (const auto value : frames_[x].order) {
      const bool dead = frames_[x].worth[value] <= -victory;
      const auto worth = dead ? -victory : search(x + 1, child(x, value), horizon, alpha, beta);
      best = universal ? std::min(best, worth) : std::max(best, worth);
      (universal ? beta : alpha) = universal ? std::min(beta, best) : std::max(alpha, best);
      if (alpha >= beta || budget_->over()) break;
    }
    return best;
  }

  const Mask* child(std::uint32_t x, std::uint32_t value) const {
    return frames_[x].children.data() + std::size_t{value} * problem_.variables();
  }

  AlphaBetaSettings settings_;
  Propagator propagator_;
  support::Random random_;
  Level level_ = Level::strong;
  std::vector<Frame> frames_;
  Budget* budget_ = nullptr;
  bool cut_ = false;  // some leaf was not terminal
};

}  // namespace

std::unique_ptr<Player> alpha_beta(const Problem& problem, const AlphaBetaSettings& settings) {
  return std::make_unique<AlphaBeta>(problem, settings);
}

}  // namespace woodstock::qcsp
