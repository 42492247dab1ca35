#include "woodstock/machine/transitions.hpp"

#include <algorithm>

#include "woodstock/circuit/cofactor.hpp"

namespace woodstock::machine {

namespace {

constexpr std::uint64_t kDirectKeys = 1 << 20;
constexpr std::size_t kHashedKeys = 1 << 22;
constexpr std::size_t kLargestSize = 32 << 20;  // words of code in all transitions together

// Entries: a joint move never made, made once, or the transition known for it.
constexpr std::uint32_t kNever = 0;
constexpr std::uint32_t kOnce = 1;
constexpr std::uint32_t kKnown = 2;

bool value_of(const std::uint8_t* values, circuit::Literal literal) {
  return (values[circuit::node_of(literal)] ^ (literal & 1U)) != 0;
}

}  // namespace

Transitions::Transitions(const circuit::Circuit& circuit, const EventPlan& plan)
    : first_move_(circuit.first_moves()), fluents_(circuit.fluents) {
  joint_moves_ = 1;
  for (const auto count : circuit.move_counts) {
    radix_.push_back(joint_moves_);
    if (joint_moves_ > (std::uint64_t{1} << 50) / std::max(count, 1U)) {
      radix_.clear();
      return;
    }
    joint_moves_ *= std::max(count, 1U);
  }
  const auto keys = joint_moves_ * plan.variants.size();
  if (keys <= kDirectKeys) direct_.assign(keys, kNever);
}

std::uint32_t& Transitions::entry(std::uint64_t key) {
  if (!direct_.empty()) return direct_[key];
  if (hashed_.size() >= kHashedKeys) {  // full of joint moves made once: forget them
    std::erase_if(hashed_, [](const auto& pair) { return pair.second < kKnown; });
  }
  return hashed_[key];
}

void Transitions::run(const EventPlan& plan, std::uint32_t variant, std::span<const std::uint32_t> joint_move,
                      std::uint8_t* values, std::vector<std::uint32_t>& changed) {
  if (radix_.empty()) {
    run_plain(plan, variant, joint_move, values, changed);
    return;
  }
  auto& own = entry(key(variant, joint_move));
  if (own < kKnown) {
    if (own == kNever || size_ > kLargestSize) {
      own = kOnce;
      run_plain(plan, variant, joint_move, values, changed);
      return;
    }
    known_.push_back(work_out(plan, variant, joint_move));
    size_ += known_.back().program.size() + 2 * known_.back().changes.size();
    own = kKnown + static_cast<std::uint32_t>(known_.size()) - 1;
  }
  const auto& transition = known_[own - kKnown];
  transition.program.run(values);
  for (const auto& change : transition.changes) {
    if (value_of(values, change.literal) != (values[1 + change.fluent] != 0)) changed.push_back(change.fluent);
  }
}

void Transitions::run_plain(const EventPlan& plan, std::uint32_t variant, std::span<const std::uint32_t> joint_move,
                            std::uint8_t* values, std::vector<std::uint32_t>& changed) const {
  const auto& next = plan.variants[variant].next;
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    values[plan.move_node(first_move_[role] + joint_move[role])] = 1;
  }
  next.run(values);
  for (std::uint32_t fluent = 0; fluent < fluents_; ++fluent) {
    if (value_of(values, next.outputs()[fluent]) != (values[1 + fluent] != 0)) changed.push_back(fluent);
  }
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    values[plan.move_node(first_move_[role] + joint_move[role])] = 0;
  }
}

Transitions::Transition Transitions::work_out(const EventPlan& plan, std::uint32_t variant,
                                              std::span<const std::uint32_t> joint_move) {
  const auto& next = plan.variants[variant].next;
  const auto& gates = *plan.variants[variant].next_gates;
  std::vector<circuit::Literal> map(gates.nodes(), circuit::kUnmapped);
  for (circuit::Node node = 0; node < plan.pool.nodes(); ++node) map[node] = circuit::literal_of(node);
  for (auto node = plan.pool.nodes(); node < gates.first_gate(); ++node) map[node] = circuit::kFalse;
  for (std::size_t role = 0; role < joint_move.size(); ++role) {
    map[plan.move_node(first_move_[role] + joint_move[role])] = circuit::kTrue;
  }
  circuit::GateStore store(gates.inputs());
  circuit::SharedComponents shared;
  circuit::copy_gates(gates, gates.components(), [](circuit::Node) { return true; }, store, map, shared);

  Transition transition;
  std::vector<circuit::Literal> outputs;
  for (std::uint32_t fluent = 0; fluent < fluents_; ++fluent) {
    const auto becomes = circuit::image_of(map, next.outputs()[fluent]);
    if (becomes == circuit::literal_of(1 + fluent)) continue;
    transition.changes.push_back({fluent, becomes});
    outputs.push_back(becomes);
  }
  transition.program = circuit::Program(store, std::move(outputs));
  return transition;
}

}  // namespace woodstock::machine
