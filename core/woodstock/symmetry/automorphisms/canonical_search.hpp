// The search for the canonical leaf, in the parts of the tree that automorphisms do not map to the first path.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/symmetry/automorphisms/permutation.hpp"
#include "woodstock/symmetry/automorphisms/tree.hpp"

namespace woodstock::symmetry::automorphisms {

// The canonical leaf is the one with the least traces on its path, level by level, and of those with the same traces
// the one whose numbering of the vertices makes the least graph (McKay and Piperno 2014, section 2). The search for
// automorphisms calls `explore` for whatever child of a node of the first path it could not map to that path.
class CanonicalSearch {
 public:
  CanonicalSearch(Tree& tree, const Path& first);

  // Looks for something better than the best leaf below the child with this vertex; the tree is at the node of the
  // first path above it, and is there again afterwards. Where a leaf is the image of the best one, the automorphism is
  // added: it leaves the vertices on the way to the node alone.
  void explore(std::size_t level, Vertex vertex, std::vector<Permutation>& automorphisms, Orbits& orbits);

  // The vertices in the order of the best leaf.
  const std::vector<Vertex>& leaf() const { return best_.leaf; }

 private:
  bool descend(Vertex vertex, std::size_t mark);
  std::size_t shared_levels() const;
  Trace::Order compare_leaves();
  void label(const std::vector<Vertex>& leaf, std::vector<std::uint32_t>& labels) const;
  bool back(std::size_t depth, const std::vector<Permutation>& automorphisms);

  Tree& tree_;
  Trace trace_;
  Path best_, current_;
  bool ahead_ = false;  // the current path is better than the best one, whatever comes
  std::vector<Choice> choices_;
  std::size_t first_choice_ = 0;  // the level of the first of them
  Candidate candidate_;
  Orbits scratch_;
  std::vector<std::uint32_t> best_labels_, labels_, best_row_, row_;
};

}  // namespace woodstock::symmetry::automorphisms
