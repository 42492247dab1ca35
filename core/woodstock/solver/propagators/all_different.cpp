#include "woodstock/solver/propagators/all_different.hpp"

#include <algorithm>
#include <ranges>

namespace woodstock::solver::propagators {

AllDifferent::AllDifferent(const Store& store, std::vector<Variable> scope) : scope_(std::move(scope)) {
  std::uint32_t values = 0;
  for (const auto x : scope_) values = std::max(values, store.initial_size(x));
  matched_.resize(scope_.size(), kNone);
  owners_.resize(values, free_node());
  reached_by_.resize(values);
  component_.resize(scope_.size() + 1);
}

bool AllDifferent::propagate(Store& store) {
  if (!match(store)) return false;
  find_components(store);
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    const auto possible = [&](Value v) { return component_[owners_[v]] == component_[position]; };
    if (!store.assigned(scope_[position]) && !store.keep_if(scope_[position], possible)) return false;
  }
  return true;
}

bool AllDifferent::match(const Store& store) {
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    auto& value = matched_[position];
    if (value == kNone || store.contains(scope_[position], value)) continue;
    owners_[value] = free_node();
    value = kNone;
  }
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    if (matched_[position] == kNone && !augment(store, position)) return false;
  }
  return true;
}

bool AllDifferent::augment(const Store& store, std::uint32_t position) {
  std::fill(reached_by_.begin(), reached_by_.end(), kNone);
  queue_.assign(1, position);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    Value end = kNone;
    store.for_each_value(scope_[queue_[i]], [&](Value v) {
      if (reached_by_[v] != kNone) return;
      reached_by_[v] = queue_[i];
      if (owners_[v] == free_node()) {
        end = v;
      } else {
        queue_.push_back(owners_[v]);
      }
    });
    if (end == kNone) continue;
    for (auto v = end; v != kNone;) {  // each position on the path passes its value on to the one after it
      const auto taker = reached_by_[v];
      owners_[v] = taker;
      std::swap(matched_[taker], v);
    }
    return true;
  }
  return false;
}

void AllDifferent::find_components(const Store& store) {
  const auto nodes = free_node() + 1;
  const auto successors = [&](std::uint32_t node, auto visit) {
    if (node == free_node()) {
      for (std::uint32_t position = 0; position < free_node(); ++position) visit(position);
    } else {
      store.for_each_value(scope_[node], [&](Value v) { visit(owners_[v]); });
    }
  };
  std::uint32_t found = 0;
  tarjan_.find(nodes, std::views::iota(0U, nodes), successors, [&](const std::vector<std::uint32_t>& component) {
    for (const auto member : component) component_[member] = found;
    ++found;
  });
}

}  // namespace woodstock::solver::propagators
