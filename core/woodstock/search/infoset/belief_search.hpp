// Searches that start from what a role believes, instead of a state.
#pragma once

#include "woodstock/belief/particles.hpp"
#include "woodstock/machine/machine.hpp"
#include "woodstock/search/search.hpp"

namespace woodstock::search::infoset {

class BeliefSearch : public Search {
 public:
  // What it runs the game with: states of a belief are to be in the words of this machine.
  virtual machine::Machine& machine() const = 0;
  std::vector<std::uint64_t> decode(std::string_view text) final { return machine().decode(text); }
  // Makes what this role believes the root; `exact` says that these are all states that are possible.
  virtual void set_belief(const belief::Particles& particles, std::uint32_t role, bool exact) = 0;
};

}  // namespace woodstock::search::infoset
