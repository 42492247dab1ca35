#include "woodstock/qcsp/solver.hpp"

#include <algorithm>
#include <array>

namespace woodstock::qcsp {

namespace {

// Of memory: a quarter of a gigabyte for what was decided, half a gigabyte for strategies.
constexpr std::size_t most_remembered = std::size_t{1} << 22;
constexpr std::size_t most_branches = std::size_t{1} << 26;

}  // namespace

double promise(const Problem& problem, const Mask* domains, std::uint32_t depth) {
  const auto& logarithm = logarithms();
  double sum = 0.0;
  for (auto x = depth; x < problem.variables(); ++x) {
    if (!problem.universal(x)) sum += logarithm[count(domains[x])];
  }
  return sum;
}

Solver::Solver(const Problem& problem)
    : problem_(problem), propagator_(problem), frames_(problem.variables() + 1), remembered_(problem.variables() + 1) {
  for (auto& frame : frames_) frame.used.assign(problem.variables(), 0);
  for (std::uint32_t depth = 0; depth <= problem.variables(); ++depth) {
    for (const auto& diagram : problem.diagrams()) {
      if (diagram.scope.back() < depth) continue;
      for (const auto x : diagram.scope) {
        if (x < depth) remembered_[depth].push_back(x);
      }
    }
  }
}

Verdict Solver::solve(std::span<const std::uint32_t> prefix, const Limits& limits) {
  problem_.check_prefix(prefix);
  nodes_ = 0;
  Domains domains;
  if (!propagator_.start(prefix, Level::strong, domains)) return Verdict::lost;
  Budget budget(limits);
  if (memory_.size() >= most_remembered || crowded()) {
    memory_.clear();
    strategy_ = {};
  }
  start_ = static_cast<std::uint32_t>(prefix.size());
  const auto found = search(start_, domains.data(), budget);
  nodes_ = budget.spent();
  if (found < 0) return found == lost ? Verdict::lost : Verdict::unknown;
  root_ = static_cast<std::uint32_t>(found);
  return Verdict::won;
}

bool Solver::known(std::span<const std::uint32_t> prefix, std::uint32_t& node) const {
  if (prefix.size() < start_) return false;
  node = root_;
  for (auto x = start_; x < prefix.size(); ++x) {
    const auto& here = strategy_.nodes[node];
    if (!problem_.universal(x) && here.value != prefix[x]) return false;
    node = problem_.universal(x) ? strategy_.branches[here.branch + prefix[x]] : here.branch;
  }
  return true;
}

bool Solver::crowded() const { return strategy_.branches.size() + 3 * strategy_.nodes.size() > 2 * most_branches; }

std::int64_t Solver::search(std::uint32_t depth, const Mask* domains, Budget& budget) {
  if (depth == problem_.variables()) return 0;
  if (budget.spend() || crowded()) return stopped;
  const auto here = key(depth, domains);
  if (const auto found = memory_.find(here); found != memory_.end()) {
    // Which values the remembered strategy takes is forgotten: it may be all of them.
    std::copy(domains, domains + problem_.variables(), frames_[depth].used.begin());
    return found->second;
  }
  const auto result = problem_.universal(depth) ? every(depth, domains, budget) : some(depth, domains, budget);
  if (result != stopped && memory_.size() < most_remembered) memory_.emplace(here, result);
  return result;
}

Solver::Key Solver::key(std::uint32_t depth, const Mask* domains) const {
  // Two hashes of their own make 128 bits: that two positions share them is not to be expected in our time.
  Key key{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL};
  const auto add = [&key](std::uint64_t word) {
    key.first = (key.first ^ word) * 0x9E3779B97F4A7C15ULL;
    key.first ^= key.first >> 29;
    key.second = ((key.second ^ (word * 0xD6E8FEB86659FD93ULL)) + 0x8EBC6AF09C88C6E3ULL) * 0xD1342543DE82EF95ULL;
    key.second ^= key.second >> 32;
  };
  add(depth);
  for (const auto x : remembered_[depth]) add(domains[x]);
  for (auto x = depth; x < problem_.variables(); ++x) {
    if (!problem_.universal(x)) add(domains[x]);
  }
  return key;
}

// The domains after each of these values of x; those that are lost at once are not in the order. False if one is lost.
bool Solver::expand(std::uint32_t x, const Mask* domains, Mask values) {
  auto& frame = frames_[x];
  const auto variables = problem_.variables();
  frame.children.resize(std::size_t{variables} * problem_.size(x));
  frame.order.clear();
  bool all = true;
  for (auto rest = values; rest != 0; rest &= rest - 1) {
    const auto value = lowest(rest);
    auto* below = frame.children.data() + std::size_t{value} * variables;
    std::copy(domains, domains + variables, below);
    const bool possible = propagator_.assign(below, x, value, Level::strong);
    if (possible) frame.order.push_back(value);
    all = all && possible;
  }
  return all;
}

void Solver::order(std::uint32_t x, bool best_first) {
  std::array<double, most_values> promises;
  for (const auto value : frames_[x].order) {
    const auto all = promise(problem_, child(x, value), x + 1);
    promises[value] = best_first ? -all : all;
  }
  std::ranges::stable_sort(frames_[x].order, {}, [&](std::uint32_t value) { return promises[value]; });
}

std::int64_t Solver::some(std::uint32_t x, const Mask* domains, Budget& budget) {
  auto& frame = frames_[x];
  auto values = domains[x];
  if (const auto pure = propagator_.pure(domains, x); pure != 0) {
    values = pure & ~(pure - 1);
  } else {
    frame.kept.resize(problem_.size(x));
    values &= ~propagator_.dominated(domains, x, frame.kept.data());
  }
  expand(x, domains, values);
  order(x, true);
  for (const auto value : frame.order) {
    const auto found = search(x + 1, child(x, value), budget);
    if (found == stopped) return stopped;
    if (found == lost) continue;
    const auto& below = frames_[x + 1].used;
    std::copy(below.begin(), below.end(), frame.used.begin());
    frame.used[x] = bit(value);
    strategy_.nodes.push_back({x, value, static_cast<std::uint32_t>(found)});
    return static_cast<std::int64_t>(strategy_.nodes.size()) - 1;
  }
  return lost;
}

std::int64_t Solver::every(std::uint32_t x, const Mask* domains, Budget& budget) {
  auto& frame = frames_[x];
  frame.kept.resize(problem_.size(x));
  const auto gone = propagator_.dominated(domains, x, frame.kept.data());
  if (!expand(x, domains, domains[x] & ~gone)) return lost;
  order(x, false);
  std::array<std::uint32_t, most_values> nodes{};
  std::vector<Mask> used(problem_.variables(), 0);
  Mask open = domains[x] & ~gone;
  for (const auto value : frame.order) {
    if ((open & bit(value)) == 0) continue;
    const auto found = search(x + 1, child(x, value), budget);
    if (found < 0) return found;
    const auto& below = frames_[x + 1].used;
    for (auto y = x + 1; y < problem_.variables(); ++y) used[y] |= below[y];
    const auto solved = bit(value) | answered(x, domains, open & ~bit(value));
    for (auto rest = solved; rest != 0; rest &= rest - 1) nodes[lowest(rest)] = static_cast<std::uint32_t>(found);
    open &= ~solved;
  }
  for (auto rest = gone; rest != 0; rest &= rest - 1) nodes[lowest(rest)] = nodes[frame.kept[lowest(rest)]];
  frame.used = std::move(used);
  strategy_.nodes.push_back({x, 0, static_cast<std::uint32_t>(strategy_.branches.size())});
  strategy_.branches.insert(strategy_.branches.end(), nodes.begin(), nodes.begin() + problem_.size(x));
  return static_cast<std::int64_t>(strategy_.nodes.size()) - 1;
}

// Solution-directed pruning (Gent et al. 2005): the values of x to which the strategy found for another is an answer
// too, because they go with all that it does.
Mask Solver::answered(std::uint32_t x, const Mask* domains, Mask open) {
  if (open == 0) return 0;
  auto& mixed = frames_[x].mixed;
  mixed.assign(domains, domains + problem_.variables());
  const auto& used = frames_[x + 1].used;
  for (auto y = x + 1; y < problem_.variables(); ++y) {
    if (!problem_.universal(y)) mixed[y] = used[y];
  }
  mixed[x] = open;
  return propagator_.pure(mixed.data(), x);
}

}  // namespace woodstock::qcsp
