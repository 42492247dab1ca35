#include "woodstock/machine/event_machine.hpp"

#include <algorithm>
#include <bit>

#include "woodstock/machine/playouts.hpp"

namespace woodstock::machine {

namespace {

constexpr std::uint64_t kTrialSteps = 400;
constexpr std::size_t kLargeProgram = 40000;  // words of code for `next`
constexpr std::uint32_t kManyMoves = 2000;
constexpr double kWorthIt = 0.9;

}  // namespace

EventMachine::EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals)
    : EventMachine(std::move(circuit), std::move(goals), EventLayout{}) {
  choose_layout();
  set_state(initial_);
}

EventMachine::EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals,
                           const EventLayout& layout)
    : circuit_(std::move(circuit)), goal_table_(std::move(goals)), initial_((circuit_->fluents + 63) / 64, 0) {
  for (std::uint32_t i = 0; i < circuit_->fluents; ++i) {
    if (circuit_->initial[i] != 0) initial_[i >> 6] |= std::uint64_t{1} << (i & 63);
  }
  std::uint32_t first = 0;
  for (const auto count : circuit_->move_counts) {
    first_move_.push_back(first);
    first += count;
  }
  lay_out(layout.keys, {0}, layout.moves_in_net);
}

void EventMachine::lay_out(std::vector<std::uint32_t> keys, std::vector<std::uint32_t> assignments, bool moves_in_net) {
  assignments_ = std::move(assignments);
  plan_ = make_plan(*circuit_, std::move(keys), assignments_, moves_in_net);
  net_ = EventNet(plan_.pool, plan_.room, plan_.words, plan_.followers);
  transitions_ = Transitions(*circuit_, plan_);
  variant_ = 0;
  set_state(initial_);
}

// Work per step in a short trial. It is counted, not timed, so that the same game is always laid out the same way.
double EventMachine::trial_cost() {
  const auto before = work();
  const auto steps = trial_steps(*this, kTrialSteps).steps;
  return static_cast<double>(work() - before) / static_cast<double>(std::max<std::uint64_t>(steps, 1));
}

// Starts from a layout without keys, with the moves not in the net.
void EventMachine::choose_layout() {
  // Transitions are worked out for joint moves that come again, and are not small where `next` is not.
  const bool moves_in_net = plan_.variants[0].next.size() > kLargeProgram || circuit_->moves() > kManyMoves;
  if (moves_in_net) lay_out({}, {0}, true);
  std::vector<std::uint32_t> keys;
  auto cost = trial_cost();
  while (keys.size() < kMostKeys) {
    const auto fluent = busiest_fluent();
    if (!fluent) return;
    auto more = keys;
    more.push_back(*fluent);
    lay_out(more, {0}, moves_in_net);
    const auto with_key = trial_cost();
    if (with_key > kWorthIt * cost) {
      lay_out(keys, {0}, moves_in_net);
      return;
    }
    keys = std::move(more);
    cost = with_key;
  }
}

// The fluent that causes most counter updates, if any does.
std::optional<std::uint32_t> EventMachine::busiest_fluent() {
  const auto flips = trial_steps(*this, kTrialSteps).flips;
  std::optional<std::uint32_t> best;
  std::uint64_t most = 0;
  for (std::uint32_t fluent = 0; fluent < circuit_->fluents; ++fluent) {
    const auto own = flips[fluent] * net_.fanout(circuit_->fluent_node(fluent));
    if (own > most) {
      most = own;
      best = fluent;
    }
  }
  return best;
}

void EventMachine::set_state(std::span<const std::uint64_t> state) {
  for (std::uint32_t word = 0; word < plan_.state_words; ++word) {
    for (auto rest = net_.words()[word] ^ state[word]; rest != 0; rest &= rest - 1) {
      net_.flip(1 + word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
  net_.propagate();
  find_variant();
}

void EventMachine::find_variant() {
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < plan_.keys.size(); ++k) {
    bits |= static_cast<std::uint32_t>(net_.values()[1 + plan_.keys[k]]) << k;
  }
  if (plan_.variant_of[bits] < 0) {  // not met before: lay out again with this variant
    const std::vector<std::uint64_t> now(state().begin(), state().end());
    auto assignments = assignments_;
    assignments.push_back(bits);
    lay_out(plan_.keys, std::move(assignments), plan_.moves_in_net);
    set_state(now);
    return;
  }
  variant_ = static_cast<std::uint32_t>(plan_.variant_of[bits]);
}

void EventMachine::goals(std::span<std::int32_t> out) {
  std::fill(out.begin(), out.end(), circuit::kNoGoal);
  const auto& program = variant().goal;
  program.run(net_.values());
  for (auto i = goal_table_.role.size(); i-- > 0;) {
    if (net_.value(program.outputs()[i])) out[goal_table_.role[i]] = goal_table_.value[i];
  }
}

std::vector<std::uint8_t> EventMachine::sees(std::span<const std::uint32_t> joint_move) {
  const auto& program = variant().sees;
  const auto make = [&](std::uint8_t made) {
    for (std::uint32_t role = 0; role < roles(); ++role) {
      net_.values()[plan_.move_node(first_move_[role] + joint_move[role])] = made;
    }
  };
  make(1);
  program.run(net_.values());
  std::vector<std::uint8_t> out;
  for (const auto literal : program.outputs()) out.push_back(net_.value(literal));
  make(0);
  return out;
}

// With the moves in the net, making them shows the next state; they are taken back together with the change of state.
void EventMachine::find_changes(std::span<const std::uint32_t> joint_move) {
  const auto flip_moves = [&] {
    for (std::uint32_t role = 0; role < roles(); ++role) {
      net_.flip(circuit_->move_node(first_move_[role] + joint_move[role]));
    }
  };
  flip_moves();
  net_.propagate();
  const auto* next = net_.words() + variant().next_word;
  for (std::uint32_t word = 0; word < plan_.state_words; ++word) {
    for (auto rest = net_.words()[word] ^ next[word]; rest != 0; rest &= rest - 1) {
      changed_.push_back(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
  flip_moves();
}

void EventMachine::advance(std::span<const std::uint32_t> joint_move) {
  changed_.clear();
  if (plan_.moves_in_net) {
    find_changes(joint_move);
  } else {
    transitions_.run(plan_, variant_, joint_move, net_.values(), changed_);
  }
  for (const auto fluent : changed_) net_.flip(1 + fluent);
  net_.propagate();
  if (!plan_.keys.empty()) find_variant();
}

}  // namespace woodstock::machine
