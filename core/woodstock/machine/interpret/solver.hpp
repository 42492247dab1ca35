// Answers calls by the rules, from the goal down, with tables (SLG resolution). The state of the evaluation lies on
// stacks of its own, so that rules that recurse thousands of calls deep do not touch the machine's stack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/interpret/compiler.hpp"
#include "woodstock/machine/interpret/tables.hpp"

namespace woodstock::machine::interpret {

class Solver {
 public:
  Solver(const Program& program, const Limits& limits);
  Solver(const Solver&) = delete;  // its parts refer to one another
  Solver& operator=(const Solver&) = delete;

  // Loading a state forgets what was derived about another one; loading moves forgets what came from other moves.
  void load_state(std::span<const Term> fluents);
  void load_moves(std::span<const Term> roles, std::span<const Term> moves) {
    stores_[static_cast<std::size_t>(Lifetime::kMove)].clear();
    atoms_.load_moves(roles, moves);
  }

  // All values of the last argument for which the predicate holds, the others given; or whether it holds at all.
  std::vector<Term> ask(Functor predicate, std::span<const Term> given);
  bool holds(Functor predicate, std::span<const Term> arguments) {
    const TableRef table = solve(compiler_.form(predicate, Shape(arguments.size(), kGiven)), arguments);
    return at(table).count > 0;
  }

  TermStore& terms() { return terms_; }
  const TermStore& terms() const { return terms_; }
  Budget& budget() { return budget_; }
  std::size_t cells() const {
    std::size_t cells = environment_.size() + cursors_.size() * 3 + consumers_.size() * 12 + saved_.size();
    for (const TableStore& tables : stores_) cells += tables.cells();
    return cells;
  }

 private:
  // A table and the store it lies in.
  struct TableRef {
    std::uint32_t number;
    Lifetime lifetime;
  };

  // Where a literal has got to: a row or an answer.
  struct Cursor {
    std::uint32_t position;
    TableRef table;
  };

  enum class Mode : std::uint8_t {
    kEnter,   // look at the next literal for the first time
    kRetry,   // look for another solution of a literal
    kReturn,  // the call that a literal waited for has been evaluated
  };

  // One call under evaluation, or a continuation that was woken because answers came.
  struct Frame {
    TableRef table;
    std::uint32_t form;
    std::uint32_t clause = 0;  // the clause being run
    std::uint32_t step = 0;
    std::uint32_t first_step = 0;
    std::uint32_t environment;
    std::uint32_t cursors;
    std::uint32_t consumer = kNothing;  // the continuation that this frame runs, if it does
    std::uint32_t depth;                // number among the open calls
    std::uint32_t low;                  // the lowest open call this one waits for
    std::size_t consumers_base = 0;
    std::size_t saved_base = 0;
    std::size_t work_base = 0;
    Mode mode = Mode::kEnter;
    bool running = false;   // a clause is in progress
    bool finished = false;  // all clauses have been run
  };

  // A continuation that waits for more answers of an open table.
  struct Consumer {
    TableRef source;
    TableRef owner;
    std::uint32_t form;
    std::uint32_t clause;
    std::uint32_t step;
    std::uint32_t saved;     // its environment in saved_
    std::uint32_t position;  // the last answer it has seen
    std::uint32_t next;      // the next continuation that waits for the same table
    bool queued;
  };

  TableStore& store(TableRef table) { return stores_[static_cast<std::size_t>(table.lifetime)]; }
  Table& at(TableRef table) { return store(table).table(table.number); }

  TableRef solve(std::uint32_t form, std::span<const Term> key);
  void run();
  void open_call(std::uint32_t form, TableRef table);
  bool next_clause(Frame& frame);
  bool run_clause();
  void finish();
  void complete(Frame& frame);
  void pop() {
    const std::uint32_t low = frames_.back().low;
    frames_.pop_back();
    if (!frames_.empty()) frames_.back().low = std::min(frames_.back().low, low);
  }
  void resume(std::uint32_t consumer);

  // The parts of run_clause: each says whether the literal has a (further) solution.
  bool scan(const Step& step, const Clause& clause, Cursor& cursor, Term* environment, Mode mode);
  bool next_answer(const Step& step, const Clause& clause, Frame& frame, Cursor& cursor, Term* environment);
  bool enter_call(const Step& step, const Clause& clause, Frame& frame, Cursor& cursor, Term* environment);
  void take(const Clause& clause, Stretch operands, const Term* environment, std::vector<Term>& values) const {
    values.clear();
    for (auto i = operands.begin; i < operands.end; ++i) values.push_back(clause.operands[i].value(environment));
  }
  bool build(const Clause& clause, Stretch builds, Term* environment, bool intern);
  bool match(const Clause& clause, Stretch matches, const Term* values, std::size_t count, Term* environment);
  bool answer(const Clause& clause, const Frame& frame, Term* environment);
  void wait(Frame& frame, std::uint32_t step, Cursor& cursor);
  void reserve_top(std::size_t environment, std::size_t cursors) {
    if (environment > environment_.size()) environment_.resize(std::max(environment, environment_.size() * 2));
    if (cursors > cursors_.size()) cursors_.resize(std::max(cursors, cursors_.size() * 2));
  }
  void check_memory() {
    if (cells() > limits_.table_cells) {
      throw InterpretError(Fault::kLimit, "evaluating the rules takes too much memory: do they derive without end?");
    }
  }
  void forget();

  const Program& program_;
  Limits limits_;
  TermStore terms_;
  StoredAtoms atoms_;
  Compiler compiler_;
  Budget budget_;
  std::array<TableStore, kLifetimes> stores_;

  std::vector<Frame> frames_;
  std::vector<Term> environment_;
  std::vector<Cursor> cursors_;
  std::vector<TableRef> open_;  // open calls, oldest first
  std::vector<Consumer> consumers_;
  std::vector<Term> saved_;
  std::vector<std::uint32_t> work_;  // continuations to wake

  std::vector<Term> key_;
  std::vector<Term> values_;
  struct Level {
    const Term* at;
    const Term* end;
  };
  std::vector<Level> levels_;
};

}  // namespace woodstock::machine::interpret
