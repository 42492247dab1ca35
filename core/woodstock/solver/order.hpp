// Which variable and which value the search tries next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver/engine.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::solver {

enum class VariableOrder : std::uint8_t {
  dom_wdeg,  // the least ratio of domain size to weighted degree
  dom,       // the smallest domain
  degree,    // the most constraints
  input,     // as the variables were made
  random,
};
enum class ValueOrder : std::uint8_t { ascending, random };

// Weighted degrees (Boussemart et al., "Boosting Systematic Search by Weighting Constraints", ECAI 2004): a constraint
// that fails gains weight, and a variable weighs as much as its constraints. What a failure adds is divided by the
// choices its variables still had (Wattez et al., "Refining Constraint Weighting", 2019). Ties go to the first
// variable.
//
// One order serves all searches of a solver, so that a search need not pay for variables that are assigned.
class Order {
 public:
  // `cells` are two cells of the store.
  Order(Engine& engine, Cell cells) : engine_(engine), candidates_{{{}, cells}, {{}, cells + 1}} {}

  // Forgets the search before. `first` are the variables to branch on before all others; all of them if there are none.
  void begin(std::span<const Variable> first, VariableOrder variables, ValueOrder values, std::uint64_t seed);

  // An unassigned variable, or kNone: one of the first ones while there are any.
  Variable choose_variable();
  Value choose_value(Variable x);
  // The value to be tried first, as long as the variable has it.
  void prefer(Variable x, Value v);
  bool is_first(Variable x) const { return all_first_ || first_[x]; }

  // After a failure: the constraint to blame.
  void learn(std::uint32_t constraint);

 private:
  // Candidates that are unassigned stand first; going back only needs their number.
  struct Candidates {
    std::vector<Variable> variables;
    Cell limit;
  };

  void forget();
  Variable choose_among(Candidates& candidates);
  bool better(Variable x, Variable y) const;
  double weight(Variable x) const { return engine_.degree(x) + learned_[x]; }

  Engine& engine_;
  VariableOrder variable_order_ = VariableOrder::input;
  ValueOrder value_order_ = ValueOrder::ascending;
  support::Random random_{0};
  bool all_first_ = true;
  std::vector<Variable> marked_;  // those that are first, for forgetting them
  std::vector<bool> first_;
  Candidates candidates_[2];
  std::vector<Value> preferred_;        // per variable, or kNone; empty if nothing is
  std::vector<double> learned_;         // per variable: weight beyond the degree
  std::vector<Variable> learned_list_;  // those that have some
};

}  // namespace woodstock::solver
