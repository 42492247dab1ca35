// Depth-first search for solutions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver/engine.hpp"
#include "woodstock/solver/order.hpp"
#include "woodstock/solver/propagators/linear.hpp"
#include "woodstock/solver/propagators/nogoods.hpp"

namespace woodstock::solver {

struct SearchOptions {
  Consistency consistency = Consistency::arc;
  VariableOrder variables = VariableOrder::dom_wdeg;
  ValueOrder values = ValueOrder::ascending;
  bool restarts = false;  // only where one solution is wanted, or the best
  bool minimise = false;  // each solution better than the one before; the last one is kept
  std::uint64_t seed = 0;
  // Solutions that differ in these variables are told apart, the others are completed in one way; if empty, in all.
  std::vector<Variable> branching;
  bool keep = true;             // the solutions themselves, not only their number
  std::vector<Variable> shown;  // whose values are kept; if empty, of all variables
  std::uint64_t solutions = ~std::uint64_t{0};
  std::uint64_t nodes = ~std::uint64_t{0};
  Limits limits;
};

struct SearchResult {
  std::vector<std::int32_t> solutions;  // one after the other, a value for each variable shown
  std::uint64_t count = 0;
  std::int64_t objective = 0;  // of the last solution, if it was minimised
  bool complete = false;       // there are no other solutions
  std::uint64_t nodes = 0;
  std::uint64_t failures = 0;
  std::uint64_t restarts = 0;
  std::uint64_t propagations = 0;
};

// Decisions are binary: x = v, and when that is refuted, x != v. On a restart the refuted decisions of the current
// branch are kept as nogoods, so that no part of the tree is searched twice (Lecoutre et al., "Recording and Minimizing
// Nogoods from Restarts", 2007). The engine is left as it was found.
class Search {
 public:
  // `nogoods` is the engine's trail reader number `nogoods_number`.
  Search(Engine& engine, solver::propagators::Nogoods& nogoods, std::uint32_t nogoods_number, Order& order,
         const SearchOptions& options);
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Branch and bound: the objective, which is a propagator of the engine, is made smaller with every solution.
  void minimise(propagators::Linear& objective, std::uint32_t number, std::span<const propagators::Term> terms);

  SearchResult run();

 private:
  struct Decision {
    solver::propagators::Assignment assignment;
    bool refuted;
  };

  void explore();
  void decide(Variable x);
  bool backtrack();
  void leave_completion();
  void record();
  void improve();
  void prefer_good_values();
  bool restarting() const;
  void restart();
  void keep_refuted();

  Engine& engine_;
  solver::propagators::Nogoods& nogoods_;
  std::uint32_t nogoods_number_;
  const SearchOptions& options_;
  Order& order_;
  SearchResult result_;
  std::vector<Decision> decisions_;
  propagators::Linear* objective_ = nullptr;
  std::uint32_t objective_number_ = kNone;
  std::span<const propagators::Term> objective_terms_;
  std::uint64_t failures_left_ = 0;
  std::uint32_t level_;           // of the engine when the search began
  std::uint32_t nogoods_before_;  // those that are not ours
};

}  // namespace woodstock::solver
