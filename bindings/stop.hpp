// The flag with which Python ends a long call in another thread; once raised it stays so.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

#include "woodstock/machine/playouts.hpp"

namespace woodstock {

struct Stop {
  std::atomic<bool> flag{false};
};

inline support::Deadline deadline_in(double seconds) {
  using namespace std::chrono;
  const double bounded = seconds < 1e8 ? std::max(seconds, 0.0) : 1e8;  // NaN counts as forever
  return steady_clock::now() + duration_cast<steady_clock::duration>(duration<double>(bounded));
}

}  // namespace woodstock
