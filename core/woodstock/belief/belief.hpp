// What one role can know of the state of a match: all states that its moves and percepts allow, and how likely they
// are.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "woodstock/belief/information.hpp"
#include "woodstock/belief/particles.hpp"
#include "woodstock/machine/simulator.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::belief {

struct BeliefSettings : support::Settings {
  using Settings::Settings;
  std::uint32_t exact = whole<std::uint32_t>("exact", 10'000, 1, kMost, "states that are kept as long as all are kept");
  std::uint32_t particles = whole<std::uint32_t>("particles", 1'000, 1, kMost, "states of a sample, if there are more");
  std::uint64_t tries = whole<std::uint64_t>("tries", 200'000, 1, ~std::uint64_t{0}, "joint moves tried in one step");
  bool recall = flag("recall", false, "distinguish histories by what every role knows, not only by the state");
  std::uint64_t seed = seed_setting();

  static constexpr std::uint32_t kMost = (1U << 31) - 1;
};

struct BeliefLimits {
  support::Deadline deadline;
  const std::atomic<bool>* stop = nullptr;
  bool over() const { return stop->load(std::memory_order_relaxed) || std::chrono::steady_clock::now() >= deadline; }
};

// What happened in a step, as far as the role knows: its move, what it saw after it (its own percepts) and which moves
// it was told to be legal then, all ascending. Percepts should tell that too, but there are rules in which they do not.
struct Observation {
  std::optional<std::uint32_t> move;
  std::optional<std::vector<std::uint32_t>> seen;
  std::optional<std::vector<std::uint32_t>> legal = std::nullopt;
};

enum class Fit : std::uint8_t {
  kFits,
  kNothing,  // no history of the game allows it
  kLate,     // none was found in time
};

// Everybody else is taken to choose uniformly, as `random` does: this is Bayes' rule then (Thielscher's semantics give
// the set of states alone). As long as there are few states all of them are kept and weights are exact. When there are
// more, a sample goes on; where it dies out, or nearly so, the histories that led to it are changed until they fit
// and differ, or else the whole match is played again with the percepts forced; as a last resort all histories are
// searched through, so that there is a state as long as any history fits. The game is still on after every step, so
// that no state is terminal.
class Belief {
 public:
  // Without lanes the machine makes one joint move after another.
  Belief(machine::Simulator* lanes, const machine::Machine& machine, Information information, std::uint32_t role,
         const BeliefSettings& options);

  // Takes in what happened, and before it what was postponed. Unless it fits, nothing else changes.
  Fit observe(const Observation& observation, const BeliefLimits& limits);
  // Leaves for later what could not be taken in in time: a few states go on as if nothing had been seen, and before the
  // next observation this one is made up for.
  void postpone(const Observation& observation);
  // The state was told.
  void know(std::span<const std::uint64_t> state);
  void know_text(std::string_view text) { know(machine_.decode(text)); }

  std::uint32_t role() const { return role_; }
  const Information& information() const { return information_; }
  const machine::Machine& machine() const { return machine_; }
  const Particles& particles() const { return behind() ? adrift_ : settled_.particles; }
  // Is there something that was postponed? Then the states may be none that are possible.
  bool behind() const { return !pending_.empty(); }
  // Are these all states there are?
  bool exact() const { return !behind() && settled_.exact; }
  // How often the sample was renewed by playing the match again from its start, for tests and reports.
  std::uint32_t replays() const { return replays_; }

 private:
  struct Population {
    Particles particles;
    bool exact;
  };
  // Joint moves that are to be tried, and from which particle.
  struct Batch {
    std::vector<std::uint64_t> states;
    std::vector<std::uint32_t> joint_moves;
    std::vector<std::size_t> origins;
    std::vector<double> weights;

    // The particle of the joint move that was put in last.
    void add(const Particles& from, std::size_t at, double weight) {
      states.insert(states.end(), from.state(at).begin(), from.state(at).end());
      origins.push_back(at);
      weights.push_back(weight);
    }
  };
  using Legal = std::vector<std::vector<std::uint32_t>>;  // by role

  Population start() const {
    return {certain(origin_, options_.recall ? information_.start() : std::vector<Info>(machine_.roles(), 0)), true};
  }
  void make_room();
  Fit take_in(const Observation& observation, const BeliefLimits& limits);
  bool legal_moves(std::span<const std::uint64_t> state, std::optional<std::uint32_t> move, Legal& out);
  std::optional<Population> step(const Population& from, const Observation& observation, std::uint64_t tries,
                                 const BeliefLimits& limits, bool& complete);
  bool thin(const Particles& particles) const;
  Particles every_successor(const Particles& from, const std::vector<Legal>& legal, const Observation& observation,
                            const BeliefLimits& limits, bool& complete);
  Particles some_successors(const Particles& from, const std::vector<Legal>& legal, const Observation& observation,
                            const BeliefLimits& limits);
  void draw_move(Batch& batch, const Particles& from, std::size_t at, const Legal& legal, double weight);
  std::size_t flush(Batch& batch, const Particles& from, const Observation& observation, ParticleGathering& into);
  std::size_t differences(std::span<const machine::Percept> seen, std::span<const std::uint64_t> after,
                          const Observation& observation);
  std::optional<Population> replay(const BeliefLimits& limits);
  std::optional<Population> renewed(const Particles& from, const BeliefLimits& limits);
  std::optional<Population> walk(const Particles& from, const BeliefLimits& limits);
  std::optional<Population> search(const BeliefLimits& limits, bool& complete);

  class HistoryWalk;    // walk.cpp
  class HistorySearch;  // history.cpp

  machine::Engine engine_;
  machine::Simulator& simulator_;
  machine::Machine& machine_;
  Information information_;
  std::uint32_t role_;
  BeliefSettings options_;
  support::Random random_;
  std::vector<std::uint64_t> origin_;
  std::vector<Observation> history_;  // what was taken in
  std::vector<Observation> pending_;  // and what was postponed since
  Trails trails_;
  std::size_t trails_kept_ = 0;                         // when they were last sorted out
  Population settled_;                                  // what fits the history
  Particles adrift_;                                    // what goes on without what is pending
  std::vector<std::vector<std::uint32_t>> unfinished_;  // histories that were being changed when time ran out
  std::uint32_t replays_ = 0;
};

// How many joint moves these moves make, at most `most`.
std::uint64_t joint_moves(std::span<const std::vector<std::uint32_t>> legal, std::uint64_t most);

}  // namespace woodstock::belief
