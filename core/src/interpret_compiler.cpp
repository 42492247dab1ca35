#include "woodstock/interpret_compiler.hpp"

#include <algorithm>
#include <optional>

namespace woodstock::interpret {

namespace {

// Writes one clause: the rule `rule` for calls of the form `form`.
class ClauseWriter {
 public:
  ClauseWriter(const RuleCode& rule, const CallForm& form, Compiler& compiler)
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

  // Nothing if the head cannot fit the call.
  std::optional<Clause> write() {
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

 private:
  static std::size_t variable(std::int32_t node) { return static_cast<std::size_t>(-1 - node); }

  Pattern part(const Pattern& pattern, std::size_t at) const {
    const std::size_t end = skip_term(pattern, at, arities_);
    return {pattern.begin() + static_cast<std::ptrdiff_t>(at), pattern.begin() + static_cast<std::ptrdiff_t>(end)};
  }

  std::uint32_t new_slot() { return clause_.slots++; }

  // ---- the head against the call: given values bind variables, parts asked for are built at the end

  bool enter(const Pattern& pattern, std::size_t& node, std::size_t& at) {
    const std::int32_t shape = form_.shape[at];
    if (shape >= 0 && pattern[node] >= 0) {
      if (shape != pattern[node]) return false;
      ++at;
      const std::uint32_t arity = arities_[static_cast<std::size_t>(pattern[node++])];
      for (std::uint32_t i = 0; i < arity; ++i) {
        if (!enter(pattern, node, at)) return false;
      }
      return true;
    }
    if (shape == kGiven) {
      take_given(part(pattern, node));
    } else if (shape >= 0) {
      late_.emplace_back(part(pattern, node), at);
      skip_shape(at, given_);
      node = skip_term(pattern, node, arities_);
      return true;
    } else if (shape != kIgnored) {
      sources_[static_cast<std::size_t>(-3 - shape)].push_back(part(pattern, node));
    }
    ++at;
    node = skip_term(pattern, node, arities_);
    return true;
  }

  void take_given(const Pattern& pattern) {
    const std::uint32_t slot = given_++;
    if (pattern[0] < 0 && !bound_[variable(pattern[0])]) {
      bound_[variable(pattern[0])] = true;
      slot_[variable(pattern[0])] = slot;
      return;
    }
    const Stretch matches = match(pattern, Variables(rule_.variables, false));
    clause_.entry.push_back({Operand::slot(slot), matches});
  }

  // Moves past the part of the shape that begins at `at`, counting the values given in it.
  void skip_shape(std::size_t& at, std::uint32_t& given) const {
    for (std::size_t missing = 1; missing > 0; ++at) {
      --missing;
      if (form_.shape[at] >= 0) missing += arities_[static_cast<std::size_t>(form_.shape[at])];
      if (form_.shape[at] == kGiven) ++given;
    }
  }

  // ---- terms

  // The value of a pattern whose variables are all bound; adds what must be built first.
  Operand operand(const Pattern& pattern) {
    if (pattern[0] < 0) return Operand::slot(slot_[variable(pattern[0])]);
    if (std::ranges::all_of(pattern, [](std::int32_t node) { return node >= 0; })) {
      return Operand::term(terms_.decode(pattern));
    }
    std::vector<Operand> operands;
    for (std::size_t at = 1; at < pattern.size(); at = skip_term(pattern, at, arities_)) {
      operands.push_back(operand(part(pattern, at)));
    }
    const Build build{static_cast<Functor>(pattern[0]), new_slot(),
                      static_cast<std::uint32_t>(clause_.operands.size())};
    clause_.operands.insert(clause_.operands.end(), operands.begin(), operands.end());
    clause_.builds.push_back(build);
    return Operand::slot(build.slot);
  }

  Stretch keep(const std::vector<Operand>& operands) {
    Stretch stretch;
    stretch.begin = static_cast<std::uint32_t>(clause_.operands.size());
    clause_.operands.insert(clause_.operands.end(), operands.begin(), operands.end());
    stretch.end = static_cast<std::uint32_t>(clause_.operands.size());
    return stretch;
  }

  // Code that matches a pattern. What is within `before` is built first and compared; other variables are bound where
  // they are met first and compared from then on.
  Stretch match(const Pattern& pattern, const Variables& before) {
    std::vector<Match> code;
    add_match(pattern, before, code);
    return keep(code);
  }

  Stretch keep(const std::vector<Match>& code) {
    Stretch stretch;
    stretch.begin = static_cast<std::uint32_t>(clause_.matches.size());
    clause_.matches.insert(clause_.matches.end(), code.begin(), code.end());
    stretch.end = static_cast<std::uint32_t>(clause_.matches.size());
    return stretch;
  }

  void add_match(const Pattern& pattern, const Variables& before, std::vector<Match>& code) {
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
      for (std::size_t at = 1; at < pattern.size(); at = skip_term(pattern, at, arities_)) {
        add_match(part(pattern, at), before, code);
      }
    }
  }

  // ---- the body

  Variables needed_after(const std::vector<std::size_t>& order, std::size_t done) const {
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

  std::int32_t last_binder(const std::vector<Pattern>& patterns) const {
    std::int32_t last = kNoStep;
    for (const Pattern& pattern : patterns) {
      for (const std::int32_t node : pattern) {
        if (node < 0 && bound_[variable(node)]) last = std::max(last, binder_[variable(node)]);
      }
    }
    return last;
  }

  void step(const BodyLiteral& literal, const Variables& needed) {
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

  void lookup(const BodyLiteral& literal, Step& step) {
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
      columns.clear();
      for (std::size_t at = 1; at < fluent.size(); at = skip_term(fluent, at, arities_)) {
        columns.push_back(part(fluent, at));
      }
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

  void call(const BodyLiteral& literal, const Variables& needed, Step& step) {
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
        const Pattern here = part(argument, at);
        if (within(here, before)) {
          shape.push_back(kGiven);
          key.push_back(operand(here));
          at = skip_term(argument, at, arities_);
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
    step.binds.begin = static_cast<std::uint32_t>(clause_.binds.size());
    clause_.binds.insert(clause_.binds.end(), binds.begin(), binds.end());
    step.binds.end = static_cast<std::uint32_t>(clause_.binds.size());
  }

  // ---- the answer

  void leave() {
    clause_.answer_builds.begin = static_cast<std::uint32_t>(clause_.builds.size());
    std::vector<std::uint32_t> answer_slot(form_.asked, 0);
    std::vector<bool> have(form_.asked, false);
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      if (sources_[k].empty()) continue;
      have[k] = true;
      for (const Pattern& source : sources_[k]) {
        if (!within(source, bound_)) {
          clause_.unsafe_head = true;
          return;
        }
      }
    }
    // Values that come from a variable the call had taken apart are found by matching; they get slots of their own.
    for (std::uint32_t k = 0; k < form_.asked; ++k) answer_slot[k] = have[k] ? 0 : new_slot();
    std::vector<Operand> values;
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      if (!have[k]) {
        values.push_back(Operand::slot(answer_slot[k]));
        continue;
      }
      values.push_back(operand(sources_[k][0]));
      for (std::size_t i = 1; i < sources_[k].size(); ++i) {
        const Operand other = operand(sources_[k][i]);
        clause_.exit.push_back({other, keep(std::vector<Match>{{Match::kEqual, 0, values.back()}})});
      }
    }
    for (const auto& [pattern, start] : late_) {
      if (!within(pattern, bound_)) {
        clause_.unsafe_head = true;
        return;
      }
      clause_.exit.push_back({operand(pattern), match_shape(start, values, have)});
    }
    clause_.answer_builds.end = static_cast<std::uint32_t>(clause_.builds.size());
    clause_.answer = keep(values);
    for (const auto& patterns : sources_) {
      clause_.answer_culprit = std::max(clause_.answer_culprit, last_binder(patterns));
    }
    for (const auto& [pattern, start] : late_) {
      clause_.answer_culprit = std::max(clause_.answer_culprit, last_binder({pattern}));
    }
  }

  // Code that compares a value with the part of the shape that begins at `start`.
  Stretch match_shape(std::size_t start, const std::vector<Operand>& values, std::vector<bool>& have) {
    std::size_t at = 0;
    std::uint32_t given = 0;
    while (at < start) given += form_.shape[at++] == kGiven ? 1 : 0;
    std::uint32_t unused = 0;
    std::size_t end = start;
    skip_shape(end, unused);
    std::vector<Match> code;
    for (; at < end; ++at) {
      const std::int32_t node = form_.shape[at];
      if (node >= 0) {
        code.push_back({Match::kFunctor, static_cast<std::uint32_t>(node), Operand::slot(0)});
      } else if (node == kGiven) {
        code.push_back({Match::kEqual, 0, Operand::slot(given++)});
      } else if (node == kIgnored) {
        code.push_back({Match::kSkip, 0, Operand::slot(0)});
      } else if (const auto k = static_cast<std::size_t>(-3 - node); have[k]) {
        code.push_back({Match::kEqual, 0, values[k]});
      } else {
        have[k] = true;
        code.push_back({Match::kBind, values[k].slot_number(), Operand::slot(0)});
      }
    }
    return keep(code);
  }

  const RuleCode& rule_;
  const CallForm& form_;
  Compiler& compiler_;
  TermStore& terms_;
  const std::vector<std::uint32_t>& arities_;
  Clause clause_;
  Variables bound_;
  std::vector<std::uint32_t> slot_;
  std::vector<std::int32_t> binder_;                   // the step that binds a variable, kNoStep if the call does
  std::uint32_t given_ = 0;                            // given values met so far
  std::vector<std::vector<Pattern>> sources_;          // for each value asked for: the parts of the head that give it
  std::vector<std::pair<Pattern, std::size_t>> late_;  // a variable where the call has a functor: compared at the end
};

}  // namespace

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

const CallForm* Compiler::find(Functor predicate, const Shape& shape) const {
  const auto found = numbers_.find({predicate, shape});
  return found == numbers_.end() ? nullptr : forms_[found->second].get();
}

void Compiler::compile(CallForm& form) {
  form.compiled = true;
  for (const RuleCode& rule : program_.predicate(form.predicate).rules) {
    if (auto clause = ClauseWriter(rule, form, *this).write()) form.clauses.push_back(std::move(*clause));
  }
}

void Compiler::reconsider() {
  for (const auto& form : forms_) {
    if (form->visits < form->patience) continue;
    form->compiled = false;
    form->clauses.clear();
    form->visits = 0;
    form->patience *= 8;
    expectations_.clear();
  }
}

}  // namespace woodstock::interpret
