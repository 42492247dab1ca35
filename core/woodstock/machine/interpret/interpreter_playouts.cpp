// Many states in a row: random playouts and perft.
#include <algorithm>

#include "woodstock/machine/interpret/interpreter.hpp"

namespace woodstock::machine::interpret {

namespace {

// Watches the flag of one call.
class Watch {
 public:
  Watch(Budget& budget, const Interpreter::StopFlag* stop) : budget_(budget) { budget_.watch(stop); }
  ~Watch() { budget_.watch(nullptr); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  Budget& budget_;
};

}  // namespace

void Interpreter::play_one(const std::vector<Term>& start, std::uint32_t limit, support::Random random,
                           PlayoutTotals& totals) {
  const TermStore& terms = solver_.terms();
  begin();
  load(start);
  std::vector<Term> chosen(roles());
  std::uint32_t length = 0;
  while (!game_over()) {
    if (length == limit) {
      ++totals.capped;
      return;
    }
    for (std::size_t role = 0; role < roles(); ++role) {
      std::vector<Term> moves = legal_moves(role);
      if (moves.empty()) {
        ++totals.broken;
        return;
      }
      // An order that does not depend on what was evaluated before makes the seed decide alone.
      const auto place = moves.begin() + random.below(static_cast<std::uint32_t>(moves.size()));
      std::ranges::nth_element(moves, place, {}, [&](Term move) { return terms.hash(move); });
      chosen[role] = *place;
    }
    solver_.load_moves(roles_, chosen);
    const std::vector<Term> fluents = solver_.ask(kNext, {});
    begin();
    load(fluents);
    ++length;
    ++totals.states;
  }
  for (std::size_t role = 0; role < roles(); ++role) {
    totals.goals[role] += static_cast<std::uint64_t>(goal(role).value_or(0));
  }
  ++totals.finished;
  totals.length += length;
}

PlayoutTotals Interpreter::playouts(const State& state, const PlayoutOrder& order, const StopFlag* stop) {
  const Watch watch(solver_.budget(), stop);
  const std::vector<Term> start = unpack(state);
  PlayoutTotals totals;
  totals.goals.resize(roles());
  const auto began = Budget::Clock::now();
  for (std::uint64_t i = 0; i < order.count; ++i) {
    if (std::chrono::duration<double>(Budget::Clock::now() - began).count() > order.seconds) break;
    play_one(start, order.limit, support::Random(order.seed, order.first + i), totals);
  }
  return totals;
}

void Interpreter::count_sequences(const std::vector<Term>& fluents, std::size_t depth,
                                  std::vector<std::uint64_t>& counts) {
  begin();
  load(fluents);
  if (game_over()) return;
  std::vector<std::vector<Term>> legal_here(roles());
  std::uint64_t product = 1;
  for (std::size_t role = 0; role < roles(); ++role) {
    legal_here[role] = legal_moves(role);
    if (legal_here[role].empty()) {
      throw InterpretError(Fault::kBroken,
                           "role " + std::to_string(role) + " has no legal move in a non-terminal state");
    }
    if (__builtin_mul_overflow(product, legal_here[role].size(), &product)) {
      throw InterpretError(Fault::kLimit, "too many joint moves to count");
    }
  }
  if (__builtin_add_overflow(counts[depth], product, &counts[depth])) {
    throw InterpretError(Fault::kLimit, "too many sequences to count");
  }
  if (depth + 1 == counts.size()) return;
  // All successors first: what was derived about this state serves every one of them.
  std::vector<std::vector<Term>> successors;
  std::vector<std::size_t> choice(roles(), 0);
  for (std::size_t role = 0; role < roles();) {
    std::vector<Term> moves;
    for (std::size_t i = 0; i < roles(); ++i) moves.push_back(legal_here[i][choice[i]]);
    begin();
    solver_.load_moves(roles_, moves);
    successors.push_back(solver_.ask(kNext, {}));
    for (role = 0; role < roles() && ++choice[role] == legal_here[role].size(); ++role) choice[role] = 0;
  }
  for (const std::vector<Term>& successor : successors) count_sequences(successor, depth + 1, counts);
}

std::vector<std::uint64_t> Interpreter::perft(const State& state, std::uint32_t depth, const StopFlag* stop) {
  const Watch watch(solver_.budget(), stop);
  std::vector<std::uint64_t> counts(depth, 0);
  if (depth == 0) return counts;
  count_sequences(unpack(state), 0, counts);
  return counts;
}

}  // namespace woodstock::machine::interpret
