// Histories that fit, found by changing those that led to a sample: for beliefs whose sample has died out, or nearly
// so, because what was hidden early was seen late, as cards are. All changed histories are replayed at once.
#include <algorithm>
#include <cmath>

#include "woodstock/belief/belief.hpp"

namespace woodstock::belief {

namespace {

constexpr std::size_t kTogether = 256;         // histories that are replayed at once
constexpr std::size_t kFewTogether = 16;       // and where time is short
constexpr std::uint32_t kMostRounds = 200;     // until a history is found that fits, at most
constexpr std::uint32_t kMixingRounds = 24;    // after that, until chains have spread out, at most
constexpr std::size_t kMostSteps = 1'000'000;  // of all histories together, until one fits
constexpr std::size_t kMixingSteps = 300'000;  // and after that
constexpr std::uint32_t kRedrawn = ~0U;        // instead of a move
constexpr std::uint32_t kFollowing = 16;       // one in so many that lag behind takes up the best in each round
constexpr std::size_t kMissing = 1000;         // a step that does not come about counts as so many differences

}  // namespace

// First histories are changed until some fit, unless they do: a change stays if no more is different from what was
// seen. Then many chains go on from there by Metropolis and Hastings, which leave a sample of what is believed such a
// sample (resample-move; Gilks and Berzuini 2001). A change is a move drawn again, or two moves of a role exchanged;
// what is then not legal any more is drawn again as well. A move drawn uniformly is as likely as the belief takes it to
// be; so what is left to weigh are the moves that were kept, by how many were legal in their steps.
class Belief::HistoryWalk {
 public:
  HistoryWalk(Belief& belief, const BeliefLimits& limits)
      : belief_(belief), limits_(limits), roles_(belief.machine_.roles()), steps_(belief.history_.size()) {}

  std::optional<Population> run(const Particles& from) {
    auto& unfinished = belief_.unfinished_;
    std::vector<History> histories(unfinished.empty() ? kTogether : unfinished.size());
    const ParticleDraw draw(from);
    for (std::size_t i = 0; i < histories.size(); ++i) {
      histories[i].moves =
          unfinished.empty() ? belief_.trails_.moves(from.trail(draw(belief_.random_))) : std::move(unfinished[i]);
      histories[i].moves.resize(steps_ * roles_, kRedrawn);
    }
    const bool replayed = replay(histories);
    if (replayed && mend(histories)) return Population{chains(std::move(histories)), false};
    // With fewer of them a short time is enough for some changes. Where they had their time others may do better.
    unfinished.resize(!limits_.over() ? 0 : replayed ? histories.size() : std::max(kFewTogether, histories.size() / 2));
    for (std::size_t i = 0; i < unfinished.size(); ++i) unfinished[i] = std::move(histories[i].moves);
    return std::nullopt;
  }

 private:
  struct History {
    std::vector<std::uint32_t> moves;   // by step and role
    std::vector<std::uint32_t> counts;  // how many were legal, likewise
    std::vector<std::uint8_t> kept;     // was the move kept as it was, likewise
    std::vector<std::uint64_t> state;
    std::vector<Info> infos;
    std::size_t misses = 0;  // differences from what was observed, in all steps
  };

  // As many rounds as are not too much work.
  std::uint32_t rounds(std::uint32_t most, std::size_t steps) const {
    return std::clamp(static_cast<std::uint32_t>(steps / (kTogether * steps_)), 4U, most);
  }

  // Changes histories until some fit, and for as long again to find more; those then take the place of the others.
  bool mend(std::vector<History>& histories) {
    const auto fits = [](const History& one) { return one.misses == 0; };
    const auto most = rounds(kMostRounds, kMostSteps);
    auto last = most;
    for (std::uint32_t round = 0; round < last && !std::ranges::all_of(histories, fits); ++round) {
      auto next = histories;
      for (auto& one : next) change(one);
      if (!replay(next)) break;
      for (std::size_t i = 0; i < next.size(); ++i) {
        if (next[i].misses <= histories[i].misses) histories[i] = std::move(next[i]);
      }
      if (last == most && std::ranges::any_of(histories, fits)) last = std::min(most, 2 * round + 2);
      if (last == most) follow_best(histories);
    }
    const auto rest = std::ranges::partition(histories, fits);
    const auto fitting = histories.size() - rest.size();
    for (auto at = fitting; at < histories.size() && fitting > 0; ++at) histories[at] = histories[at % fitting];
    return fitting > 0;
  }

  // Now and then one that lags behind goes on from one that does not.
  void follow_best(std::vector<History>& histories) {
    const auto least = std::ranges::min_element(histories, {}, &History::misses)->misses;
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < histories.size(); ++i) {
      if (histories[i].misses == least) best.push_back(i);
    }
    for (auto& one : histories) {
      if (one.misses == least || belief_.random_.below(kFollowing) > 0) continue;
      one = histories[best[belief_.random_.below(static_cast<std::uint32_t>(best.size()))]];
    }
  }

  // Replays histories from the start, all of them step by step together; false when time is over.
  bool replay(std::vector<History>& histories) {
    const auto origin = belief_.start().particles;
    for (auto& one : histories) {
      one.state.assign(origin.state(0).begin(), origin.state(0).end());
      one.infos.assign(origin.infos(0).begin(), origin.infos(0).end());
      one.counts.assign(steps_ * roles_, 1);
      one.kept.assign(steps_ * roles_, 0);
      one.misses = 0;
    }
    std::vector<std::size_t> alive(histories.size());
    for (std::size_t i = 0; i < alive.size(); ++i) alive[i] = i;
    Legal legal;
    for (std::size_t step = 0; step < steps_ && !alive.empty(); ++step) {
      if (limits_.over()) return false;
      const auto& observation = belief_.history_[step];
      std::vector<std::uint64_t> states;
      std::vector<std::uint32_t> joint_moves;
      std::erase_if(alive, [&](std::size_t i) {
        auto& one = histories[i];
        if (!belief_.legal_moves(one.state, observation.move, legal)) {
          one.misses += kMissing * (steps_ - step);
          return true;
        }
        settle(one, step, legal);
        states.insert(states.end(), one.state.begin(), one.state.end());
        const auto* made = one.moves.data() + step * roles_;
        joint_moves.insert(joint_moves.end(), made, made + roles_);
        return false;
      });
      if (!alive.empty()) take(histories, alive, belief_.simulator_.expand(states, joint_moves), step);
    }
    return true;
  }

  // The moves of a step: those of the history as far as they are legal, others drawn.
  void settle(History& one, std::size_t step, const Legal& legal) {
    for (std::uint32_t role = 0; role < roles_; ++role) {
      const auto at = step * roles_ + role;
      const auto& own = legal[role];
      one.counts[at] = static_cast<std::uint32_t>(own.size());
      one.kept[at] = std::ranges::binary_search(own, one.moves[at]) ? 1 : 0;
      if (one.kept[at] == 0) one.moves[at] = own[belief_.random_.below(one.counts[at])];
    }
  }

  // What the step led to; histories that are over go no further.
  void take(std::vector<History>& histories, std::vector<std::size_t>& alive, const machine::Children& children,
            std::size_t step) {
    const auto words = belief_.machine_.state_words();
    const auto& observation = belief_.history_[step];
    std::size_t at = 0;
    std::erase_if(alive, [&](std::size_t i) {
      auto& one = histories[i];
      const auto child = at++;
      if (children.terminal[child] != 0) {
        one.misses += kMissing * (steps_ - step);
        return true;
      }
      const auto seen = children.seen(child);
      const auto* after = children.states.data() + child * words;
      one.state.assign(after, after + words);
      if (belief_.options_.recall) {
        belief_.information_.step(one.infos, {one.moves.data() + step * roles_, roles_}, seen);
      }
      one.misses += belief_.differences(seen, one.state, observation);
      return false;
    });
  }

  // Draws a move again, or exchanges two of a role.
  void change(History& one) {
    auto& random = belief_.random_;
    std::vector<std::size_t> free;
    for (std::size_t at = 0; at < one.counts.size(); ++at) {
      if (one.counts[at] > 1) free.push_back(at);
    }
    if (free.empty()) return;
    const auto size = static_cast<std::uint32_t>(free.size());
    const auto first = free[random.below(size)];
    const auto second = free[random.below(size)];
    if (random.below(3) == 0 || first == second || first % roles_ != second % roles_) {
      one.moves[first] = kRedrawn;
    } else {
      std::swap(one.moves[first], one.moves[second]);
    }
  }

  Particles chains(std::vector<History> now) {
    ParticleGathering found(belief_.machine_.state_words(), roles_);
    const auto mixing = rounds(kMixingRounds, kMixingSteps);
    const auto all = mixing + std::max<std::size_t>(1, belief_.options_.particles / kTogether);
    for (std::uint32_t round = 0; round < all; ++round) {
      auto next = now;
      for (auto& one : next) change(one);
      if (!replay(next)) break;
      for (std::size_t i = 0; i < now.size(); ++i) {
        if (next[i].misses == 0 && belief_.random_.uniform() < likelihood_ratio(now[i], next[i])) now[i] = next[i];
        if (round >= mixing) keep(now[i], found);
      }
    }
    if (found.size() == 0) {
      for (const auto& one : now) keep(one, found);
    }
    return found.take();
  }

  // Takes what a history leads to as a particle.
  void keep(const History& one, ParticleGathering& into) {
    const auto before = into.size();
    if (const auto at = into.add(one.state, one.infos, 1.0); at == before) {
      auto trail = Trails::kStart;
      for (std::size_t step = 0; step < steps_; ++step) {
        trail = belief_.trails_.add(trail, {one.moves.data() + step * roles_, roles_});
      }
      into.set_trail(at, trail);
    }
  }

  // How much likelier the moves that were kept are after a change than before.
  static double likelihood_ratio(const History& before, const History& after) {
    double log = 0.0;
    for (std::size_t at = 0; at < after.kept.size(); ++at) {
      if (after.kept[at] != 0) log += std::log(before.counts[at]) - std::log(after.counts[at]);
    }
    return std::exp(log);
  }

  Belief& belief_;
  const BeliefLimits& limits_;
  std::uint32_t roles_;
  std::size_t steps_;
};

std::optional<Belief::Population> Belief::walk(const Particles& from, const BeliefLimits& limits) {
  return HistoryWalk(*this, limits).run(from);
}

}  // namespace woodstock::belief
