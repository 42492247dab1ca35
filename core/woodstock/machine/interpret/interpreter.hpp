// A game played by interpreting its rules: the way out for rulesheets that cannot be compiled into a circuit.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "woodstock/machine/interpret/numbering.hpp"
#include "woodstock/machine/interpret/solver.hpp"
#include "woodstock/machine/machine.hpp"

namespace woodstock::machine::interpret {

// As text a state is a bitset over the numbers of fluents, little-endian, without zero bytes at the end. Inside the
// core it is one word, the number of that text. Copies share all numbers; a fork has its own numbers of states.
class Interpreter final : public Machine {
 public:
  Interpreter(std::shared_ptr<const Program> program, const Limits& limits)
      : Interpreter(std::move(program), limits, std::make_shared<StateNumbers>(), nullptr) {}
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  std::unique_ptr<Machine> copy() const override { return twin(states_); }
  std::unique_ptr<Machine> fork() const override { return twin(std::make_shared<StateNumbers>()); }
  bool remembers_states() const override { return true; }

  Numbering::Code role(std::size_t role) const { return solver_.terms().encode(role_terms_.at(role)); }
  const std::shared_ptr<Numbering>& fluent_numbers() const { return fluents_.shared(); }
  const std::shared_ptr<Numbering>& move_numbers(std::size_t role) const { return moves_.at(role).shared(); }
  const std::shared_ptr<Numbering>& percept_numbers(std::size_t role) const { return percepts_.at(role).shared(); }

  std::uint32_t move_count(std::uint32_t role) const override {
    return static_cast<std::uint32_t>(moves_[role].shared()->size());
  }
  bool numbering() const override { return true; }
  // Nothing is known before the end is met.
  std::pair<std::int32_t, std::int32_t> goal_range(std::uint32_t) const override { return {0, 100}; }

  std::vector<std::uint64_t> decode(std::string_view text) override { return {states_->number(pack(unpack(text)))}; }
  std::string encode(std::span<const std::uint64_t> state) const override { return states_->state(state[0]); }
  bool full() const override { return states_->full(); }
  void forget() override { states_->forget(); }
  void load(std::string_view text) override;
  std::string save() override {
    if (!text_) text_ = pack(now_);
    return *text_;
  }
  void set_state(std::span<const std::uint64_t> state) override;
  std::span<const std::uint64_t> state() override;

  bool terminal() override;
  std::span<const std::uint64_t> legal(std::uint32_t role) override;
  void goals(std::span<std::int32_t> out) override;
  std::vector<Goal> every_goal() override;
  std::vector<Percept> percepts(std::span<const std::uint32_t> joint_move) override;
  void advance(std::span<const std::uint32_t> joint_move) override;
  void watch(const std::atomic<bool>* stop) override { solver_.budget().watch(stop); }
  PlayoutEnd play_out(Playout& playout) override;

 private:
  // Shares all other numbers with its twin, and knows the initial state from it.
  Interpreter(std::shared_ptr<const Program> program, const Limits& limits, std::shared_ptr<StateNumbers> states,
              const Interpreter* twin);
  std::unique_ptr<Interpreter> twin(std::shared_ptr<StateNumbers> states) const {
    return std::unique_ptr<Interpreter>(new Interpreter(program_, limits_, std::move(states), this));
  }
  void begin() { solver_.budget().start(limits_.seconds); }
  void enter(std::vector<Term> fluents);
  std::vector<Term> unpack(std::string_view text);
  std::string pack(std::span<const Term> fluents);
  std::vector<Term> terms_of(std::span<const std::uint32_t> joint_move) {
    std::vector<Term> moves;
    for (std::size_t role = 0; role < roles_; ++role) {
      moves.push_back(moves_[role].term(joint_move[role], solver_.terms()));
    }
    return moves;
  }
  std::vector<Term> legal_moves(std::size_t role) { return solver_.ask(kLegal, {&role_terms_[role], 1}); }
  bool choose_all(Playout& playout, std::vector<Term>& chosen);

  std::shared_ptr<const Program> program_;
  Limits limits_;
  Solver solver_;
  std::vector<Term> role_terms_;
  TermNumbers fluents_;
  std::vector<TermNumbers> moves_;     // by role
  std::vector<TermNumbers> percepts_;  // by role
  std::shared_ptr<StateNumbers> states_;

  // The current state, and what was asked of it.
  std::vector<Term> now_;
  std::optional<std::string> text_;
  std::optional<std::uint64_t> number_;
  std::uint64_t word_ = 0;
  std::optional<bool> over_;
  std::vector<std::optional<std::vector<std::uint64_t>>> legal_;  // by role
};

}  // namespace woodstock::machine::interpret
