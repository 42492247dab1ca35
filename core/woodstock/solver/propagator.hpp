// The contract between the solver and what prunes for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "woodstock/solver/store.hpp"

namespace woodstock::solver {

// A propagator removes values that no solution of its constraint has. It reads and narrows domains through the store,
// keeps what must be undone in the store's cells, and knows neither the queue nor the search.
//
// When it returns true, running it again at once would change nothing: its own changes do not wake it.
class Propagator {
 public:
  virtual ~Propagator() = default;

  // Narrows the domains; false if the constraint cannot hold.
  virtual bool propagate(Store& store) = 0;
  // About how many words it may read in one run, for the clock to be looked at often enough.
  virtual std::uint64_t work() const { return 1; }

  // Given by the solver: the number of the constraint.
  std::uint32_t constraint = kNone;
};

// Stands for many constraints of a kind (all gates, all nogoods). It reads the variables off the store's trail in the
// order they were assigned, each once on a branch, and draws what follows.
class TrailReader {
 public:
  static constexpr std::uint32_t kBatch = 1024;  // variables that are read in one run

  virtual ~TrailReader() = default;

  // Reads a batch from `head` on and moves the head behind it; false if a constraint cannot hold.
  virtual bool propagate(Store& store, std::size_t& head) = 0;
  // The same under forward checking: only constraints with at most one unassigned variable may prune. What is assigned
  // when forward checking begins may never be read.
  virtual void begin_forward(const Store&) {}
  virtual bool propagate_forward(Store& store, std::size_t& head) { return propagate(store, head); }

  // The number of the constraint that failed last.
  virtual std::uint32_t blamed() const = 0;
};

// What wakes a propagator.
enum class Event : std::uint8_t { changed, assigned };

// In which queue it waits: quick ones go first.
enum class Cost : std::uint8_t { low, high };

}  // namespace woodstock::solver
