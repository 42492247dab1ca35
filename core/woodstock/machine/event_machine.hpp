// Runs a circuit one state at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/machine/event_plan.hpp"
#include "woodstock/machine/machine.hpp"
#include "woodstock/machine/transitions.hpp"

namespace woodstock::machine {

// How a machine keeps its circuit; see EventPlan.
struct EventLayout {
  std::vector<std::uint32_t> keys;  // fluents, at most kMostKeys of them
  bool moves_in_net = false;
};
inline constexpr std::size_t kMostKeys = 4;

// Whose the percepts of a circuit are, one after another.
std::vector<Percept> percept_table(const circuit::Circuit& circuit);

// Moving to another state costs what the difference between the two touches. A state is a bitset over the fluents.
class EventMachine final : public Machine {
 public:
  // Lays the circuit out as a short trial finds best, or as it is told.
  EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals);
  EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals, const EventLayout& layout);

  std::unique_ptr<Machine> copy() const override { return std::make_unique<EventMachine>(*this); }

  const circuit::Circuit& circuit() const { return *circuit_; }
  const EventPlan& plan() const { return plan_; }
  std::uint32_t fluents() const override { return circuit_->fluents; }
  std::uint32_t move_count(std::uint32_t role) const override { return circuit_->move_counts[role]; }
  std::pair<std::int32_t, std::int32_t> goal_range(std::uint32_t role) const override {
    return circuit::goal_range(goal_table_, role);
  }

  std::vector<std::uint64_t> decode(std::string_view text) override { return circuit::decode_state(*circuit_, text); }
  std::string encode(std::span<const std::uint64_t> state) const override {
    return {reinterpret_cast<const char*>(state.data()), state.size_bytes()};
  }
  void set_state(std::span<const std::uint64_t> state) override;
  std::span<const std::uint64_t> state() override { return {net_.words(), plan_.state_words}; }
  void set_home(std::span<const std::uint64_t> state) override;
  void set_from_home(std::span<const std::uint64_t> state) override;

  bool terminal() override { return net_.value(variant().terminal); }
  std::span<const std::uint64_t> legal(std::uint32_t role) override {
    const auto& set = plan_.sets[variant().legal[role]];
    return {net_.words() + set.word, set.words};
  }
  void goals(std::span<std::int32_t> out) override;
  std::vector<Goal> every_goal() override;
  std::vector<Percept> percepts(std::span<const std::uint32_t> joint_move) override;
  void advance(std::span<const std::uint32_t> joint_move) override;
  PlayoutEnd play_out(Playout& playout) override;

  // Counter updates so far: work that is independent of the computer it is done on.
  std::uint64_t work() const { return net_.updates(); }

 private:
  // Random steps from the initial state, starting again at the end of a game: how often each fluent changed.
  struct Trial {
    std::uint64_t steps = 0;
    std::vector<std::uint64_t> flips;
  };

  const Variant& variant() const { return plan_.variants[variant_]; }
  void lay_out(std::vector<std::uint32_t> keys, std::vector<std::uint32_t> assignments, bool moves_in_net);
  void choose_layout();
  Trial try_steps(std::uint64_t steps);
  double trial_cost(std::vector<std::uint64_t>& flips);
  std::pair<std::uint32_t, std::uint64_t> busiest_fluent(const std::vector<std::uint64_t>& flips) const;
  void find_changes(std::span<const std::uint32_t> joint_move);
  void find_variant();

  std::shared_ptr<const circuit::Circuit> circuit_;
  circuit::GoalTable goal_table_;
  std::vector<Percept> percepts_;  // by output
  std::vector<std::uint32_t> assignments_;
  EventPlan plan_;
  EventNet net_;
  std::uint32_t variant_ = 0;
  Transitions transitions_;
  std::vector<std::uint32_t> first_move_;  // per role
  std::vector<std::uint32_t> changed_;
  std::vector<std::uint32_t> joint_move_;  // of a playout

  std::vector<std::uint64_t> home_;
  EventNet::Snapshot at_home_;
  std::uint32_t variant_at_home_ = 0;
  std::size_t variants_at_home_ = 0;  // the plan had when the snapshot was made
};

}  // namespace woodstock::machine
