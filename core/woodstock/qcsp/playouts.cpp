#include "woodstock/qcsp/playouts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace woodstock::qcsp {

bool random_playout(Propagator& propagator, Mask* domains, std::uint32_t variable, Level level,
                    support::Random& random) {
  const auto variables = propagator.problem().variables();
  for (auto x = variable; x < variables; ++x) {
    if (!propagator.assign(domains, x, any(domains[x], random), level)) return false;
  }
  return true;
}

namespace {

// Quantiles of Gumbel's distribution: the largest of scores with such noise is drawn by softmax.
const std::array<double, 1024>& gumbel() {
  static const auto table = [] {
    std::array<double, 1024> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = -std::log2(-std::log((static_cast<double>(i) + 0.5) / static_cast<double>(out.size())));
    }
    return out;
  }();
  return table;
}

}  // namespace

GuidedPlayouts::GuidedPlayouts(Propagator& propagator, support::Random& random)
    : propagator_(propagator), random_(random), saved_(propagator.problem().variables()) {}

bool GuidedPlayouts::play(Mask* domains, std::uint32_t variable, Level level, const Guidance& guidance) {
  const auto& problem = propagator_.problem();
  const auto variables = problem.variables();
  for (auto x = variable; x < variables; ++x) {
    if (single(domains[x])) continue;
    if (problem.universal(x)) {
      if (!propagator_.assign(domains, x, forall(domains, x, guidance.malice), level)) return false;
      continue;
    }
    std::copy(domains + x, domains + variables, saved_.begin() + x);
    for (std::uint32_t tries = 0;; ++tries) {
      const auto value = best(domains, x, 1.0, guidance.temperature);
      if (propagator_.assign(domains, x, value, level)) break;
      std::copy(saved_.begin() + x, saved_.end(), domains + x);
      domains[x] = saved_[x] &= ~bit(value);
      if (domains[x] == 0 || tries >= guidance.retries || !propagator_.after(domains, x, level)) return false;
      if (single(domains[x])) break;  // and that has been propagated
      std::copy(domains + x, domains + variables, saved_.begin() + x);
    }
  }
  return true;
}

void GuidedPlayouts::promises(const Mask* domains, std::uint32_t x, double* out) const {
  const auto& problem = propagator_.problem();
  const auto& logarithm = logarithms();
  for (auto rest = domains[x]; rest != 0; rest &= rest - 1) out[lowest(rest)] = 0.0;
  for (const auto& neighbour : problem.neighbours(x)) {
    if (neighbour.target < x || problem.universal(neighbour.target)) continue;
    const auto target = domains[neighbour.target];
    const auto before = logarithm[count(target)];
    for (auto rest = domains[x]; rest != 0; rest &= rest - 1) {
      const auto value = lowest(rest);
      out[value] += logarithm[count(target & neighbour.forward[value])] - before;
    }
  }
}

std::uint32_t GuidedPlayouts::best(const Mask* domains, std::uint32_t x, double sign, double temperature) {
  std::array<double, most_values> scores;
  promises(domains, x, scores.data());
  auto best = lowest(domains[x]);
  double highest = -2e9;
  for (auto rest = domains[x]; rest != 0; rest &= rest - 1) {
    const auto value = lowest(rest);
    const auto score = sign * scores[value] + temperature * gumbel()[random_.next() >> 54];
    if (score > highest) {
      highest = score;
      best = value;
    }
  }
  return best;
}

std::uint32_t GuidedPlayouts::forall(const Mask* domains, std::uint32_t x, double malice) {
  if (random_.uniform() >= malice) return any(domains[x], random_);
  return best(domains, x, -1.0, 1e-3);
}

}  // namespace woodstock::qcsp
