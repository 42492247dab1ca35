// Writes one clause: a rule compiled for calls of one form.
#include <algorithm>

#include "woodstock/machine/interpret/compiler.hpp"

namespace woodstock::machine::interpret {

namespace {

template <typename Item>
Stretch append(std::vector<Item>& array, const std::vector<Item>& items) {
  const auto begin = static_cast<std::uint32_t>(array.size());
  array.insert(array.end(), items.begin(), items.end());
  return {begin, static_cast<std::uint32_t>(array.size())};
}

class ClauseWriter {
 public:
  ClauseWriter(const RuleCode& rule, const CallForm& form, Compiler& compiler)
      : rule_(rule),
        form_(form),
        compiler_(compiler),
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
  // --- the head against the call: given values bind variables, parts asked for are built at the end ---

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
    const Pattern here = part(pattern, node, arities_);
    node += here.size();
    const std::size_t end = skip_term(form_.shape, at, arities_);
    if (shape >= 0) {
      late_.emplace_back(here, at);
      given_ += given_in(at, end);
    } else if (shape == kGiven) {
      take_given(here);
    } else if (shape != kIgnored) {
      sources_[static_cast<std::size_t>(-3 - shape)].push_back(here);
    }
    at = end;
    return true;
  }

  void take_given(const Pattern& pattern) {
    const std::uint32_t slot = given_++;
    if (pattern[0] < 0 && !bound_[variable(pattern[0])]) {
      bound_[variable(pattern[0])] = true;
      slot_[variable(pattern[0])] = slot;
      return;
    }
    std::vector<Match> code;
    add_match(pattern, Variables(rule_.variables, false), code);
    clause_.entry.push_back({Operand::slot(slot), append(clause_.matches, code)});
  }

  // The values given in a part of the shape.
  std::uint32_t given_in(std::size_t begin, std::size_t end) const {
    return static_cast<std::uint32_t>(std::count(form_.shape.data() + begin, form_.shape.data() + end, kGiven));
  }

  void leave() {
    clause_.answer_builds.begin = static_cast<std::uint32_t>(clause_.builds.size());
    std::vector<bool> have(form_.asked, false);
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      have[k] = !sources_[k].empty();
      if (std::ranges::all_of(sources_[k], [&](const Pattern& source) { return within(source, bound_); })) continue;
      clause_.unsafe_head = true;
      return;
    }
    // Values that come from a variable the call had taken apart are found by matching; they get slots of their own.
    std::vector<Operand> values(form_.asked, Operand::slot(0));
    for (std::uint32_t k = 0; k < form_.asked; ++k) {
      if (!have[k]) values[k] = Operand::slot(clause_.slots++);
    }
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      if (!have[k]) continue;
      values[k] = operand(sources_[k][0]);
      for (std::size_t i = 1; i < sources_[k].size(); ++i) {
        const Operand other = operand(sources_[k][i]);
        clause_.exit.push_back({other, append(clause_.matches, {{Match::kEqual, 0, values[k]}})});
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
    clause_.answer = append(clause_.operands, values);
    for (const auto& patterns : sources_) {
      clause_.answer_culprit = std::max(clause_.answer_culprit, last_binder(patterns));
    }
    for (const auto& [pattern, start] : late_) {
      clause_.answer_culprit = std::max(clause_.answer_culprit, last_binder({pattern}));
    }
  }

  // Code that compares a value with the part of the shape that begins at `start`.
  Stretch match_shape(std::size_t start, const std::vector<Operand>& values, std::vector<bool>& have) {
    std::uint32_t given = given_in(0, start);
    std::vector<Match> code;
    for (std::size_t at = start, end = skip_term(form_.shape, start, arities_); at < end; ++at) {
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
    return append(clause_.matches, code);
  }

  // --- terms ---

  // The value of a pattern whose variables are all bound; adds what must be built first.
  Operand operand(const Pattern& pattern) {
    if (pattern[0] < 0) return Operand::slot(slot_[variable(pattern[0])]);
    if (std::ranges::all_of(pattern, [](std::int32_t node) { return node >= 0; })) {
      return Operand::term(compiler_.terms().decode(pattern));
    }
    std::vector<Operand> operands;
    for (const Pattern& argument : arguments_of(pattern, arities_)) operands.push_back(operand(argument));
    const std::uint32_t slot = clause_.slots++;
    clause_.builds.push_back({static_cast<Functor>(pattern[0]), slot, append(clause_.operands, operands).begin});
    return Operand::slot(slot);
  }

  // A slot for a variable that is bound from now on.
  std::uint32_t bind(std::size_t variable) {
    bound_[variable] = true;
    return slot_[variable] = clause_.slots++;
  }

  // Code that matches a pattern. What is within `before` is built first and compared; other variables are bound where
  // they are met first and compared from then on.
  void add_match(const Pattern& pattern, const Variables& before, std::vector<Match>& code) {
    if (within(pattern, before)) {
      code.push_back({Match::kEqual, 0, operand(pattern)});
    } else if (pattern[0] < 0) {
      const std::size_t v = variable(pattern[0]);
      if (bound_[v]) {
        code.push_back({Match::kEqual, 0, Operand::slot(slot_[v])});
      } else {
        code.push_back({Match::kBind, bind(v), Operand::slot(0)});
      }
    } else {
      code.push_back({Match::kFunctor, static_cast<std::uint32_t>(pattern[0]), Operand::slot(0)});
      for (const Pattern& argument : arguments_of(pattern, arities_)) add_match(argument, before, code);
    }
  }

  // --- the body: its literals in their order ---

  Variables needed_after(const std::vector<std::size_t>& order, std::size_t done) const {
    Variables needed(rule_.variables, false);
    for (const auto& patterns : sources_) add_variables(patterns, needed);
    for (const auto& [pattern, at] : late_) add_variables({&pattern, 1}, needed);
    for (std::size_t i = done + 1; i < order.size(); ++i) add_variables(rule_.body[order[i]].arguments, needed);
    return needed;
  }

  std::int32_t last_binder(const std::vector<Pattern>& patterns) const {
    std::int32_t last = kNoStep;
    each_variable(patterns, [&](std::size_t v) { last = bound_[v] ? std::max(last, binder_[v]) : last; });
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
      step.key = append(clause_.operands, {left, right});
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
      step.key =
          append(clause_.operands, {operand(fact ? atom(literal.predicate, literal.arguments) : literal.arguments[0])});
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
    step.matches = append(clause_.matches, code);
    if (!given.empty()) {
      step.indexed = true;
      step.index = step.relation->index_on(given);
      step.key = append(clause_.operands, key);
    }
  }

  void call(const BodyLiteral& literal, const Variables& needed, Step& step) {
    step.kind = StepKind::kCall;
    std::vector<std::uint32_t> count(rule_.variables, 0);
    each_variable(literal.arguments, [&](std::size_t v) { ++count[v]; });
    const Variables before = bound_;
    std::vector<Operand> key;
    std::vector<std::uint32_t> binds;
    const auto give = [&](const Pattern& here) { key.push_back(operand(here)); };
    const auto ask = [&](std::size_t v) { binds.push_back(bind(v)); };
    const auto ignored = [&](std::size_t v) { return count[v] == 1 && !needed[v]; };
    step.form = compiler_.form(literal.predicate, shape_of(literal, before, arities_, give, ask, ignored));
    step.key = append(clause_.operands, key);
    step.binds = append(clause_.binds, binds);
  }

  const RuleCode& rule_;
  const CallForm& form_;
  Compiler& compiler_;
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

std::optional<Clause> write_clause(const RuleCode& rule, const CallForm& form, Compiler& compiler) {
  return ClauseWriter(rule, form, compiler).write();
}

}  // namespace woodstock::machine::interpret
