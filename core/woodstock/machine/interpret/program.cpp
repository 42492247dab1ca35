#include "woodstock/machine/interpret/program.hpp"

#include <algorithm>
#include <ranges>

#include "woodstock/support/components.hpp"

namespace woodstock::machine::interpret {

namespace {

// Patterns are walked by recursion when rules are compiled, so their nesting is kept far from the stack's end.
constexpr std::size_t kPatternDepth = 1000;

class Reader {
 public:
  Reader(std::span<const std::int32_t> code, const std::vector<std::uint32_t>& arities)
      : code_(code), arities_(arities) {}

  bool done() const { return at_ == code_.size(); }

  std::int32_t number(std::int32_t below) {
    if (done() || code_[at_] < 0 || code_[at_] >= below)
      throw std::invalid_argument("the code of the rules is damaged");
    return code_[at_++];
  }
  Functor functor() { return static_cast<Functor>(number(static_cast<std::int32_t>(arities_.size()))); }

  Pattern pattern(std::uint32_t variables) {
    Pattern result;
    std::vector<std::uint32_t> open{1};  // how many terms are missing, level by level
    while (!open.empty()) {
      if (open.back() == 0) {
        open.pop_back();
        continue;
      }
      --open.back();
      if (done()) throw std::invalid_argument("the code of the rules is damaged");
      if (code_[at_] < 0) {
        if (static_cast<std::uint32_t>(-1 - code_[at_]) >= variables) throw std::invalid_argument("unknown variable");
        result.push_back(code_[at_++]);
      } else {
        const Functor here = functor();
        result.push_back(static_cast<std::int32_t>(here));
        open.push_back(arities_[here]);
        if (open.size() > kPatternDepth) throw InterpretError(Fault::kLimit, "a rule nests a term too deep");
      }
    }
    return result;
  }

  std::vector<Pattern> patterns(std::uint32_t count, std::uint32_t variables) {
    std::vector<Pattern> result;
    for (std::uint32_t i = 0; i < count; ++i) result.push_back(pattern(variables));
    return result;
  }

 private:
  std::span<const std::int32_t> code_;
  const std::vector<std::uint32_t>& arities_;
  std::size_t at_ = 0;
};

bool ground(const std::vector<Pattern>& patterns) {
  return std::ranges::all_of(patterns, [](const Pattern& pattern) {
    return std::ranges::all_of(pattern, [](auto node) { return node >= 0; });
  });
}

}  // namespace

Pattern atom(Functor predicate, const std::vector<Pattern>& arguments) {
  Pattern out{static_cast<std::int32_t>(predicate)};
  for (const Pattern& argument : arguments) out.insert(out.end(), argument.begin(), argument.end());
  return out;
}

Program::Program(std::vector<std::uint32_t> arities, std::vector<std::int32_t> values,
                 std::span<const std::int32_t> code)
    : arities_(std::move(arities)), values_(std::move(values)), predicates_(arities_.size()) {
  if (values_.size() != arities_.size() || arities_.size() < kKeywords ||
      !std::equal(kKeywordArity, kKeywordArity + kKeywords, arities_.begin())) {
    throw std::invalid_argument("the keywords are missing among the functors");
  }
  Reader reader(code, arities_);
  for (std::int32_t number = 0; !reader.done(); ++number) {
    RuleCode rule{number, static_cast<std::uint32_t>(reader.number(1 << 20)), 0, {}, {}};
    rule.predicate = reader.functor();
    if (rule.predicate == kTrue || rule.predicate == kDoes) {
      throw InterpretError(Fault::kRestriction, "`true` and `does` cannot be the head of a rule", number);
    }
    rule.head = reader.patterns(arities_[rule.predicate], rule.variables);
    const std::int32_t literals = reader.number(1 << 20);
    for (std::int32_t i = 0; i < literals; ++i) {
      BodyLiteral literal{static_cast<LiteralKind>(reader.number(3)), 0, {}};
      if (literal.kind == LiteralKind::kDistinct) {
        literal.arguments = reader.patterns(2, rule.variables);
      } else {
        literal.predicate = reader.functor();
        literal.arguments = reader.patterns(arities_[literal.predicate], rule.variables);
      }
      rule.body.push_back(std::move(literal));
    }
    Predicate& predicate = predicates_[rule.predicate];
    if (rule.body.empty() && ground(rule.head)) {
      predicate.facts.push_back(atom(rule.predicate, rule.head));
    } else {
      predicate.derived = true;
      predicate.rules.push_back(std::move(rule));
    }
  }
  // Facts are reached by one more rule that looks them up, so that a call needs to know nothing but rules.
  for (Functor functor = 0; functor < predicates_.size(); ++functor) {
    Predicate& predicate = predicates_[functor];
    if (predicate.facts.empty()) continue;
    RuleCode rule{kNoRule, arities_[functor], functor, {}, {}};
    for (std::uint32_t i = 0; i < arities_[functor]; ++i) rule.head.push_back({-1 - static_cast<std::int32_t>(i)});
    rule.body.push_back({LiteralKind::kFact, functor, rule.head});
    predicate.rules.insert(predicate.rules.begin(), std::move(rule));
  }
  find_components();
}

// What a predicate depends on comes first, so that its lifetime is known by then.
void Program::find_components() {
  const auto count = static_cast<std::uint32_t>(functors());
  const auto uses = [this](Functor functor, auto visit) {
    for (const RuleCode& rule : predicates_[functor].rules) {
      for (const BodyLiteral& literal : rule.body) {
        if (literal.kind == LiteralKind::kPositive || literal.kind == LiteralKind::kNegative) visit(literal.predicate);
      }
    }
  };
  predicates_[kTrue].lifetime = Lifetime::kState;
  predicates_[kDoes].lifetime = Lifetime::kMove;
  std::uint32_t components = 0;
  support::StrongComponents().find(count, std::views::iota(0U, count), uses, [&](const std::vector<Functor>& found) {
    ++components;
    Lifetime lifetime = predicates_[found[0]].lifetime;
    for (const Functor member : found) {
      uses(member, [&](Functor used) { lifetime = std::max(lifetime, predicates_[used].lifetime); });
    }
    for (const Functor member : found) {
      predicates_[member].component = components;
      predicates_[member].lifetime = lifetime;
    }
  });
}

}  // namespace woodstock::machine::interpret
