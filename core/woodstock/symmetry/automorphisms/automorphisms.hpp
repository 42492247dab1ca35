// The automorphism group of a coloured graph, and its canonical labelling.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/symmetry/automorphisms/budget.hpp"
#include "woodstock/symmetry/automorphisms/graph.hpp"
#include "woodstock/symmetry/automorphisms/permutation.hpp"

namespace woodstock::symmetry::automorphisms {

struct Group {
  Outcome outcome = Outcome::kComplete;
  std::vector<Permutation> generators;  // of the group; if it was interrupted, of a subgroup
  std::vector<std::uint32_t> factors;   // of the order of the group
  std::vector<Vertex> orbits;           // for each vertex the lowest one of its orbit
  std::vector<std::uint32_t> labels;    // for each vertex its canonical label, if that was asked for
};

// Two coloured graphs are isomorphic if and only if they are the same once vertices are replaced by their canonical
// labels. Labels are in the order of colours. The same graph always gets the same result.
Group find(const ColouredGraph& coloured, bool canonical, Budget& budget);

}  // namespace woodstock::symmetry::automorphisms
