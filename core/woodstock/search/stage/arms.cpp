#include "woodstock/search/stage/arms.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace woodstock::search::stage {

namespace {

constexpr double kEqual = 1e-9;
constexpr double kLeastNoise = 0.01;   // the variance of a playout
constexpr double kLeastSpread = 1e-4;  // that of true values

}  // namespace

double hoeffding(double values) {
  return values > 0.0 ? std::min(1.0, std::sqrt(std::log(2.0 / 0.05) / (2.0 * values))) : 1.0;
}

StageShape::StageShape(std::vector<std::uint32_t> counts, std::optional<std::uint32_t> chance)
    : counts_(std::move(counts)), strides_(counts_.size(), 1) {
  for (auto role = counts_.size(); role-- > 0;) {
    if (role + 1 < counts_.size()) strides_[role] = strides_[role + 1] * counts_[role + 1];
    if (role == chance) continue;
    decisions_ *= counts_[role];
    if (counts_[role] > 1) choosers_.push_back(static_cast<std::uint32_t>(role));
  }
  std::ranges::reverse(choosers_);
  if (!chance) return;
  outcomes_ = counts_[*chance];
  stride_ = strides_[*chance];
}

Bandit::Bandit(const StageShape& shape, const std::vector<Arm>& arms, const BanditSettings& settings)
    : shape_(shape), arms_(arms), settings_(settings), mean_(stage_mean()) {
  for (const auto& arm : arms_) support_ += arm.support + arm.pending;
  if (shape_.choosers().size() == 1) prune();
}

// Over all decisions with their weights, but without those that are known to be worse for the one who chooses than
// another one is.
std::vector<double> Bandit::stage_mean() const {
  std::vector<double> out(shape_.counts().size(), 0.0);
  const bool one = shape_.choosers().size() == 1;
  double highest = -1.0;
  const auto chooser = one ? shape_.choosers()[0] : 0;
  if (one) {
    for (const auto& arm : arms_) highest = std::max(highest, arm.values[chooser]);
  }
  double all = 0.0;
  for (const auto& arm : arms_) {
    if (one && arm.complete && arm.values[chooser] < highest - kEqual) continue;
    for (std::size_t role = 0; role < out.size(); ++role) out[role] += arm.weight * arm.values[role];
    all += arm.weight;
  }
  for (auto& value : out) value = all > 0.0 ? value / all : 0.0;
  return out;
}

double Bandit::bound(double mean, double support) const {
  return mean + settings_.width * std::sqrt(std::log(support_ + 1.0) / std::max(support, 1.0));
}

// The playouts by which means are drawn towards that of the stage: the variance of a playout over that of the
// decisions' true values, which is how much more their means differ than chance alone explains (DerSimonian and Laird,
// 1986).
double Bandit::prior(std::uint32_t role) const {
  double count = 0.0, all = 0.0, sum = 0.0, squares = 0.0, weighted = 0.0;
  for (const auto& arm : arms_) {
    if (arm.complete || arm.support <= 0.0) continue;
    const auto value = arm.values[role];
    ++count;
    all += arm.support;
    weighted += arm.support * arm.support;
    sum += arm.support * value;
    squares += arm.support * value * value;
  }
  if (count < 2.0) return 0.0;
  const auto noise = std::max(kLeastNoise, mean_[role] * (1.0 - mean_[role]));
  const auto spread = (squares - sum * sum / all - (count - 1.0) * noise) / (all - weighted / all);
  return noise / std::max(spread, kLeastSpread);
}

double Bandit::drawn(const Arm& arm, std::uint32_t role, double prior) const {
  if (arm.complete) return arm.values[role];
  return (arm.support * arm.values[role] + prior * mean_[role]) / (arm.support + prior);
}

// Solutions whose upper bound is below the threshold (section 4.4).
void Bandit::prune() {
  const auto chooser = shape_.choosers()[0];
  const auto spread = [&](const Arm& arm) { return arm.complete ? 0.0 : hoeffding(arm.support); };
  auto threshold = settings_.threshold.value_or(0.0);
  for (const auto& arm : arms_) {
    if (!settings_.threshold) threshold = std::max(threshold, arm.values[chooser] - spread(arm));
  }
  pruned_.resize(arms_.size(), 0);
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    pruned_[i] = arms_[i].values[chooser] + spread(arms_[i]) < threshold - kEqual;
  }
}

// What is pruned waits until nothing else is left.
std::optional<Choice> Bandit::choose() const {
  if (shape_.choosers().size() > 1) return choose_apart();
  struct Highest {
    std::optional<std::size_t> decision;
    double bound = 0.0;
  } open, any;
  const auto offer = [](Highest& highest, std::size_t decision, double bound) {
    if (!highest.decision || bound > highest.bound) highest = {decision, bound};
  };
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (arms_[i].complete || arms_[i].closed) continue;
    const auto support = arms_[i].support + arms_[i].pending;
    const auto value = shape_.choosers().empty() ? 0.0 : bound(arms_[i].values[shape_.choosers()[0]], support);
    offer(any, i, value);
    if (!pruned(i)) offer(open, i, value);
  }
  const auto closed = [&](std::size_t i) { return arms_[i].closed && !arms_[i].complete && !pruned(i); };
  const auto places = std::views::iota(std::size_t{0}, arms_.size());
  if (!any.decision || (!open.decision && std::ranges::any_of(places, closed))) return std::nullopt;
  return Choice{open.decision.value_or(*any.decision), open.decision && open.decision != any.decision};
}

std::optional<Choice> Bandit::choose_apart() const {
  std::vector<std::size_t> moves(shape_.counts().size(), 0);
  for (const auto role : shape_.choosers()) moves[role] = choose_alone(role);
  // Each may have something left to solve, and all of them together not: then the least known one that has.
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (arms_[i].complete || arms_[i].closed) continue;
    const bool meant =
        std::ranges::all_of(shape_.choosers(), [&](std::uint32_t role) { return shape_.move(i, role) == moves[role]; });
    if (meant) return Choice{i};
    if (!least || arms_[i].support < arms_[*least].support) least = i;
  }
  return least ? std::optional(Choice{*least}) : std::nullopt;
}

// The move of a role with the highest bound, over what the others were seen to do.
std::size_t Bandit::choose_alone(std::uint32_t role) const {
  struct Move {
    double weight = 0.0, sum = 0.0, support = 0.0;
    bool open = false;
  };
  std::vector<Move> moves(shape_.counts()[role]);
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    auto& move = moves[shape_.move(i, role)];
    move.weight += arms_[i].weight;
    move.sum += arms_[i].weight * arms_[i].values[role];
    move.support += arms_[i].support + arms_[i].pending;
    move.open = move.open || !(arms_[i].complete || arms_[i].closed);
  }
  std::size_t best = 0;
  double highest = -1.0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& [weight, sum, support, open] = moves[i];
    const auto mean = sum / std::max(weight, 1.0);
    if (!open || bound(mean, support) <= highest) continue;
    best = i;
    highest = bound(mean, support);
  }
  return best;
}

std::size_t Bandit::best(std::uint32_t role) const {
  std::size_t out = 0;
  for (std::size_t i = 1; i < arms_.size(); ++i) {
    const auto gain = arms_[i].values[role] - arms_[out].values[role];
    if (gain > kEqual || (gain > -kEqual && arms_[i].proved && !arms_[out].proved)) out = i;
  }
  return out;
}

// The variance of a weighted mean is the sum of those of its parts, each with the square of its share.
double Bandit::support() const {
  if (settings_.published && shape_.choosers().size() == 1) return arms_[best(shape_.choosers()[0])].support;
  double all = 0.0, variance = 0.0;
  for (const auto& arm : arms_) {
    all += arm.weight;
    if (!arm.complete) variance += arm.weight * arm.weight / std::max(arm.support, 1.0);
  }
  return variance > 0.0 ? all * all / variance : all;
}

std::vector<double> Bandit::worth() const {
  if (shape_.choosers().size() != 1) return mean_;
  const auto chooser = shape_.choosers()[0];
  const auto& top = arms_[best(chooser)];
  // What is known for sure can be had, whatever the others are worth on average.
  const bool alone = settings_.published || (top.complete && top.values[chooser] > mean_[chooser]);
  if (alone) return {top.values.begin(), top.values.end()};
  const auto prior = this->prior(chooser);
  const auto& high = *std::ranges::max_element(arms_, {}, [&](const Arm& arm) { return drawn(arm, chooser, prior); });
  auto out = mean_;
  for (std::uint32_t role = 0; role < out.size(); ++role) {
    out[role] += settings_.best * (drawn(high, role, prior) - out[role]);
  }
  return out;
}

}  // namespace woodstock::search::stage
