// A game for one player as if everything were told from now on: what states are worth then is never too little.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/belief/information.hpp"
#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"
#include "woodstock/machine/simulator.hpp"
#include "woodstock/support/hash_index.hpp"

namespace woodstock::search::exact {

// Limits of one run: a deadline, a flag, and a number of steps, so that the same number always does the same.
class ExactLimits {
 public:
  ExactLimits(support::Deadline deadline, const std::atomic<bool>* stop, std::uint64_t steps)
      : time_limit_(deadline, stop), steps_(steps) {}

  // Counts a step. Is everything to end here?
  bool over() {
    if (steps_ == 0 || time_limit_.over()) over_ = true;
    if (steps_ > 0) --steps_;
    return over_;
  }
  void give_up() { over_ = true; }

 private:
  support::TimeLimit time_limit_;
  std::uint64_t steps_;
  bool over_ = false;
};

// States are numbered as they are met, and expanded when they are needed. What a move is worth in a state if all is
// known after it (QMDP; Littman, Cassandra and Kaelbling 1995) bounds what it is worth to one who does not know.
class Clairvoyance {
 public:
  using Id = std::uint32_t;
  static constexpr Id kOver = ~Id{0};

  // Where a move may lead.
  struct Successor {
    Id state;  // kOver if the game ends there
    std::uint32_t sight;
    double probability;
    double worth;  // the goal there
  };

  Clairvoyance(const machine::Engine& engine, belief::Information information, std::uint32_t role,
               std::uint64_t most_successors);

  Id meet(std::span<const std::uint64_t> state);
  void forget();

  // Each makes what it needs of the state first, and is nothing if that is cut off.
  // What the state is worth if it is known.
  std::optional<double> value(Id id, ExactLimits& limits, std::uint32_t depth = 0);
  // What each of its moves is worth then.
  std::optional<std::span<const double>> row(Id id, ExactLimits& limits);
  bool expand(Id id, ExactLimits& limits);

  // Of states that are expanded.
  std::span<const std::uint32_t> moves(Id id) const { return *lists_[states_[id].list]; }
  std::uint32_t list(Id id) const { return states_[id].list; }  // equal for states with the same moves
  std::span<const Successor> successors(Id id, std::size_t move) const {
    const auto at = states_[id].first + move;
    return {successors_.data() + starts_[at], successors_.data() + starts_[at + 1]};
  }

  double highest() const { return policy_.highest(role_); }
  double lowest() const { return policy_.lowest(role_); }
  std::uint32_t sights() const { return static_cast<std::uint32_t>(sight_numbers_.size()); }
  bool full() const { return full_; }

 private:
  struct State {
    std::uint64_t first = 0;  // among `starts_`; one more than moves
    std::uint32_t list = 0;
    bool expanded = false;
    bool valued = false;
    double value = 0.0;
    std::vector<double> row;
  };

  std::span<const std::uint64_t> state(Id id) const {
    return {words_.data() + std::size_t{id} * simulator_.state_words(), simulator_.state_words()};
  }
  void enter(Id id, const std::vector<std::uint32_t>& own, std::span<const std::uint32_t> chances);
  // The number of what is seen; without percepts, all of the state.
  std::uint32_t sight(const machine::Children& children, std::size_t at) {
    const std::size_t words = simulator_.state_words();
    const auto seen = information_.hidden() ? belief::Information::sight(role_, children.seen(at))
                                            : support::state_hash({children.states.data() + at * words, words});
    return sight_numbers_.emplace(seen, sights()).first->second;
  }
  std::optional<double> worth(Id id, std::size_t move, ExactLimits& limits, std::uint32_t depth);

  machine::Simulator& simulator_;
  machine::Machine& machine_;
  belief::Information information_;
  std::uint32_t role_;
  std::uint64_t most_;
  machine::OutcomePolicy policy_;

  std::vector<State> states_;
  std::vector<std::uint64_t> words_;   // of the states
  support::HashIndex known_;           // states by what they are
  std::vector<std::uint64_t> starts_;  // of the successors of each move
  std::vector<Successor> successors_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> list_numbers_;
  std::vector<const std::vector<std::uint32_t>*> lists_;  // of legal moves, by number
  std::unordered_map<std::uint64_t, std::uint32_t> sight_numbers_;
  bool full_ = false;
};

}  // namespace woodstock::search::exact
