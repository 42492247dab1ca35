#include "woodstock/solver/propagators/circuit.hpp"

#include <algorithm>

namespace woodstock::solver::propagators {

bool Circuit::propagate(Store& store) {
  if (!inside(store)) return false;
  for (bool changed = true; changed;) {
    changed = false;
    if (!follow(store, changed)) return false;
  }
  // Not every node may name itself.
  const auto alone = [&](std::size_t node) {
    const auto x = successors_[node];
    return store.assigned(x) && integers_.least(store, x) == static_cast<Integer>(node);
  };
  for (std::size_t node = 0; node < successors_.size(); ++node) {
    if (!alone(node)) return true;
  }
  return false;
}

// Successors are nodes.
bool Circuit::inside(Store& store) const {
  const auto last = static_cast<Integer>(successors_.size()) - 1;
  return std::all_of(successors_.begin(), successors_.end(),
                     [&](Variable x) { return integers_.at_least(store, x, 0) && integers_.at_most(store, x, last); });
}

// Follows each path of known successors from its first node.
bool Circuit::follow(Store& store, bool& changed) {
  const auto nodes = successors_.size();
  const auto known = [&](std::size_t node) {
    const auto x = successors_[node];
    return store.assigned(x) && integers_.least(store, x) != static_cast<Integer>(node);
  };
  const auto next = [&](std::size_t node) {
    return static_cast<std::size_t>(integers_.least(store, successors_[node]));
  };
  has_predecessor_.assign(nodes, false);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (known(node)) has_predecessor_[next(node)] = true;
  }
  std::vector<bool> seen(nodes, false);
  const auto walk = [&](std::size_t first) {
    on_path_.assign(nodes, false);
    std::size_t length = 1, node = first;
    on_path_[node] = seen[node] = true;
    while (known(node) && !on_path_[next(node)]) {
      node = next(node);
      on_path_[node] = seen[node] = true;
      ++length;
    }
    return std::pair(node, length);
  };
  for (std::size_t first = 0; first < nodes; ++first) {
    if (!known(first) || has_predecessor_[first]) continue;
    const auto [end, length] = walk(first);
    if (known(end)) return false;  // it runs into itself: two nodes have the same successor
    if (!can_leave_out(store, length)) {
      const auto x = successors_[end];
      const auto before = store.size(x);
      if (!integers_.remove(store, x, static_cast<Integer>(first))) return false;
      changed = changed || store.size(x) != before;
    }
  }
  for (std::size_t first = 0; first < nodes; ++first) {  // what is left of known successors is closed
    if (!known(first) || seen[first]) continue;
    const auto [end, length] = walk(first);
    return leave_out_all_but(store, length);
  }
  return true;
}

bool Circuit::can_leave_out(const Store& store, std::size_t length) const {
  if (length == successors_.size()) return true;
  for (std::size_t node = 0; node < successors_.size(); ++node) {
    if (!on_path_[node] && !integers_.contains(store, successors_[node], static_cast<Integer>(node))) return false;
  }
  return true;
}

bool Circuit::leave_out_all_but(Store& store, std::size_t length) {
  if (length == successors_.size()) return true;
  for (std::size_t node = 0; node < successors_.size(); ++node) {
    if (on_path_[node]) continue;
    const auto own = static_cast<Integer>(node);
    if (!integers_.at_least(store, successors_[node], own) || !integers_.at_most(store, successors_[node], own)) {
      return false;
    }
  }
  return true;
}

}  // namespace woodstock::solver::propagators
