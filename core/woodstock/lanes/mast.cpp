#include "woodstock/lanes/mast.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "woodstock/lanes/made_moves.hpp"

namespace woodstock::lanes {

namespace {

constexpr double kGoodShare = 0.25;      // of the moves that are made
constexpr double kPrior = 20.0;          // games that a move begins with, worth the mean of its role
constexpr double kFirstJudging = 512.0;  // games after which moves are judged for the first time
constexpr double kLastJudging = 8192.0;  // and at most between two times
constexpr double kMemory = 1e6;          // games of a role that are remembered

}  // namespace

Mast::Mast(const circuit::Circuit& circuit)
    : nodes_(circuit),
      first_moves_(circuit.first_moves()),
      games_(circuit.moves(), 0.0),
      sums_(circuit.moves(), 0.0),
      good_(circuit.moves(), 0),
      next_judging_(kFirstJudging) {
  first_moves_.push_back(circuit.moves());
}

void Mast::fix(std::vector<std::uint8_t> good) {
  good_ = std::move(good);
  changed_ = true;
  next_judging_ = std::numeric_limits<double>::infinity();
}

void Mast::prepare(const LaneKernel& kernel, LaneValues& values, LaneValues& random) {
  if (unjudged_ >= next_judging_) judge();
  if (changed_) {
    for (std::uint32_t move = 0; move < good_.size(); ++move) {
      values.set(nodes_.good(move), good_[move] != 0 ? ~std::uint64_t{0} : 0);
    }
    changed_ = false;
  }
  for (auto node = nodes_.first_random; node < nodes_.first_good; ++node) {
    kernel.quarter(random.data(), values.wire(node));
  }
}

void Mast::learn(const LaneKernel& kernel, const MadeMoves& made, const LaneGoals& goals, const LaneMask& lanes) {
  const auto count = [&](std::uint32_t role, const LaneMask& own, double weight, std::vector<double>& sums) {
    const auto first = first_moves_[role];
    kernel.tally(made.wire(first), first_moves_[role + 1] - first, own.words.data(), weight, sums.data() + first);
  };
  for (std::uint32_t role = 0; role + 1 < first_moves_.size(); ++role) count(role, lanes, 1.0, games_);
  goals.each_goal([&](std::uint32_t role, std::int64_t goal, const LaneMask& having) {
    if (goal > 0) count(role, having, static_cast<double>(goal) / 100.0, sums_);
  });
  unjudged_ += lanes.count(kernel);
}

// The best moves of each role, until a share of all that it made is among them.
void Mast::judge() {
  unjudged_ = 0.0;
  next_judging_ = std::min(2.0 * next_judging_, kLastJudging);
  changed_ = true;
  std::ranges::fill(good_, std::uint8_t{0});
  for (std::size_t role = 0; role + 1 < first_moves_.size(); ++role) {
    std::vector<std::uint32_t> order(first_moves_[role + 1] - first_moves_[role]);
    std::iota(order.begin(), order.end(), first_moves_[role]);
    double games = 0.0, sum = 0.0;
    for (const auto move : order) games += games_[move], sum += sums_[move];
    if (games == 0.0) continue;
    const auto mean = sum / games;
    const auto worth = [&](std::uint32_t move) { return (sums_[move] + kPrior * mean) / (games_[move] + kPrior); };
    std::ranges::stable_sort(order, std::greater{}, worth);
    double among = 0.0;
    for (const auto move : order) {
      if (among >= kGoodShare * games || worth(move) <= mean) break;
      good_[move] = 1;
      among += games_[move];
    }
    if (games < kMemory) continue;
    for (const auto move : order) games_[move] /= 2, sums_[move] /= 2;
  }
}

}  // namespace woodstock::lanes
