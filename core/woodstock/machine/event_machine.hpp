// Runs a game one state at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/circuit/circuit.hpp"
#include "woodstock/machine/event_plan.hpp"
#include "woodstock/machine/transitions.hpp"

namespace woodstock::machine {

// How a machine keeps its circuit; see EventPlan.
struct EventLayout {
  std::vector<std::uint32_t> keys;  // fluents, at most kMostKeys of them
  bool moves_in_net = false;
};
inline constexpr std::size_t kMostKeys = 4;

// The machine is always in some state; moving to another costs what the difference between the two touches.
class EventMachine {
 public:
  // Lays the circuit out as a short trial finds best, or as it is told.
  EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals);
  EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals, const EventLayout& layout);

  std::uint32_t roles() const { return static_cast<std::uint32_t>(circuit_->move_counts.size()); }
  std::uint32_t move_count(std::uint32_t role) const { return circuit_->move_counts[role]; }
  const circuit::Circuit& circuit() const { return *circuit_; }
  const circuit::GoalTable& goal_table() const { return goal_table_; }
  const EventPlan& plan() const { return plan_; }

  // The current state, as a bitset over the fluents.
  std::span<const std::uint64_t> state() const { return {net_.words(), plan_.state_words}; }
  const std::vector<std::uint64_t>& initial() const { return initial_; }
  void set_state(std::span<const std::uint64_t> state);

  bool terminal() const { return net_.value(variant().terminal); }
  std::span<const std::uint64_t> legal(std::uint32_t role) const {
    const auto& set = plan_.sets[variant().legal[role]];
    return {net_.words() + set.word, set.words};
  }
  bool is_legal(std::uint32_t role, std::uint32_t move) const {
    return (legal(role)[move >> 6] >> (move & 63) & 1U) != 0;
  }
  // The goal of each role: kNoGoal where there is none, the lowest where there are several.
  void goals(std::span<std::int32_t> out);
  // Which percepts hold when this joint move is made.
  std::vector<std::uint8_t> sees(std::span<const std::uint32_t> joint_move);

  // Makes a joint move. The caller knows that it is legal.
  void advance(std::span<const std::uint32_t> joint_move);

  // A place to come back to, at the price of a copy.
  struct Snapshot {
    EventNet::Snapshot net;
    std::uint32_t variant = 0;
  };
  Snapshot snapshot() const { return {net_.snapshot(), variant_}; }
  void restore(const Snapshot& snapshot) {
    net_.restore(snapshot.net);
    variant_ = snapshot.variant;
  }

  // Counter updates so far: work that is independent of the computer it is done on.
  std::uint64_t work() const { return net_.updates(); }

 private:
  const Variant& variant() const { return plan_.variants[variant_]; }
  void lay_out(std::vector<std::uint32_t> keys, std::vector<std::uint32_t> assignments, bool moves_in_net);
  void choose_layout();
  double trial_cost();
  std::optional<std::uint32_t> busiest_fluent();
  void find_changes(std::span<const std::uint32_t> joint_move);
  void find_variant();

  std::shared_ptr<const circuit::Circuit> circuit_;
  circuit::GoalTable goal_table_;
  std::vector<std::uint64_t> initial_;
  std::vector<std::uint32_t> assignments_;
  EventPlan plan_;
  EventNet net_;
  std::uint32_t variant_ = 0;
  Transitions transitions_;
  std::vector<std::uint32_t> first_move_;  // per role
  std::vector<std::uint32_t> changed_;
};

}  // namespace woodstock::machine
