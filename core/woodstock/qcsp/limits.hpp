// How long a search over a quantified network may take.
#pragma once

#include <time.h>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace woodstock::qcsp {

struct Limits {
  double seconds = 1e8;
  bool processor = false;                    // seconds of this thread on a processor, not seconds on the wall
  std::uint64_t budget = ~std::uint64_t{0};  // playouts or nodes
  const std::atomic<bool>* stop = nullptr;
};

// Counts what is spent. Given a budget alone, everything that asks it is the same each time.
class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits), end_(now() + limits.seconds) {}

  // One more playout or node; true if there may be no other.
  bool spend(std::uint64_t amount = 1) {
    spent_ += amount;
    return over();
  }
  bool over() {
    if (!over_ && --steps_left_ == 0) look();
    return over_ || spent_ >= limits_.budget;
  }
  std::uint64_t spent() const { return spent_; }
  double seconds_left() const { return end_ - now(); }

 private:
  double now() const {
    timespec time;
    clock_gettime(limits_.processor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  void look() {
    const auto time = now();
    over_ = time >= end_ || (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed));
    if (time - last_look_ < 5e-5 && steps_ < 1024) steps_ *= 2;
    if (time - last_look_ > 2e-4 && steps_ > 1) steps_ /= 2;
    last_look_ = time;
    steps_left_ = steps_;
  }

  Limits limits_;
  double end_;
  double last_look_ = 0.0;
  std::uint64_t spent_ = 0;
  std::uint32_t steps_ = 1, steps_left_ = 1;
  bool over_ = false;
};

}  // namespace woodstock::qcsp
