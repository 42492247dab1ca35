#include "woodstock/search/stage/stage_pace.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace woodstock::search::stage {

namespace {

constexpr std::uint64_t kRounds = 8;          // in which UCB shares its simulations out
constexpr std::uint64_t kChunk = 16;          // simulations that go to an arm at once
constexpr std::uint64_t kLeastRound = 512;    // as many as there are lanes
constexpr std::uint64_t kMostNodes = 30'000;  // of a stage that is not solved by the clock

}  // namespace

bool StagePace::out_of_patience(const SearchLimits& limits) const {
  return std::max(playouts_here_, stages_here_) >= limits.playouts || limits.stop->load(std::memory_order_relaxed) ||
         std::chrono::steady_clock::now() >= limits.deadline;
}

bool StagePace::has_time(const SearchLimits& limits) const {
  const std::chrono::duration<double> left = limits.deadline - std::chrono::steady_clock::now();
  return stages_here_ == 0 || left.count() > last_solving_;
}

std::uint64_t StagePace::affordable(const SearchLimits& limits) const {
  if (limits.playouts != ~std::uint64_t{0}) {
    return std::min<std::uint64_t>(simulations_, limits.playouts - playouts_here_);
  }
  if (share_ <= 0.0 || sampling_ <= 0.0) return simulations_;
  const auto seconds = solving_ * (1.0 - share_) / share_ - sampling_;
  const auto pace = static_cast<double>(playouts_) / sampling_;
  return static_cast<std::uint64_t>(
      std::clamp(seconds * pace, double{kLeastRound}, std::max(double{kLeastRound}, double(simulations_))));
}

StagePatience StagePace::patience(const SearchLimits& limits) {
  const bool counted = limits.playouts != ~std::uint64_t{0};
  return {{limits.deadline, limits.stop}, counted ? kMostNodes : ~std::uint64_t{0}};
}

std::uint64_t StagePace::round(std::uint64_t all, std::uint64_t done, std::uint64_t arms) {
  return std::min(all - done, std::max({all / kRounds, kLeastRound, arms}));
}

std::vector<std::uint64_t> shared_evenly(std::size_t arms, std::uint64_t round) {
  std::vector<std::uint64_t> counts(arms, 0);
  for (std::uint64_t i = 0; i < round; ++i) ++counts[i % arms];
  return counts;
}

std::vector<std::uint64_t> shared_by_ucb(std::span<const double> values, std::span<const std::uint64_t> visits,
                                         std::uint64_t round) {
  std::vector<std::uint64_t> counts(values.size(), 0);
  auto pulls = std::accumulate(visits.begin(), visits.end(), std::uint64_t{0});
  for (std::uint64_t left = round; left > 0;) {
    const auto chunk = std::min(left, kChunk);
    const auto log = 2.0 * std::log(static_cast<double>(pulls + 1));
    std::size_t best = 0;
    double highest = -1.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto own = visits[i] + counts[i];
      const auto bound = own == 0 ? 1e9 : values[i] + std::sqrt(log / static_cast<double>(own));
      if (bound > highest) {
        best = i;
        highest = bound;
      }
    }
    counts[best] += chunk;
    pulls += chunk;
    left -= chunk;
  }
  return counts;
}

}  // namespace woodstock::search::stage
