#include "woodstock/qcsp/lanes.hpp"

#include <algorithm>
#include <stdexcept>

#include "woodstock/qcsp/playouts.hpp"
#include "woodstock/support/instruction_sets.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::qcsp {

std::span<const LanePlay> lane_plays() {
  static const LanePlay plays[] = {lane_play_portable, lane_play_avx2, lane_play_avx512};
  return std::span(plays).first(support::instruction_sets());
}

LanePlayouts::LanePlayouts(const Problem& problem, std::uint64_t seed, LanePlay kernel)
    : kernel_(kernel), queue_(problem.variables()), queued_(problem.variables(), 0) {
  if (!possible(problem)) throw std::invalid_argument("lanes are for binary constraints");
  std::uint32_t largest = 0;
  for (std::uint32_t x = 0; x < problem.variables(); ++x) {
    offsets_.push_back(x == 0 ? 0 : offsets_.back() + problem.size(x - 1));
    arcs_of_.push_back(static_cast<std::uint32_t>(arcs_.size()));
    largest = std::max(largest, problem.size(x));
    for (const auto& neighbour : problem.neighbours(x)) {
      if (neighbour.arc != Arc::unite && neighbour.arc != Arc::cover) continue;
      arcs_.push_back({neighbour.target, neighbour.arc == Arc::cover, neighbour.most_conflicts <= 1, neighbour.forward,
                       neighbour.backward});
    }
  }
  offsets_.push_back(offsets_.empty() ? 0 : offsets_.back() + problem.size(problem.variables() - 1));
  arcs_of_.push_back(static_cast<std::uint32_t>(arcs_.size()));
  // A problem without variables has room as well, so that there is something to point at.
  domains_.resize(std::max(offsets_.back(), 1U));
  chosen_.resize(std::max(largest, 1U));
  random_.resize(4);
  for (std::uint32_t lane = 0; lane < lane_words; ++lane) {
    support::Random random(seed, lane);
    for (auto& wire : random_) wire.words[lane] = random.next();
  }
  plan_ = {problem.variables(), offsets_.data(), arcs_of_.data(), arcs_.data(), problem.full().data()};
  room_ = {domains_.data()->words, chosen_.data()->words, queue_.data(), queued_.data(), random_.data()->words};
}

PlayoutCounts count_playouts(const Problem& problem, std::span<const std::uint32_t> prefix, std::uint64_t seed,
                             std::optional<std::uint32_t> kernel, const Limits& limits) {
  problem.check_prefix(prefix);
  const auto plays = lane_plays();
  if (kernel && *kernel >= plays.size()) throw std::invalid_argument("there is no kernel of that number");
  PlayoutCounts out;
  Propagator propagator(problem);
  Domains start;
  if (!propagator.start(prefix, Level::strong, start)) return out;
  const auto variable = static_cast<std::uint32_t>(prefix.size());
  support::Random random(seed);
  std::optional<LanePlayouts> many;
  if (kernel) many.emplace(problem, seed, plays[*kernel]);
  Domains domains;
  for (Budget budget(limits); !budget.over(); out.made = budget.spent()) {
    if (many) {
      out.won += many->play(start.data(), variable);
      budget.spend(lanes);
    } else {
      domains = start;
      out.won += random_playout(propagator, domains.data(), variable, Level::strong, random) ? 1 : 0;
      budget.spend();
    }
  }
  return out;
}

}  // namespace woodstock::qcsp
