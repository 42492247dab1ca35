#include "woodstock/search/stage/arms.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace woodstock::search::stage {

namespace {

constexpr double kEqual = 1e-9;

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
  for (const auto& arm : arms_) weight_ += arm.weight;
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

double Bandit::mean(std::size_t decision, std::uint32_t role) const {
  const auto& arm = arms_[decision];
  if (arm.complete || settings_.prior == 0.0) return arm.values[role];
  return (arm.weight * arm.values[role] + settings_.prior * mean_[role]) / (arm.weight + settings_.prior);
}

double Bandit::bound(double mean, double weight) const {
  return mean + settings_.width * std::sqrt(std::log(weight_ + 1.0) / std::max(weight, 1.0));
}

// Solutions whose upper bound is below the threshold (section 4.4).
void Bandit::prune() {
  const auto chooser = shape_.choosers()[0];
  const auto spread = [&](const Arm& arm) { return arm.complete ? 0.0 : hoeffding(arm.weight); };
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
    const auto value = shape_.choosers().empty() ? 0.0 : bound(mean(i, shape_.choosers()[0]), arms_[i].weight);
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
    if (!least || arms_[i].weight < arms_[*least].weight) least = i;
  }
  return least ? std::optional(Choice{*least}) : std::nullopt;
}

// The move of a role with the highest bound, over what the others were seen to do.
std::size_t Bandit::choose_alone(std::uint32_t role) const {
  struct Move {
    double weight = 0.0, sum = 0.0;
    bool open = false;
  };
  std::vector<Move> moves(shape_.counts()[role]);
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    auto& move = moves[shape_.move(i, role)];
    move.weight += arms_[i].weight;
    move.sum += arms_[i].weight * arms_[i].values[role];
    move.open = move.open || !(arms_[i].complete || arms_[i].closed);
  }
  std::size_t best = 0;
  double highest = -1.0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& [weight, sum, open] = moves[i];
    const auto mean = (sum + settings_.prior * mean_[role]) / std::max(weight + settings_.prior, 1.0);
    if (!open || bound(mean, weight) <= highest) continue;
    best = i;
    highest = bound(mean, weight);
  }
  return best;
}

std::size_t Bandit::best(std::uint32_t role) const {
  std::size_t out = 0;
  for (std::size_t i = 1; i < arms_.size(); ++i) {
    const auto gain = mean(i, role) - mean(out, role);
    if (gain > kEqual || (gain > -kEqual && arms_[i].proved && !arms_[out].proved)) out = i;
  }
  return out;
}

std::vector<double> Bandit::worth() const {
  auto out = mean_;
  if (shape_.choosers().size() != 1) return out;
  const auto top = best(shape_.choosers()[0]);
  for (std::uint32_t role = 0; role < out.size(); ++role) {
    out[role] += settings_.best * (mean(top, role) - out[role]);
  }
  return out;
}

}  // namespace woodstock::search::stage
