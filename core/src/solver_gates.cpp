#include "woodstock/solver_gates.hpp"

#include <algorithm>

namespace woodstock::solving {

void Gates::add(const Store& store, Literal output, std::span<const Literal> inputs, std::uint32_t number) {
  const auto gate = static_cast<std::uint32_t>(outputs_.size());
  if (gates_.size() < store.variables()) {
    gates_.resize(store.variables());
    implied_.resize(std::size_t{2} * store.variables());
    watches_.resize(std::size_t{2} * store.variables());
  }
  outputs_.push_back(output);
  constraints_.push_back(number);
  literals_.push_back(negation(output));
  literals_.insert(literals_.end(), inputs.begin(), inputs.end());
  std::stable_partition(literals_.begin() + static_cast<std::ptrdiff_t>(starts_.back()), literals_.end(),
                        [&](Literal literal) { return !is_true(store, literal); });
  const auto* first = literals_.data() + starts_.back();
  starts_.push_back(literals_.size());
  for (int i = 0; i < 2; ++i) watches_[first[i]].push_back({gate, first[1 - i]});
  gates_[variable_of(output)].push_back(gate);
  for (const auto input : inputs) {
    implied_[output].push_back({input, gate});
    implied_[negation(input)].push_back({negation(output), gate});
    gates_[variable_of(input)].push_back(gate);
  }
}

bool Gates::propagate(Store& store) {
  for (std::size_t i = 0; i < pending_.size(); ++i) {  // literals made true here go to the end of the list
    if (pending_[i] >= gates_.size() || gates_[pending_[i]].empty()) continue;
    const auto literal = made(store, pending_[i]);
    for (const auto& [implied, gate] : implied_[literal]) {
      if (!imply(store, implied, gate)) return false;
    }
    if (!visit(store, literal)) return false;
  }
  pending_.clear();
  return true;
}

bool Gates::imply(Store& store, Literal literal, std::uint32_t gate) {
  if (is_true(store, literal)) return true;
  if (!store.assign(variable_of(literal), true_value(literal))) {
    blamed_ = gate;
    return false;
  }
  pending_.push_back(variable_of(literal));
  return true;
}

// A watched literal came true: another that is not true is watched instead, or the last one must be false.
bool Gates::visit(Store& store, Literal made) {
  auto& list = watches_[made];
  std::size_t kept = 0;
  bool sound = true;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto watch = list[i];
    list[kept++] = watch;
    if (!sound || is_false(store, watch.blocker)) continue;
    auto* first = literals_.data() + starts_[watch.gate];
    auto* end = literals_.data() + starts_[watch.gate + 1];
    if (first[0] == made) std::swap(first[0], first[1]);
    auto* next = std::find_if(first + 2, end, [&](Literal literal) { return !is_true(store, literal); });
    if (next != end) {
      std::swap(first[1], *next);
      watches_[first[1]].push_back({watch.gate, first[0]});
      --kept;
    } else {
      sound = imply(store, negation(first[0]), watch.gate);
    }
  }
  list.resize(kept);
  return sound;
}

bool Gates::propagate_forward(Store& store) {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (pending_[i] >= gates_.size()) continue;
    for (const auto gate : gates_[pending_[i]]) {
      if (!check(store, gate)) return false;
    }
  }
  pending_.clear();
  return true;
}

// A gate with at most one open literal: whatever it implies.
bool Gates::check(Store& store, std::uint32_t gate) {
  const auto output = outputs_[gate];
  int open_inputs = 0, false_inputs = 0;
  Literal open = 0;
  for (auto i = starts_[gate]; i < starts_[gate + 1]; ++i) {
    const auto literal = literals_[i];
    if (literal == negation(output)) continue;
    if (store.assigned(variable_of(literal))) {
      false_inputs += is_false(store, literal);
    } else {
      if (++open_inputs > 1) return true;
      open = literal;
    }
  }
  if (!store.assigned(variable_of(output))) {
    return open_inputs == 1 || imply(store, false_inputs == 0 ? output : negation(output), gate);
  }
  if (is_true(store, output)) {
    if (open_inputs == 1 && false_inputs == 0) return imply(store, open, gate);
    if (false_inputs == 0) return true;
  } else {
    if (false_inputs > 0) return true;
    if (open_inputs == 1) return imply(store, negation(open), gate);
  }
  blamed_ = gate;
  return false;
}

}  // namespace woodstock::solving
