// MAC-UCB (papers 000 and 003): solve a stage, estimate its solutions by UCB over playouts, go on from the best one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

struct MacUcbSettings : StageSettings {
  MacUcbSettings() { solving = kSolving; }
  explicit MacUcbSettings(support::SettingReader& reader)
      : StageSettings(reader.prefer("solving", reader.is_given("published") ? kPublishedSolving : kSolving)) {}

  bool published =
      flag("published", false, "play as paper 000 has it, to the letter: c, best, ahead and mast do not count");
  double best = real("best", 0.5, 0.0, 1.0, "how much of its best decision, rather than the mean, a stage is worth");
  double c = real("c", 0.6, 0.0, 100.0, "how much is explored: c sqrt(ln n / n_i), by playouts");

  std::uint32_t ahead =
      whole<std::uint32_t>("ahead", 0, 0, 2, "plies that playouts look ahead for moves that decide the game");
  bool mast = flag("mast", false, "playouts prefer moves that did well in earlier ones (MAST)");

  // The share of paper 000, and what serves us better.
  static constexpr double kPublishedSolving = 0.9, kSolving = 0.6;

  BanditSettings bandit() const { return published ? BanditSettings{} : BanditSettings{c, false, best, std::nullopt}; }
};

// What a search did, since it was made.
struct StageStatistics {
  double solving, sampling;  // seconds
  std::uint64_t pruned;      // decisions below the threshold, in the tree as it is
  std::uint64_t spared;      // playouts that went elsewhere because of that
  std::uint64_t arms;        // solutions of the root
  std::uint64_t pulled;      // those of which something is known
};

// From the root it goes along the decisions with the highest upper bounds to a stage that is not solved yet, and solves
// it. Playouts run in lanes, hundreds at once, and a stage may be worth fewer of them: so several stages are solved
// before their solutions are sampled together. Until then the playouts that are meant for a stage count on the way to
// it, which leads the next one elsewhere. Given a number of playouts, every stage gets its simulations; given time
// alone, as many as keep the shares.
class MacUcb : public Search {
 public:
  // The machine is of the same game. Without a solver the machine lists the solutions of stages.
  MacUcb(machine::Simulator* lanes, const machine::Machine& machine, std::optional<std::uint32_t> chance,
         std::unique_ptr<GameStage> stages, const MacUcbSettings& settings);

  std::vector<std::uint64_t> decode(std::string_view text) override { return machine_->decode(text); }
  void set_root(std::span<const std::uint64_t> state) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;
  StageStatistics statistics() const;
  std::uint32_t roles() const { return tree_.roles(); }

  // What symmetries of a stage are looked for in, and what they come to (`PolicyTree`). Solutions that are alike as far
  // as estimates tell are joined in the published way only; std::invalid_argument is thrown otherwise.
  std::vector<EnrichedStage> stages_to_compare(std::size_t most) const { return tree_.stages_to_compare(most); }
  std::uint64_t join(std::span<const std::uint64_t> state, std::span<const std::vector<PolicyTree::JointMove>> classes,
                     Alike alike);
  std::string encode(std::span<const std::uint64_t> state) const { return machine_->encode(state); }

 private:
  using Number = PolicyTree::Number;
  // The way to a stage: the nodes, and which child was taken at each but the last. And its solutions of which nothing
  // is known yet.
  struct Path {
    std::vector<Number> nodes;
    std::vector<std::size_t> taken;
    std::vector<Number> arms;
    Number stage() const { return nodes.back(); }
  };

  void raise_threshold();
  bool round(const SearchLimits& limits);
  std::vector<Path> select(std::uint64_t planned, std::size_t most, bool first);
  Path select(std::uint64_t planned);
  std::optional<std::size_t> choose(Number node, std::uint64_t planned);
  void await(const Path& path, std::int64_t playouts);
  void release(const Path& path, std::uint64_t planned);
  void credit(const Path& path, std::uint64_t playouts);
  void back_up(const Path& path);
  std::size_t solve(std::span<const Path> paths, const SearchLimits& limits);
  void enter(Number node, const StageSolutions& solutions);
  void settle_ended(Number node, std::span<const std::uint64_t> state);
  void settle_ended(Number node, std::span<const std::int32_t> goals);
  std::vector<Number> arms(Number node) const;
  bool estimate(std::span<const Path> paths, std::uint64_t planned, const SearchLimits& limits);
  void even_weights(Number node, std::uint64_t otherwise);
  std::vector<std::uint64_t> share_out(Number node, std::span<const Number> arms, std::uint64_t playouts);
  bool sample(const std::map<Number, std::uint64_t>& counts, const SearchLimits& limits, bool in_part);
  void map_back(SearchReport& report, std::uint32_t role) const;

  machine::Engine engine_;
  machine::Simulator& simulator_;
  machine::Machine* machine_;  // tells which states end the game
  std::unique_ptr<GameStage> stages_;
  MacUcbSettings settings_;
  StagePace pace_;
  Horizon horizon_;
  machine::OutcomePolicy policy_;
  std::unique_ptr<machine::MoveStatistics> learned_;  // by playouts, for those that follow
  PolicyTree tree_;
  std::vector<std::uint64_t> root_state_;  // as it was given
  std::uint64_t stream_ = 0;
  std::uint64_t spared_ = 0;  // playouts that went elsewhere because of the threshold
};

}  // namespace woodstock::search::stage
