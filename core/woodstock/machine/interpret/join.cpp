// Running one clause: its literals in turn, back to the last one that may have another solution.
#include <algorithm>

#include "woodstock/machine/interpret/solver.hpp"

namespace woodstock::machine::interpret {

// False if the clause waits for a call that was pushed; true when all its solutions have been found.
bool Solver::run_clause() {
  Frame* frame = &frames_.back();
  const Clause& clause = compiler_[frame->form].clauses[frame->clause];
  const auto steps = static_cast<std::uint32_t>(clause.steps.size());
  Term* environment = environment_.data() + frame->environment;
  Cursor* cursors = cursors_.data() + frame->cursors;
  std::uint32_t at_step = frame->step;
  Mode mode = frame->mode;
  std::uint64_t& visits = compiler_[frame->form].visits;
  for (;;) {
    bool solved = false;
    // Where to look for another solution if this literal has none: by default the one before.
    auto back = static_cast<std::int32_t>(at_step) - 1;
    if (at_step == steps) {
      if (answer(clause, *frame, environment)) return true;
      // Other solutions of the literals after this one would only give the same answer again.
      back = clause.answer_culprit;
    } else {
      budget_.tick();
      ++visits;
      const Step& step = clause.steps[at_step];
      switch (step.kind) {
        case StepKind::kDistinct:
          if (mode == Mode::kEnter) {
            build(clause, step.builds, environment, true);
            const Operand* operands = clause.operands.data() + step.key.begin;
            solved = operands[0].value(environment) != operands[1].value(environment);
            back = step.culprit;
          }
          break;
        case StepKind::kFluent:
        case StepKind::kFact:
          if (mode == Mode::kEnter) {
            bool holds = build(clause, step.builds, environment, false);
            if (holds) {
              const Term atom = clause.operands[step.key.begin].value(environment);
              holds = step.kind == StepKind::kFact ? atoms_.is_fact(atom) : atoms_.is_fluent(atom);
            }
            solved = holds != step.negated;
            back = step.culprit;
          }
          break;
        case StepKind::kScan:
          if (mode == Mode::kEnter || !(step.once || step.negated)) {
            solved = scan(step, clause, cursors[at_step], environment, mode) != step.negated;
            if (mode == Mode::kEnter) back = step.culprit;
          }
          break;
        case StepKind::kCall:
          if (mode == Mode::kEnter && !enter_call(step, clause, *frame, cursors[at_step], environment)) {
            // The new call lies on top; come back to this literal when it has been evaluated.
            Frame& waiting = frames_[frames_.size() - 2];
            waiting.step = at_step;
            waiting.mode = Mode::kReturn;
            return false;
          }
          if (step.negated) {
            const Table& table = at(cursors[at_step].table);
            if (mode == Mode::kRetry) break;
            if (table.status != TableStatus::kComplete) {
              throw InterpretError(Fault::kRestriction, "the rules are not stratified: a negation depends on itself",
                                   clause.rule);
            }
            solved = table.count == 0;
            back = step.culprit;
          } else if (mode != Mode::kRetry || !step.once) {
            frame->step = at_step;
            solved = next_answer(step, clause, *frame, cursors[at_step], environment);
            // Not while answers may still come: every continuation must be there to see them.
            const Table& table = at(cursors[at_step].table);
            if (!solved && table.count == 0 && table.status == TableStatus::kComplete) back = step.culprit;
          }
          break;
        case StepKind::kUnsafe:
          throw InterpretError(Fault::kRestriction, "a variable of a negation or `distinct` is bound by no literal",
                               clause.rule);
      }
    }
    if (solved) {
      ++at_step;
      mode = Mode::kEnter;
    } else {
      // A literal without any solution fails again until a variable it looks at has another value.
      if (back < static_cast<std::int32_t>(frame->first_step)) return true;
      at_step = static_cast<std::uint32_t>(back);
      mode = Mode::kRetry;
    }
  }
}

// In stored atoms a term that was never made cannot occur, so it need not be made to look for it.
bool Solver::build(const Clause& clause, Stretch builds, Term* environment, bool intern) {
  for (std::uint32_t i = builds.begin; i < builds.end; ++i) {
    const Build& here = clause.builds[i];
    take(clause, {here.operands, here.operands + terms_.arity(here.functor)}, environment, values_);
    const Term term = intern ? terms_.intern(here.functor, values_.data()) : terms_.find(here.functor, values_.data());
    if (term == kNoTerm) return false;
    environment[here.slot] = term;
  }
  return true;
}

bool Solver::match(const Clause& clause, Stretch matches, const Term* values, std::size_t count, Term* environment) {
  const Term* here = values;
  const Term* end = values + count;
  levels_.clear();
  for (std::uint32_t i = matches.begin; i < matches.end; ++i) {
    const Match& code = clause.matches[i];
    while (here == end) {
      here = levels_.back().at;
      end = levels_.back().end;
      levels_.pop_back();
    }
    const Term value = *here++;
    switch (code.kind) {
      case Match::kEqual:
        if (value != code.operand.value(environment)) return false;
        break;
      case Match::kBind:
        environment[code.number] = value;
        break;
      case Match::kFunctor:
        if (terms_.functor(value) != code.number) return false;
        if (const std::uint32_t arity = terms_.arity(code.number); arity > 0) {
          levels_.push_back({here, end});
          here = terms_.arguments(value);
          end = here + arity;
        }
        break;
      case Match::kSkip:
        break;
    }
  }
  return true;
}

bool Solver::scan(const Step& step, const Clause& clause, Cursor& cursor, Term* environment, Mode mode) {
  Relation& relation = *step.relation;
  const bool indexed = step.indexed && relation.size() > Relation::kFew;
  std::uint32_t position = cursor.position;
  if (mode == Mode::kEnter) {
    if (!build(clause, step.builds, environment, false)) {
      cursor.position = Relation::kEnd;
      return false;
    }
    position = 0;
    if (indexed) {
      take(clause, step.key, environment, key_);
      position = relation.first(step.index, key_.data(), terms_);
    }
  }
  const std::span<const Term> rows = relation.rows();
  while (position < rows.size()) {
    const Term row = rows[position];
    position = indexed ? relation.next(step.index, position) : position + 1;
    const bool fits = step.whole_row ? match(clause, step.matches, &row, 1, environment)
                                     : match(clause, step.matches, terms_.arguments(row),
                                             terms_.arity(terms_.functor(row)), environment);
    if (fits) {
      cursor.position = position;
      return true;
    }
    budget_.tick();
  }
  cursor.position = Relation::kEnd;
  return false;
}

// False if the call is new: its frame is on top then, and pointers into the stacks are no longer good.
bool Solver::enter_call(const Step& step, const Clause& clause, Frame& frame, Cursor& cursor, Term* environment) {
  build(clause, step.builds, environment, true);
  take(clause, step.key, environment, key_);
  const Lifetime lifetime = compiler_[step.form].lifetime;
  TableStore& tables = stores_[static_cast<std::size_t>(lifetime)];
  cursor = {kNothing, {tables.find(step.form, key_), lifetime}};
  if (cursor.table.number != kNothing) {
    const Table& table = tables.table(cursor.table.number);
    if (table.status == TableStatus::kOpen) frame.low = std::min(frame.low, table.low);
    return true;
  }
  cursor.table.number = tables.add(step.form, key_);
  open_call(step.form, cursor.table);
  return false;
}

bool Solver::next_answer(const Step& step, const Clause& clause, Frame& frame, Cursor& cursor, Term* environment) {
  const TableStore& tables = store(cursor.table);
  const std::uint32_t position = tables.next_answer(cursor.table.number, cursor.position);
  if (position == kNothing) {
    if (tables.table(cursor.table.number).status == TableStatus::kOpen) wait(frame, frame.step, cursor);
    return false;
  }
  cursor.position = position;
  const Term* values = tables.answer(position);
  for (std::uint32_t i = step.binds.begin; i < step.binds.end; ++i) {
    environment[clause.binds[i]] = *values++;
  }
  return true;
}

// All answers that are there have been seen, but more may come.
void Solver::wait(Frame& frame, std::uint32_t step, Cursor& cursor) {
  if (frame.consumer != kNothing && step == frame.first_step) {
    consumers_[frame.consumer].position = cursor.position;
    return;
  }
  const Clause& clause = compiler_[frame.form].clauses[frame.clause];
  const auto saved = static_cast<std::uint32_t>(saved_.size());
  const Term* environment = environment_.data() + frame.environment;
  saved_.insert(saved_.end(), environment, environment + clause.slots);
  const auto number = static_cast<std::uint32_t>(consumers_.size());
  Table& source = at(cursor.table);
  consumers_.push_back(
      {cursor.table, frame.table, frame.form, frame.clause, step, saved, cursor.position, source.consumers, false});
  source.consumers = number;
  if ((number & 0xFFF) == 0xFFF) check_memory();
}

// True if this answer settles the call.
bool Solver::answer(const Clause& clause, const Frame& frame, Term* environment) {
  if (clause.unsafe_head) {
    throw InterpretError(Fault::kRestriction, "a variable of the head is bound by no literal of the body", clause.rule);
  }
  build(clause, clause.answer_builds, environment, true);
  for (const ValueMatch& exit : clause.exit) {
    const Term value = exit.value.value(environment);
    if (!match(clause, exit.matches, &value, 1, environment)) return false;
  }
  take(clause, clause.answer, environment, values_);
  TableStore& tables = store(frame.table);
  if (!tables.add_answer(frame.table.number, values_)) return false;
  Table& table = tables.table(frame.table.number);
  if ((table.count & 0xFFF) == 0xFFF) check_memory();
  for (std::uint32_t number = table.consumers; number != kNothing; number = consumers_[number].next) {
    if (consumers_[number].queued) continue;
    consumers_[number].queued = true;
    work_.push_back(number);
  }
  if (!values_.empty()) return false;
  table.status = TableStatus::kComplete;
  return true;
}

}  // namespace woodstock::machine::interpret
