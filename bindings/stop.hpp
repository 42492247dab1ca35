// The flag with which Python ends a long call in another thread; once raised it stays so.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

#include "woodstock/playouts.hpp"

namespace woodstock {

struct Stop {
  std::atomic<bool> flag{false};
};

inline Deadline deadline_in(double seconds) {
  using namespace std::chrono;
  return steady_clock::now() + duration_cast<steady_clock::duration>(duration<double>(std::min(seconds, 1e8)));
}

}  // namespace woodstock
