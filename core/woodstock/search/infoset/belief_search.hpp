// Searches that start from what a role believes, in place of a state.
#pragma once

#include "woodstock/belief/particles.hpp"
#include "woodstock/search/search.hpp"

namespace woodstock::search::infoset {

class BeliefSearch : public Search {
 public:
  // Makes what this role believes the root; `exact` says that these are all states that are possible.
  virtual void set_belief(const belief::Particles& particles, std::uint32_t role, bool exact) = 0;
};

}  // namespace woodstock::search::infoset
