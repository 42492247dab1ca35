// The rules as flat arrays of numbers, and what can be said about predicates without running them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/interpret/terms.hpp"

namespace woodstock::machine::interpret {

// The functors with a meaning of their own come first, in this order.
enum Keyword : Functor { kRole, kInit, kTrue, kDoes, kNext, kLegal, kTerminal, kGoal, kSees, kKeywords };
inline constexpr std::uint32_t kKeywordArity[kKeywords] = {1, 1, 1, 2, 1, 2, 0, 2, 2};

// How long what was derived stays right: for the whole game, in one state, or for one joint move in one state.
enum class Lifetime : std::uint8_t { kGame, kState, kMove };
inline constexpr std::size_t kLifetimes = 3;

enum class LiteralKind : std::uint8_t { kPositive, kNegative, kDistinct, kFact };

// A pattern is a term with variables in preorder: a functor is its number, variable v is -1 - v.
using Pattern = std::vector<std::int32_t>;

// The pattern of an atom.
Pattern atom(Functor predicate, const std::vector<Pattern>& arguments);

struct BodyLiteral {
  LiteralKind kind;
  Functor predicate;               // not for distinct
  std::vector<Pattern> arguments;  // two for distinct
};

struct RuleCode {
  std::int32_t number;  // as the caller counts rules, kNoRule for the rule that gives a predicate its facts
  std::uint32_t variables;
  Functor predicate;
  std::vector<Pattern> head;
  std::vector<BodyLiteral> body;
};

struct Predicate {
  bool derived = false;  // has a rule, not facts only
  Lifetime lifetime = Lifetime::kGame;
  std::uint32_t component = 0;  // predicates that depend on one another share it
  std::vector<RuleCode> rules;
  std::vector<std::vector<std::int32_t>> facts;  // encoded ground atoms
};

class Program {
 public:
  // `code` holds the rules one after another: variables, head, number of body literals, literals. A literal is its
  // kind (positive 0, negative 1, distinct 2) and an atom, or two terms for distinct. An atom is a term.
  // `values` has the number that a constant's name stands for, -1 where it stands for none.
  Program(std::vector<std::uint32_t> arities, std::vector<std::int32_t> values, std::span<const std::int32_t> code);

  std::size_t functors() const { return arities_.size(); }
  std::uint32_t arity(Functor functor) const { return arities_[functor]; }
  const std::vector<std::uint32_t>& arities() const { return arities_; }
  std::int32_t value(Functor functor) const { return values_[functor]; }
  const Predicate& predicate(Functor functor) const { return predicates_[functor]; }
  // Looked up among facts, fluents or moves rather than derived by rules.
  bool stored(Functor functor) const { return functor == kTrue || functor == kDoes || !predicates_[functor].derived; }

 private:
  void find_components();

  std::vector<std::uint32_t> arities_;
  std::vector<std::int32_t> values_;
  std::vector<Predicate> predicates_;
};

}  // namespace woodstock::machine::interpret
