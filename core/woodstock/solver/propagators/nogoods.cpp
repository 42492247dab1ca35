#include "woodstock/solver/propagators/nogoods.hpp"

#include <algorithm>

namespace woodstock::solver::propagators {

void Nogoods::add(const Store& store, std::span<const Assignment> nogood, std::uint32_t number) {
  assignments_.insert(assignments_.end(), nogood.begin(), nogood.end());
  // Those that do not hold come first, to be watched.
  std::stable_partition(assignments_.begin() + static_cast<std::ptrdiff_t>(starts_.back()), assignments_.end(),
                        [&](const Assignment& a) { return !store.is(a.variable, a.value); });
  starts_.push_back(assignments_.size());
  constraints_.push_back(number);
  watch(store, size() - 1);
}

void Nogoods::shrink(const Store& store, std::uint32_t size) {
  starts_.resize(std::size_t{size} + 1);
  assignments_.resize(starts_.back());
  constraints_.resize(size);
  watches_.clear();
  for (std::uint32_t i = 0; i < size; ++i) watch(store, i);
}

void Nogoods::watch(const Store& store, std::uint32_t nogood) {
  if (watches_.size() < store.variables()) watches_.resize(store.variables());
  const auto* first = assignments_.data() + starts_[nogood];
  for (int i = 0; i < 2; ++i) {
    auto& lists = watches_[first[i].variable];
    if (lists.empty()) lists.resize(store.initial_size(first[i].variable));
    lists[first[i].value].push_back({nogood, first[1 - i]});
  }
}

bool Nogoods::propagate(Store& store, std::size_t& head) {
  if (size() == 0) head = store.trail().size();
  for (auto left = kBatch; left > 0 && head < store.trail().size(); --left) {
    const auto x = store.trail()[head++];
    if (!watches_[x].empty() && !visit(store, {x, store.value(x)})) return false;
  }
  return true;
}

// An assignment was made: its watches move on to others that do not hold, or their nogoods prune.
bool Nogoods::visit(Store& store, Assignment made) {
  auto& list = watches(made);
  std::size_t kept = 0;
  bool sound = true;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto watch = list[i];
    list[kept++] = watch;
    if (!sound || !store.contains(watch.blocker.variable, watch.blocker.value)) continue;
    auto* first = assignments_.data() + starts_[watch.nogood];
    auto* end = assignments_.data() + starts_[watch.nogood + 1];
    if (first[0] == made) std::swap(first[0], first[1]);
    const auto other = first[0];
    auto* next = first + 2;
    while (next != end && store.is(next->variable, next->value)) ++next;
    if (next != end) {
      std::swap(first[1], *next);
      auto& lists = watches_[first[1].variable];
      if (lists.empty()) lists.resize(store.initial_size(first[1].variable));
      lists[first[1].value].push_back({watch.nogood, other});
      --kept;
    } else if (!store.remove(other.variable, other.value)) {
      blamed_ = constraints_[watch.nogood];
      sound = false;
    }
  }
  list.resize(kept);
  return sound;
}

}  // namespace woodstock::solver::propagators
