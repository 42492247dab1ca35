// One circuit through some of the nodes of a graph.
#pragma once

#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/propagators/integers.hpp"

namespace woodstock::solver::propagators {

// Each node names its successor. The nodes that do not name themselves form one circuit, of at least two nodes.
//
// Paths of successors that are known may not be closed before every node that must be on the circuit is (Caseau and
// Laburthe, "Solving Small TSPs with Constraints", 1997). That all successors differ is left to the constraint of that
// name.
class Circuit final : public Propagator {
 public:
  Circuit(const Integers& integers, std::vector<Variable> successors)
      : integers_(integers), successors_(std::move(successors)) {}

  bool propagate(Store& store) override;
  std::uint64_t work() const override { return 4 * successors_.size(); }

 private:
  bool inside(Store& store) const;
  bool follow(Store& store, bool& changed);
  bool leave_out_all_but(Store& store, std::size_t length);
  bool can_leave_out(const Store& store, std::size_t length) const;

  const Integers& integers_;
  std::vector<Variable> successors_;
  std::vector<bool> has_predecessor_, on_path_;  // per node, while propagating
};

}  // namespace woodstock::solver::propagators
