// All gates of a network: output <-> and of literals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver_propagator.hpp"

namespace woodstock::solving {

// A Boolean variable or its negation: 2 * variable, plus 1 if negated.
using Literal = std::uint32_t;

constexpr Variable variable_of(Literal literal) { return literal >> 1; }
constexpr Literal negation(Literal literal) { return literal ^ 1U; }

// An `or` is an `and` with everything negated, so there is one kind of gate. It is propagated as its clauses (Tseitin)
// would be, which is arc consistent when no variable stands in a gate twice:
//   an input that is false makes the output false, an output that is true makes all inputs true (fixed lists);
//   the output must not be false while all inputs are true (two of these literals are watched, as in MiniSat).
class Gates final : public Propagator {
 public:
  // No variable twice; at least one input. `number` is that of the constraint.
  void add(const Store& store, Literal output, std::span<const Literal> inputs, std::uint32_t number);

  bool many() const override { return true; }
  void note(Variable x) override { pending_.push_back(x); }
  void forget() override { pending_.clear(); }
  bool propagate(Store& store) override;
  bool propagate_forward(Store& store) override;
  std::uint32_t blamed() const override { return constraints_[blamed_]; }

 private:
  struct Implied {
    Literal literal;
    std::uint32_t gate;
  };
  struct Watch {
    std::uint32_t gate;
    Literal blocker;
  };

  static Value true_value(Literal literal) { return 1 - (literal & 1U); }
  static bool is_true(const Store& store, Literal literal) {
    return store.is(variable_of(literal), true_value(literal));
  }
  static bool is_false(const Store& store, Literal literal) { return is_true(store, negation(literal)); }
  static Literal made(const Store& store, Variable x) { return 2 * x + (1 - store.value(x)); }

  bool imply(Store& store, Literal literal, std::uint32_t gate);
  bool visit(Store& store, Literal made);
  bool check(Store& store, std::uint32_t gate);

  std::vector<std::size_t> starts_{0};
  std::vector<Literal> literals_;  // of each gate: the negated output and the inputs; the first two are watched
  std::vector<Literal> outputs_;
  std::vector<std::uint32_t> constraints_;
  std::vector<std::vector<Implied>> implied_;      // per literal
  std::vector<std::vector<Watch>> watches_;        // per literal
  std::vector<std::vector<std::uint32_t>> gates_;  // per variable
  std::vector<Variable> pending_;
  std::uint32_t blamed_ = 0;
};

}  // namespace woodstock::solving
