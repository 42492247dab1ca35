// Compiles rules into clauses, one form of call at a time, when that form is first called.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "woodstock/machine/interpret/clause.hpp"

namespace woodstock::machine::interpret {

class Compiler {
 public:
  Compiler(const Program& program, TermStore& terms, StoredAtoms& atoms)
      : program_(program), terms_(terms), atoms_(atoms) {}

  // The number of the form in which `predicate` is called with this shape.
  std::uint32_t form(Functor predicate, const Shape& shape);
  CallForm& operator[](std::uint32_t number) { return *forms_[number]; }
  const CallForm* find(Functor predicate, const Shape& shape) const {
    const auto found = numbers_.find({predicate, shape});
    return found == numbers_.end() ? nullptr : forms_[found->second].get();
  }
  void compile(CallForm& form);
  // Compiles again, when next called, what has become expensive: the first states of a game tell little about later
  // ones. Only while nothing is being evaluated.
  void reconsider();
  // How many answers to expect when these arguments are given.
  double expected_answers(Functor predicate, const std::vector<std::uint32_t>& given);

  const Program& program() const { return program_; }
  TermStore& terms() { return terms_; }
  StoredAtoms& atoms() { return atoms_; }

 private:
  const Program& program_;
  TermStore& terms_;
  StoredAtoms& atoms_;
  std::vector<std::unique_ptr<CallForm>> forms_;
  std::map<std::pair<Functor, Shape>, std::uint32_t> numbers_;
  std::map<std::pair<Functor, std::vector<std::uint32_t>>, double> expectations_;
  std::uint32_t estimating_ = 0;
};

using Variables = std::vector<bool>;

inline std::size_t variable(std::int32_t node) { return static_cast<std::size_t>(-1 - node); }
// Calls visit(variable) wherever one stands.
template <typename Visit>
void each_variable(std::span<const Pattern> patterns, Visit visit) {
  for (const Pattern& pattern : patterns) {
    for (const std::int32_t node : pattern) {
      if (node < 0) visit(variable(node));
    }
  }
}
inline void add_variables(std::span<const Pattern> patterns, Variables& variables) {
  each_variable(patterns, [&](std::size_t v) { variables[v] = true; });
}
// Are all variables of the pattern in the set?
bool within(const Pattern& pattern, const Variables& variables);
// The end of the term that begins at `at`.
std::size_t skip_term(const std::vector<std::int32_t>& code, std::size_t at, const std::vector<std::uint32_t>& arities);
// That term, and the arguments of the functor with which a pattern begins.
Pattern part(const Pattern& pattern, std::size_t at, const std::vector<std::uint32_t>& arities);
std::vector<Pattern> arguments_of(const Pattern& pattern, const std::vector<std::uint32_t>& arities);

// The shape in which a literal is called with these variables bound. Calls give(part) for every part that is given and
// ask(variable) for every variable that is asked for; where ignored(variable) holds it is neither.
template <typename Give, typename Ask, typename Ignored>
Shape shape_of(const BodyLiteral& literal, const Variables& bound, const std::vector<std::uint32_t>& arities, Give give,
               Ask ask, Ignored ignored) {
  Shape shape;
  std::vector<std::int32_t> numbers(bound.size(), 0);
  std::uint32_t count = 0;
  for (const Pattern& argument : literal.arguments) {
    for (std::size_t at = 0; at < argument.size();) {
      const Pattern here = part(argument, at, arities);
      if (within(here, bound)) {
        shape.push_back(kGiven);
        give(here);
        at += here.size();
        continue;
      }
      ++at;
      shape.push_back(here[0] >= 0 ? here[0] : kIgnored);
      if (here[0] >= 0 || ignored(variable(here[0]))) continue;
      std::int32_t& number = numbers[variable(here[0])];
      if (number == 0) {
        number = asked(count++);
        ask(variable(here[0]));
      }
      shape.back() = number;
    }
  }
  return shape;
}

// Nothing if the head of the rule cannot fit the call.
std::optional<Clause> write_clause(const RuleCode& rule, const CallForm& form, Compiler& compiler);

// The order in which to look at the literals of a body when these variables are bound at the start: cheap tests as
// soon as they can be made, then what promises the fewest solutions. Negative literals and `distinct`s whose variables
// nothing binds are left out.
struct BodyOrder {
  std::vector<std::size_t> literals;
  double solutions = 1;  // expected
};
BodyOrder order_body(const RuleCode& rule, Variables bound, Compiler& compiler);

}  // namespace woodstock::machine::interpret
