#include "woodstock/machine/simulator.hpp"

namespace woodstock::machine {

Children OneByOne::expand(std::span<const std::uint64_t> states, std::span<const std::uint32_t> joint_moves) {
  Children out;
  const auto count = joint_moves.size() / roles();
  out.goals.assign(count * roles(), kNoGoal);
  out.first_percept.push_back(0);
  for (std::size_t i = 0; i < count; ++i) {
    const auto joint_move = joint_moves.subspan(i * roles(), roles());
    machine_->set_state(states.subspan(i * state_words(), state_words()));
    const auto seen = machine_->percepts(joint_move);
    out.percepts.insert(out.percepts.end(), seen.begin(), seen.end());
    out.first_percept.push_back(out.percepts.size());
    machine_->advance(joint_move);
    const auto after = machine_->state();
    out.states.insert(out.states.end(), after.begin(), after.end());
    out.terminal.push_back(machine_->terminal() ? 1 : 0);
    if (out.terminal.back() != 0) machine_->goals({out.goals.data() + i * roles(), roles()});
  }
  return out;
}

}  // namespace woodstock::machine
