// The Monte-Carlo players of paper 004, section 3: UCT over the game tree of a quantified network.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/qcsp/playouts.hpp"
#include "woodstock/qcsp/tree_player.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::qcsp {

// MC (NoProp), MC (shallow), MC (deep).
enum class Update : std::uint8_t { no_propagation, shallow, deep };

struct MonteCarloSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t memory = memory_setting(std::uint64_t{1} << 28);  // a tree that is full is searched without growing
  std::uint64_t seed = seed_setting();
  Update update = Update::deep;
  // What counts as pruned in equation 4: every terminal node with a value that propagation removed from some domain,
  // also of variables further down; or only the children that it removed from the tree.
  bool terminals = true;
};

// Of those that propagate.
struct PruningSettings : MonteCarloSettings {
  PruningSettings() = default;
  explicit PruningSettings(support::SettingReader& reader) : MonteCarloSettings(reader) {
    terminals = flag("terminals", terminals, "equation 4 counts what is pruned further down, not children alone");
  }
};

// Algorithm 1 of the paper: descend by UCB to a leaf, expand it (algorithm 2), play one of its children out at random,
// and tell the result to all on the way. Equation 4 corrects what is seen by the share of the tree that was pruned.
class MonteCarlo : public TreePlayer {
 public:
  MonteCarlo(const Problem& problem, const MonteCarloSettings& settings);

  Choice choose(std::span<const std::uint32_t> prefix, const Limits& limits) override;

 private:
  // Propagation has refuted it: its evaluation value is minus infinity. The weight of the others is 1 - l/L of equation
  // 4, the share of their terminal nodes that is not pruned.
  static bool dead(const Child& child) { return child.proof == Proof::lost; }

  void start(std::span<const std::uint32_t> prefix);
  void iterate();
  // The child to follow, or the number of children if there is none.
  std::uint32_t select(const Node& node) const;
  std::uint32_t expand(std::uint32_t variable);
  Mask candidates(std::uint32_t variable, float& share);
  // The same without propagation, where that is not wanted.
  bool enter(const Node& node, std::uint32_t value);
  float left_open(std::uint32_t variable) const;
  double play_out(std::uint32_t variable);
  double play_out_blindly(std::uint32_t variable);
  void update(double result);
  void reprune(std::size_t step, float before, float after);
  void bury(std::size_t step);
  bool settled(const Node& node) const;
  Choice report() const;
  bool propagating() const { return settings_.update != Update::no_propagation; }

  MonteCarloSettings settings_;
  std::vector<std::uint32_t> values_;
  bool over_ = false;
};

}  // namespace woodstock::qcsp
