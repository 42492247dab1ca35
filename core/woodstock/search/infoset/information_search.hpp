// Search over information sets (multiple-observer ISMCTS; Cowling, Powley and Whitehouse 2012).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/belief/information.hpp"
#include "woodstock/belief/particles.hpp"
#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"
#include "woodstock/machine/simulator.hpp"
#include "woodstock/search/infoset/belief_search.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::search::infoset {

struct InformationSearchSettings : support::Settings {
  using Settings::Settings;
  double c = real("c", 0.4, 0.0, 1e6, "exploration constant: c sqrt(ln n / n_i), times the spread of a role's goals");
  bool grave = flag("grave", false, "select by the results of a move below an ancestor (Cazenave 2015), not by c");
  std::uint32_t ref = whole<std::uint32_t>("ref", 50, 0, ~0U,
                                           "visits that a set needs for its all-moves-as-first statistics to be used");
  double bias = real("bias", 1e-5, 0.0, 1e6, "how soon a move's own value takes over from all-moves-as-first");
  std::uint64_t memory = memory_setting();
  std::uint64_t seed = seed_setting();
};

// Each descent draws a state from a belief. Every role that has a choice makes it by the statistics of its information
// set, and so never by what it cannot know; roles that choose at once do so apart from each other. Sets are numbered by
// all that a role has done and seen since the match began: what others know at the root is theirs, not ours, and what
// was learnt is still there at the next turn. Each descent adds one set for each role; then it plays at random, in
// lanes if they are given.
class InformationSearch final : public BeliefSearch {
 public:
  InformationSearch(const machine::Machine& machine, std::optional<std::uint32_t> chance,
                    belief::Information information, const InformationSearchSettings& options,
                    machine::Simulator* lanes = nullptr);

  machine::Machine& machine() const override { return machine_; }
  // This state is known to all, and nothing that happened before counts.
  void set_root(std::span<const std::uint64_t> state) override {
    set_belief(belief::certain(state, information_.start()), 0, true);
  }
  void set_belief(const belief::Particles& particles, std::uint32_t role, bool exact) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  struct Arm {
    std::uint32_t move = 0;
    std::uint32_t visits = 0;
    double sum = 0.0;
  };
  struct Amaf {
    std::uint32_t visits = 0;
    float value = 0.0F;
  };
  struct Set {
    std::uint32_t first = 0;  // of its arms
    std::uint32_t count = 0;
    std::uint32_t visits = 0;
    std::uint32_t amaf = 0;  // the number of its table of all moves plus one; 0 if it has none
  };
  struct Choice {
    std::uint32_t set;
    std::uint32_t arm;
    std::uint32_t role;
    std::size_t made;  // of Descent::made when it was made
  };

  // Where a walk down ended: the game is over, all have left what is known, the rules go no further, or time ran out.
  enum class Way : std::uint8_t { kOver, kOut, kBroken, kStopped };

  std::uint64_t descend();
  std::uint64_t descend_together(const SearchLimits& limits, std::uint64_t most);
  Way walk();
  bool choose_moves(bool& learning);
  std::uint32_t choose(std::uint32_t role);
  std::uint32_t find_or_add(std::uint64_t number, bool& fresh);
  std::uint32_t by_bound(const Set& set, std::uint32_t role);
  std::uint32_t by_amaf(const Set& set, std::uint32_t role);
  template <typename Score>
  std::uint32_t highest(const Set& set, Score score_of);
  void learn(std::span<const Choice> path);
  void take_back(std::span<const Choice> path) {
    for (const auto& choice : path) {
      --sets_[choice.set].visits;
      --arms_[choice.arm].visits;
    }
  }
  void learn_amaf(const Choice& choice);
  std::uint64_t bytes() const {
    constexpr auto kEntry = sizeof(std::pair<std::uint64_t, std::uint32_t>) + 4 * sizeof(void*);
    return sets_.size() * (sizeof(Set) + kEntry) * 2 + arms_.size() * sizeof(Arm) * 2 +
           amafs_.size() * met_.size() * sizeof(Amaf);
  }
  void clear() {
    numbers_.clear();
    sets_.clear();
    arms_.clear();
    amafs_.clear();
  }
  std::vector<std::uint32_t> root_sets(std::uint32_t role) const;

  machine::Simulator* lanes_;
  std::unique_ptr<machine::Machine> own_;
  machine::Machine& machine_;
  std::unique_ptr<machine::Machine> asked_;  // of the root, for reports
  std::optional<std::uint32_t> chance_;
  belief::Information information_;
  InformationSearchSettings options_;
  machine::OutcomePolicy policy_;
  support::Random random_;
  support::TimeLimit time_limit_{support::Deadline::max(), nullptr};
  belief::Particles root_;
  belief::ParticleDraw draw_root_;

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<Set> sets_;
  std::vector<Arm> arms_;
  std::vector<std::vector<Amaf>> amafs_;

  // Of the descent that is under way.
  std::vector<belief::Info> infos_;
  std::vector<std::uint32_t> joint_move_;
  std::vector<std::uint32_t> legal_;
  std::vector<bool> left_;                // roles that have left what is known
  std::vector<std::uint32_t> reference_;  // by role: the table to go by, plus one
  std::vector<Choice> path_;
  std::vector<machine::Made> made_;
  std::vector<std::uint64_t> met_;  // by move: the last sweep that met it
  std::uint64_t sweep_ = 0;
  std::vector<double> outcome_;

  std::vector<double> sums_;
  std::uint64_t descents_ = 0;
  std::uint64_t depth_ = 0;
};

}  // namespace woodstock::search::infoset
