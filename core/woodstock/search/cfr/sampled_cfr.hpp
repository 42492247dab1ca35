// Counterfactual regret minimisation on samples, for games too large to lay out (Lanctot et al. 2009).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/belief/information.hpp"
#include "woodstock/belief/particles.hpp"
#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::search::cfr {

enum class Sampling : std::uint8_t {
  kExternal,  // all moves of the role that learns are followed, one of everybody else
  kOutcome,   // one way to the end
};

struct SampledCfrSettings : support::Settings {
  using Settings::Settings;
  Sampling sampling = choice("sampling", Sampling::kExternal, {"external", "outcome"},
                             "external follows all moves of the learning role, outcome a single path");
  std::uint32_t depth = whole<std::uint32_t>("depth", machine::kLongestPlayout, 1, machine::kLongestPlayout,
                                             "largest number of steps before a random playout estimates the rest");
  double exploration = real("exploration", 0.6, 0.001, 1.0, "how often outcome sampling explores a random move");
  std::uint64_t memory = memory_setting();
  std::uint64_t seed = seed_setting();
};

// An iteration that takes too many steps makes the depth smaller, until iterations are short enough to make many.
// Regrets are kept by information state from the start of the match on, so that what is learnt from the first state and
// what is learnt from a belief later go together. Roles learn in turns.
class SampledCfr {
 public:
  SampledCfr(const machine::Machine& machine, std::optional<std::uint32_t> chance, belief::Information information,
             const SampledCfrSettings& options);

  // Where iterations begin: drawn again each time. At first that is the start of the game.
  void set_root(belief::Particles particles);
  void run(const SearchLimits& limits);

  // What is thought of the moves of a role with this information: the average strategy as a share of visits.
  struct MoveView {
    std::uint32_t move;
    double probability;
    double value;
  };
  std::vector<MoveView> view(std::uint32_t role, belief::Info info, std::span<const std::uint32_t> legal) const;
  std::uint64_t iterations() const { return iterations_; }
  std::size_t sets() const { return sets_.size(); }
  std::uint32_t depth() const { return depth_; }

  // States of a belief are to be in the words of this machine.
  machine::Machine& machine() const { return machine_; }

 private:
  // Of a move in an information set.
  struct Entry {
    float regret = 0.0F;
    float strategy = 0.0F;
    float value = 0.0F;  // mean of what was sampled
    float samples = 0.0F;
  };
  // A step of a walk: its legal moves and strategies, kept so that nothing is allocated on the way.
  struct Frame {
    std::vector<std::uint64_t> state;
    std::vector<belief::Info> infos;
    std::vector<std::vector<std::uint32_t>> legal;
    std::vector<std::vector<double>> strategies;
    std::vector<std::uint32_t> joint_move;
    std::vector<double> values;
  };
  // How likely the walk so far is: by the moves of the one who learns, by everybody else's, and as it was sampled.
  struct Reach {
    double own = 1.0;
    double others = 1.0;
    double sampled = 1.0;
  };

  Entry* entries(std::uint32_t role, belief::Info info, std::span<const std::uint32_t> legal);
  void match_regrets(const Entry* own, std::size_t count, std::vector<double>& out) const;
  std::uint32_t draw(std::span<const double> strategy);
  bool far_enough(std::size_t depth) const;
  bool prepare(std::size_t depth, std::uint32_t learner);
  void make_move(std::size_t depth);
  double end_value(std::uint32_t learner);
  double walk_external(std::size_t depth, std::uint32_t learner, double own_reach);
  double walk_outcome(std::size_t depth, std::uint32_t learner, const Reach& reach);
  double own_moves(std::size_t depth, std::uint32_t learner, double own_reach);
  void average(Entry* own, std::span<const double> strategy, double weight) const {
    if (own == nullptr) return;
    for (std::size_t i = 0; i < strategy.size(); ++i) own[i].strategy += static_cast<float>(weight * strategy[i]);
  }

  std::unique_ptr<machine::Machine> own_;
  machine::Machine& machine_;
  std::optional<std::uint32_t> chance_;
  belief::Information information_;
  SampledCfrSettings options_;
  machine::OutcomePolicy policy_;
  support::Random random_;
  support::TimeLimit time_limit_{support::Deadline::max(), nullptr};
  bool stopped_ = false;
  belief::Particles root_;
  belief::ParticleDraw draw_root_;
  std::vector<Frame> frames_;
  std::vector<double> outcome_;
  std::uint32_t depth_;                 // in use
  std::uint64_t steps_ = 0;             // of this iteration
  std::size_t deepest_ = 0;             // likewise
  std::vector<std::uint32_t> players_;  // roles that choose, chance left out
  std::unordered_map<std::uint64_t, std::uint32_t> sets_;
  std::vector<Entry> entries_;
  std::uint64_t iterations_ = 0;
};

}  // namespace woodstock::search::cfr
