#include "woodstock/qcsp/propagation.hpp"

#include <algorithm>
#include <numeric>

namespace woodstock::qcsp {

Propagator::Propagator(const Problem& problem) : problem_(problem), queued_(problem.variables(), 0) {
  queue_.reserve(problem.variables());
  std::uint32_t nodes = 0;
  std::size_t levels = 0;
  for (const auto& diagram : problem.diagrams()) {
    nodes = std::max(nodes, diagram.nodes);
    levels = std::max(levels, diagram.scope.size());
  }
  stamps_.assign(nodes, 0);
  marked_.assign(nodes, 0);
  supported_.assign(levels, 0);
}

bool Propagator::all(Mask* domains, Level level) {
  const auto sound = [&](const Diagram& diagram) { return revise(domains, diagram, level); };
  if (!std::ranges::all_of(problem_.diagrams(), sound)) {
    forget_queue();
    return false;
  }
  for (std::uint32_t x = 0; x < problem_.variables(); ++x) enqueue(x);
  return run(domains, level);
}

bool Propagator::run(Mask* domains, Level level) {
  bool sound = true;
  while (sound && !queue_.empty()) {
    const auto source = queue_.back();
    queue_.pop_back();
    queued_[source] = 0;
    sound =
        std::ranges::all_of(problem_.neighbours(source),
                            [&](const Neighbour& neighbour) { return revise(domains, source, neighbour, level); }) &&
        std::ranges::all_of(problem_.diagrams_of(source),
                            [&](std::uint32_t number) { return revise(domains, problem_.diagrams()[number], level); });
  }
  if (!sound) forget_queue();
  return sound;
}

namespace {

// The values of the target that go with some value of the source.
Mask united(Mask source, Mask target, const Neighbour& neighbour) {
  if (single(source)) return target & neighbour.forward[lowest(source)];
  if (count(source) <= count(target)) {
    Mask united = 0;
    for (auto rest = source; rest != 0 && (target & ~united) != 0; rest &= rest - 1) {
      united |= neighbour.forward[lowest(rest)];
    }
    return target & united;
  }
  for (auto rest = target; rest != 0; rest &= rest - 1) {
    const auto b = lowest(rest);
    if ((neighbour.backward[b] & source) == 0) target &= ~bit(b);
  }
  return target;
}

// Does every value of the target have a support?
bool covers(Mask source, Mask target, const Neighbour& neighbour) {
  if (count(source) > neighbour.most_conflicts) return true;
  if (single(source)) return (target & ~neighbour.forward[lowest(source)]) == 0;
  for (auto rest = target; rest != 0; rest &= rest - 1) {
    if ((neighbour.backward[lowest(rest)] & source) == 0) return false;
  }
  return true;
}

// The values of the target that go with every value of the source.
Mask agreeing(Mask source, Mask target, const Neighbour& neighbour) {
  for (auto rest = source; rest != 0; rest &= rest - 1) target &= neighbour.forward[lowest(rest)];
  return target;
}

}  // namespace

bool Propagator::revise(Mask* domains, std::uint32_t source, const Neighbour& neighbour, Level level) {
  const auto from = domains[source];
  auto& target = domains[neighbour.target];
  Mask left = target;
  if (level == Level::weak) {
    left = united(from, target, neighbour);
    // What a universal variable may still do is not ours to narrow: only a violation counts.
    if (problem_.universal(neighbour.target)) return left != 0;
  } else {
    switch (neighbour.arc) {
      case Arc::unite:
        left = united(from, target, neighbour);
        break;
      case Arc::all:
        left = agreeing(from, target, neighbour);
        break;
      case Arc::cover:
        return covers(from, target, neighbour);
      case Arc::every:
        return agreeing(from, target, neighbour) == target;
      case Arc::none:
        return true;
    }
  }
  if (left == target) return true;
  target = left;
  if (left == 0) return false;
  enqueue(neighbour.target);
  return true;
}

// --- relations that are given as decision diagrams: a value stays if it is taken on some path of some winning strategy
// for this relation alone ---

bool Propagator::revise(Mask* domains, const Diagram& diagram, Level level) {
  next_stamp();
  std::fill_n(supported_.begin(), diagram.scope.size(), Mask{0});
  if (!wins(diagram, domains, 0, 0, level)) return false;
  mark(diagram, domains, 0, 0);
  for (std::size_t i = 0; i < diagram.scope.size(); ++i) {
    const auto x = diagram.scope[i];
    if (problem_.universal(x) || domains[x] == supported_[i]) continue;
    domains[x] = supported_[i];
    enqueue(x);
  }
  return true;
}

// Can the relation be won from here? Every node that the domains reach is looked at, so that `mark` knows of all.
bool Propagator::wins(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node,
                      Level strength) {
  if (level == diagram.scope.size()) return true;
  const auto& here = diagram.levels[level];
  auto& stamp = stamps_[here.first + node];
  if (stamp >> 1 == time_) return (stamp & 1) != 0;
  const auto x = diagram.scope[level];
  std::uint32_t won = 0;
  for (auto rest = domains[x]; rest != 0; rest &= rest - 1) {
    const auto child = here.children[node * here.values + lowest(rest)];
    won += child >= 0 && wins(diagram, domains, level + 1, static_cast<std::uint32_t>(child), strength);
  }
  const bool needs_all = problem_.universal(x) && strength == Level::strong;
  const bool result = needs_all ? won == count(domains[x]) : won > 0;
  stamps_[here.first + node] = time_ << 1 | static_cast<std::uint32_t>(result);
  return result;
}

void Propagator::mark(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node) {
  if (level == diagram.scope.size()) return;
  const auto& here = diagram.levels[level];
  auto& marked = marked_[here.first + node];
  if (marked == time_) return;
  marked = time_;
  for (auto rest = domains[diagram.scope[level]]; rest != 0; rest &= rest - 1) {
    const auto value = lowest(rest);
    const auto child = here.children[node * here.values + value];
    if (child < 0) continue;
    const auto below = static_cast<std::uint32_t>(child);
    const bool last = level + 1 == diagram.scope.size();
    if (!last && (stamps_[diagram.levels[level + 1].first + below] & 1) == 0) continue;
    supported_[level] |= bit(value);
    mark(diagram, domains, level + 1, below);
  }
}

// Does the relation hold whatever the domains allow, when x has this value?
bool Propagator::complete(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node,
                          std::uint32_t x, Mask value) {
  if (level == diagram.scope.size()) return true;
  const auto& here = diagram.levels[level];
  auto& stamp = stamps_[here.first + node];
  if (stamp >> 1 == time_) return true;  // what is not complete ends the search at once
  stamp = time_ << 1;
  for (auto rest = diagram.scope[level] == x ? value : domains[diagram.scope[level]]; rest != 0; rest &= rest - 1) {
    const auto child = here.children[node * here.values + lowest(rest)];
    if (child < 0 || !complete(diagram, domains, level + 1, static_cast<std::uint32_t>(child), x, value)) return false;
  }
  return true;
}

Mask Propagator::pure(const Mask* domains, std::uint32_t x) {
  Mask pure = domains[x];
  for (const auto& neighbour : problem_.neighbours(x)) {
    for (auto rest = domains[neighbour.target]; rest != 0 && pure != 0; rest &= rest - 1) {
      pure &= neighbour.backward[lowest(rest)];
    }
    if (pure == 0) return 0;
  }
  for (const auto number : problem_.diagrams_of(x)) {
    const auto& diagram = problem_.diagrams()[number];
    for (auto rest = pure; rest != 0; rest &= rest - 1) {
      next_stamp();
      if (!complete(diagram, domains, 0, 0, x, rest & ~(rest - 1))) pure &= ~bit(lowest(rest));
    }
  }
  return pure;
}

Mask Propagator::dominated(const Mask* domains, std::uint32_t x, std::uint32_t* kept) {
  const auto domain = domains[x];
  for (auto rest = domain; rest != 0; rest &= rest - 1) kept[lowest(rest)] = lowest(rest);
  const bool universal = problem_.universal(x);
  if (!problem_.diagrams_of(x).empty()) {
    auto gone = universal ? pure(domains, x) : Mask{0};
    if (gone == domain) gone &= gone - 1;
    for (auto rest = gone; rest != 0; rest &= rest - 1) kept[lowest(rest)] = lowest(domain & ~gone);
    return gone;
  }
  // Is every support of one a support of the other?
  const auto within = [&](std::uint32_t one, std::uint32_t other) {
    for (const auto& neighbour : problem_.neighbours(x)) {
      if ((neighbour.forward[one] & domains[neighbour.target] & ~neighbour.forward[other]) != 0) return false;
    }
    return true;
  };
  Mask gone = 0;
  for (auto rest = domain; rest != 0; rest &= rest - 1) {
    const auto worse = lowest(rest);
    for (auto others = domain & ~gone & ~bit(worse); others != 0; others &= others - 1) {
      const auto better = lowest(others);
      if (universal ? within(better, worse) : within(worse, better)) {
        gone |= bit(worse);
        kept[worse] = better;
        break;
      }
    }
  }
  // A value may have been kept instead of another and then given way itself.
  for (auto rest = gone; rest != 0; rest &= rest - 1) {
    auto& value = kept[lowest(rest)];
    while ((gone & bit(value)) != 0) value = kept[value];
  }
  return gone;
}

}  // namespace woodstock::qcsp
