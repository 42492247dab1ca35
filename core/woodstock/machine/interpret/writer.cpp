// The body of a clause: its literals in their order, and the terms in them.
#include <algorithm>

#include "woodstock/machine/interpret/writer.hpp"

namespace woodstock::machine::interpret {

ClauseWriter::ClauseWriter(const RuleCode& rule, const CallForm& form, Compiler& compiler)
    : rule_(rule),
      form_(form),
      compiler_(compiler),
      terms_(compiler.terms()),
      arities_(compiler.program().arities()),
      bound_(rule.variables, false),
      slot_(rule.variables, 0),
      binder_(rule.variables, kNoStep),
      sources_(form.asked) {
  clause_.rule = rule.number;
  clause_.slots = form.given;
}

std::optional<Clause> ClauseWriter::write() {
  std::size_t at = 0;
  for (const Pattern& argument : rule_.head) {
    std::size_t node = 0;
    if (!enter(argument, node, at)) return std::nullopt;
  }
  const std::vector<std::size_t> order = order_body(rule_, bound_, compiler_).literals;
  for (std::size_t i = 0; i < order.size(); ++i) step(rule_.body[order[i]], needed_after(order, i));
  if (order.size() < rule_.body.size()) {
    clause_.steps.emplace_back();
    clause_.steps.back().kind = StepKind::kUnsafe;
  } else {
    leave();
  }
  return std::move(clause_);
}

Operand ClauseWriter::operand(const Pattern& pattern) {
  if (pattern[0] < 0) return Operand::slot(slot_[variable(pattern[0])]);
  if (std::ranges::all_of(pattern, [](std::int32_t node) { return node >= 0; })) {
    return Operand::term(terms_.decode(pattern));
  }
  std::vector<Operand> operands;
  for (const Pattern& argument : arguments_of(pattern, arities_)) operands.push_back(operand(argument));
  clause_.builds.push_back({static_cast<Functor>(pattern[0]), new_slot(), keep(operands).begin});
  return Operand::slot(clause_.builds.back().slot);
}

Stretch ClauseWriter::match(const Pattern& pattern, const Variables& before) {
  std::vector<Match> code;
  add_match(pattern, before, code);
  return keep(code);
}

void ClauseWriter::add_match(const Pattern& pattern, const Variables& before, std::vector<Match>& code) {
  if (within(pattern, before)) {
    code.push_back({Match::kEqual, 0, operand(pattern)});
  } else if (pattern[0] < 0) {
    const std::size_t v = variable(pattern[0]);
    if (bound_[v]) {
      code.push_back({Match::kEqual, 0, Operand::slot(slot_[v])});
    } else {
      bound_[v] = true;
      slot_[v] = new_slot();
      code.push_back({Match::kBind, slot_[v], Operand::slot(0)});
    }
  } else {
    code.push_back({Match::kFunctor, static_cast<std::uint32_t>(pattern[0]), Operand::slot(0)});
    for (const Pattern& argument : arguments_of(pattern, arities_)) add_match(argument, before, code);
  }
}

Variables ClauseWriter::needed_after(const std::vector<std::size_t>& order, std::size_t done) const {
  Variables needed(rule_.variables, false);
  const auto add = [&](const Pattern& pattern) {
    for (const std::int32_t node : pattern) {
      if (node < 0) needed[variable(node)] = true;
    }
  };
  for (const auto& patterns : sources_) std::ranges::for_each(patterns, add);
  for (const auto& [pattern, at] : late_) add(pattern);
  for (std::size_t i = done + 1; i < order.size(); ++i) std::ranges::for_each(rule_.body[order[i]].arguments, add);
  return needed;
}

std::int32_t ClauseWriter::last_binder(const std::vector<Pattern>& patterns) const {
  std::int32_t last = kNoStep;
  for (const Pattern& pattern : patterns) {
    for (const std::int32_t node : pattern) {
      if (node < 0 && bound_[variable(node)]) last = std::max(last, binder_[variable(node)]);
    }
  }
  return last;
}

void ClauseWriter::step(const BodyLiteral& literal, const Variables& needed) {
  Step step;
  step.negated = literal.kind == LiteralKind::kNegative;
  step.builds.begin = static_cast<std::uint32_t>(clause_.builds.size());
  const Variables before = bound_;
  step.culprit = last_binder(literal.arguments);
  if (literal.kind == LiteralKind::kDistinct) {
    step.kind = StepKind::kDistinct;
    const Operand left = operand(literal.arguments[0]);
    const Operand right = operand(literal.arguments[1]);
    step.key = keep({left, right});
  } else if (literal.kind == LiteralKind::kFact || compiler_.program().stored(literal.predicate)) {
    lookup(literal, step);
  } else {
    call(literal, needed, step);
  }
  step.builds.end = static_cast<std::uint32_t>(clause_.builds.size());
  step.once = true;
  for (std::size_t v = 0; v < bound_.size(); ++v) {
    if (!bound_[v] || before[v]) continue;
    binder_[v] = static_cast<std::int32_t>(clause_.steps.size());
    if (needed[v]) step.once = false;
  }
  clause_.steps.push_back(step);
}

void ClauseWriter::lookup(const BodyLiteral& literal, Step& step) {
  const bool fact = literal.kind == LiteralKind::kFact || (literal.predicate != kTrue && literal.predicate != kDoes);
  const bool known =
      std::ranges::all_of(literal.arguments, [&](const Pattern& argument) { return within(argument, bound_); });
  if (known && literal.predicate != kDoes) {
    step.kind = fact ? StepKind::kFact : StepKind::kFluent;
    Pattern atom = literal.arguments.empty() ? Pattern{} : literal.arguments[0];
    if (fact) {
      atom.assign(1, static_cast<std::int32_t>(literal.predicate));
      for (const Pattern& argument : literal.arguments) atom.insert(atom.end(), argument.begin(), argument.end());
    }
    step.key = keep({operand(atom)});
    return;
  }
  step.kind = StepKind::kScan;
  std::vector<Pattern> columns = literal.arguments;
  if (fact) {
    step.relation = &compiler_.atoms().facts(literal.predicate);
  } else if (literal.predicate == kDoes) {
    step.relation = &compiler_.atoms().moves();
  } else if (columns[0][0] < 0) {
    step.relation = &compiler_.atoms().all_fluents();
    step.whole_row = true;
  } else {
    const Pattern fluent = columns[0];
    step.relation = &compiler_.atoms().fluents(static_cast<Functor>(fluent[0]));
    columns = arguments_of(fluent, arities_);
  }
  const Variables before = bound_;
  std::vector<std::uint32_t> given;
  std::vector<Operand> key;
  std::vector<Match> code;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    add_match(columns[i], before, code);
    if (within(columns[i], before) && !step.whole_row) {
      given.push_back(static_cast<std::uint32_t>(i));
      key.push_back(code.back().operand);
    }
  }
  step.matches = keep(code);
  if (!given.empty()) {
    step.indexed = true;
    step.index = step.relation->index_on(given);
    step.key = keep(key);
  }
}

void ClauseWriter::call(const BodyLiteral& literal, const Variables& needed, Step& step) {
  step.kind = StepKind::kCall;
  std::vector<std::uint32_t> count(rule_.variables, 0);
  for (const Pattern& argument : literal.arguments) {
    for (const std::int32_t node : argument) {
      if (node < 0) ++count[variable(node)];
    }
  }
  const Variables before = bound_;
  Shape shape;
  std::vector<Operand> key;
  std::vector<std::int32_t> number(rule_.variables, 0);
  std::vector<std::uint32_t> binds;
  for (const Pattern& argument : literal.arguments) {
    for (std::size_t at = 0; at < argument.size();) {
      const Pattern here = part(argument, at, arities_);
      if (within(here, before)) {
        shape.push_back(kGiven);
        key.push_back(operand(here));
        at += here.size();
        continue;
      }
      ++at;
      if (here[0] >= 0) {
        shape.push_back(here[0]);
        continue;
      }
      const std::size_t v = variable(here[0]);
      if (count[v] == 1 && !needed[v]) {
        shape.push_back(kIgnored);
        continue;
      }
      if (number[v] == 0) {
        number[v] = asked(static_cast<std::uint32_t>(binds.size()));
        bound_[v] = true;
        slot_[v] = new_slot();
        binds.push_back(slot_[v]);
      }
      shape.push_back(number[v]);
    }
  }
  step.form = compiler_.form(literal.predicate, shape);
  step.key = keep(key);
  step.binds = append(clause_.binds, binds);
}

}  // namespace woodstock::machine::interpret
