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

bool Propagator::start(std::span<const std::uint32_t> prefix, Level level, Domains& domains) {
  domains = problem_.full();
  for (std::uint32_t x = 0; x < prefix.size(); ++x) domains[x] = bit(prefix[x]);
  return all(domains.data(), level);
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

bool Propagator::after(Mask* domains, std::uint32_t changed, Level level) {
  enqueue(changed);
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

void Propagator::forget_queue() {
  for (const auto x : queue_) queued_[x] = 0;
  queue_.clear();
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
  // A value may have been kept in place of another and then given way itself.
  for (auto rest = gone; rest != 0; rest &= rest - 1) {
    auto& value = kept[lowest(rest)];
    while ((gone & bit(value)) != 0) value = kept[value];
  }
  return gone;
}

}  // namespace woodstock::qcsp
