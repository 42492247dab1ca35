// What can go wrong while rules are interpreted, and the limits that keep it bounded.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace woodstock::machine::interpret {

enum class Fault {
  kRestriction,  // the rules break a restriction of GDL
  kLimit,        // time, memory or depth
  kBroken,       // a non-terminal state without a legal move for some role
  kIllegal,      // a move that is not legal
  kStopped,      // someone raised the stop flag
};

inline constexpr std::int32_t kNoRule = -1;

class InterpretError : public std::runtime_error {
 public:
  InterpretError(Fault fault, const std::string& what, std::int32_t rule = kNoRule)
      : std::runtime_error(what), fault_(fault), rule_(rule) {}
  Fault fault() const { return fault_; }
  std::int32_t rule() const { return rule_; }  // the rule to blame, or kNoRule

 private:
  Fault fault_;
  std::int32_t rule_;
};

struct Limits {
  double seconds = 60;                    // for one query (initial, legal, next, ..)
  std::size_t terms = 20'000'000;         // different ground terms
  std::uint32_t term_depth = 10'000;      // nesting of a term
  std::size_t table_cells = 200'000'000;  // 4-byte cells of all tables together
  std::size_t open_calls = 1'000'000;     // calls that wait for one another
};

// Looks at the clock now and then; `tick` is cheap enough for the innermost loop.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  void start(double seconds) {
    if (stop_ != nullptr) check_stop();
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    seconds_ = seconds;
  }
  void watch(const std::atomic<bool>* stop) { stop_ = stop; }
  void tick() {
    if ((++ticks_ & 0xFFF) == 0) check();
  }
  void check() const {
    if (stop_ != nullptr) check_stop();
    if (Clock::now() > deadline_) {
      throw InterpretError(Fault::kLimit,
                           "evaluating the rules takes longer than " + std::to_string(seconds_).substr(0, 5) + " s");
    }
  }

 private:
  void check_stop() const {
    if (stop_->load(std::memory_order_relaxed)) throw InterpretError(Fault::kStopped, "stopped");
  }

  Clock::time_point deadline_ = Clock::time_point::max();
  double seconds_ = 0;
  std::uint64_t ticks_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace woodstock::machine::interpret
