// Plays hundreds of games at once, one in each bit lane.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/lanes/plan.hpp"
#include "woodstock/lanes/values.hpp"
#include "woodstock/machine/simulator.hpp"

namespace woodstock::lanes {

// The kernels this computer can run, the fastest last. The first is portable.
std::span<const LaneKernel* const> kernels();

// It can be shared between threads.
class Lanes final : public machine::Simulator {
 public:
  Lanes(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals, std::optional<std::uint32_t> chance,
        const LaneKernel& kernel);

  // Threads share the playouts of every start evenly and draw from streams of their own.
  machine::PlayoutResult playouts(const machine::PlayoutTask& task, std::uint32_t threads) override;
  std::unique_ptr<machine::MoveStatistics> move_statistics(std::uint32_t threads) override {
    return std::make_unique<MastOfThreads>(*circuit_, threads);
  }
  machine::Children expand(std::span<const std::uint64_t> states, std::span<const std::uint32_t> joint_moves) override;

  const circuit::Circuit& circuit() const { return *circuit_; }
  const circuit::GoalTable& goals() const { return goals_; }
  const LaneKernel& kernel() const { return *kernel_; }
  const LanePlan& plan() const { return plan_; }
  // Without a clock: for states outside its phases.
  const LanePlan& plain_plan() {
    if (plan_.keys.empty()) return plan_;
    std::call_once(plain_made_, [&] { plain_ = std::make_unique<const LanePlan>(make_lane_plan(*circuit_, {})); });
    return *plain_;
  }
  // For playouts in which roles look so many plies ahead, or fewer where that takes too much.
  const LanePlan& playout_plan(std::uint32_t ahead, bool mast = false);
  // How far they look then.
  std::uint32_t plies(std::uint32_t ahead) {
    while (ahead > 0 && &playout_plan(ahead) == &playout_plan(ahead - 1)) --ahead;
    return ahead;
  }
  // Gates that such a playout of the game takes, each run for all lanes: the same on every machine.
  double playout_work(std::uint32_t ahead = 0, bool mast = false);

 private:
  void read_percepts(const LaneValues& values, const LaneVariant& variant, std::uint32_t lanes,
                     machine::Children& out) const;

  std::shared_ptr<const circuit::Circuit> circuit_;
  circuit::GoalTable goals_;
  std::vector<machine::Percept> percepts_;  // by output
  const LaneKernel* kernel_;
  LanePlan plan_;
  // Of playouts that look so far ahead, without MAST and with it.
  struct Ahead {
    std::once_flag made, measured;
    std::unique_ptr<const LanePlan> plan;  // none where it is the plan of those that look less far
    double work = 0.0;
  };
  std::array<std::array<Ahead, 2>, Foresight::kMostPlies + 1> ahead_;
  std::once_flag plain_made_;
  std::unique_ptr<const LanePlan> plain_;  // without a clock: for expanding, and for starts outside its phases
};

}  // namespace woodstock::lanes
