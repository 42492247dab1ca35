// The contract between the solver and what prunes for it.
#pragma once

#include <cstdint>
#include <span>

#include "woodstock/solver_store.hpp"

namespace woodstock::solving {

// A propagator removes values that no solution of its constraint has. It reads and narrows domains through the store,
// keeps what must be undone in the store's cells, and knows neither the queue nor the search.
//
// When it returns true, running it again at once would change nothing: its own changes do not wake it.
class Propagator {
 public:
  virtual ~Propagator() = default;

  // Narrows the domains; false if the constraint cannot hold.
  virtual bool propagate(Store& store) = 0;

  // A propagator may stand for many constraints of a kind (all gates, all nogoods): it is told each variable that was
  // assigned, notes it, and works through its notes when it is run. It forgets them when the solver gives up a branch.
  virtual bool many() const { return false; }
  virtual void note(Variable) {}
  virtual void forget() {}
  // The same under forward checking: only constraints with at most one unassigned variable may prune. The solver sees
  // to that itself for propagators of one constraint.
  virtual bool propagate_forward(Store& store) { return propagate(store); }

  // The number of the constraint that failed last.
  virtual std::uint32_t blamed() const { return constraint; }

  // Given by the solver: the number of the (first) constraint.
  std::uint32_t constraint = kNone;
};

// What wakes a propagator.
enum class Event : std::uint8_t { changed, assigned };

// In which queue it waits: quick ones go first.
enum class Cost : std::uint8_t { low, high };

}  // namespace woodstock::solving
