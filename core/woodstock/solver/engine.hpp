// Runs propagators until nothing changes.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/store.hpp"

namespace woodstock::solver {

// Forward checking lets a constraint prune when all its variables but one are assigned; arc consistency at any time.
// A variable counts as assigned as soon as one value is left.
enum class Consistency : std::uint8_t { forward, arc };

// When to give up, even in the middle of a propagation.
struct Limits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;
};

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
  // How many constraints a variable has.
  std::uint32_t degree(Variable x) const { return x < degrees_.size() ? degrees_[x] : 0; }

  // Takes a propagator, woken by this event on any variable of its scope; returns its number.
  std::uint32_t add(std::unique_ptr<Propagator> propagator, std::span<const Variable> scope, Event event, Cost cost);
  // Takes a trail reader; returns its number.
  std::uint32_t add(std::unique_ptr<TrailReader> reader);
  // Has a trail reader look at everything again.
  void schedule(std::uint32_t reader) { readers_[reader].head = 0; }
  // Has a propagator run again, though no variable changed.
  void wake(std::uint32_t propagator) { enqueue(propagator); }

  void set_consistency(Consistency consistency);
  void set_limits(const Limits& limits);

  // To the fixpoint. After a failure there is no solution until pop() leaves the level where that was found. What was
  // interrupted goes on when it is called again.
  enum class Outcome : std::uint8_t { fixpoint, failure, interrupted };
  Outcome propagate();
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
    std::uint64_t work;
    bool queued = false;
  };
  struct Reader {
    std::unique_ptr<TrailReader> propagator;
    std::size_t head = 0;  // what it reads next on the trail
  };
  struct Queue {
    std::vector<std::uint32_t> items;
    std::size_t next = 0;
    bool empty() const { return next == items.size(); }
  };
  struct Wakes {
    std::vector<std::uint32_t> changed, assigned;
  };

  Reader* reader_behind();
  bool run(Reader& reader);
  bool run(Entry& entry);
  bool settled();
  bool out_of_time(std::uint64_t work);
  void enqueue(std::uint32_t propagator);
  void wake_touched(std::uint32_t source);
  std::uint32_t next();
  void clear();
  bool almost_assigned(std::uint32_t constraint) const;

  std::vector<Entry> entries_;
  std::vector<Reader> readers_;
  std::vector<Wakes> wakes_;  // per variable
  Queue queues_[2];           // by cost
  std::vector<std::uint32_t> scope_starts_{0};
  std::vector<Variable> scopes_;
  std::vector<std::uint32_t> degrees_;
  Consistency consistency_ = Consistency::arc;
  bool undisturbed_ = false;  // forward checking began where arc consistency had nothing left to do
  Limits limits_;
  std::uint64_t work_ = 0;  // since the clock was last looked at
  std::uint32_t failed_level_ = kNone;
  std::uint32_t blamed_ = kNone;
  std::uint64_t propagations_ = 0;
};

}  // namespace woodstock::solver
