// Searches that start from what a role believes, in place of a state.
#pragma once

#include "woodstock/particles.hpp"
#include "woodstock/search.hpp"

namespace woodstock {

class BeliefSearch : public Search {
 public:
  // Makes what this role believes the root; `exact` says that these are all states that are possible.
  virtual void set_belief(const Particles& particles, std::uint32_t role, bool exact) = 0;
};

}  // namespace woodstock
