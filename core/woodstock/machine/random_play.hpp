// The steps of a random playout, for everybody who plays out one state at a time.
#pragma once

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <vector>

#include "woodstock/machine/event_machine.hpp"
#include "woodstock/machine/playouts.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::machine {

// The n-th set bit of a word, counted from 0.
inline std::uint32_t select(std::uint64_t word, std::uint32_t n) {
  for (; n > 0; --n) word &= word - 1;
  return static_cast<std::uint32_t>(std::countr_zero(word));
}

// Calls with every legal move of a role, ascending.
template <typename Each>
void for_each_legal(const EventMachine& machine, std::uint32_t role, const Each& each) {
  const auto legal = machine.legal(role);
  for (std::uint32_t word = 0; word < legal.size(); ++word) {
    for (auto rest = legal[word]; rest != 0; rest &= rest - 1) {
      each(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

// A legal move of a role, uniformly; false if there is none.
inline bool choose(const EventMachine& machine, std::uint32_t role, support::Random& random, std::uint32_t& move) {
  const auto legal = machine.legal(role);
  std::uint32_t count = 0;
  for (const auto word : legal) count += static_cast<std::uint32_t>(std::popcount(word));
  if (count == 0) return false;
  auto rest = count == 1 ? 0 : random.below(count);
  std::uint32_t at = 0;
  for (;; ++at) {
    const auto here = static_cast<std::uint32_t>(std::popcount(legal[at]));
    if (rest < here) break;
    rest -= here;
  }
  move = at * 64 + select(legal[at], rest);
  return true;
}

inline bool choose_all(const EventMachine& machine, support::Random& random, std::vector<std::uint32_t>& joint_move) {
  for (std::uint32_t role = 0; role < joint_move.size(); ++role) {
    if (!choose(machine, role, random, joint_move[role])) return false;
  }
  return true;
}

// Looks at the clock and the flag now and then: a look at every step would cost as much as the step. How many steps lie
// between two looks follows from how long they take, so that games with slow steps keep their deadlines too.
class Patience {
 public:
  Patience(Deadline deadline, const std::atomic<bool>* stop)
      : deadline_(deadline), stop_(stop), last_look_(std::chrono::steady_clock::now()) {}

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

enum class PlayoutEnd : std::uint8_t { kTerminal, kCapped, kBroken, kStopped };

// Plays from the machine's state to the end, at most to `limit` joint moves; `length` counts them. `each` is called
// with every joint move before it is made.
template <typename Each>
PlayoutEnd play_out(EventMachine& machine, support::Random& random, std::vector<std::uint32_t>& joint_move,
                    std::uint32_t limit, Patience& patience, std::uint32_t& length, const Each& each) {
  for (length = 0; !machine.terminal(); ++length) {
    if (length == limit) return PlayoutEnd::kCapped;
    if (patience.over()) return PlayoutEnd::kStopped;
    if (!choose_all(machine, random, joint_move)) return PlayoutEnd::kBroken;
    each(joint_move);
    machine.advance(joint_move);
  }
  return PlayoutEnd::kTerminal;
}

}  // namespace woodstock::machine
