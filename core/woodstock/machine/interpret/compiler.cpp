#include <algorithm>
#include <cmath>
#include <limits>

#include "woodstock/machine/interpret/compiler.hpp"

namespace woodstock::machine::interpret {

namespace {

constexpr double kNever = std::numeric_limits<double>::max();
constexpr double kPlaced = std::numeric_limits<double>::infinity();

std::size_t count_free(const BodyLiteral& literal, const Variables& bound) {
  Variables seen = bound;
  std::size_t free = 0;
  each_variable(literal.arguments, [&](std::size_t v) {
    free += !seen[v];
    seen[v] = true;
  });
  return free;
}

std::vector<std::uint32_t> bound_columns(const std::vector<Pattern>& arguments, const Variables& bound) {
  std::vector<std::uint32_t> columns;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (within(arguments[i], bound)) columns.push_back(static_cast<std::uint32_t>(i));
  }
  return columns;
}

// The rows a scan will give, judged by what is stored now. A relation that is empty now may not stay so.
double scan_rows(const BodyLiteral& literal, const Variables& bound, Compiler& compiler) {
  constexpr double kUnknownRows = 4;
  StoredAtoms& atoms = compiler.atoms();
  if (literal.predicate == kDoes) return within(literal.arguments[0], bound) ? 0.9 : 1.0;
  if (literal.kind != LiteralKind::kFact && literal.predicate == kTrue) {
    const Pattern& fluent = literal.arguments[0];
    if (fluent[0] < 0) return static_cast<double>(atoms.all_fluents().size()) + kUnknownRows;
    const auto functor = static_cast<Functor>(fluent[0]);
    Relation& relation = atoms.fluents(functor);
    const auto columns = bound_columns(arguments_of(fluent, compiler.program().arities()), bound);
    if (relation.size() == 0) return kUnknownRows / static_cast<double>(1 + columns.size());
    return relation.expected(columns, compiler.terms());
  }
  return atoms.facts(literal.predicate).expected(bound_columns(literal.arguments, bound), compiler.terms());
}

// The answers a call will give: measured if it was called before, otherwise expected from the rules behind it.
double call_answers(const BodyLiteral& literal, const Variables& bound, const RuleCode& rule, Compiler& compiler) {
  const Program& program = compiler.program();
  const auto pass = [](const auto&) { return false; };
  const Shape shape =
      shape_of(literal, bound, program.arities(), pass, pass, pass);  // all that is not bound is asked for
  const CallForm* form = compiler.find(literal.predicate, shape);
  double answers = 0;
  if (form != nullptr && form->tables >= 8) {
    answers = static_cast<double>(form->answers) / static_cast<double>(form->tables);
  } else {
    answers = compiler.expected_answers(literal.predicate, bound_columns(literal.arguments, bound));
  }
  const Predicate& predicate = program.predicate(literal.predicate);
  double cost = 1.5 + answers;
  if (predicate.lifetime == Lifetime::kGame) cost = 0.5 + answers;
  if (predicate.component == program.predicate(rule.predicate).component) cost *= 2;
  return cost;
}

// Lower is sooner.
double rank(const BodyLiteral& literal, const Variables& bound, const RuleCode& rule, Compiler& compiler) {
  const bool known = count_free(literal, bound) == 0;
  if (literal.kind == LiteralKind::kDistinct) return known ? 0 : kNever;
  if (literal.kind == LiteralKind::kNegative && !known) return kNever;
  if (literal.kind == LiteralKind::kFact || compiler.program().stored(literal.predicate)) {
    return known ? 0.1 : std::max(0.2, scan_rows(literal, bound, compiler));
  }
  // A test that has to be derived comes after the lookups that cost nothing.
  if (known) return compiler.program().predicate(literal.predicate).lifetime == Lifetime::kGame ? 0.5 : 1.5;
  return call_answers(literal, bound, rule, compiler);
}

}  // namespace

bool within(const Pattern& pattern, const Variables& variables) {
  return std::ranges::all_of(pattern, [&](std::int32_t node) { return node >= 0 || variables[variable(node)]; });
}

std::size_t skip_term(const std::vector<std::int32_t>& code, std::size_t at,
                      const std::vector<std::uint32_t>& arities) {
  for (std::size_t missing = 1; missing > 0; ++at) {
    --missing;
    if (code[at] >= 0) missing += arities[static_cast<std::size_t>(code[at])];
  }
  return at;
}

Pattern part(const Pattern& pattern, std::size_t at, const std::vector<std::uint32_t>& arities) {
  const std::size_t end = skip_term(pattern, at, arities);
  return {pattern.begin() + static_cast<std::ptrdiff_t>(at), pattern.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::vector<Pattern> arguments_of(const Pattern& pattern, const std::vector<std::uint32_t>& arities) {
  std::vector<Pattern> arguments;
  for (std::size_t at = 1; at < pattern.size(); at += arguments.back().size()) {
    arguments.push_back(part(pattern, at, arities));
  }
  return arguments;
}

BodyOrder order_body(const RuleCode& rule, Variables bound, Compiler& compiler) {
  BodyOrder order;
  std::vector<double> ranks(rule.body.size(), -1);  // -1: to be worked out
  for (;;) {
    double best = kNever;
    std::size_t choice = rule.body.size();
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      if (ranks[i] == kPlaced) continue;
      if (ranks[i] < 0) ranks[i] = rank(rule.body[i], bound, rule, compiler);
      if (ranks[i] < best) {
        best = ranks[i];
        choice = i;
      }
    }
    if (choice == rule.body.size()) return order;
    ranks[choice] = kPlaced;
    order.literals.push_back(choice);
    // A test that needs no new variable lets perhaps half of the solutions pass.
    order.solutions *= count_free(rule.body[choice], bound) == 0 ? 0.5 : std::max(best, 0.1);
    const Variables before = bound;
    add_variables(rule.body[choice].arguments, bound);
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      if (ranks[i] != kPlaced && count_free(rule.body[i], before) != count_free(rule.body[i], bound)) ranks[i] = -1;
    }
  }
}

std::uint32_t Compiler::form(Functor predicate, const Shape& shape) {
  const auto [entry, added] = numbers_.try_emplace({predicate, shape}, static_cast<std::uint32_t>(forms_.size()));
  if (added) {
    auto form = std::make_unique<CallForm>();
    form->predicate = predicate;
    form->shape = shape;
    form->lifetime = program_.predicate(predicate).lifetime;
    std::int32_t last = kIgnored;
    for (const std::int32_t node : shape) {
      if (node == kGiven) ++form->given;
      if (node < kIgnored) last = std::min(last, node);
    }
    form->asked = static_cast<std::uint32_t>(kIgnored - last);
    forms_.push_back(std::move(form));
  }
  return entry->second;
}

void Compiler::compile(CallForm& form) {
  form.compiled = true;
  for (const RuleCode& rule : program_.predicate(form.predicate).rules) {
    if (auto clause = write_clause(rule, form, *this)) form.clauses.push_back(std::move(*clause));
  }
}

void Compiler::reconsider() {
  for (const auto& form : forms_) {
    if (form->visits < form->recompile_after) continue;
    form->compiled = false;
    form->clauses.clear();
    form->visits = 0;
    form->recompile_after *= 8;
    expectations_.clear();
  }
}

double Compiler::expected_answers(Functor predicate, const std::vector<std::uint32_t>& given) {
  constexpr std::uint32_t kDeepest = 5;
  constexpr std::size_t kMostRules = 50;
  const std::uint32_t arity = program_.arity(predicate);
  const double guess = std::pow(3.0, static_cast<double>(arity - given.size()));
  // A recursive predicate meets this guess of itself.
  const auto [entry, added] = expectations_.try_emplace({predicate, given}, guess);
  if (!added || estimating_ >= kDeepest) return entry->second;
  ++estimating_;
  const std::vector<RuleCode>& rules = program_.predicate(predicate).rules;
  double answers = 0;
  const std::size_t looked_at = std::min(rules.size(), kMostRules);
  for (std::size_t i = 0; i < looked_at; ++i) {
    Variables bound(rules[i].variables, false);
    double chance = 1;
    for (const std::uint32_t column : given) {
      add_variables({&rules[i].head[column], 1}, bound);
      if (rules[i].head[column][0] >= 0) chance *= 0.3;  // a constant in the head rarely is the one asked for
    }
    answers += chance * std::max(0.1, order_body(rules[i], bound, *this).solutions);
  }
  if (looked_at > 0) answers *= static_cast<double>(rules.size()) / static_cast<double>(looked_at);
  --estimating_;
  return entry->second = std::min(answers, 1e12);
}

}  // namespace woodstock::machine::interpret
