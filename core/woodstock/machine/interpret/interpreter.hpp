// A game played by interpreting its rules: the way out for rulesheets that cannot be compiled into a circuit.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "woodstock/machine/interpret/solver.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::machine::interpret {

// Numbers for terms in the order they are first seen. Shared by all copies of an interpreter, so that a state made by
// one means the same to another.
class Numbering {
 public:
  using Code = std::vector<std::int32_t>;
  std::uint32_t number(const Code& code);
  Code code(std::uint32_t number) const;  // throws std::out_of_range
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::map<Code, std::uint32_t> numbers_;
  std::vector<Code> codes_;
};

// A numbering as one interpreter sees it: its own terms on one side, the shared numbers on the other.
class TermNumbers {
 public:
  explicit TermNumbers(std::shared_ptr<Numbering> shared) : shared_(std::move(shared)) {}
  std::uint32_t number(Term term, const TermStore& terms);
  Term term(std::uint32_t number, TermStore& terms);
  const std::shared_ptr<Numbering>& shared() const { return shared_; }

 private:
  std::shared_ptr<Numbering> shared_;
  std::vector<std::uint32_t> numbers_;  // by term, plus 1
  std::vector<Term> terms_;             // by number
};

// Playouts number `first`, `first` + 1, .. of the run that the seed names: at most `count`, none begun after `seconds`.
struct PlayoutOrder {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint32_t limit = 2000;  // steps of one playout
  double seconds = 0;
};

struct PlayoutTotals {
  std::uint64_t finished = 0;
  std::uint64_t capped = 0;
  std::uint64_t broken = 0;
  std::uint64_t states = 0;
  std::uint64_t length = 0;          // of the finished ones, together
  std::vector<std::uint64_t> goals;  // likewise, by role
};

class Interpreter {
 public:
  using State = std::string;  // a bitset over fluent numbers, little-endian, without zero bytes at the end

  Interpreter(std::shared_ptr<const Program> program, const Limits& limits);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  // Knows nothing that was derived, but shares the numbers of fluents and moves.
  std::unique_ptr<Interpreter> copy() const;

  std::size_t roles() const { return roles_.size(); }
  Numbering::Code role(std::size_t role) const { return solver_.terms().encode(roles_.at(role)); }

  State initial();
  bool terminal(const State& state);
  // In ascending order. A non-terminal state in which some role has no legal move is an error.
  std::vector<std::vector<std::uint32_t>> legal(const State& state);
  State next(const State& state, std::span<const std::uint32_t> joint_move);
  std::vector<std::optional<std::int32_t>> goals(const State& state);
  std::vector<std::vector<Numbering::Code>> percepts(const State& state, std::span<const std::uint32_t> joint_move);

  const std::shared_ptr<Numbering>& fluent_numbers() const { return fluents_.shared(); }
  const std::shared_ptr<Numbering>& move_numbers(std::size_t role) const { return moves_.at(role).shared(); }

  // Long calls: raising the flag in another thread ends them with an error.
  using StopFlag = std::atomic<bool>;
  // How many joint-move sequences of each length 1..depth there are from the state.
  std::vector<std::uint64_t> perft(const State& state, std::uint32_t depth, const StopFlag* stop = nullptr);
  PlayoutTotals playouts(const State& state, const PlayoutOrder& order, const StopFlag* stop = nullptr);

 private:
  Interpreter(std::shared_ptr<const Program> program, const Limits& limits, std::shared_ptr<Numbering> fluents,
              std::vector<std::shared_ptr<Numbering>> moves);
  void begin();
  void load(const State& state);
  void load(const std::vector<Term>& fluents);
  std::vector<Term> unpack(const State& state);
  std::vector<Term> make(std::span<const std::uint32_t> joint_move);
  State pack(std::span<const Term> fluents);
  std::vector<Term> legal_moves(std::size_t role) { return solver_.ask(kLegal, {&roles_[role], 1}); }
  bool game_over() { return solver_.holds(kTerminal, {}); }
  std::optional<std::int32_t> goal(std::size_t role);
  void play_one(const std::vector<Term>& start, std::uint32_t limit, support::Random random, PlayoutTotals& totals);
  void count_sequences(const std::vector<Term>& fluents, std::size_t depth, std::vector<std::uint64_t>& counts);

  std::shared_ptr<const Program> program_;
  Limits limits_;
  Solver solver_;
  std::vector<Term> roles_;
  TermNumbers fluents_;
  std::vector<TermNumbers> moves_;
  std::optional<State> loaded_;  // what the solver holds, if it came from a packed state
};

}  // namespace woodstock::machine::interpret
