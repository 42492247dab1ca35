#include "woodstock/solver_engine.hpp"

#include <stdexcept>

namespace woodstock::solving {

std::uint32_t Engine::add_constraint(std::span<const Variable> scope) {
  if (scopes_.size() + scope.size() >= kNone) throw std::invalid_argument("the network is too big");
  scopes_.insert(scopes_.end(), scope.begin(), scope.end());
  scope_starts_.push_back(static_cast<std::uint32_t>(scopes_.size()));
  return constraints() - 1;
}

std::uint32_t Engine::add(std::unique_ptr<Propagator> propagator, std::span<const Variable> scope, Event event,
                          Cost cost) {
  const auto number = static_cast<std::uint32_t>(entries_.size());
  const bool many = propagator->many();
  if (!many) propagator->constraint = add_constraint(scope);
  entries_.push_back({std::move(propagator), cost, many, false, false, {}});
  for (const auto x : scope) wake_on(number, x, event);
  schedule(number);
  return number;
}

void Engine::wake_on(std::uint32_t propagator, Variable x, Event event) {
  if (wakes_.size() < store.variables()) wakes_.resize(store.variables());
  if (auto& entry = entries_[propagator]; entry.many) {
    if (entry.woken_by.size() < store.variables()) entry.woken_by.resize(store.variables());
    if (entry.woken_by[x]) return;
    entry.woken_by[x] = true;
  }
  (event == Event::changed ? wakes_[x].changed : wakes_[x].assigned).push_back(propagator);
}

void Engine::schedule(std::uint32_t propagator) {
  entries_[propagator].anew = true;
  enqueue(propagator);
}

void Engine::set_consistency(Consistency consistency) {
  if (consistency == consistency_) return;
  consistency_ = consistency;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) schedule(i);
}

bool Engine::propagate() {
  if (failed()) return false;
  if (wakes_.size() < store.variables()) wakes_.resize(store.variables());
  const bool forward = consistency_ == Consistency::forward;
  wake_touched(kNone);
  for (auto number = next(); number != kNone; number = next()) {
    auto& propagator = *entries_[number].propagator;
    if (forward && !entries_[number].many && !almost_assigned(propagator.constraint)) continue;
    if (entries_[number].anew) tell_all(entries_[number]);
    ++propagations_;
    if (!(forward ? propagator.propagate_forward(store) : propagator.propagate(store))) {
      blamed_ = propagator.blamed();
      propagator.forget();
      fail();
      clear();
      return false;
    }
    wake_touched(number);
  }
  return true;
}

void Engine::push() {
  propagate();
  store.push();
}

void Engine::pop() {
  if (store.level() == 0) throw std::invalid_argument("there is no level to go back to");
  clear();
  store.pop();
  if (failed() && failed_level_ > store.level()) failed_level_ = kNone;
}

void Engine::tell_all(Entry& entry) {
  entry.anew = false;
  if (!entry.many) return;
  for (Variable x = 0; x < store.variables(); ++x) {
    if (store.assigned(x)) entry.propagator->note(x);
  }
}

void Engine::enqueue(std::uint32_t propagator) {
  auto& entry = entries_[propagator];
  if (entry.queued) return;
  entry.queued = true;
  queues_[static_cast<int>(entry.cost)].items.push_back(propagator);
}

void Engine::wake_touched(std::uint32_t source) {
  const bool forward = consistency_ == Consistency::forward;
  for (const auto x : store.touched()) {
    const bool assigned = store.assigned(x);
    if (assigned) {
      for (const auto number : wakes_[x].assigned) {
        if (number != source) wake(number, x);
      }
    }
    if (assigned || !forward) {
      for (const auto number : wakes_[x].changed) {
        if (number != source) wake(number, x);
      }
    }
  }
  store.clear_touched();
}

void Engine::wake(std::uint32_t propagator, Variable x) {
  if (entries_[propagator].many) entries_[propagator].propagator->note(x);
  enqueue(propagator);
}

std::uint32_t Engine::next() {
  for (auto& queue : queues_) {
    if (queue.empty()) continue;
    const auto number = queue.items[queue.next++];
    if (queue.empty()) {
      queue.items.clear();
      queue.next = 0;
    }
    entries_[number].queued = false;
    return number;
  }
  return kNone;
}

// Drops what is pending: the branch it belongs to is given up.
void Engine::clear() {
  for (auto& queue : queues_) {
    for (auto i = queue.next; i < queue.items.size(); ++i) {
      auto& entry = entries_[queue.items[i]];
      entry.queued = false;
      if (entry.many) entry.propagator->forget();
    }
    queue.items.clear();
    queue.next = 0;
  }
  store.clear_touched();
}

bool Engine::almost_assigned(std::uint32_t constraint) const {
  int open = 0;
  for (const auto x : scope(constraint)) {
    if (!store.assigned(x) && ++open > 1) return false;
  }
  return true;
}

}  // namespace woodstock::solving
