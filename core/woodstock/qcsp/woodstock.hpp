// Our player of quantified networks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/qcsp/lanes.hpp"
#include "woodstock/qcsp/playouts.hpp"
#include "woodstock/qcsp/solver.hpp"
#include "woodstock/qcsp/tree_player.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::qcsp {

struct WoodstockSettings : support::Settings {
  using Settings::Settings;
  double proving = real("proving", 0.3, 0.0, 1.0, "the share of the time for the exact solver");
  double exploration = real("exploration", 0.6, 0.0, 1000.0, "how much a prior of promise counts against playouts");
  double sharpness = real("sharpness", 0.5, 0.0, 1000.0, "of the priors");
  double temperature = real("temperature", 1.0, 0.0, 1000.0, "of guided playouts; 0 takes the value of most promise");
  double malice = real("malice", 1.0, 0.0, 1.0, "how often the adversary of a playout takes the worst value for us");
  double hope = real("hope", 0.25, 0.0, 1.0, "the same when the game is lost against the best play");
  std::uint32_t retries = whole<std::uint32_t>("retries", 2, 0, 1000, "other values tried when one is refuted");
  bool lanes = flag("lanes", true, "value leaves by 512 random playouts where possible, not by one guided one");
  std::uint64_t memory = memory_setting(std::uint64_t{1} << 28);
  std::uint64_t seed = seed_setting();

  Guidance guidance{temperature, malice, retries};  // while the game may be won
  Guidance hoping{1.0, hope, retries};              // when it is lost
};

// Three things in turn: a winning strategy that is known is played; the exact solver tries to find one, or shows that
// there is none; and a tree search with guided playouts estimates, with proofs of both kinds and priors of promise.
// What is lost against the best play is played on with the weaker consistency, for an adversary that errs.
class Woodstock : public TreePlayer {
 public:
  Woodstock(const Problem& problem, const WoodstockSettings& settings);

  Choice choose(std::span<const std::uint32_t> prefix, const Limits& limits) override;

 private:
  bool follow(std::span<const std::uint32_t> prefix, Choice& choice);
  bool prove(std::span<const std::uint32_t> prefix, const Limits& limits, Choice& choice);
  bool refute(std::span<const std::uint32_t> prefix, Spending& spending, const Limits& limits, Choice& choice);
  void plant(std::span<const std::uint32_t> prefix, Level level);
  void grow(Spending& spending);
  void iterate();
  std::uint32_t select(const Node& node) const;
  std::uint32_t expand(std::uint32_t variable);
  double evaluate(std::uint32_t variable);
  Proof proved(const Node& node) const;
  void settle(std::size_t step, Proof proof);
  void report(Choice& choice) const;
  const Guidance& guidance() const { return level_ == Level::strong ? settings_.guidance : settings_.hoping; }

  WoodstockSettings settings_;
  GuidedPlayouts guided_;
  Solver solver_;
  std::optional<LanePlayouts> lanes_;
  bool won_ = false;  // the solver has a strategy
  Proof root_proof_ = Proof::unknown;
};

}  // namespace woodstock::qcsp
