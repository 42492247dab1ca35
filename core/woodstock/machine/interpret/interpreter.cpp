#include "woodstock/machine/interpret/interpreter.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::machine::interpret {

Interpreter::Interpreter(std::shared_ptr<const Program> program, const Limits& limits,
                         std::shared_ptr<StateNumbers> states, const Interpreter* twin)
    : program_(std::move(program)),
      limits_(limits),
      solver_(*program_, limits),
      fluents_(twin == nullptr ? nullptr : &twin->fluents_),
      states_(std::move(states)) {
  begin();
  role_terms_ = solver_.ask(kRole, {});
  for (std::size_t role = 0; role < role_terms_.size(); ++role) {
    moves_.emplace_back(twin == nullptr ? nullptr : &twin->moves_[role]);
    percepts_.emplace_back(twin == nullptr ? nullptr : &twin->percepts_[role]);
  }
  roles_ = static_cast<std::uint32_t>(role_terms_.size());
  state_words_ = 1;
  legal_.resize(roles_);
  enter(twin == nullptr ? solver_.ask(kInit, {}) : unpack(twin->encode(twin->initial_)));
  const auto first = state();
  initial_.assign(first.begin(), first.end());
}

void Interpreter::enter(std::vector<Term> fluents) {
  begin();
  solver_.load_state(fluents);
  now_ = std::move(fluents);
  text_.reset();
  number_.reset();
  over_.reset();
  std::ranges::fill(legal_, std::nullopt);
}

std::vector<Term> Interpreter::unpack(std::string_view text) {
  std::vector<Term> fluents;
  const std::size_t known = fluents_.shared()->size();
  for (std::size_t number = 0; number < text.size() * 8; ++number) {
    if (((static_cast<unsigned char>(text[number / 8]) >> (number % 8)) & 1U) == 0) continue;
    if (number >= known) throw std::invalid_argument("the state holds a fluent that was never seen in this game");
    fluents.push_back(fluents_.term(static_cast<std::uint32_t>(number), solver_.terms()));
  }
  return fluents;
}

std::string Interpreter::pack(std::span<const Term> fluents) {
  std::string text;
  for (const Term fluent : fluents) {
    const std::uint32_t number = fluents_.number(fluent, solver_.terms());
    if (number / 8 >= text.size()) text.resize(number / 8 + 1, '\0');
    text[number / 8] = static_cast<char>(static_cast<unsigned char>(text[number / 8]) | (1U << (number % 8)));
  }
  return text;
}

void Interpreter::load(std::string_view text) {
  begin();
  if (text_ == text) {
    solver_.load_moves({}, {});  // those of the last question
    return;
  }
  enter(unpack(text));
  text_ = text;
}

void Interpreter::set_state(std::span<const std::uint64_t> state) {
  if (number_ == state[0]) return;
  load(states_->state(state[0]));
  number_ = state[0];
}

std::span<const std::uint64_t> Interpreter::state() {
  if (!number_ || !states_->has(*number_)) number_ = states_->number(save());
  word_ = *number_;
  return {&word_, 1};
}

bool Interpreter::terminal() {
  if (!over_) {
    begin();
    over_ = solver_.holds(kTerminal, {});
  }
  return *over_;
}

std::span<const std::uint64_t> Interpreter::legal(std::uint32_t role) {
  if (!legal_[role]) {
    begin();
    std::vector<std::uint64_t> bits;
    for (const Term move : legal_moves(role)) {
      const auto number = moves_[role].number(move, solver_.terms());
      if (number / 64 >= bits.size()) bits.resize(number / 64 + 1, 0);
      bits[number / 64] |= std::uint64_t{1} << (number % 64);
    }
    legal_[role] = std::move(bits);
  }
  return *legal_[role];
}

void Interpreter::goals(std::span<std::int32_t> out) {
  std::ranges::fill(out, kNoGoal);
  for (const auto [role, value] : every_goal()) out[role] = out[role] == kNoGoal ? value : std::min(out[role], value);
}

std::vector<Goal> Interpreter::every_goal() {
  begin();
  std::vector<Goal> out;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    for (const Term term : solver_.ask(kGoal, {&role_terms_[role], 1})) {
      const std::int32_t value = program_->value(solver_.terms().functor(term));
      if (value < 0) throw InterpretError(Fault::kRestriction, "a goal value is not a number from 0 to 100");
      out.push_back({role, value});
    }
  }
  return out;
}

std::vector<Percept> Interpreter::percepts(std::span<const std::uint32_t> joint_move) {
  begin();
  solver_.load_moves(role_terms_, terms_of(joint_move));
  std::vector<Percept> out;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (const Term percept : solver_.ask(kSees, {&role_terms_[role], 1})) {
      out.push_back({role, percepts_[role].number(percept, solver_.terms())});
    }
    std::ranges::sort(out.begin() + first, out.end(), {}, &Percept::number);
  }
  return out;
}

void Interpreter::advance(std::span<const std::uint32_t> joint_move) {
  begin();
  solver_.load_moves(role_terms_, terms_of(joint_move));
  enter(solver_.ask(kNext, {}));
}

// A move for each role, uniformly; false where a role has none. An order that does not depend on what was evaluated
// before makes the seed decide alone.
bool Interpreter::choose_all(Playout& playout, std::vector<Term>& chosen) {
  const TermStore& terms = solver_.terms();
  for (std::uint32_t role = 0; role < roles_; ++role) {
    std::vector<Term> moves = legal_moves(role);
    if (moves.empty()) return false;
    const auto place = moves.begin() + playout.random.below(static_cast<std::uint32_t>(moves.size()));
    std::ranges::nth_element(moves, place, {}, [&](Term move) { return terms.hash(move); });
    chosen[role] = *place;
    if (playout.made != nullptr) playout.made->push_back({role, moves_[role].number(*place, terms)});
  }
  return true;
}

PlayoutEnd Interpreter::play_out(Playout& playout) {
  std::vector<Term> chosen(roles_);
  for (playout.length = 0; !terminal(); ++playout.length) {
    if (playout.length == playout.limit) return PlayoutEnd::kCapped;
    if (playout.time_limit.over()) return PlayoutEnd::kStopped;
    if (!choose_all(playout, chosen)) return PlayoutEnd::kBroken;
    solver_.load_moves(role_terms_, chosen);
    enter(solver_.ask(kNext, {}));
  }
  return PlayoutEnd::kTerminal;
}

}  // namespace woodstock::machine::interpret
