// Playouts of quantified networks, one at a time: at random as in paper 004, and guided by promise.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/qcsp/propagation.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::qcsp {

// The value number `which` of a domain, counted from the lowest.
inline std::uint32_t nth(Mask mask, std::uint32_t which) {
  for (; which > 0; --which) mask &= mask - 1;
  return lowest(mask);
}

// A value of a domain, each as likely.
inline std::uint32_t any(Mask mask, support::Random& random) {
  return single(mask) ? lowest(mask) : nth(mask, random.below(count(mask)));
}

// Sets all variables from `variable` on at random, each to one of the values that propagation has left: true if the
// existential player wins (paper 004, section 3.2). The domains are used up.
bool random_playout(Propagator& propagator, Mask* domains, std::uint32_t variable, Level level,
                    support::Random& random);

// How a guided playout chooses.
struct Guidance {
  double temperature = 1.0;   // of the existential player: 0 takes the value of most promise
  double malice = 1.0;        // how often the adversary takes the value of least promise, and not just any
  std::uint32_t retries = 2;  // other values that the existential player tries when propagation refutes one
};

// Plays as the players would: the existential side takes values that leave many values to its other variables (Geelen's
// promise, seen without propagation), the adversary now and then the opposite.
class GuidedPlayouts {
 public:
  GuidedPlayouts(Propagator& propagator, support::Random& random);

  bool play(Mask* domains, std::uint32_t variable, Level level, const Guidance& guidance);
  // For each value of x in its domain: the logarithm of the product of the domains that it would leave to the
  // existential variables after x, -1e9 if one would be empty.
  void promises(const Mask* domains, std::uint32_t x, double* out) const;

 private:
  std::uint32_t forall(const Mask* domains, std::uint32_t x, double malice);
  // The value with the highest promise, or the lowest where the sign is -1, with noise.
  std::uint32_t best(const Mask* domains, std::uint32_t x, double sign, double temperature);

  Propagator& propagator_;
  support::Random& random_;
  std::vector<Mask> saved_;
};

}  // namespace woodstock::qcsp
