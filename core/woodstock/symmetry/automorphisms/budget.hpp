// How long a search may take, and how much memory.
#pragma once

#include <atomic>
#include <cstddef>

#include "woodstock/support/time_limit.hpp"

namespace woodstock::symmetry::automorphisms {

enum class Outcome { kComplete, kTime, kMemory };

// Thrown where a search has to stop: nothing that it has in hand is worth keeping but the automorphisms.
struct Interrupted {
  Outcome why;
};

class Budget {
 public:
  Budget(support::Deadline deadline, const std::atomic<bool>* stop, std::size_t memory)
      : time_limit_(deadline, stop), memory_(memory) {}

  void look() {
    if (time_limit_.over()) throw Interrupted{Outcome::kTime};
  }
  void take(std::size_t bytes) {
    if (bytes > memory_ - taken_) throw Interrupted{Outcome::kMemory};
    taken_ += bytes;
  }
  void give_back(std::size_t bytes) { taken_ -= bytes; }

 private:
  support::TimeLimit time_limit_;
  std::size_t memory_;
  std::size_t taken_ = 0;
};

}  // namespace woodstock::symmetry::automorphisms
