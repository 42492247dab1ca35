#include "woodstock/search/stage/stage_pace.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace woodstock::search::stage {

namespace {

constexpr std::uint64_t kRounds = 8;          // in which UCB shares its simulations out
constexpr std::uint64_t kChunk = 16;          // simulations that go to an arm at once
constexpr std::uint64_t kLeastRound = 512;    // as many as there are lanes
constexpr std::uint32_t kPublished = 10'000;  // simulations of a stage
constexpr std::uint32_t kCounted = 256;       // the same where no clock is kept
constexpr std::uint32_t kUncounted = 10'000;  // at most
constexpr std::size_t kMostStages = 64;       // that are sampled together
constexpr std::uint64_t kUsualArms = 8;       // of a stage, before that is known
constexpr std::uint64_t kEnough = 200;        // playouts that tell how long they are
constexpr std::uint64_t kForgotten = 100'000;
constexpr std::uint64_t kRare = 50;  // one in so many may be given up
constexpr double kTimes = 5.0;
constexpr std::uint64_t kMostNodes = 30'000;  // of a stage that is not solved by the clock

}  // namespace

bool StagePace::out_of_time(const SearchLimits& limits) const {
  return std::max(playouts_here_, stages_here_) >= limits.playouts || limits.stop->load(std::memory_order_relaxed) ||
         std::chrono::steady_clock::now() >= limits.deadline;
}

bool StagePace::has_time(const SearchLimits& limits) const {
  const std::chrono::duration<double> left = limits.deadline - std::chrono::steady_clock::now();
  return stages_here_ == 0 || left.count() > last_solving_;
}

std::uint64_t StagePace::most() const { return simulations_.value_or(published_ ? kPublished : kUncounted); }

// Playouts that are to be made for what has been solved, to keep the shares.
double StagePace::due() const {
  if (share_ <= 0.0 || sampling_ <= 0.0) return double{kLeastRound};
  const auto seconds = solving_ * (1.0 - share_) / share_ - sampling_;
  return seconds * static_cast<double>(playouts_) / sampling_;
}

std::uint64_t StagePace::affordable(const SearchLimits& limits, std::size_t stages) const {
  if (counted(limits)) {
    const auto each = simulations_.value_or(published_ ? kPublished : kCounted);
    return std::min<std::uint64_t>(each, (limits.playouts - playouts_here_) / stages);
  }
  const auto least = double{kLeastRound} / static_cast<double>(stages);
  return static_cast<std::uint64_t>(
      std::clamp(due() / static_cast<double>(stages), least, std::max(least, static_cast<double>(most()))));
}

std::uint64_t StagePace::planned(const SearchLimits& limits) const {
  if (counted(limits)) return affordable(limits);
  return stages_here_ == 0 ? kLeastRound : std::max<std::uint64_t>(1, playouts_ / std::max<std::uint64_t>(stages_, 1));
}

bool StagePace::enough(std::size_t stages, std::size_t arms, const SearchLimits& limits) const {
  if (stages == 0) return false;
  if (published_ || stages_here_ == 1) return true;
  if (counted(limits)) {
    return stages * affordable(limits) >= std::min(kLeastRound, limits.playouts - playouts_here_);
  }
  return stages >= kMostStages || arms >= kLeastRound || due() >= double{kLeastRound} || out_of_time(limits) ||
         !has_time(limits);
}

std::size_t StagePace::together(std::size_t stages, std::size_t arms, const SearchLimits& limits) const {
  if (published_ || stages_here_ == 0) return 1;
  std::uint64_t wanted = 0;
  if (counted(limits)) {
    const auto each = std::max<std::uint64_t>(1, affordable(limits));
    wanted = (std::min(kLeastRound, limits.playouts - playouts_here_) + each - 1) / each;
  } else {
    const auto each = stages == 0 ? kUsualArms : std::max<std::uint64_t>(1, arms / stages);
    wanted = std::min<std::uint64_t>(kMostStages, kLeastRound / each);
  }
  return wanted > stages ? wanted - stages : 1;
}

StageLimits StagePace::stage_limits(const SearchLimits& limits) {
  return {{limits.deadline, limits.stop}, counted(limits) ? kMostNodes : ~std::uint64_t{0}};
}

std::uint64_t StagePace::round(std::uint64_t all, std::uint64_t done, std::uint64_t least, std::size_t stages) {
  return std::min(all - done, std::max({all / kRounds, kLeastRound / stages, least}));
}

std::uint32_t Horizon::steps() const {
  if (given_) return *given_;
  if (playouts_ < kEnough || capped_ * kRare > playouts_) return longest_;
  const auto length = static_cast<double>(length_) / static_cast<double>(playouts_);
  return std::min(longest_, std::max(kShortest, static_cast<std::uint32_t>(kTimes * length)));
}

// Lengths of long ago count less: playouts become shorter as a match goes on.
void Horizon::learn(const machine::PlayoutSums& sums) {
  playouts_ += sums.playouts;
  capped_ += sums.capped;
  length_ += sums.length;
  if (playouts_ + capped_ < kForgotten) return;
  playouts_ /= 2;
  capped_ /= 2;
  length_ /= 2;
}

std::vector<std::uint64_t> shared_evenly(std::size_t arms, std::uint64_t round) {
  std::vector<std::uint64_t> counts(arms, 0);
  for (std::uint64_t i = 0; i < round; ++i) ++counts[i % arms];
  return counts;
}

std::vector<std::uint64_t> shared_by_ucb(std::span<const double> values, std::span<const std::uint64_t> visits,
                                         std::uint64_t round) {
  std::vector<std::uint64_t> counts(values.size(), 0);
  auto left = round;
  // UCB plays every arm once before it compares any.
  const auto unknown = static_cast<std::uint64_t>(std::ranges::count(visits, 0U));
  const auto piece = unknown == 0 ? 0 : std::clamp<std::uint64_t>(round / (2 * unknown), 1, kChunk);
  for (std::size_t i = 0; i < values.size() && left >= piece; ++i) {
    if (visits[i] > 0) continue;
    counts[i] = piece;
    left -= piece;
  }
  auto pulls = std::accumulate(visits.begin(), visits.end(), round - left);
  while (left > 0) {
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
