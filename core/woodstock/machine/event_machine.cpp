#include "woodstock/machine/event_machine.hpp"

#include <algorithm>
#include <bit>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::machine {

namespace {

constexpr std::uint64_t kTrialSteps = 400;
constexpr std::size_t kLargeProgram = 40000;  // words of code for `next`
constexpr std::uint32_t kManyMoves = 2000;
constexpr double kWorthIt = 0.9;

// Calls with every fluent in which two states differ.
template <typename Visit>
void each_difference(std::span<const std::uint64_t> one, const std::uint64_t* other, Visit visit) {
  for (std::uint32_t word = 0; word < one.size(); ++word) {
    for (auto rest = one[word] ^ other[word]; rest != 0; rest &= rest - 1) {
      visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace

std::vector<Percept> percept_table(const circuit::Circuit& circuit) {
  std::vector<Percept> out;
  for (std::uint32_t role = 0; role < circuit.percept_counts.size(); ++role) {
    for (std::uint32_t number = 0; number < circuit.percept_counts[role]; ++number) out.push_back({role, number});
  }
  return out;
}

EventMachine::EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals)
    : EventMachine(std::move(circuit), std::move(goals), EventLayout{}) {
  choose_layout();
  set_state(initial_);
}

EventMachine::EventMachine(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals,
                           const EventLayout& layout)
    : circuit_(std::move(circuit)),
      goal_table_(std::move(goals)),
      percepts_(percept_table(*circuit_)),
      first_move_(circuit_->first_moves()) {
  roles_ = static_cast<std::uint32_t>(circuit_->move_counts.size());
  state_words_ = circuit_->state_words();
  initial_.assign(state_words_, 0);
  joint_move_.resize(roles_);
  for (std::uint32_t i = 0; i < circuit_->fluents; ++i) {
    if (circuit_->initial[i] != 0) initial_[i >> 6] |= std::uint64_t{1} << (i & 63);
  }
  lay_out(layout.keys, {0}, layout.moves_in_net);
}

void EventMachine::lay_out(std::vector<std::uint32_t> keys, std::vector<std::uint32_t> assignments, bool moves_in_net) {
  assignments_ = std::move(assignments);
  plan_ = make_plan(*circuit_, std::move(keys), assignments_, moves_in_net);
  net_ = EventNet(plan_.pool, plan_.room, plan_.words, plan_.followers);
  transitions_ = Transitions(*circuit_, plan_);
  variant_ = 0;
  set_home(initial_);
}

EventMachine::Trial EventMachine::try_steps(std::uint64_t steps) {
  Trial trial;
  trial.flips.assign(circuit_->fluents, 0);
  support::Random random(0);
  std::vector<std::uint32_t> joint_move(roles());
  std::vector<std::uint64_t> before;
  set_state(initial());
  bool fresh = true;
  while (trial.steps < steps) {
    if (terminal() || !choose_all(*this, random, joint_move)) {
      if (fresh) break;
      set_state(initial());
      fresh = true;
      continue;
    }
    before.assign(state().begin(), state().end());
    advance(joint_move);
    fresh = false;
    ++trial.steps;
    each_difference(before, state().data(), [&](std::uint32_t fluent) { ++trial.flips[fluent]; });
  }
  return trial;
}

// Work per step in a short trial. It is counted, not timed, so that the same game is always laid out the same way.
double EventMachine::trial_cost(std::vector<std::uint64_t>& flips) {
  const auto before = work();
  auto trial = try_steps(kTrialSteps);
  flips = std::move(trial.flips);
  return static_cast<double>(work() - before) / static_cast<double>(std::max<std::uint64_t>(trial.steps, 1));
}

// Starts from a layout without keys, with the moves not in the net.
void EventMachine::choose_layout() {
  // Transitions are worked out for joint moves that come again, and are not small where `next` is not. A program begins
  // a recursive component again each time, where the net follows what changed.
  const auto& next = plan_.variants[0].next;
  const bool moves_in_net = next.size() > kLargeProgram || next.recursive() || circuit_->moves() > kManyMoves;
  if (moves_in_net) lay_out({}, {0}, true);
  std::vector<std::uint32_t> keys;
  std::vector<std::uint64_t> flips;  // the same in every layout
  auto cost = trial_cost(flips);
  for (bool better = true; better && keys.size() < kMostKeys;) {
    better = false;
    auto more = keys;
    // Whose turn it is may take two fluents to say, and one of them alone be no help.
    for (int added = 0; added < 2 && !better && more.size() < kMostKeys; ++added) {
      const auto [fluent, updates] = busiest_fluent(flips);
      const auto least = added == 0 ? 0.0 : (1.0 - kWorthIt) * cost;
      if (static_cast<double>(updates) <= least * kTrialSteps) break;
      more.push_back(fluent);
      lay_out(more, {0}, moves_in_net);
      const auto with_more = trial_cost(flips);
      better = with_more <= kWorthIt * cost;
      if (better) cost = with_more;
    }
    if (better) {
      keys = std::move(more);
    } else if (more.size() > keys.size()) {
      lay_out(keys, {0}, moves_in_net);
    }
  }
}

// The fluent that causes most counter updates by itself, and how many.
std::pair<std::uint32_t, std::uint64_t> EventMachine::busiest_fluent(const std::vector<std::uint64_t>& flips) const {
  std::pair<std::uint32_t, std::uint64_t> best{0, 0};
  for (std::uint32_t fluent = 0; fluent < circuit_->fluents; ++fluent) {
    const auto own = flips[fluent] * net_.fanout(circuit_->fluent_node(fluent));
    if (own > best.second) best = {fluent, own};
  }
  return best;
}

void EventMachine::set_state(std::span<const std::uint64_t> state) {
  each_difference(state, net_.words(), [&](std::uint32_t fluent) { net_.flip(1 + fluent); });
  net_.propagate();
  find_variant();
}

// From the home state there is less to change than from the end of the last playout.
void EventMachine::set_home(std::span<const std::uint64_t> state) {
  set_state(state);
  home_.assign(state.begin(), state.end());
  at_home_ = net_.snapshot();
  variant_at_home_ = variant_;
  variants_at_home_ = plan_.variants.size();
}

void EventMachine::set_from_home(std::span<const std::uint64_t> state) {
  if (variants_at_home_ != plan_.variants.size()) {  // laid out again on the way: the snapshot no longer fits
    set_home(std::vector<std::uint64_t>(home_));
  } else {
    net_.restore(at_home_);
    variant_ = variant_at_home_;
  }
  set_state(state);
}

PlayoutEnd EventMachine::play_out(Playout& playout) { return machine::play_out(*this, joint_move_, playout); }

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
  std::fill(out.begin(), out.end(), kNoGoal);
  const auto& program = variant().goal;
  program.run(net_.values());
  for (auto i = goal_table_.role.size(); i-- > 0;) {
    if (net_.value(program.outputs()[i])) out[goal_table_.role[i]] = goal_table_.value[i];
  }
}

std::vector<Goal> EventMachine::every_goal() {
  const auto& program = variant().goal;
  program.run(net_.values());
  std::vector<Goal> out;
  for (std::size_t i = 0; i < goal_table_.role.size(); ++i) {
    if (net_.value(program.outputs()[i])) out.push_back({goal_table_.role[i], goal_table_.value[i]});
  }
  return out;
}

std::vector<Percept> EventMachine::percepts(std::span<const std::uint32_t> joint_move) {
  const auto& program = variant().sees;
  const auto make = [&](std::uint8_t made) {
    for (std::uint32_t role = 0; role < roles(); ++role) {
      net_.values()[plan_.move_node(first_move_[role] + joint_move[role])] = made;
    }
  };
  make(1);
  program.run(net_.values());
  std::vector<Percept> out;
  const auto& outputs = program.outputs();
  for (std::uint32_t i = 0; i < outputs.size(); ++i) {
    if (net_.value(outputs[i])) out.push_back(percepts_[i]);
  }
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
  each_difference(state(), next, [&](std::uint32_t fluent) { changed_.push_back(fluent); });
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
