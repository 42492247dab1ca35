#include "woodstock/machine/interpret/solver.hpp"

#include <algorithm>

namespace woodstock::machine::interpret {

Solver::Solver(const Program& program, const Limits& limits)
    : program_(program),
      limits_(limits),
      terms_(program.arities(), limits),
      atoms_(program, terms_),
      compiler_(program, terms_, atoms_) {
  budget_.start(limits.seconds);
}

void Solver::load_state(std::span<const Term> fluents) {
  stores_[static_cast<std::size_t>(Lifetime::kState)].clear();
  stores_[static_cast<std::size_t>(Lifetime::kMove)].clear();
  // Tables of the whole game are only a cache: past half of the memory they start again.
  TableStore& game = stores_[static_cast<std::size_t>(Lifetime::kGame)];
  if (game.cells() > limits_.table_cells / 2) game.clear();
  atoms_.load_state(fluents);
  atoms_.load_moves({}, {});  // no move is made until one is loaded
  compiler_.reconsider();
}

std::vector<Term> Solver::ask(Functor predicate, std::span<const Term> given) {
  Shape shape(given.size(), kGiven);
  shape.push_back(asked(0));
  const TableRef table = solve(compiler_.form(predicate, shape), given);
  std::vector<Term> answers;
  const TableStore& tables = store(table);
  for (std::uint32_t position = tables.next_answer(table.number, kNothing); position != kNothing;
       position = tables.next_answer(table.number, position)) {
    answers.push_back(*tables.answer(position));
  }
  return answers;
}

// After an error nothing half-done may be taken for an answer.
void Solver::forget() {
  for (TableStore& tables : stores_) tables.clear();
  frames_.clear();
  open_.clear();
  consumers_.clear();
  saved_.clear();
  work_.clear();
}

Solver::TableRef Solver::solve(std::uint32_t form, std::span<const Term> key) {
  const Lifetime lifetime = compiler_[form].lifetime;
  TableStore& tables = stores_[static_cast<std::size_t>(lifetime)];
  TableRef table{tables.find(form, key), lifetime};
  if (table.number != kNothing) return table;
  table.number = tables.add(form, key);
  try {
    open_call(form, table);
    run();
  } catch (...) {
    forget();
    throw;
  }
  return table;
}

void Solver::open_call(std::uint32_t form, TableRef table) {
  if (frames_.size() >= limits_.open_calls) {
    throw InterpretError(Fault::kLimit, "the rules recurse more than " + std::to_string(limits_.open_calls) +
                                            " calls deep: does the recursion ever end?");
  }
  if ((frames_.size() & 0xFFF) == 0xFFF || (store(table).size() & 0xFFF) == 0xFFF) check_memory();
  CallForm& called = compiler_[form];
  if (!called.compiled) compiler_.compile(called);
  std::uint32_t environment = 0;
  std::uint32_t cursors = 0;
  if (!frames_.empty()) {
    const Frame& below = frames_.back();
    environment = below.environment;
    cursors = below.cursors;
    if (below.running) {
      const Clause& clause = compiler_[below.form].clauses[below.clause];
      environment += clause.slots;
      cursors += static_cast<std::uint32_t>(clause.steps.size());
    }
  }
  const auto depth = static_cast<std::uint32_t>(open_.size());
  at(table).low = depth;
  open_.push_back(table);
  frames_.push_back({.table = table,
                     .form = form,
                     .environment = environment,
                     .cursors = cursors,
                     .depth = depth,
                     .low = depth,
                     .consumers_base = consumers_.size(),
                     .saved_base = saved_.size(),
                     .work_base = work_.size()});
}

void Solver::run() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.finished) {
      finish();
    } else if (frame.running || next_clause(frame)) {
      // A call that asks for no values is settled by its first answer.
      if (!run_clause()) continue;
      Frame& same = frames_.back();
      same.running = false;
      ++same.clause;
      if (same.consumer != kNothing || at(same.table).status == TableStatus::kComplete) same.finished = true;
    } else {
      frame.finished = true;
    }
  }
}

// Finds the next clause whose head fits the call and takes the given values apart.
bool Solver::next_clause(Frame& frame) {
  const CallForm& form = compiler_[frame.form];
  for (; frame.clause < form.clauses.size(); ++frame.clause) {
    const Clause& clause = form.clauses[frame.clause];
    reserve_top(frame.environment + clause.slots, frame.cursors + clause.steps.size());
    Term* environment = environment_.data() + frame.environment;
    const Term* key = store(frame.table).key(frame.table.number);
    std::copy(key, key + form.given, environment);
    const bool fits = std::ranges::all_of(clause.entry, [&](const ValueMatch& entry) {
      const Term value = entry.value.value(environment);
      return match(clause, entry.matches, &value, 1, environment);
    });
    budget_.tick();
    if (!fits) continue;
    frame.running = true;
    frame.step = 0;
    frame.first_step = 0;
    frame.mode = Mode::kEnter;
    return true;
  }
  return false;
}

// All clauses of the top frame have been run. If it waits for an older call, that one will wake its continuations;
// otherwise it and the calls above it depend on one another only, and are complete when no continuation has anything
// left to look at.
void Solver::finish() {
  Frame& frame = frames_.back();
  if (frame.consumer != kNothing) {
    pop();
    return;
  }
  if (frame.low < frame.depth) {
    at(frame.table).low = frame.low;
    pop();
    return;
  }
  while (work_.size() > frame.work_base) {
    const std::uint32_t number = work_.back();
    work_.pop_back();
    Consumer& consumer = consumers_[number];
    consumer.queued = false;
    if (at(consumer.owner).status == TableStatus::kComplete) continue;
    if (store(consumer.source).next_answer(consumer.source.number, consumer.position) == kNothing) continue;
    resume(number);
    return;
  }
  complete(frame);
  pop();
}

void Solver::complete(Frame& frame) {
  for (std::size_t i = frame.depth; i < open_.size(); ++i) {
    Table& table = at(open_[i]);
    table.status = TableStatus::kComplete;
    table.consumers = kNothing;
    CallForm& form = compiler_[table.form];
    ++form.tables;
    form.answers += table.count;
  }
  open_.resize(frame.depth);
  consumers_.resize(frame.consumers_base);
  saved_.resize(frame.saved_base);
  frame.low = kNothing;
}

void Solver::resume(std::uint32_t number) {
  const Consumer& consumer = consumers_[number];
  const Frame& below = frames_.back();
  const Clause& clause = compiler_[consumer.form].clauses[consumer.clause];
  Frame frame{.table = consumer.owner,
              .form = consumer.form,
              .clause = consumer.clause,
              .step = consumer.step,
              .first_step = consumer.step,
              .environment = below.environment,
              .cursors = below.cursors,
              .consumer = number,
              .depth = below.depth,
              .low = kNothing,
              .mode = Mode::kReturn,
              .running = true};
  reserve_top(frame.environment + clause.slots, frame.cursors + clause.steps.size());
  std::copy_n(saved_.data() + consumer.saved, clause.slots, environment_.data() + frame.environment);
  cursors_[frame.cursors + consumer.step] = {consumer.position, consumer.source};
  frames_.push_back(frame);
}

}  // namespace woodstock::machine::interpret
