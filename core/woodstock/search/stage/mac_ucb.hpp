// MAC-UCB (papers 000 and 003): solve a stage, estimate its solutions by UCB over playouts, go on from the best one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/simulator.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/search/stage/policy_tree.hpp"
#include "woodstock/search/stage/stage.hpp"
#include "woodstock/search/stage/stage_pace.hpp"
#include "woodstock/support/settings.hpp"
#include "woodstock/symmetry/symmetry.hpp"

namespace woodstock::search::stage {

struct MacUcbSettings : support::Settings {
  using Settings::Settings;
  double solving = real("solving", 0.9, 0.0, 0.999, "the share of the time for solving; the rest is for playouts");
  std::uint32_t simulations = whole<std::uint32_t>("simulations", 10'000, 1, ~0U, "playouts of each stage, at most");
  std::uint32_t horizon = whole<std::uint32_t>("horizon", 200, 1, ~0U, "steps after which a playout is given up");
  std::uint64_t memory = memory_setting();
  std::uint32_t threads = threads_setting();
  std::uint64_t seed = seed_setting();
  std::shared_ptr<const symmetry::SymmetryGroup> symmetries = {};  // of the game; none is none
};

// Stages are solved best first: from the root along the moves that are best as far as is known, to a stage that is not
// solved yet. Given a number of playouts, every stage gets all its simulations; given time alone, as many as keep the
// shares.
class MacUcb : public Search {
 public:
  // The machine is of the same game. Without a solver the machine lists the solutions of stages.
  MacUcb(machine::Simulator* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
         std::unique_ptr<GameStage> stages, const MacUcbSettings& settings);

  std::vector<std::uint64_t> decode(std::string_view text) override { return machine_->decode(text); }
  void set_root(std::span<const std::uint64_t> state) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  using Number = PolicyTree::Number;
  using Path = std::vector<Number>;

  Path select() const;
  std::size_t choose(Number node) const;
  std::vector<double> promises(Number node, std::span<const std::uint32_t> counts, std::uint32_t chooser) const;
  bool solve(Number node, const SearchLimits& limits);
  void settle_ended(Number node, std::span<const std::uint64_t> state);
  bool estimate(Number node, const SearchLimits& limits);
  std::vector<std::uint64_t> share_out(Number node, std::span<const Number> arms, std::uint64_t round) const;
  bool sample(std::span<const Number> arms, const std::vector<std::uint64_t>& counts, const SearchLimits& limits,
              bool in_part);
  void turn(SearchReport& report, std::uint32_t role) const;

  machine::Engine engine_;
  machine::Simulator& simulator_;
  machine::Machine* machine_;  // tells which states end the game
  std::unique_ptr<GameStage> stages_;
  MacUcbSettings settings_;
  StagePace pace_;
  machine::OutcomePolicy policy_;
  PolicyTree tree_;
  std::vector<std::uint64_t> root_state_;  // as it was given
  std::uint64_t stream_ = 0;
};

}  // namespace woodstock::search::stage
