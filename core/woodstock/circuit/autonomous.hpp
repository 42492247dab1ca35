// Fluents that no move has a say in, such as step counters, and the course that they take.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/circuit/circuit.hpp"

namespace woodstock::circuit {

// Marks the fluents that depend on nothing but themselves, whatever is played; those that never change are among them.
std::vector<std::uint8_t> autonomous_fluents(const Circuit& circuit);

// How many steps from a state on it takes until a fluent is first true, and first false.
class Course {
 public:
  static constexpr std::uint32_t kNever = ~0U;
  static constexpr std::uint32_t kUnknown = kNever - 1;  // not in the steps that were looked at

  // Follows the autonomous fluents from this state until they come round, or for so many steps at most.
  Course(const Circuit& circuit, const std::vector<std::uint8_t>& autonomous, std::span<const std::uint64_t> state,
         std::uint32_t most_steps);

  std::uint32_t steps_until(std::uint32_t fluent, bool value, std::uint32_t from) const;

 private:
  std::vector<std::vector<std::uint64_t>> states_;  // by step, the autonomous fluents alone
  std::size_t loop_ = kNever;                       // the step that follows the last one, if there is one
};

}  // namespace woodstock::circuit
