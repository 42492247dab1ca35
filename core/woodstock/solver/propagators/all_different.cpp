#include "woodstock/solver/propagators/all_different.hpp"

#include <algorithm>
#include <bit>

namespace woodstock::solver::propagators {

AllDifferent::AllDifferent(const Store& store, std::vector<Variable> scope) : scope_(std::move(scope)) {
  std::uint32_t values = 0;
  for (const auto x : scope_) values = std::max(values, store.initial_size(x));
  matched_.resize(scope_.size(), kNone);
  owners_.resize(values, free_node());
  reached_by_.resize(values);
  for (auto* array : {&number_, &low_, &component_, &next_value_}) array->resize(scope_.size() + 1);
}

bool AllDifferent::propagate(Store& store) {
  if (!match(store)) return false;
  find_components(store);
  for (std::uint32_t position = 0; position < scope_.size(); ++position) {
    const auto x = scope_[position];
    if (store.assigned(x)) continue;
    for (std::uint32_t word = 0; word < store.words(x); ++word) {
      auto kept = store.domain(x)[word];
      for (auto rest = kept; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<Value>(std::countr_zero(rest));
        const auto owner = owners_[word * 64 + bit];
        if (component_[owner] != component_[position]) kept &= ~(std::uint64_t{1} << bit);
      }
      if (!store.keep_word(x, word, kept)) return false;
    }
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
  std::fill(number_.begin(), number_.end(), kNone);
  std::fill(component_.begin(), component_.end(), kNone);
  entered_ = 0;
  components_ = 0;
  for (std::uint32_t node = 0; node <= free_node(); ++node) {
    if (number_[node] == kNone) explore(store, node);
  }
}

void AllDifferent::explore(const Store& store, std::uint32_t root) {
  enter(root);
  while (!path_.empty()) {
    const auto node = path_.back();
    const auto neighbour = next_neighbour(store, node);
    if (neighbour != kNone) {
      if (number_[neighbour] == kNone) {
        enter(neighbour);
      } else if (component_[neighbour] == kNone) {
        low_[node] = std::min(low_[node], number_[neighbour]);
      }
      continue;
    }
    path_.pop_back();
    if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
    if (low_[node] != number_[node]) continue;
    for (auto member = kNone; member != node;) {
      member = open_.back();
      open_.pop_back();
      component_[member] = components_;
    }
    ++components_;
  }
}

void AllDifferent::enter(std::uint32_t node) {
  number_[node] = low_[node] = entered_++;
  next_value_[node] = 0;
  path_.push_back(node);
  open_.push_back(node);
}

std::uint32_t AllDifferent::next_neighbour(const Store& store, std::uint32_t node) {
  auto& next = next_value_[node];
  if (node == free_node()) return next < free_node() ? next++ : kNone;
  const auto x = scope_[node];
  while (next < store.initial_size(x)) {
    const auto rest = store.domain(x)[next / 64] >> (next % 64);
    if (rest == 0) {
      next = (next / 64 + 1) * 64;
      continue;
    }
    const auto v = next + static_cast<Value>(std::countr_zero(rest));
    next = v + 1;
    return owners_[v];
  }
  return kNone;
}

}  // namespace woodstock::solver::propagators
