// MAC-UCB where the state is only partly known (paper 002): stages are solved for all states that are believed
// possible.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "woodstock/belief/information.hpp"
#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/simulator.hpp"
#include "woodstock/search/infoset/belief_search.hpp"
#include "woodstock/search/stage/belief_tree.hpp"
#include "woodstock/search/stage/stage.hpp"
#include "woodstock/search/stage/stage_pace.hpp"

namespace woodstock::search::stage {

// The shares of paper 002.
struct BeliefMacUcbSettings : StageSettings {
  BeliefMacUcbSettings() { solving = kSolving; }
  explicit BeliefMacUcbSettings(support::SettingReader& reader) : StageSettings(reader.prefer("solving", kSolving)) {}

  static constexpr double kSolving = 0.75;
};

// The fluents of a stage are stochastic: the table of what they may be is the belief, and the percepts say how it goes
// on, one belief for each thing that may be seen. In games with shared observations this is the game of paper 002,
// section 2, in which beliefs take the place of states and all roles have the same. Elsewhere it is the view of one
// role, which takes the others to know as much as itself, and their moves to be seen. Then, as in MAC-UCB, stages are
// solved best first and their solutions estimated by UCB over playouts, from states drawn from the beliefs. Symmetries
// that map a belief to itself make decisions the same there (MAC-UCB-SYM).
class BeliefMacUcb final : public search::infoset::BeliefSearch {
 public:
  // A stage is solved for so many of its states at most.
  static constexpr std::uint32_t kMostStates = 128;

  BeliefMacUcb(machine::Simulator* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
               belief::Information information, std::unique_ptr<GameStage> stages,
               const BeliefMacUcbSettings& settings);

  machine::Machine& machine() const override { return *machine_; }
  void set_root(std::span<const std::uint64_t> state) override;
  void set_belief(const belief::Particles& particles, std::uint32_t role, bool exact) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  // All solutions of a stage, of all its states: where they start, what is done and where it leads.
  struct Solved {
    std::vector<std::size_t> origins;
    std::vector<std::uint64_t> before;
    std::vector<std::uint32_t> joint_moves;
    bool complete = true;
  };
  // What may be seen after a decision while the solutions are put together.
  struct Sight {
    belief::ParticleGathering states;
    double mass = 0.0;
  };
  using Sights = std::map<std::uint64_t, Sight>;

  std::vector<std::uint32_t> select();
  std::uint32_t choose_decision(std::uint32_t node);
  std::uint32_t choose_outcome(const BeliefDecision& decision) const;
  bool solve(std::uint32_t node, const SearchLimits& limits);
  Solved solve_states(const belief::Particles& belief, const SearchLimits& limits);
  void enter(std::uint32_t node, const Solved& solved);
  std::vector<std::uint32_t> list_decisions(BeliefNode& node, const Solved& solved, std::vector<Sights>& seen);
  void join_decisions(BeliefNode& node) const;
  std::vector<double> masses(const BeliefNode& node, const Solved& solved) const;
  std::uint64_t sight(const machine::Children& children, std::size_t at) const;
  void group(BeliefNode& node, const Solved& solved, std::span<const std::uint32_t> decision_of);
  void estimate(std::uint32_t node, const SearchLimits& limits);
  std::vector<std::uint64_t> share_out(const BeliefNode& node, std::span<const std::uint32_t> arms,
                                       std::uint64_t round) const;
  bool sample(BeliefNode& node, std::span<const std::uint32_t> arms, std::span<const std::uint64_t> counts,
              const SearchLimits& limits);

  machine::Engine engine_;
  machine::Simulator& simulator_;
  machine::Machine* machine_;
  belief::Information information_;
  std::unique_ptr<GameStage> stages_;
  BeliefMacUcbSettings settings_;
  StagePace pace_;
  Horizon horizon_;
  support::Random random_;
  machine::OutcomePolicy policy_;
  BeliefTree tree_;
  std::uint32_t role_ = 0;
};

}  // namespace woodstock::search::stage
