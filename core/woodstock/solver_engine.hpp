// Runs propagators until nothing changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "woodstock/solver_propagator.hpp"
#include "woodstock/solver_store.hpp"

namespace woodstock::solving {

// Forward checking lets a constraint prune when all its variables but one are assigned; arc consistency at any time.
// A variable counts as assigned as soon as one value is left.
enum class Consistency : std::uint8_t { forward, arc };

class Engine {
 public:
  Store store;

  // Gives the next constraint number to a scope. The scopes are what the search learns weights for.
  std::uint32_t add_constraint(std::span<const Variable> scope);
  std::uint32_t constraints() const { return static_cast<std::uint32_t>(scope_starts_.size()) - 1; }
  std::span<const Variable> scope(std::uint32_t constraint) const {
    const auto begin = scope_starts_[constraint];
    return {scopes_.data() + begin, scope_starts_[constraint + 1] - begin};
  }

  // Takes a propagator, woken by this event on any variable of its scope; returns its number.
  std::uint32_t add(std::unique_ptr<Propagator> propagator, std::span<const Variable> scope, Event event, Cost cost);
  void wake_on(std::uint32_t propagator, Variable x, Event event);
  // Has a propagator look at everything anew.
  void schedule(std::uint32_t propagator);

  void set_consistency(Consistency consistency);
  Consistency consistency() const { return consistency_; }

  // To the fixpoint; false if there is no solution, and then until pop() leaves the level where that was found.
  bool propagate();
  bool failed() const { return failed_level_ != kNone; }
  void fail() { failed_level_ = std::min(failed_level_, store.level()); }
  // The constraint that failed last.
  std::uint32_t blamed() const { return blamed_; }
  std::uint64_t propagations() const { return propagations_; }

  // A new level starts at a fixpoint, so that what is pending when it is left belongs to it alone.
  void push();
  void pop();

 private:
  struct Entry {
    std::unique_ptr<Propagator> propagator;
    Cost cost;
    bool many;
    bool queued = false;
    bool anew = false;           // of one for many: it must be told of every assigned variable
    std::vector<bool> woken_by;  // of one for many constraints: the variables it is told of, each once
  };
  struct Queue {
    std::vector<std::uint32_t> items;
    std::size_t next = 0;
    bool empty() const { return next == items.size(); }
  };
  struct Wakes {
    std::vector<std::uint32_t> changed, assigned;
  };

  void tell_all(Entry& entry);
  void enqueue(std::uint32_t propagator);
  void wake_touched(std::uint32_t source);
  void wake(std::uint32_t propagator, Variable x);
  std::uint32_t next();
  void clear();
  bool almost_assigned(std::uint32_t constraint) const;

  std::vector<Entry> entries_;
  std::vector<Wakes> wakes_;  // per variable
  Queue queues_[2];           // by cost
  std::vector<std::uint32_t> scope_starts_{0};
  std::vector<Variable> scopes_;
  Consistency consistency_ = Consistency::arc;
  std::uint32_t failed_level_ = kNone;
  std::uint32_t blamed_ = kNone;
  std::uint64_t propagations_ = 0;
};

}  // namespace woodstock::solving
