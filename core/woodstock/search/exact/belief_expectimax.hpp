// Exact play in games for one player with percepts: expectimax in which beliefs take the place of states.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "woodstock/search/exact/clairvoyance.hpp"
#include "woodstock/search/infoset/belief_search.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::search::exact {

struct BeliefExpectimaxSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t successors = whole<std::uint64_t>("successors", 4'000'000, 1, std::uint64_t{1} << 32,
                                                  "moves out of states after which it gives up; 25 bytes each");
};

// A move of a belief splits it by what may be seen after it. Moves are tried in the order of what they would be worth
// if all were told after them, and of those that are equal, the more telling one first; a move is left as soon as it is
// known to be worth no more than another, by the bounds of what may be seen (branch and bound; bounds of Hauskrecht
// 2000). What is worth the most there is ends the search at once. The budget of a run counts states expanded and
// beliefs tried.
class BeliefExpectimax final : public search::infoset::BeliefSearch {
 public:
  BeliefExpectimax(machine::Simulator* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
                   belief::Information information, const BeliefExpectimaxSettings& options);

  machine::Machine& machine() const override { return machine_; }
  void set_root(std::span<const std::uint64_t> state) override {
    set_belief(belief::certain(state, std::vector<belief::Info>(machine_.roles(), 0)), role_, true);
  }
  void set_belief(const belief::Particles& particles, std::uint32_t role, bool exact) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  using Id = Clairvoyance::Id;
  // States, ascending, and how likely each is; the whole is 1.
  using Beliefs = std::vector<std::pair<Id, double>>;
  // What may follow a move: how likely it is, what is believed then and what that is worth at most.
  struct Branch {
    double probability;
    Beliefs belief;
    double bound;
  };
  // What is known of a belief.
  struct Known {
    Beliefs belief;
    double high;  // it is worth this at most
    bool exact;   // and at least
    std::uint32_t best;
  };
  // A move of a belief, with its bound and how little it tells: the chance to draw the same sight twice.
  struct Option {
    std::uint32_t move;
    double bound;
    double dullness;
  };

  std::optional<double> solve(const Beliefs& belief, double floor, ExactLimits& limits, std::uint32_t depth);
  std::optional<double> try_move(const Beliefs& belief, const Option& option, double floor, ExactLimits& limits,
                                 std::uint32_t depth);
  std::optional<std::vector<Option>> options(const Beliefs& belief, ExactLimits& limits);
  std::optional<std::vector<double>> bounds(const Beliefs& belief, ExactLimits& limits);
  std::optional<std::vector<Branch>> branches(const Beliefs& belief, std::uint32_t move, ExactLimits& limits,
                                              double& over);
  double dullness(const Beliefs& belief, std::uint32_t move);
  Known* find(const Beliefs& belief);

  machine::Engine engine_;
  machine::Machine& machine_;
  std::uint32_t role_;
  Clairvoyance clairvoyance_;
  std::vector<double> sight_masses_;  // all zero between uses
  std::unordered_map<std::uint64_t, Known> known_;
  std::size_t remembered_ = 0;  // states of all beliefs that are known
  Beliefs root_;
  std::vector<std::uint64_t> root_state_;  // one of those believed
  bool exact_ = true;                      // these are all states there are
  std::vector<Option> root_options_;       // with what the search found out
  std::optional<double> value_;
  std::uint32_t best_ = 0;
  std::uint64_t tried_ = 0;
  std::uint32_t deepest_ = 0;
};

}  // namespace woodstock::search::exact
