// How sure a mean of outcomes is.
#pragma once

#include <algorithm>
#include <cmath>

#include "woodstock/search/search.hpp"

namespace woodstock::search {

// Wilson's interval of about 95 %. Outcomes from 0 to 1 with a mean of v vary by no more than v (1 - v), so that it
// holds for goals between the lowest and the highest as well.
inline void set_bounds(MoveEstimate& move) {
  move.low = move.high = move.value;
  if (move.proved) return;
  constexpr double kDeviations = 1.96;
  const auto n = static_cast<double>(move.visits);
  const auto squared = kDeviations * kDeviations;
  const auto middle = n * move.value + squared / 2;
  const auto half = kDeviations * std::sqrt(n * move.value * (1 - move.value) + squared / 4);
  move.low = std::clamp((middle - half) / (n + squared), 0.0, 1.0);
  move.high = std::clamp((middle + half) / (n + squared), 0.0, 1.0);
}

}  // namespace woodstock::search
