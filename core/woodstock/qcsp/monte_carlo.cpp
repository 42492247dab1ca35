#include "woodstock/qcsp/monte_carlo.hpp"

#include <algorithm>
#include <cmath>

#include "woodstock/qcsp/solver.hpp"

namespace woodstock::qcsp {

MonteCarlo::MonteCarlo(const Problem& problem, const MonteCarloSettings& settings)
    : Player(problem), settings_(settings), propagator_(problem), random_(settings.seed) {}

Choice MonteCarlo::choose(std::span<const std::uint32_t> prefix, const Limits& limits) {
  problem_.check_prefix(prefix);
  Spending spending(limits);
  start(prefix);
  while (!over_ && !spending.over()) {
    iterate();
    spending.spend();
  }
  return report();
}

// A position that SQGAC gives up is played on with the weaker consistency: the adversary may err.
void MonteCarlo::start(std::span<const std::uint32_t> prefix) {
  nodes_.clear();
  children_.clear();
  domains_.clear();
  playouts_ = 0;
  deepest_ = 0;
  over_ = false;
  level_ = Level::strong;
  values_.assign(prefix.begin(), prefix.end());
  values_.resize(problem_.variables());
  scratch_ = problem_.full();
  if (propagating() && !propagator_.start(prefix, Level::strong, scratch_)) {
    level_ = Level::weak;
    if (!propagator_.start(prefix, Level::weak, scratch_)) scratch_ = problem_.full();
  }
  const auto variable = static_cast<std::uint32_t>(prefix.size());
  for (std::uint32_t x = 0; x < variable; ++x) scratch_[x] = bit(prefix[x]);
  domains_ = scratch_;
  expand(variable, 0);
  path_.clear();
  over_ = settled(nodes_[0]);
}

bool MonteCarlo::full() const {
  return domains_.size() * sizeof(Mask) + children_.size() * sizeof(Child) + nodes_.size() * sizeof(Node) >
         settings_.memory;
}

void MonteCarlo::iterate() {
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
    const auto place = domains_.size();
    domains_.insert(domains_.end(), scratch_.begin(), scratch_.end());
    number = expand(next, place);
    // The leaf was just expanded: one of its children, at random, is played out.
    const auto& leaf = nodes_[number];
    float open = 0.0F;
    for (std::uint32_t i = 0; i < leaf.children; ++i) open += leaf.share * children_[leaf.first + i].open;
    children_[path_.back().child].node = number;
    reprune(path_.size() - 1, children_[path_.back().child].open, open);
    if (settings_.update == Update::deep && settled(leaf)) {
      bury(path_.size() - 1);
      return update(0.0);
    }
    std::vector<std::uint32_t> alive;
    for (auto i = leaf.first; i < leaf.first + leaf.children; ++i) {
      if (!children_[i].dead) alive.push_back(i);
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
bool MonteCarlo::settled(const Node& node) const {
  const auto* first = children_.data() + node.first;
  const auto dead = [](const Child& child) { return child.dead; };
  if (!problem_.universal(node.variable)) return std::all_of(first, first + node.children, dead);
  return settings_.update == Update::deep ? std::any_of(first, first + node.children, dead)
                                          : std::all_of(first, first + node.children, dead);
}

std::uint32_t MonteCarlo::select(const Node& node) const {
  const double sign = problem_.universal(node.variable) ? -1.0 : 1.0;
  const double scale = 2.0 * std::log(static_cast<double>(std::max(node.visits, 1U)));
  auto best = node.children;
  double highest = 0.0;
  for (std::uint32_t i = 0; i < node.children; ++i) {
    const auto& child = children_[node.first + i];
    if (child.dead) continue;
    if (child.visits == 0) return i;
    const double visits = child.visits;
    const double bound = sign * child.sum / visits * static_cast<double>(child.open) + std::sqrt(scale / visits);
    if (best == node.children || bound > highest) {
      best = i;
      highest = bound;
    }
  }
  return best;
}

// The values that get a child, and the share of the node's terminal nodes under each. The pure value rule prunes no
// losses: the values that it leaves stand for those that it removes.
Mask MonteCarlo::candidates(std::uint32_t variable, const Mask* domains, float& share) {
  const auto domain = domains[variable];
  const auto pure = propagator_.pure(domains, variable);
  auto values = domain;
  if (pure != 0) values = problem_.universal(variable) && pure != domain ? domain & ~pure : pure & ~(pure - 1);
  const auto left = static_cast<float>(count(domain)) / static_cast<float>(problem_.size(variable));
  share = left / static_cast<float>(count(values));
  return values;
}

// Algorithm 2.
std::uint32_t MonteCarlo::expand(std::uint32_t variable, std::size_t domains) {
  float share = 1.0F;
  const auto values = candidates(variable, domains_.data() + domains, share);
  const Node node{variable, static_cast<std::uint32_t>(children_.size()), count(values), 0, share, domains};
  for (auto rest = values; rest != 0; rest &= rest - 1) {
    Child child;
    child.value = static_cast<std::uint8_t>(lowest(rest));
    child.dead = propagating() && !enter(node, child.value);
    if (child.dead) child.open = 0.0F;
    if (!child.dead && settings_.terminals && propagating()) child.open = left_open(variable + 1);
    children_.push_back(child);
  }
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size()) - 1;
}

bool MonteCarlo::enter(const Node& node, std::uint32_t value) {
  const auto* from = domains_.data() + node.domains;
  scratch_.assign(from, from + problem_.variables());
  if (propagating()) return propagator_.assign(scratch_.data(), node.variable, value, level_);
  scratch_[node.variable] = bit(value);
  return true;
}

// The share of the terminal nodes below that hold no value which propagation has removed, with `scratch_` as domains.
float MonteCarlo::left_open(std::uint32_t variable) const {
  const auto all = promise(problem_, problem_.full().data(), variable);
  return static_cast<float>(std::exp2(promise(problem_, scratch_.data(), variable) - all));
}

double MonteCarlo::play_out(std::uint32_t variable) {
  ++playouts_;
  return random_playout(propagator_, scratch_.data(), variable, level_, random_) ? 1.0 : 0.0;
}

double MonteCarlo::play_out_blindly(std::uint32_t variable) {
  ++playouts_;
  for (auto x = variable; x < problem_.variables(); ++x) values_[x] = any(problem_.full()[x], random_);
  return problem_.satisfied(values_) ? 1.0 : 0.0;
}

void MonteCarlo::update(double result) {
  nodes_[0].visits += path_.empty() ? 1 : 0;
  for (const auto& step : path_) {
    ++nodes_[step.node].visits;
    ++children_[step.child].visits;
    children_[step.child].sum += result;
  }
}

// A child of the path has another share of terminal nodes left: so have those above it.
void MonteCarlo::reprune(std::size_t step, float before, float after) {
  float change = after - before;
  for (auto i = step + 1; i-- > 0;) {
    auto& child = children_[path_[i].child];
    if (child.dead) return;
    child.open += change;
    change *= nodes_[path_[i].node].share;
  }
}

// Minus infinity goes up as far as it reaches.
void MonteCarlo::bury(std::size_t step) {
  for (auto i = step + 1; i-- > 0;) {
    auto& child = children_[path_[i].child];
    if (child.dead) return;
    reprune(i, child.open, 0.0F);
    child.dead = true;
    if (!settled(nodes_[path_[i].node])) return;
    if (i == 0) over_ = true;
  }
}

Choice MonteCarlo::report() const {
  const auto& root = nodes_[0];
  const bool universal = problem_.universal(root.variable);
  Choice choice;
  choice.playouts = playouts_;
  choice.nodes = nodes_.size();
  choice.depth = deepest_ > root.variable ? deepest_ - root.variable : 0;
  if (level_ == Level::weak || (settings_.update == Update::deep && over_)) choice.proof = Proof::lost;
  const Child* best = nullptr;
  const auto worth = [](const Child& child) {
    return child.visits == 0 ? 0.0 : child.sum / child.visits * static_cast<double>(child.open);
  };
  // A dead child is what the universal player hopes for, and the last that the existential one takes. What was not
  // tried is not trusted.
  const auto better = [&](const Child& one, const Child& other) {
    if (one.dead != other.dead) return one.dead == universal;
    if ((one.visits == 0) != (other.visits == 0)) return other.visits == 0;
    if (worth(one) != worth(other)) return universal ? worth(one) < worth(other) : worth(one) > worth(other);
    return one.visits > other.visits;
  };
  for (auto i = root.first; i < root.first + root.children; ++i) {
    const auto& child = children_[i];
    choice.estimates.push_back({child.value, child.dead ? 0.0 : worth(child), child.visits});
    if (best == nullptr || better(child, *best)) best = &child;
  }
  choice.value = best->value;
  return choice;
}

}  // namespace woodstock::qcsp
