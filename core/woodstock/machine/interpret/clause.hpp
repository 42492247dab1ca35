// Rules compiled for one form of call. The order of the body and which variables are bound where are settled here, so
// that running a clause needs no unification, no trail and no search for the next literal.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/machine/interpret/atoms.hpp"

namespace woodstock::machine::interpret {

// A value known before a step: the content of a slot of the environment, or a ground term.
class Operand {
 public:
  static Operand slot(std::uint32_t number) { return Operand(static_cast<std::int32_t>(number)); }
  static Operand term(Term term) { return Operand(~static_cast<std::int32_t>(term)); }
  std::uint32_t slot_number() const { return static_cast<std::uint32_t>(code_); }
  Term value(const Term* environment) const { return code_ >= 0 ? environment[code_] : static_cast<Term>(~code_); }

 private:
  explicit Operand(std::int32_t code) : code_(code) {}
  std::int32_t code_;
};

// Makes a term of operands and puts it into a slot.
struct Build {
  Functor functor;
  std::uint32_t slot;
  std::uint32_t operands;  // the first of them in Clause::operands
};

// One node of a pattern that is matched against ground terms, in preorder.
struct Match {
  enum Kind : std::uint8_t { kEqual, kBind, kFunctor, kSkip } kind;
  std::uint32_t number;  // slot or functor
  Operand operand;
};

// A stretch of one of the arrays of a clause.
struct Stretch {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

enum class StepKind : std::uint8_t {
  kDistinct,  // two operands differ
  kFluent,    // the term of the operand holds in the state
  kFact,      // the atom of the operand is a fact
  kScan,      // some row of the relation matches
  kCall,      // some answer of a call
  kUnsafe,    // a literal whose variables no other literal binds
};

inline constexpr std::int32_t kNoStep = -1;

struct Step {
  StepKind kind = StepKind::kDistinct;
  bool negated = false;
  bool once = false;               // further solutions differ in nothing that is looked at later
  bool whole_row = false;          // kScan: the pattern is for the row itself, not for its arguments
  bool indexed = false;            // kScan: `key` gives the columns of `index`
  std::uint32_t form = 0;          // kCall
  std::int32_t culprit = kNoStep;  // the last step before this one that binds a variable it looks at
  std::uint32_t index = 0;
  Relation* relation = nullptr;
  Stretch builds;  // made first; if one of them does not exist, no stored atom can have it
  Stretch key;     // operands: two for kDistinct, one for kFluent and kFact, the given values for kCall
  Stretch matches;
  Stretch binds;  // kCall: slots that take the values of an answer
};

// A key value taken apart when the clause is entered, or a built value compared with the call at the end.
struct ValueMatch {
  Operand value;
  Stretch matches;
};

struct Clause {
  std::int32_t rule = kNoRule;
  std::uint32_t slots = 0;  // size of the environment: given values, variables, built terms, answer values
  std::vector<ValueMatch> entry;
  std::vector<Step> steps;
  bool unsafe_head = false;  // a variable that is asked for is bound by no literal
  Stretch answer_builds;
  std::vector<ValueMatch> exit;
  Stretch answer;
  std::int32_t answer_culprit = kNoStep;  // the last step that binds a variable of the answer

  std::vector<Operand> operands;
  std::vector<Build> builds;
  std::vector<Match> matches;
  std::vector<std::uint32_t> binds;
};

// The nodes of a call's arguments in preorder: given, ignored, asked for (the first, the second, ..), or a functor
// whose arguments follow.
using Shape = std::vector<std::int32_t>;
inline constexpr std::int32_t kGiven = -1;
inline constexpr std::int32_t kIgnored = -2;
constexpr std::int32_t asked(std::uint32_t number) { return -3 - static_cast<std::int32_t>(number); }

struct CallForm {
  Functor predicate = 0;
  Shape shape;
  Lifetime lifetime = Lifetime::kGame;
  std::uint32_t given = 0;
  std::uint32_t asked = 0;
  bool compiled = false;
  std::vector<Clause> clauses;
  std::uint64_t visits = 0;                // literals looked at since this was compiled
  std::uint64_t recompile_after = 20'000;  // visits, then compile it again for the states there are now
  // Measured, to guess what a call will cost.
  std::uint64_t tables = 0;
  std::uint64_t answers = 0;
};

}  // namespace woodstock::machine::interpret
