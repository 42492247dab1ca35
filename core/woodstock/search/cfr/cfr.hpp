// Counterfactual regret minimisation over a whole game (Zinkevich et al. 2007; CFR+: Tammelin 2014).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "woodstock/search/cfr/extensive_form.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::search::cfr {

// A probability for each move of each information set, laid out as ExtensiveForm::moves().
using Strategy = std::vector<double>;

// What follows from strategies: reach probabilities from the root down, values from the leaves up.
class StrategyValues {
 public:
  explicit StrategyValues(const ExtensiveForm& form);

  // What the game is worth to each role if all play this.
  std::vector<double> values(const Strategy& strategy);
  // What it is worth to a role that plays best against this.
  double best_response(const Strategy& strategy, std::uint32_t role);
  // What all could gain together by playing best against the others: zero in an equilibrium and nowhere else
  // (Lanctot's NashConv; half of it is the exploitability of two players whose goals sum to the same).
  double nash_conv(const Strategy& strategy);
  // For every move of a role in its sets, what it is worth weighted by how likely the others make the position (its
  // counterfactual value), and for every set the weight in all.
  struct Counterfactual {
    std::vector<double> moves;
    std::vector<double> sets;
    std::vector<double> own_reach;  // how likely the role itself makes the set
  };
  void counterfactual(const Strategy& strategy, std::uint32_t role, Counterfactual& out);
  // What each move is worth to the role where it is made, in every set that the others' moves make possible.
  std::vector<double> move_values(const Strategy& strategy, std::uint32_t role);

 private:
  void reach(const Strategy& strategy);
  void add_up(std::size_t position, const Strategy& strategy, std::uint32_t role, std::span<double> by_move);
  double others(std::size_t position, std::uint32_t role) const;
  double probability(const Strategy& strategy, std::size_t position, std::uint32_t role, std::uint32_t place) const;

  const ExtensiveForm& form_;
  std::vector<double> own_;     // by position and role: how likely the role's own moves make it
  std::vector<double> chance_;  // by position: how likely chance makes it
  std::vector<double> value_;   // by position: to the role that is looked at
  std::vector<double> by_move_;
  std::vector<std::uint32_t> places_;
};

struct CfrSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t positions = whole<std::uint64_t>("positions", 1'000'000, 1, (1U << 31) - 1,
                                                 "positions of the largest game that is built in extensive form");
  bool plus = flag("plus", true, "CFR+: negative regrets are forgotten, later strategies count for more");
};

// Roles take turns; the average over all iterations tends to an equilibrium where two play for the same sum.
class Cfr {
 public:
  Cfr(std::unique_ptr<ExtensiveForm> form, const CfrSettings& options);
  // Nothing where the game has more positions than wanted, or there was no time.
  static std::unique_ptr<Cfr> lay_out(const machine::Machine& machine, std::optional<std::uint32_t> chance,
                                      const belief::Information& information, const CfrSettings& options,
                                      support::Deadline deadline, const std::atomic<bool>* stop);

  const ExtensiveForm& form() const { return *form_; }
  std::uint64_t iterations() const { return iterations_; }
  // So many iterations, or until a limit is met.
  void run(const SearchLimits& limits) {
    support::TimeLimit time_limit(limits.deadline, limits.stop);
    for (std::uint64_t done = 0; done < limits.playouts && !time_limit.over(); ++done) {
      ++iterations_;
      for (std::uint32_t role = 0; role < form_->roles(); ++role) {
        if (role != form_->chance()) update(role);
      }
    }
  }
  Strategy average() const;
  StrategyValues& values() { return values_; }

 private:
  void match_regrets(std::uint32_t role);
  void update(std::uint32_t role);

  std::unique_ptr<ExtensiveForm> form_;
  CfrSettings options_;
  StrategyValues values_;
  Strategy current_;
  std::vector<double> regrets_;
  std::vector<double> sums_;
  StrategyValues::Counterfactual found_;
  std::uint64_t iterations_ = 0;
};

}  // namespace woodstock::search::cfr
