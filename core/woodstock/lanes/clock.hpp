// The clock of a game: fluents that run round whatever is played, most often whose turn it is.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/circuit/circuit.hpp"

namespace woodstock::lanes {

struct Clock {
  std::vector<std::uint32_t> keys;       // its fluents
  std::vector<std::uint32_t> phases{0};  // their bits, in the order in which they follow each other
};

// Fluents that depend on nothing but themselves and come round again, at most every few steps. Without any there is a
// single phase and no keys.
Clock find_clock(const circuit::Circuit& circuit);

}  // namespace woodstock::lanes
