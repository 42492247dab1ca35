#include "woodstock/event_machine.hpp"

#include <algorithm>
#include <bit>

#include "woodstock/playouts.hpp"

namespace woodstock {

namespace {

constexpr std::size_t kMostKeys = 4;
constexpr std::uint64_t kTrialSteps = 400;

}  // namespace

EventMachine::EventMachine(std::shared_ptr<const Circuit> circuit, GoalTable goals)
    : circuit_(std::move(circuit)), goal_table_(std::move(goals)), initial_((circuit_->fluents + 63) / 64, 0) {
  for (std::uint32_t i = 0; i < circuit_->fluents; ++i) {
    if (circuit_->initial[i] != 0) initial_[i >> 6] |= std::uint64_t{1} << (i & 63);
  }
  lay_out({}, {0});
  choose_keys();
}

void EventMachine::lay_out(std::vector<std::uint32_t> keys, std::vector<std::uint32_t> assignments) {
  assignments_ = std::move(assignments);
  plan_ = make_plan(*circuit_, std::move(keys), assignments_);
  net_ = EventNet(plan_.pool, plan_.room, plan_.words, plan_.followers);
  transitions_ = Transitions(*circuit_, plan_);
  variant_ = 0;
  set_state(initial_);
}

// A short trial tells which fluents cause most of the work; the work is counted, not timed, so that the same game is
// always laid out the same way.
void EventMachine::choose_keys() {
  const auto trial = [&] {
    const auto before = updates();
    const auto steps = trial_steps(*this, kTrialSteps);
    return static_cast<double>(updates() - before) / static_cast<double>(std::max<std::uint64_t>(steps.steps, 1));
  };
  std::vector<std::uint32_t> keys;
  auto cost = trial();
  while (keys.size() < kMostKeys) {
    const auto flips = trial_steps(*this, kTrialSteps).flips;
    std::uint32_t best = 0;
    std::uint64_t most = 0;
    for (std::uint32_t fluent = 0; fluent < circuit_->fluents; ++fluent) {
      const auto own = flips[fluent] * net_.fanout(1 + fluent);
      if (own > most && std::find(keys.begin(), keys.end(), fluent) == keys.end()) {
        most = own;
        best = fluent;
      }
    }
    if (most == 0) break;
    auto more = keys;
    more.push_back(best);
    lay_out(more, {0});
    const auto with_key = trial();
    if (with_key > 0.9 * cost) {
      lay_out(keys, {0});
      break;
    }
    keys = std::move(more);
    cost = with_key;
  }
  set_state(initial_);
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
    lay_out(plan_.keys, std::move(assignments));
    set_state(now);
    return;
  }
  variant_ = static_cast<std::uint32_t>(plan_.variant_of[bits]);
}

void EventMachine::goals(std::span<std::int32_t> out) {
  std::fill(out.begin(), out.end(), kNoGoal);
  const auto& program = variant().goal;
  program.run(net_.values());
  for (auto i = goal_table_.role.size(); i-- > 0;) {
    if (net_.value(program.outputs()[i])) out[goal_table_.role[i]] = goal_table_.value[i];
  }
}

std::vector<std::uint8_t> EventMachine::sees(std::span<const std::uint32_t> joint_move) {
  const auto& program = variant().sees;
  std::vector<Node> made;
  std::uint32_t first = 0;
  for (std::uint32_t role = 0; role < roles(); ++role) {
    made.push_back(plan_.move_node(first + joint_move[role]));
    first += move_count(role);
  }
  for (const auto node : made) net_.values()[node] = 1;
  program.run(net_.values());
  std::vector<std::uint8_t> out;
  for (const auto literal : program.outputs()) out.push_back(net_.value(literal));
  for (const auto node : made) net_.values()[node] = 0;
  return out;
}

void EventMachine::advance(std::span<const std::uint32_t> joint_move) {
  changed_.clear();
  transitions_.run(plan_, variant_, joint_move, net_.values(), changed_);
  for (const auto fluent : changed_) net_.flip(1 + fluent);
  net_.propagate();
  if (!plan_.keys.empty()) find_variant();
}

}  // namespace woodstock
