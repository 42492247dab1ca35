// The look-ahead players: alpha-beta over the game tree of a quantified network (Stynes and Brown 2009).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/propagation.hpp"
#include "woodstock/support/random.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::qcsp {

struct AlphaBetaSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t seed = seed_setting();
  bool intelligent = false;  // children from best to worst by the static evaluation: Intelligent Alpha Beta
};

// Deepens until the time is up. A leaf is worth Dynamic Geelen's Promise; SQGAC runs at every node.
class AlphaBeta : public Player {
 public:
  AlphaBeta(const Problem& problem, const AlphaBetaSettings& settings);

  Choice choose(std::span<const std::uint32_t> prefix, const Limits& limits) override;

 private:
  static constexpr double victory = 1e9;
  struct Frame {
    std::vector<Mask> children;
    std::vector<std::uint32_t> order;
    std::vector<double> worth;  // by value: the static evaluation
  };

  double search(std::uint32_t x, const Mask* domains, std::uint32_t horizon, double alpha, double beta);
  void expand(std::uint32_t x, const Mask* domains);
  const Mask* child(std::uint32_t x, std::uint32_t value) const {
    return frames_[x].children.data() + std::size_t{value} * problem_.variables();
  }

  AlphaBetaSettings settings_;
  Propagator propagator_;
  support::Random random_;
  Level level_ = Level::strong;
  std::vector<Frame> frames_;
  Spending* spending_ = nullptr;
  bool cut_ = false;  // some leaf was not terminal
};

}  // namespace woodstock::qcsp
