#include "woodstock/machine/interpret/interpreter.hpp"

#include <algorithm>

namespace woodstock::machine::interpret {

std::uint32_t Numbering::number(const Code& code) {
  const std::lock_guard lock(mutex_);
  const auto [entry, added] = numbers_.try_emplace(code, static_cast<std::uint32_t>(codes_.size()));
  if (added) codes_.push_back(code);
  return entry->second;
}

Numbering::Code Numbering::code(std::uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return codes_.at(number);
}

std::size_t Numbering::size() const {
  const std::lock_guard lock(mutex_);
  return codes_.size();
}

std::uint32_t TermNumbers::number(Term term, const TermStore& terms) {
  if (term >= numbers_.size()) numbers_.resize(terms.size(), 0);
  if (numbers_[term] == 0) numbers_[term] = 1 + shared_->number(terms.encode(term));
  return numbers_[term] - 1;
}

Term TermNumbers::term(std::uint32_t number, TermStore& terms) {
  if (number >= terms_.size()) terms_.resize(std::max<std::size_t>(number + 1, shared_->size()), kNoTerm);
  if (terms_[number] == kNoTerm) terms_[number] = terms.decode(shared_->code(number));
  return terms_[number];
}

Interpreter::Interpreter(std::shared_ptr<const Program> program, const Limits& limits)
    : Interpreter(std::move(program), limits, std::make_shared<Numbering>(), {}) {}

Interpreter::Interpreter(std::shared_ptr<const Program> program, const Limits& limits,
                         std::shared_ptr<Numbering> fluents, std::vector<std::shared_ptr<Numbering>> moves)
    : program_(std::move(program)), limits_(limits), solver_(*program_, limits), fluents_(std::move(fluents)) {
  begin();
  roles_ = solver_.ask(kRole, {});
  moves.resize(roles_.size());
  for (auto& numbering : moves) moves_.emplace_back(numbering ? numbering : std::make_shared<Numbering>());
}

std::unique_ptr<Interpreter> Interpreter::copy() const {
  std::vector<std::shared_ptr<Numbering>> moves;
  for (const TermNumbers& numbers : moves_) moves.push_back(numbers.shared());
  return std::unique_ptr<Interpreter>(new Interpreter(program_, limits_, fluents_.shared(), std::move(moves)));
}

void Interpreter::begin() { solver_.budget().start(limits_.seconds); }

std::vector<Term> Interpreter::unpack(const State& state) {
  std::vector<Term> fluents;
  const std::size_t known = fluents_.shared()->size();
  for (std::size_t number = 0; number < state.size() * 8; ++number) {
    if (((static_cast<unsigned char>(state[number / 8]) >> (number % 8)) & 1U) == 0) continue;
    if (number >= known) throw std::invalid_argument("the state holds a fluent that was never seen in this game");
    fluents.push_back(fluents_.term(static_cast<std::uint32_t>(number), solver_.terms()));
  }
  return fluents;
}

void Interpreter::load(const State& state) {
  begin();
  if (loaded_ == state) {
    solver_.load_moves({}, {});  // those of the last question
    return;
  }
  load(unpack(state));
  loaded_ = state;
}

void Interpreter::load(const std::vector<Term>& fluents) {
  loaded_.reset();
  solver_.load_state(fluents);
}

Interpreter::State Interpreter::pack(std::span<const Term> fluents) {
  State state;
  for (const Term fluent : fluents) {
    const std::uint32_t number = fluents_.number(fluent, solver_.terms());
    if (number / 8 >= state.size()) state.resize(number / 8 + 1, '\0');
    state[number / 8] = static_cast<char>(static_cast<unsigned char>(state[number / 8]) | (1U << (number % 8)));
  }
  return state;
}

Interpreter::State Interpreter::initial() {
  begin();
  return pack(solver_.ask(kInit, {}));
}

bool Interpreter::terminal(const State& state) {
  load(state);
  return game_over();
}

std::vector<std::vector<std::uint32_t>> Interpreter::legal(const State& state) {
  load(state);
  std::vector<std::vector<std::uint32_t>> result(roles());
  for (std::size_t role = 0; role < roles(); ++role) {
    for (const Term move : legal_moves(role)) result[role].push_back(moves_[role].number(move, solver_.terms()));
    if (result[role].empty() && !game_over()) {
      throw InterpretError(Fault::kBroken,
                           "role " + std::to_string(role) + " has no legal move in a non-terminal state");
    }
    std::ranges::sort(result[role]);
  }
  return result;
}

// Checks a joint move and loads it.
std::vector<Term> Interpreter::make(std::span<const std::uint32_t> joint_move) {
  if (joint_move.size() != roles()) throw InterpretError(Fault::kIllegal, "a joint move has one move for each role");
  std::vector<Term> moves;
  for (std::size_t role = 0; role < roles(); ++role) {
    if (joint_move[role] >= moves_[role].shared()->size()) {
      throw InterpretError(Fault::kIllegal, "role " + std::to_string(role) + " has no move of this number");
    }
    moves.push_back(moves_[role].term(joint_move[role], solver_.terms()));
    const std::vector<Term> legal_here = legal_moves(role);
    if (std::ranges::find(legal_here, moves.back()) == legal_here.end()) {
      throw InterpretError(Fault::kIllegal, "the move of role " + std::to_string(role) + " is not legal in this state");
    }
  }
  solver_.load_moves(roles_, moves);
  return moves;
}

Interpreter::State Interpreter::next(const State& state, std::span<const std::uint32_t> joint_move) {
  load(state);
  make(joint_move);
  return pack(solver_.ask(kNext, {}));
}

std::optional<std::int32_t> Interpreter::goal(std::size_t role) {
  std::optional<std::int32_t> lowest;
  for (const Term term : solver_.ask(kGoal, {&roles_[role], 1})) {
    const std::int32_t value = program_->value(solver_.terms().functor(term));
    if (value < 0) throw InterpretError(Fault::kRestriction, "a goal value is not a number from 0 to 100");
    lowest = std::min(lowest.value_or(value), value);
  }
  return lowest;
}

std::vector<std::optional<std::int32_t>> Interpreter::goals(const State& state) {
  load(state);
  std::vector<std::optional<std::int32_t>> result;
  for (std::size_t role = 0; role < roles(); ++role) result.push_back(goal(role));
  return result;
}

std::vector<std::vector<Numbering::Code>> Interpreter::percepts(const State& state,
                                                                std::span<const std::uint32_t> joint_move) {
  load(state);
  make(joint_move);
  std::vector<std::vector<Numbering::Code>> result(roles());
  for (std::size_t role = 0; role < roles(); ++role) {
    for (const Term percept : solver_.ask(kSees, {&roles_[role], 1})) {
      result[role].push_back(solver_.terms().encode(percept));
    }
  }
  return result;
}

}  // namespace woodstock::machine::interpret
