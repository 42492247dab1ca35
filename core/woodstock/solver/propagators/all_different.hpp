// All different, by matching.
#pragma once

#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/support/components.hpp"

namespace woodstock::solver::propagators {

// Régin, "A Filtering Algorithm for Constraints of Difference in CSPs", AAAI 1994: a solution is a matching of all
// positions of the scope to values; a value can be taken if it is matched so, or by an exchange along an alternating
// cycle or an alternating path to a free value. The matching is kept from run to run, on any branch: only what the
// domains no longer allow is found again. Generalised arc consistent.
class AllDifferent final : public Propagator {
 public:
  AllDifferent(const Store& store, std::vector<Variable> scope);
  bool propagate(Store& store) override;

 private:
  bool match(const Store& store);
  bool augment(const Store& store, std::uint32_t position);
  void find_components(const Store& store);

  // The owner of a value is the position it is matched to; free values have an owner of their own, the last node. A
  // node leads to the owners of the values it could take, the owner of the free ones to everyone: then an exchange is a
  // cycle, and a value can be taken if its owner is in the same strongly connected component.
  std::uint32_t free_node() const { return static_cast<std::uint32_t>(scope_.size()); }

  std::vector<Variable> scope_;
  std::vector<Value> matched_;         // per position, or kNone
  std::vector<std::uint32_t> owners_;  // per value
  // Breadth-first search for an augmenting path.
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> reached_by_;  // per value: the position that led to it in this search, or kNone
  support::StrongComponents tarjan_;
  std::vector<std::uint32_t> component_;  // per node
};

}  // namespace woodstock::solver::propagators
