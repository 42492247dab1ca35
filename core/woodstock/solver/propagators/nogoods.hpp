// All nogoods of a network, with two watched literals each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver/propagator.hpp"

namespace woodstock::solver::propagators {

// x = v.
struct Assignment {
  Variable variable;
  Value value;
  bool operator==(const Assignment&) const = default;
};

// A nogood is a set of assignments that must not all hold. Two that do not hold yet are watched: as long as there are
// two, nothing follows; when only one is left, its value goes (Moskewicz et al., "Chaff", 2001; for nogoods over
// values: Lecoutre et al., "Recording and Minimizing Nogoods from Restarts", 2007). Going back undoes nothing.
class Nogoods final : public TrailReader {
 public:
  // At least two assignments, of different variables. `number` is that of the constraint, to be blamed.
  void add(const Store& store, std::span<const Assignment> nogood, std::uint32_t number);
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()) - 1; }
  // Forgets all but the first `size` nogoods.
  void shrink(const Store& store, std::uint32_t size);

  bool propagate(Store& store, std::size_t& head) override;
  std::uint32_t blamed() const override { return blamed_; }

 private:
  struct Watch {
    std::uint32_t nogood;
    Assignment blocker;  // some other assignment of it; if that is impossible, the nogood need not be looked at
  };

  void watch(const Store& store, std::uint32_t nogood);
  std::vector<Watch>& watches(Assignment assignment) { return watches_[assignment.variable][assignment.value]; }
  bool visit(Store& store, Assignment made);

  std::vector<std::size_t> starts_{0};
  std::vector<Assignment> assignments_;  // the first two of each nogood are watched
  std::vector<std::uint32_t> constraints_;
  std::vector<std::vector<std::vector<Watch>>> watches_;  // per variable and value, made when first needed
  std::uint32_t blamed_ = kNone;
};

}  // namespace woodstock::solver::propagators
