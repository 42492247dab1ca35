#include "woodstock/solver/solver.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "woodstock/solver/propagators/all_different.hpp"
#include "woodstock/solver/propagators/relations.hpp"

namespace woodstock::solver {

Solver::Solver(std::span<const std::uint32_t> domain_sizes) : order_(engine_, engine_.store.add_cells(2)) {
  if (domain_sizes.size() > std::size_t{1} << 30) throw std::invalid_argument("there are at most 2^30 variables");
  for (const auto size : domain_sizes) engine_.store.add_variable(size);
  auto nogoods = std::make_unique<propagators::Nogoods>();
  nogoods_ = nogoods.get();
  nogoods_number_ = engine_.add(std::move(nogoods));
  auto gates = std::make_unique<propagators::Gates>();
  gates_ = gates.get();
  gates_number_ = engine_.add(std::move(gates));
}

void Solver::add_gate(propagators::Literal output, std::span<const propagators::Literal> inputs, GateKind kind) {
  check_level();
  check(output, "the output of a gate");
  for (const auto input : inputs) check(input, "an input of a gate");
  // An `or` is an `and` with everything negated.
  const propagators::Literal flip = kind == GateKind::disjunction ? 1 : 0;
  output ^= flip;
  std::vector<propagators::Literal> own;
  for (const auto input : inputs) own.push_back(input ^ flip);
  std::sort(own.begin(), own.end());
  own.erase(std::unique(own.begin(), own.end()), own.end());

  const auto has = [&](propagators::Literal literal) { return std::binary_search(own.begin(), own.end(), literal); };
  const auto assignment = [](propagators::Literal literal) {
    return propagators::Assignment{propagators::variable_of(literal), 1 - (literal & 1U)};
  };
  const bool never = std::any_of(own.begin(), own.end(),
                                 [&](propagators::Literal literal) { return has(propagators::negation(literal)); });
  if (own.empty()) {
    require(output);
  } else if (never) {
    require(propagators::negation(output));
  } else if (has(output)) {  // output -> the others
    for (const auto input : own) {
      if (input != output) add_nogood(std::vector{assignment(output), assignment(propagators::negation(input))});
    }
  } else if (has(propagators::negation(output))) {  // the output cannot be true, nor then all others
    require(propagators::negation(output));
    std::vector<propagators::Assignment> others;
    for (const auto input : own) {
      if (input != propagators::negation(output)) others.push_back(assignment(input));
    }
    add_nogood(others);
  } else {
    std::vector<Variable> scope{propagators::variable_of(output)};
    for (const auto input : own) scope.push_back(propagators::variable_of(input));
    gates_->add(output, own, engine_.add_constraint(scope));
    engine_.schedule(gates_number_);
  }
}

void Solver::add_nogood(std::span<const propagators::Assignment> assignments) {
  check_level();
  std::vector<propagators::Assignment> own;
  for (const auto& [x, v] : assignments) {
    check(x, v);
    own.push_back({x, v});
  }
  std::sort(own.begin(), own.end(), [](const propagators::Assignment& a, const propagators::Assignment& b) {
    return std::pair(a.variable, a.value) < std::pair(b.variable, b.value);
  });
  own.erase(std::unique(own.begin(), own.end()), own.end());
  for (std::size_t i = 1; i < own.size(); ++i) {
    if (own[i].variable == own[i - 1].variable) return;  // both can never hold
  }
  if (own.empty()) {
    engine_.fail();
  } else if (own.size() == 1) {
    keep(engine_.store.remove(own[0].variable, own[0].value));
  } else {
    std::vector<Variable> scope;
    for (const auto& a : own) scope.push_back(a.variable);
    nogoods_->add(engine_.store, own, engine_.add_constraint(scope));
    engine_.schedule(nogoods_number_);
  }
}

void Solver::add_equal(Variable x, Variable y) {
  check_level();
  check(x);
  check(y);
  if (x == y) return;
  engine_.add(std::make_unique<propagators::Equal>(x, y), std::vector{x, y}, Event::changed, Cost::low);
}

void Solver::add_all_different(std::span<const Variable> scope) {
  check_level();
  for (const auto x : scope) check(x);
  std::vector<Variable> own(scope.begin(), scope.end());
  std::sort(own.begin(), own.end());
  if (std::adjacent_find(own.begin(), own.end()) != own.end()) return engine_.fail();
  if (own.size() < 2) return;
  auto propagator = std::make_unique<propagators::AllDifferent>(engine_.store, own);
  engine_.add(std::move(propagator), own, Event::changed, Cost::high);
}

void Solver::add_at_most_one(std::span<const propagators::Assignment> assignments) {
  check_level();
  std::vector<propagators::Assignment> own, twice;
  for (const auto& a : assignments) {
    check(a.variable, a.value);
    (std::find(own.begin(), own.end(), a) == own.end() ? own : twice).push_back(a);
  }
  for (const auto& a : twice) keep(engine_.store.remove(a.variable, a.value));
  if (own.size() < 2) return;
  std::vector<Variable> scope;
  for (const auto& a : own) scope.push_back(a.variable);
  std::sort(scope.begin(), scope.end());
  scope.erase(std::unique(scope.begin(), scope.end()), scope.end());
  engine_.add(std::make_unique<propagators::AtMostOne>(std::move(own)), scope, Event::assigned, Cost::low);
}

void Solver::add_channel(Variable x, std::span<const Variable> indicators) {
  check_level();
  check(x);
  std::vector<Variable> scope(indicators.begin(), indicators.end());
  for (const auto b : scope) {
    check(b);  // first: twice a number that is too big may be a small one
    check(2 * b, "an indicator");
  }
  if (scope.size() != engine_.store.initial_size(x)) {
    throw std::invalid_argument("a channel needs one indicator for each value of its variable");
  }
  scope.push_back(x);
  std::sort(scope.begin(), scope.end());
  if (std::adjacent_find(scope.begin(), scope.end()) != scope.end()) {
    throw std::invalid_argument("the variables of a channel must all be different");
  }
  auto propagator =
      std::make_unique<propagators::Channel>(x, std::vector<Variable>(indicators.begin(), indicators.end()));
  engine_.add(std::move(propagator), scope, Event::changed, Cost::low);
}

std::vector<std::int32_t> Solver::domain(Variable x) const {
  check(x);
  std::vector<std::int32_t> values;
  engine_.store.for_each_value(x, [&](Value v) { values.push_back(static_cast<std::int32_t>(v)); });
  return values;
}

bool Solver::assign(Variable x, Value v) {
  check(x, v);
  keep(engine_.store.assign(x, v));
  return !engine_.failed();
}

bool Solver::remove(Variable x, Value v) {
  check(x, v);
  keep(engine_.store.remove(x, v));
  return !engine_.failed();
}

SearchResult Solver::search(const SearchOptions& options) {
  for (const auto x : options.branching) check(x);
  for (const auto x : options.shown) check(x);
  if (options.restarts && options.solutions != 1 && !options.minimise) {
    throw std::invalid_argument("restarts are for finding one solution, not several");
  }
  if (options.minimise && objective_ == nullptr) throw std::invalid_argument("there is no objective to be minimised");
  if (options.solutions == 0) return {};
  Search search(engine_, *nogoods_, nogoods_number_, order_, options);
  if (options.minimise) search.minimise(*objective_, objective_number_, objective_terms_);
  return search.run();
}

void Solver::require(propagators::Literal literal) {
  keep(engine_.store.assign(propagators::variable_of(literal), 1 - (literal & 1U)));
}

void Solver::check_level() const {
  if (level() != 0) throw std::invalid_argument("constraints can only be added at level 0: pop first");
}

void Solver::check(Variable x) const {
  if (x >= variables()) throw std::invalid_argument("there is no variable " + std::to_string(x));
}

void Solver::check(Variable x, Value v) const {
  check(x);
  if (v >= engine_.store.initial_size(x)) {
    throw std::invalid_argument("variable " + std::to_string(x) + " has no value " + std::to_string(v));
  }
}

void Solver::check(propagators::Literal literal, const char* what) const {
  const auto x = propagators::variable_of(literal);
  check(x);
  if (engine_.store.initial_size(x) != 2) {
    throw std::invalid_argument(std::string(what) + " must have two values, and variable " + std::to_string(x) +
                                " has " + std::to_string(engine_.store.initial_size(x)));
  }
}

}  // namespace woodstock::solver
