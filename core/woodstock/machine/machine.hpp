// A machine runs a game one state at a time, whether from a circuit or by interpreting the rules.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "woodstock/support/random.hpp"
#include "woodstock/support/time_limit.hpp"

namespace woodstock::machine {

inline constexpr std::int32_t kNoGoal = -1;

// What a role sees; numbers are the role's own.
struct Percept {
  std::uint32_t role;
  std::uint32_t number;
  bool operator==(const Percept&) const = default;
};

// A goal that the rules give a role.
struct Goal {
  std::uint32_t role;
  std::int32_t value;
};

// A move, and who made it.
struct Made {
  std::uint32_t role;
  std::uint32_t move;
};

enum class PlayoutEnd : std::uint8_t { kTerminal, kCapped, kBroken, kStopped };

// A random playout: every role chooses uniformly among its legal moves, for at most `limit` joint moves.
struct Playout {
  support::Random& random;
  support::TimeLimit& time_limit;
  std::uint32_t limit;
  std::vector<Made>* made = nullptr;  // takes every move that is made, where it is wanted
  std::uint32_t length = 0;           // joint moves made
};

// The machine is always in some state. Inside the core a state is a fixed number of words that only machines
// understand; outside it is text (`encode`, `decode`). Numbers of moves and percepts may be handed out as they are met,
// so `move_count` can grow.
//
// Algorithms call it a few times for each node they visit. What takes the time, a playout, is one call.
class Machine {
 public:
  virtual ~Machine() = default;

  // A machine for the same game in which states, moves and percepts have the same numbers.
  virtual std::unique_ptr<Machine> copy() const = 0;
  // Likewise, but for states: those of the two are told to each other as text. What a machine must remember of states
  // goes with the last of its copies, so that every algorithm begins with a fork.
  virtual std::unique_ptr<Machine> fork() const { return copy(); }

  std::uint32_t roles() const { return roles_; }
  std::uint32_t state_words() const { return state_words_; }
  const std::vector<std::uint64_t>& initial() const { return initial_; }
  virtual std::uint32_t move_count(std::uint32_t role) const = 0;
  // Do numbers of moves and percepts go on being handed out?
  virtual bool numbering() const { return false; }
  // How many fluents there are, where a state is a bitset over them; otherwise 0.
  virtual std::uint32_t fluents() const { return 0; }
  // The lowest and the highest goal that a role can have, as far as is known.
  virtual std::pair<std::int32_t, std::int32_t> goal_range(std::uint32_t role) const = 0;

  // Throws std::invalid_argument where the text is of another game.
  virtual std::vector<std::uint64_t> decode(std::string_view text) = 0;
  virtual std::string encode(std::span<const std::uint64_t> state) const = 0;
  // Does the machine remember states that it tells of? A fork of it, which goes, is the way to many of them.
  virtual bool remembers_states() const { return false; }
  // Is there no room to remember more states? Then `state` throws until the machine is told to forget.
  virtual bool full() const { return false; }
  // Lets go of all states but the initial one.
  virtual void forget() {}

  // Sets the machine to a state that is given as text, and tells the one that it is in. Nothing is remembered.
  virtual void load(std::string_view text) { set_state(decode(text)); }
  virtual std::string save() { return encode(state()); }

  virtual void set_state(std::span<const std::uint64_t> state) = 0;
  virtual std::span<const std::uint64_t> state() = 0;
  // A state from which many others will be set, and a way to set them that profits from it.
  virtual void set_home(std::span<const std::uint64_t> state) { set_state(state); }
  virtual void set_from_home(std::span<const std::uint64_t> state) { set_state(state); }

  virtual bool terminal() = 0;
  // A bitset over the moves of the role. Empty where the rules go no further.
  virtual std::span<const std::uint64_t> legal(std::uint32_t role) = 0;
  // The goal of each role: kNoGoal where there is none, the lowest where there are several.
  virtual void goals(std::span<std::int32_t> out) = 0;
  // Every goal that the rules give, by role: sound rules give a role one where the game is over.
  virtual std::vector<Goal> every_goal() = 0;
  // What is seen when this joint move is made, by role, then ascending.
  virtual std::vector<Percept> percepts(std::span<const std::uint32_t> joint_move) = 0;
  // Makes a joint move. The caller knows that it is legal.
  virtual void advance(std::span<const std::uint32_t> joint_move) = 0;
  // Raising the flag in another thread ends a question that takes long, with an error.
  virtual void watch(const std::atomic<bool>*) {}
  // From the state of the machine to the end.
  virtual PlayoutEnd play_out(Playout& playout) = 0;

 protected:
  Machine() = default;
  Machine(const Machine&) = default;
  Machine& operator=(const Machine&) = default;

  std::uint32_t roles_ = 0;
  std::uint32_t state_words_ = 0;
  std::vector<std::uint64_t> initial_;
};

// How many moves each role has.
inline std::vector<std::uint32_t> move_counts(const Machine& machine) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t role = 0; role < machine.roles(); ++role) out.push_back(machine.move_count(role));
  return out;
}

}  // namespace woodstock::machine
