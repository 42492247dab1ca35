#include "woodstock/qcsp/woodstock.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace woodstock::qcsp {

Woodstock::Woodstock(const Problem& problem, const WoodstockSettings& settings)
    : Player(problem),
      settings_(settings),
      propagator_(problem),
      random_(settings.seed),
      playouts_(propagator_, random_),
      solver_(problem) {
  if (settings.lanes && LanePlayouts::possible(problem)) lanes_.emplace(problem, settings.seed);
}

Choice Woodstock::choose(std::span<const std::uint32_t> prefix, const Limits& limits) {
  problem_.check_prefix(prefix);
  Choice choice;
  Spending spending(limits);
  if (follow(prefix, choice)) return choice;
  Level level = Level::strong;
  if (!propagator_.start(prefix, Level::strong, scratch_)) {
    choice.proof = Proof::lost;
    level = Level::weak;
  } else if (prove(prefix, limits, choice)) {
    return choice;
  } else if (choice.proof == Proof::lost) {
    if (problem_.universal(static_cast<std::uint32_t>(prefix.size())) && refute(prefix, spending, limits, choice)) {
      return choice;
    }
    level = Level::weak;
  }
  plant(prefix, level);
  grow(spending);
  if (level == Level::strong && root_proof_ == Proof::lost &&
      !problem_.universal(static_cast<std::uint32_t>(prefix.size()))) {
    choice.proof = Proof::lost;
    plant(prefix, Level::weak);
    grow(spending);
  }
  report(choice);
  return choice;
}

// ---- proofs ---------------------------------------------------------------------------------------------------------
bool Woodstock::follow(std::span<const std::uint32_t> prefix, Choice& choice) {
  std::uint32_t node = 0;
  if (!won_ || !solver_.known(prefix, node)) return false;
  choice.proof = Proof::won;
  if (problem_.universal(static_cast<std::uint32_t>(prefix.size()))) return false;
  choice.value = solver_.strategy().nodes[node].value;
  choice.estimates = {{choice.value, 1.0, 0}};
  return true;
}

bool Woodstock::prove(std::span<const std::uint32_t> prefix, const Limits& limits, Choice& choice) {
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
bool Woodstock::refute(std::span<const std::uint32_t> prefix, Spending& spending, const Limits& limits,
                       Choice& choice) {
  std::vector<std::uint32_t> longer(prefix.begin(), prefix.end());
  const auto x = static_cast<std::uint32_t>(prefix.size());
  longer.push_back(0);
  for (std::uint32_t value = 0; value < problem_.size(x); ++value) {
    longer[x] = value;
    auto rest = limits;
    rest.seconds = spending.seconds_left();
    if (solver_.solve(longer, rest) != Verdict::lost) continue;
    choice.value = value;
    choice.estimates = {{value, 0.0, 0}};
    return true;
  }
  return false;
}

// ---- the tree -------------------------------------------------------------------------------------------------------
void Woodstock::plant(std::span<const std::uint32_t> prefix, Level level) {
  nodes_.clear();
  children_.clear();
  path_.clear();
  level_ = level;
  if (!propagator_.start(prefix, level, scratch_)) scratch_ = problem_.full();
  for (std::uint32_t x = 0; x < prefix.size(); ++x) scratch_[x] = bit(prefix[x]);
  domains_ = scratch_;
  expand(static_cast<std::uint32_t>(prefix.size()), 0);
  root_proof_ = proved(nodes_[0]);
}

bool Woodstock::full() const {
  return domains_.size() * sizeof(Mask) + children_.size() * sizeof(Child) + nodes_.size() * sizeof(Node) >
         settings_.memory;
}

void Woodstock::grow(Spending& spending) {
  while (root_proof_ == Proof::unknown && !spending.over()) {
    iterate();
    spending.spend();
  }
}

void Woodstock::iterate() {
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
    const auto place = domains_.size();
    domains_.insert(domains_.end(), scratch_.begin(), scratch_.end());
    number = expand(next, place);
    children_[path_.back().child].node = number;
    if (const auto proof = proved(nodes_[number]); proof != Proof::unknown) {
      settle(path_.size() - 1, proof);
      return back_up(proof == Proof::won ? 1.0 : 0.0);
    }
    std::copy(domains_.begin() + static_cast<std::ptrdiff_t>(place), domains_.end(), scratch_.begin());
    return back_up(evaluate(next));
  }
}

double Woodstock::evaluate(std::uint32_t variable) {
  if (lanes_ && level_ == Level::strong) {
    played_ += lanes;
    return static_cast<double>(lanes_->play(scratch_.data(), variable)) / lanes;
  }
  ++played_;
  return playouts_.play(scratch_.data(), variable, level_, guidance()) ? 1.0 : 0.0;
}

bool Woodstock::enter(const Node& node, std::uint32_t value) {
  const auto* from = domains_.data() + node.domains;
  scratch_.assign(from, from + problem_.variables());
  return propagator_.assign(scratch_.data(), node.variable, value, level_);
}

std::uint32_t Woodstock::expand(std::uint32_t variable, std::size_t domains) {
  std::array<double, most_values> promises;
  const bool universal = problem_.universal(variable);
  const bool last = variable + 1 == problem_.variables();
  Mask values = domains_[domains + variable];
  std::array<std::uint32_t, most_values> kept;
  // Against the best play dominated values need no look. One that errs might take them: they may stay then.
  if (level_ == Level::strong || !universal) {
    values &= ~propagator_.dominated(domains_.data() + domains, variable, kept.data());
  }
  const Node node{variable, static_cast<std::uint32_t>(children_.size()), count(values), 0, 0.0, domains};
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
    children_[i].prior = static_cast<float>(promises[children_[i].value] / total);
  }
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size()) - 1;
}

// The prior counts less the more a child was tried (Rosin 2011; what is not tried yet is taken to be as its parent).
std::uint32_t Woodstock::select(const Node& node) const {
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
    const double bound = worth + scale * static_cast<double>(child.prior) / (1.0 + child.visits);
    if (bound > highest) {
      highest = bound;
      best = i;
    }
  }
  return best;
}

Proof Woodstock::proved(const Node& node) const {
  const auto* first = children_.data() + node.first;
  const bool universal = problem_.universal(node.variable);
  bool all_won = true, all_lost = true, one_won = false, one_lost = false;
  for (const auto* child = first; child != first + node.children; ++child) {
    all_won = all_won && child->proof == Proof::won;
    all_lost = all_lost && child->proof == Proof::lost;
    one_won = one_won || child->proof == Proof::won;
    one_lost = one_lost || child->proof == Proof::lost;
  }
  if (universal ? all_won : one_won) return Proof::won;
  // With the weaker consistency a loss is one whatever the adversary does.
  if (universal && level_ == Level::strong ? one_lost : all_lost) return Proof::lost;
  return Proof::unknown;
}

void Woodstock::settle(std::size_t step, Proof proof) {
  for (auto i = step + 1; i-- > 0;) {
    children_[path_[i].child].proof = proof;
    proof = proved(nodes_[path_[i].node]);
    if (proof == Proof::unknown) return;
    if (i == 0) root_proof_ = proof;
  }
}

void Woodstock::back_up(double result) {
  for (const auto& step : path_) {
    ++nodes_[step.node].visits;
    nodes_[step.node].sum += result;
    ++children_[step.child].visits;
    children_[step.child].sum += result;
  }
}

void Woodstock::report(Choice& choice) const {
  const auto& root = nodes_[0];
  const bool universal = problem_.universal(root.variable);
  const auto good = universal ? Proof::lost : Proof::won;
  const auto rank = [&](const Child& child) {
    if (child.proof == Proof::unknown) return 1;
    return child.proof == good ? 2 : 0;
  };
  const auto better = [&](const Child& one, const Child& other) {
    if (rank(one) != rank(other)) return rank(one) > rank(other);
    if (one.visits != other.visits) return one.visits > other.visits;
    return one.prior > other.prior;
  };
  const Child* best = nullptr;
  for (auto i = root.first; i < root.first + root.children; ++i) {
    const auto& child = children_[i];
    double worth = child.visits == 0 ? 0.5 : child.sum / child.visits;
    if (child.proof != Proof::unknown) worth = child.proof == Proof::won ? 1.0 : 0.0;
    choice.estimates.push_back({child.value, worth, child.visits});
    if (best == nullptr || better(child, *best)) best = &child;
  }
  choice.value = best->value;
  if (choice.proof == Proof::unknown && level_ == Level::strong) choice.proof = root_proof_;
  choice.playouts = played_;
  choice.nodes += nodes_.size();
  choice.depth = deepest_ > root.variable ? deepest_ - root.variable : 0;
}

}  // namespace woodstock::qcsp
