// How long a search may take, and how much memory.
#pragma once

#include <atomic>
#include <cstddef>

#include "woodstock/support/patience.hpp"

namespace woodstock::symmetry::automorphisms {

enum class Outcome { kComplete, kTime, kMemory };

// Thrown where a search has to stop: nothing that it has in hand is worth keeping but the automorphisms.
struct Interrupted {
  Outcome why;
};

class Budget {
 public:
  Budget(support::Deadline deadline, const std::atomic<bool>* stop, std::size_t memory)
      : patience_(deadline, stop), memory_(memory) {}

  void look() {
    if (patience_.over()) throw Interrupted{Outcome::kTime};
  }
  void take(std::size_t bytes) {
    if (bytes > memory_ - taken_) throw Interrupted{Outcome::kMemory};
    taken_ += bytes;
  }
  void give_back(std::size_t bytes) { taken_ -= bytes; }

 private:
  support::Patience patience_;
  std::size_t memory_;
  std::size_t taken_ = 0;
};

}  // namespace woodstock::symmetry::automorphisms
