// Constraints that compute with integers.
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "woodstock/solver/propagators/circuit.hpp"
#include "woodstock/solver/propagators/element.hpp"
#include "woodstock/solver/propagators/extremum.hpp"
#include "woodstock/solver/propagators/product.hpp"
#include "woodstock/solver/solver.hpp"

namespace woodstock::solver {

namespace {

using propagators::Integer;

// In order, each once.
std::vector<Variable> as_scope(std::vector<Variable> variables) {
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

}  // namespace

void Solver::set_integers(Variable x, std::span<const Integer> values) {
  check_level();
  check(x);
  if (values.size() != engine_.store.initial_size(x)) {
    throw std::invalid_argument("variable " + std::to_string(x) + " needs one integer for each value");
  }
  if (std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) != values.end()) {
    throw std::invalid_argument("the integers of a variable must ascend");
  }
  if (values.front() < -propagators::kLargestInteger || values.back() > propagators::kLargestInteger) {
    throw std::invalid_argument("an integer of variable " + std::to_string(x) + " is larger than 2^40");
  }
  if (x < computed_.size() && computed_[x]) {
    throw std::invalid_argument("variable " + std::to_string(x) + " is computed with already");
  }
  integers_.set(x, values);
}

// Each variable once, with the sum of its coefficients; none whose sum is zero. The bounds of the sum are small enough
// to be computed with.
std::vector<propagators::Term> Solver::read(std::span<const propagators::Term> terms, Integer right) {
  std::map<Variable, Integer> sums;
  for (const auto& [coefficient, x] : terms) {
    check(x);
    if (coefficient > propagators::kLargestInteger || coefficient < -propagators::kLargestInteger) {
      throw std::invalid_argument("a coefficient is larger than 2^40");
    }
    sums[x] += coefficient;
  }
  std::vector<propagators::Term> own;
  long double largest = right < 0 ? -static_cast<long double>(right) : static_cast<long double>(right);
  for (const auto& [x, coefficient] : sums) {
    if (coefficient == 0) continue;
    compute_with(x);
    own.push_back({coefficient, x});
    const auto last = engine_.store.initial_size(x) - 1;
    const auto size = std::max(std::abs(integers_.of(x, 0)), std::abs(integers_.of(x, last)));
    largest += static_cast<long double>(std::abs(coefficient)) * static_cast<long double>(size);
  }
  if (largest > static_cast<long double>(propagators::kLargestSum)) {
    throw std::invalid_argument("a sum can become larger than 2^60");
  }
  return own;
}

void Solver::add_linear(std::span<const propagators::Term> terms, propagators::Relation relation, Integer right,
                        std::optional<propagators::Literal> control) {
  check_level();
  if (control) check(*control, "what controls a sum");
  auto own = read(terms, right);
  std::vector<Variable> scope;
  for (const auto& term : own) scope.push_back(term.variable);
  if (control) {
    const auto b = propagators::variable_of(*control);
    if (std::find(scope.begin(), scope.end(), b) != scope.end()) {
      throw std::invalid_argument("the variable that controls a sum cannot occur in it");
    }
    scope.push_back(b);
  }
  auto propagator = std::make_unique<propagators::Linear>(integers_, std::move(own), relation, right, control);
  if (scope.empty()) return keep(propagator->propagate(engine_.store));
  const auto cost = scope.size() > 3 ? Cost::high : Cost::low;
  engine_.add(std::move(propagator), as_scope(std::move(scope)), Event::changed, cost);
}

void Solver::add_extremum(Variable result, std::span<const Variable> scope, Extreme kind) {
  check_level();
  if (scope.empty()) throw std::invalid_argument("there is no greatest or least of no variables");
  std::vector<Variable> own(scope.begin(), scope.end());
  for (const auto x : own) compute_with(x);
  compute_with(result);
  auto all = own;
  all.push_back(result);
  auto propagator = std::make_unique<propagators::Extremum>(integers_, result, as_scope(std::move(own)),
                                                            kind == Extreme::greatest ? 1 : -1);
  engine_.add(std::move(propagator), as_scope(std::move(all)), Event::changed, Cost::high);
}

void Solver::add_element(std::span<const Variable> items, Variable index, Variable result) {
  check_level();
  if (items.empty()) throw std::invalid_argument("a list without items has no element");
  std::vector<Variable> all(items.begin(), items.end());
  all.push_back(index);
  all.push_back(result);
  for (const auto x : all) compute_with(x);
  auto propagator = std::make_unique<propagators::Element>(integers_, std::vector<Variable>(items.begin(), items.end()),
                                                           index, result);
  engine_.add(std::move(propagator), as_scope(std::move(all)), Event::changed, Cost::high);
}

void Solver::add_product(Variable x, Variable y, Variable z) {
  check_level();
  for (const auto one : {x, y, z}) compute_with(one);
  const auto size = [&](Variable one) {
    const auto last = engine_.store.initial_size(one) - 1;
    return std::max(std::abs(integers_.of(one, 0)), std::abs(integers_.of(one, last)));
  };
  if (static_cast<long double>(size(x)) * static_cast<long double>(size(y)) >
      static_cast<long double>(propagators::kLargestSum)) {
    throw std::invalid_argument("a product can become larger than 2^60");
  }
  engine_.add(std::make_unique<propagators::Product>(integers_, x, y, z), as_scope({x, y, z}), Event::changed,
              Cost::low);
}

void Solver::add_circuit(std::span<const Variable> successors) {
  check_level();
  if (successors.empty()) return engine_.fail();
  std::vector<Variable> own(successors.begin(), successors.end());
  for (const auto x : own) compute_with(x);
  auto propagator = std::make_unique<propagators::Circuit>(integers_, own);
  engine_.add(std::move(propagator), as_scope(std::move(own)), Event::changed, Cost::high);
}

void Solver::set_objective(std::span<const propagators::Term> terms) {
  check_level();
  auto own = read(terms, 0);
  objective_terms_ = own;
  std::vector<Variable> scope;
  for (const auto& term : own) scope.push_back(term.variable);
  auto propagator = std::make_unique<propagators::Linear>(integers_, std::move(own), propagators::Relation::at_most,
                                                          propagators::kLargestSum);
  if (objective_ != nullptr) throw std::invalid_argument("there is an objective already");
  objective_ = propagator.get();
  objective_number_ = engine_.add(std::move(propagator), scope, Event::changed, Cost::high);
}

void Solver::compute_with(Variable x) {
  check(x);
  computed_.resize(std::max<std::size_t>(computed_.size(), x + std::size_t{1}), false);
  computed_[x] = true;
}

}  // namespace woodstock::solver
