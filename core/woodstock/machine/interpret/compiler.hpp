// Compiles rules into clauses, one form of call at a time, when that form is first called.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "woodstock/machine/interpret/atoms.hpp"
#include "woodstock/machine/interpret/clause.hpp"

namespace woodstock::machine::interpret {

class Compiler {
 public:
  Compiler(const Program& program, TermStore& terms, StoredAtoms& atoms)
      : program_(program), terms_(terms), atoms_(atoms) {}

  // The number of the form in which `predicate` is called with this shape.
  std::uint32_t form(Functor predicate, const Shape& shape);
  CallForm& operator[](std::uint32_t number) { return *forms_[number]; }
  const CallForm* find(Functor predicate, const Shape& shape) const;
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

// Are all variables of the pattern in the set?
bool within(const Pattern& pattern, const Variables& variables);
// The end of the term that begins at `at`.
std::size_t skip_term(const std::vector<std::int32_t>& code, std::size_t at, const std::vector<std::uint32_t>& arities);
// That term, and the arguments of the functor with which a pattern begins.
Pattern part(const Pattern& pattern, std::size_t at, const std::vector<std::uint32_t>& arities);
std::vector<Pattern> arguments_of(const Pattern& pattern, const std::vector<std::uint32_t>& arities);

// The order in which to look at the literals of a body when these variables are bound at the start: cheap tests as
// soon as they can be made, then what promises the fewest solutions. Negative literals and `distinct`s whose variables
// nothing binds are left out.
struct BodyOrder {
  std::vector<std::size_t> literals;
  double solutions = 1;  // expected
};
BodyOrder order_body(const RuleCode& rule, Variables bound, Compiler& compiler);

}  // namespace woodstock::machine::interpret
