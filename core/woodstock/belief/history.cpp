// The last resort of a belief: a history that fits is searched for, depth first, until one is found or there is none.
#include <algorithm>
#include <numeric>

#include "woodstock/belief/belief.hpp"

namespace woodstock::belief {

namespace {

constexpr std::uint64_t kChunk = 512;  // joint moves that are made at once
constexpr std::uint64_t kAll = std::uint64_t{1} << 62;
constexpr std::uint64_t kMostTried = 500'000;  // joint moves after which it is given up

}  // namespace

// States from which nothing follows that fits are remembered, so that each is left once for every step.
class Belief::HistorySearch {
 public:
  HistorySearch(Belief& belief, const BeliefLimits& limits) : belief_(belief), limits_(limits) {}

  // One particle at the end of the history. Without any, `complete` says whether everything was tried.
  std::optional<Population> run(bool& complete) {
    push(belief_.start().particles);
    while (!levels_.empty()) {
      if (limits_.over() || tried_ > kMostTried) {
        complete = false;
        return std::nullopt;
      }
      auto& level = levels_.back();
      if (level.next < level.waiting.size()) {
        const auto at = level.next++;
        auto one = certain(level.waiting.state(at), level.waiting.infos(at), level.waiting.trail(at));
        if (levels_.size() == belief_.history_.size()) return Population{std::move(one), false};
        if (unmet(one)) push(std::move(one));
      } else if (!more(level)) {
        levels_.pop_back();
      }
    }
    complete = true;
    return std::nullopt;
  }

 private:
  // A particle, its joint moves in an order of their own, and successors that wait to be followed.
  struct Level {
    Particles origin;
    Legal legal;
    std::uint64_t count = 0;
    std::uint64_t tried = 0;
    std::uint64_t offset = 0, stride = 1;  // the i-th joint move is number (offset + i stride) modulo the count
    Particles waiting;
    std::size_t next = 0;
  };

  void push(Particles origin) {
    Level level{
        std::move(origin), {}, 0, 0, 0, 1, Particles(belief_.machine_.state_words(), belief_.machine_.roles()), 0};
    if (belief_.legal_moves(level.origin.state(0), belief_.history_[levels_.size()].move, level.legal)) {
      level.count = joint_moves(level.legal, kAll);
      level.offset = belief_.random_.next() % level.count;
      do {
        level.stride = belief_.random_.next() % level.count + 1;
      } while (std::gcd(level.stride, level.count) != 1);
    }
    levels_.push_back(std::move(level));
  }

  // Tries the next joint moves of a level; false when all were tried.
  bool more(Level& level) {
    if (level.tried == level.count) return false;
    const auto end = level.tried + std::min(kChunk, level.count - level.tried);
    tried_ += end - level.tried;
    Batch batch;
    for (; level.tried < end; ++level.tried) {
      auto rest = static_cast<std::uint64_t>(
          (level.offset + static_cast<unsigned __int128>(level.tried) * level.stride) % level.count);
      const auto first = batch.joint_moves.size();
      batch.joint_moves.resize(first + level.legal.size());
      for (auto role = level.legal.size(); role-- > 0;) {
        const auto& own = level.legal[role];
        batch.joint_moves[first + role] = own[rest % own.size()];
        rest /= own.size();
      }
      batch.add(level.origin, 0, 1.0);
    }
    ParticleGathering found(level.origin.words(), level.origin.roles());
    belief_.flush(batch, level.origin, belief_.history_[levels_.size() - 1], found);
    level.waiting = found.take();
    level.next = 0;
    return true;
  }

  // Notes a state at this step; false if it was there before.
  bool unmet(const Particles& one) {
    const auto hash = support::mix_bits(support::state_hash(one.state(0)) + levels_.size());
    return met_.insert(hash).second;
  }

  Belief& belief_;
  const BeliefLimits& limits_;
  std::vector<Level> levels_;
  std::uint64_t tried_ = 0;
  std::unordered_set<std::uint64_t> met_;
};

std::optional<Belief::Population> Belief::search(const BeliefLimits& limits, bool& complete) {
  return HistorySearch(*this, limits).run(complete);
}

}  // namespace woodstock::belief
