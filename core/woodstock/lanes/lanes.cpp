#include "woodstock/lanes/lanes.hpp"

#include <algorithm>

#include "woodstock/lanes/values.hpp"
#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/outcome.hpp"
#include "woodstock/support/instruction_sets.hpp"

namespace woodstock::lanes {

std::span<const LaneKernel* const> kernels() {
  static constexpr const LaneKernel* kKernels[] = {&kLaneKernel_portable, &kLaneKernel_avx2, &kLaneKernel_avx512};
  return std::span(kKernels).first(support::instruction_sets());
}

Lanes::Lanes(std::shared_ptr<const circuit::Circuit> circuit, circuit::GoalTable goals,
             std::optional<std::uint32_t> chance, const LaneKernel& kernel)
    : Simulator(static_cast<std::uint32_t>(circuit->move_counts.size()), circuit->state_words(), chance),
      circuit_(std::move(circuit)),
      goals_(std::move(goals)),
      percepts_(machine::percept_table(*circuit_)),
      kernel_(&kernel),
      plan_(make_lane_plan(*circuit_, find_clock(*circuit_))) {}

const LanePlan& Lanes::playout_plan(std::uint32_t ahead, bool mast) {
  if (ahead == 0 && !mast) return plan_;
  auto& own = ahead_.at(ahead)[mast ? 1 : 0];
  std::call_once(own.made, [&] {
    const Foresight foresight(*circuit_, goals_, chance(), plan_, ahead);
    if (foresight.plies() < ahead) return;
    own.plan = std::make_unique<const LanePlan>(make_lane_plan(*circuit_, plan_, {&foresight, mast, chance()}));
  });
  return own.plan ? *own.plan : playout_plan(ahead - 1, mast);
}

double Lanes::playout_work(std::uint32_t ahead, bool mast) {
  auto& own = ahead_.at(ahead)[mast ? 1 : 0];
  std::call_once(own.measured, [&] {
    std::vector<std::uint64_t> start(state_words());
    for (std::uint32_t fluent = 0; fluent < circuit_->fluents; ++fluent) {
      if (circuit_->initial[fluent] != 0) start[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    }
    const std::atomic<bool> stop{false};
    machine::PlayoutTask task{start, {kLanes}, 0, machine::kLongestPlayout, support::Deadline::max(), &stop};
    task.ahead = ahead;
    const auto sums = playouts(task, 1).sums[0];
    const auto mean = static_cast<double>(sums.length) / static_cast<double>(std::max<std::uint64_t>(sums.playouts, 1));
    const auto more = playout_plan(ahead, mast).code_size() / plan_.code_size();
    own.work = mean * more * static_cast<double>(circuit_->offsets.size() - 1) / kLanes;
  });
  return own.work;
}

// What is seen in each of the first lanes, one after another.
void Lanes::read_percepts(const LaneValues& values, const LaneVariant& variant, std::uint32_t lanes,
                          machine::Children& out) const {
  const auto used = LaneMask::first(lanes);
  std::vector<std::vector<machine::Percept>> seen(variant.percepts.empty() ? 0 : lanes);
  for (std::size_t i = 0; i < variant.percepts.size(); ++i) {
    (values.value(variant.percepts[i]) & used).each([&](std::uint32_t lane) { seen[lane].push_back(percepts_[i]); });
  }
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (!seen.empty()) out.percepts.insert(out.percepts.end(), seen[lane].begin(), seen[lane].end());
    out.first_percept.push_back(out.percepts.size());
  }
}

machine::Children Lanes::expand(std::span<const std::uint64_t> states, std::span<const std::uint32_t> joint_moves) {
  const auto& plan = plain_plan();
  const auto& variant = plan.variants[0];
  const std::size_t roles = this->roles();
  const auto words = state_words();
  const auto children = static_cast<std::uint32_t>(joint_moves.size() / roles);
  LaneValues values(plan.nodes);
  LaneValues room(circuit_->fluents);
  values.set(0, ~std::uint64_t{0});
  machine::Children out;
  out.states.resize(std::size_t{children} * words);
  out.goals.assign(std::size_t{children} * roles, machine::kNoGoal);
  out.first_percept.reserve(children + 1);
  out.first_percept.push_back(0);
  out.terminal.resize(children);

  for (std::uint32_t first = 0; first < children; first += kLanes) {
    const auto lanes = std::min(kLanes, children - first);
    const auto used = LaneMask::first(lanes);
    std::array<const std::uint64_t*, kLanes> origin{};
    for (std::uint32_t i = 0; i < lanes; ++i) origin[i] = states.data() + std::size_t{first + i} * words;
    load_states(*kernel_, values, circuit_->fluents, origin);
    for (const auto& role : variant.roles) {
      for (const auto node : role.moves) values.set(node, 0);
    }
    for (std::uint32_t i = 0; i < lanes; ++i) {
      std::uint32_t first_move = 0;
      for (std::size_t role = 0; role < roles; ++role) {
        const auto node = circuit_->move_node(first_move + joint_moves[(first + i) * roles + role]);
        values.wire(node)[i / 64] |= std::uint64_t{1} << (i % 64);
        first_move += circuit_->move_counts[role];
      }
    }
    variant.legal.run(*kernel_, values.data());
    variant.sees.run(*kernel_, values.data());
    read_percepts(values, variant, lanes, out);
    variant.make_moves(*kernel_, values, room, used);
    store_states(*kernel_, values, circuit_->fluents, lanes, out.states.data() + std::size_t{first} * words);
    variant.legal.run(*kernel_, values.data());
    (values.value(variant.terminal) & used).each([&](std::uint32_t lane) { out.terminal[first + lane] = 1; });
    variant.goal.run(*kernel_, values.data());
    for (auto i = goals_.role.size(); i-- > 0;) {  // downwards, so that the lowest value stays
      (values.value(variant.goals[i]) & used).each([&](std::uint32_t lane) {
        out.goals[std::size_t{first + lane} * roles + goals_.role[i]] = goals_.value[i];
      });
    }
  }
  return out;
}

}  // namespace woodstock::lanes
