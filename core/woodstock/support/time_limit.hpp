// Deadlines, and how often to look at the clock.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace woodstock::support {

using Deadline = std::chrono::steady_clock::time_point;

// Looks at the clock and the flag now and then: a look at every step would cost as much as the step. How many steps lie
// between two looks follows from how long they take, so that games with slow steps keep their deadlines too.
class TimeLimit {
 public:
  TimeLimit(Deadline deadline, const std::atomic<bool>* stop)
      : deadline_(deadline), stop_(stop), last_look_(std::chrono::steady_clock::now()) {}

  const std::atomic<bool>* stop() const { return stop_; }
  bool over() {
    if (--steps_left_ == 0) look();
    return over_;
  }

 private:
  static constexpr std::uint32_t kMostSteps = 1024;

  void look() {
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    over_ = over_ || (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) || now >= deadline_;
    if (now - last_look_ < 100us && steps_ < kMostSteps) steps_ *= 2;
    if (now - last_look_ > 500us && steps_ > 1) steps_ /= 2;
    last_look_ = now;
    steps_left_ = steps_;
  }

  Deadline deadline_;
  const std::atomic<bool>* stop_;
  Deadline last_look_;
  std::uint32_t steps_ = 1;
  std::uint32_t steps_left_ = 1;
  bool over_ = false;
};

}  // namespace woodstock::support
