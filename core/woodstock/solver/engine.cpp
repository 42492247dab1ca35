#include "woodstock/solver/engine.hpp"

#include <stdexcept>

namespace woodstock::solver {

namespace {
// In words that are read. A node, a run and a variable that is read off the trail cost as much as a few words; a
// look at the clock then takes well under a hundredth of the time, and comes many times in a millisecond.
constexpr std::uint64_t kWorkBetweenLooks = 1 << 14;
constexpr std::uint64_t kWorkOfNode = 64, kWorkOfRun = 64, kWorkOfReading = 16;
}  // namespace

std::uint32_t Engine::add_constraint(std::span<const Variable> scope) {
  if (scopes_.size() + scope.size() >= kNone) throw std::invalid_argument("the network is too big");
  scopes_.insert(scopes_.end(), scope.begin(), scope.end());
  scope_starts_.push_back(static_cast<std::uint32_t>(scopes_.size()));
  degrees_.resize(store.variables());
  for (const auto x : scope) ++degrees_[x];
  return constraints() - 1;
}

std::uint32_t Engine::add(std::unique_ptr<Propagator> propagator, std::span<const Variable> scope, Event event,
                          Cost cost) {
  const auto number = static_cast<std::uint32_t>(entries_.size());
  propagator->constraint = add_constraint(scope);
  const auto work = kWorkOfRun + propagator->work();
  entries_.push_back({std::move(propagator), cost, work, false});
  wakes_.resize(store.variables());
  for (const auto x : scope) {
    (event == Event::changed ? wakes_[x].changed : wakes_[x].assigned).push_back(number);
    store.listen(x);
  }
  enqueue(number);
  return number;
}

std::uint32_t Engine::add(std::unique_ptr<TrailReader> reader) {
  readers_.push_back({std::move(reader), 0});
  return static_cast<std::uint32_t>(readers_.size()) - 1;
}

// Where arc consistency has nothing to do, forward checking has not either, and going back there needs nothing.
// Otherwise everyone looks at everything again.
void Engine::set_consistency(Consistency consistency) {
  if (consistency == consistency_) return;
  const bool begins = consistency == Consistency::forward;
  if (begins) undisturbed_ = settled();
  consistency_ = consistency;
  if (begins) {
    for (auto& reader : readers_) reader.propagator->begin_forward(store);
  }
  if (undisturbed_) return;
  for (auto& reader : readers_) reader.head = 0;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) enqueue(i);
}

void Engine::set_limits(const Limits& limits) {
  limits_ = limits;
  work_ = kWorkBetweenLooks;  // look at once
}

Engine::Outcome Engine::propagate() {
  if (failed()) return Outcome::failure;
  auto work = kWorkOfNode;
  while (true) {
    if (out_of_time(work)) return Outcome::interrupted;
    wake_touched(kNone);
    bool possible = true;
    if (auto* reader = reader_behind()) {
      work = kWorkOfReading * TrailReader::kBatch;
      possible = run(*reader);
    } else if (const auto number = next(); number != kNone) {
      work = entries_[number].work;
      possible = run(entries_[number]);
      wake_touched(number);
    } else {
      return Outcome::fixpoint;
    }
    if (!possible) {
      fail();
      clear();
      return Outcome::failure;
    }
  }
}

Engine::Reader* Engine::reader_behind() {
  const auto end = store.trail().size();
  for (auto& reader : readers_) {
    if (reader.head < end) return &reader;
  }
  return nullptr;
}

bool Engine::run(Reader& reader) {
  ++propagations_;
  auto& propagator = *reader.propagator;
  const bool forward = consistency_ == Consistency::forward;
  if (forward ? propagator.propagate_forward(store, reader.head) : propagator.propagate(store, reader.head)) {
    return true;
  }
  blamed_ = propagator.blamed();
  return false;
}

bool Engine::run(Entry& entry) {
  auto& propagator = *entry.propagator;
  if (consistency_ == Consistency::forward && !almost_assigned(propagator.constraint)) return true;
  ++propagations_;
  if (propagator.propagate(store)) return true;
  blamed_ = propagator.constraint;
  return false;
}

void Engine::push() {
  propagate();
  store.push();
}

void Engine::pop() {
  if (store.level() == 0) throw std::invalid_argument("there is no level to go back to");
  clear();
  store.pop();
  for (auto& reader : readers_) reader.head = std::min(reader.head, store.trail().size());
  if (failed() && failed_level_ > store.level()) failed_level_ = kNone;
}

bool Engine::settled() {
  return reader_behind() == nullptr && store.touched().empty() && queues_[0].empty() && queues_[1].empty();
}

bool Engine::out_of_time(std::uint64_t work) {
  work_ += work;
  if (work_ < kWorkBetweenLooks) return false;
  work_ = 0;
  const bool out = (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) ||
                   (limits_.deadline != std::chrono::steady_clock::time_point::max() &&
                    std::chrono::steady_clock::now() >= limits_.deadline);
  if (out) work_ = kWorkBetweenLooks;  // and stay so
  return out;
}

void Engine::enqueue(std::uint32_t propagator) {
  auto& entry = entries_[propagator];
  if (entry.queued) return;
  entry.queued = true;
  queues_[static_cast<int>(entry.cost)].items.push_back(propagator);
}

void Engine::wake_touched(std::uint32_t source) {
  if (store.touched().empty()) return;
  const bool forward = consistency_ == Consistency::forward;
  const auto wake = [&](std::span<const std::uint32_t> numbers) {
    for (const auto number : numbers) {
      if (number != source) enqueue(number);
    }
  };
  for (const auto x : store.touched()) {
    const bool assigned = store.assigned(x);
    if (assigned) wake(wakes_[x].assigned);
    if (assigned || !forward) wake(wakes_[x].changed);
  }
  store.clear_touched();
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
    for (auto i = queue.next; i < queue.items.size(); ++i) entries_[queue.items[i]].queued = false;
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

}  // namespace woodstock::solver
