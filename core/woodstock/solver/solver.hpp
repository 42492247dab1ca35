// A solver for networks of finite-domain constraints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/solver/engine.hpp"
#include "woodstock/solver/propagators/gates.hpp"
#include "woodstock/solver/propagators/linear.hpp"
#include "woodstock/solver/propagators/nogoods.hpp"
#include "woodstock/solver/search.hpp"

namespace woodstock::solver {

enum class GateKind : std::uint8_t { conjunction, disjunction };
enum class Extreme : std::uint8_t { greatest, least };

// A network is built by adding variables and constraints, in any order, at level 0. It can then be searched, or
// narrowed step by step: push, assign, propagate, pop. What does not fit the network is a std::invalid_argument; a
// network without solutions is not an error.
class Solver {
 public:
  explicit Solver(std::span<const std::uint32_t> domain_sizes);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // Tuples lie one after the other, a value or a star for each variable of the scope. Generalised arc consistent, but
  // for large tables of forbidden tuples with stars.
  void add_table(std::span<const Variable> scope, std::span<const std::int32_t> tuples, bool allowed);
  // output <-> the and, or the or, of the inputs.
  void add_gate(propagators::Literal output, std::span<const propagators::Literal> inputs, GateKind kind);
  // These do not all hold.
  void add_nogood(std::span<const propagators::Assignment> assignments);
  void add_equal(Variable x, Variable y);
  void add_all_different(std::span<const Variable> scope);
  // At most one of these holds; one that is given twice does not.
  void add_at_most_one(std::span<const propagators::Assignment> assignments);
  // indicators[v] <-> (x = v).
  void add_channel(Variable x, std::span<const Variable> indicators);

  // The integers that the values of a variable stand for below, ascending; else they are 0, 1, 2, and so on. It is said
  // before the first constraint that computes with the variable.
  void set_integers(Variable x, std::span<const propagators::Integer> values);
  // The sum compared with the right side; with a control, if and only if that literal holds.
  void add_linear(std::span<const propagators::Term> terms, propagators::Relation relation, propagators::Integer right,
                  std::optional<propagators::Literal> control = std::nullopt);
  void add_extremum(Variable result, std::span<const Variable> scope, Extreme kind);
  // items[index] = result.
  void add_element(std::span<const Variable> items, Variable index, Variable result);
  // x * y = z.
  void add_product(Variable x, Variable y, Variable z);
  // Each variable names its successor; those that do not name themselves form one circuit.
  void add_circuit(std::span<const Variable> successors);
  // What a search that minimises minimises.
  void set_objective(std::span<const propagators::Term> terms);

  std::uint32_t variables() const { return engine_.store.variables(); }
  std::uint32_t constraints() const { return engine_.constraints(); }
  std::uint32_t level() const { return engine_.store.level(); }
  // After a failure the domains mean nothing until the level is left.
  std::vector<std::int32_t> domain(Variable x) const;

  void push() { engine_.push(); }
  void pop() { engine_.pop(); }
  // Each returns false if there is no solution.
  bool assign(Variable x, Value v);
  bool remove(Variable x, Value v);
  bool propagate() { return engine_.propagate() == Engine::Outcome::fixpoint; }
  // How propagate() narrows, until it is said again or a search was made, after which it is by arc consistency.
  void set_consistency(Consistency consistency) { engine_.set_consistency(consistency); }
  // How often propagators have run.
  std::uint64_t propagations() const { return engine_.propagations(); }

  SearchResult search(const SearchOptions& options);

 private:
  struct Tuples {
    std::vector<Variable> scope;
    std::vector<std::int32_t> values;
    std::size_t count() const { return values.size() / scope.size(); }
  };

  void check_level() const;
  void check(Variable x) const;
  void check(Variable x, Value v) const;
  void check(propagators::Literal literal, const char* what) const;
  Tuples read(std::span<const Variable> scope, std::span<const std::int32_t> values) const;
  std::vector<propagators::Term> read(std::span<const propagators::Term> terms, propagators::Integer right);
  void compute_with(Variable x);
  std::uint64_t product(const Tuples& tuples, std::uint64_t most) const;
  Tuples complement(const Tuples& tuples) const;
  void allow(Tuples tuples);
  void forbid(Tuples tuples);
  void require(propagators::Literal literal);
  void keep(bool possible) {
    if (!possible) engine_.fail();
  }

  Engine engine_;
  propagators::Nogoods* nogoods_;
  propagators::Gates* gates_;
  std::uint32_t nogoods_number_, gates_number_;
  Order order_;
  propagators::Integers integers_;
  std::vector<bool> computed_;  // per variable: does a constraint compute with it?
  propagators::Linear* objective_ = nullptr;
  std::uint32_t objective_number_ = kNone;
  std::vector<propagators::Term> objective_terms_;
};

}  // namespace woodstock::solver
