// How far the partition of a node is from that of the node at the same level of the first path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/symmetry/automorphisms/partition.hpp"

namespace woodstock::symmetry::automorphisms {

// Where all cells of several vertices are the same sets in both, what is left to do is likely nothing: the vertices
// that are alone in their cells go to those in the same places, all others stay (Darga, Sakallah and Markov 2008). So
// an automorphism that moves few vertices is found after few levels, however long the first path is.
//
// No partition of the first path is kept: its cells hold what its leaf has in their places.
class Matching {
 public:
  // Of a leaf, and of the nodes above it.
  explicit Matching(std::vector<Vertex> leaf);

  // The place that a vertex has in the leaf.
  std::uint32_t place(Vertex vertex) const { return places_[vertex]; }
  const std::vector<Vertex>& leaf() const { return leaf_; }

  // From here on this partition is followed: it is at a node of the first path.
  void begin(const Partition& partition);
  // Take in the splits that came since, or leave out those that were taken back: to be called after either.
  void follow(const Partition& partition);
  bool complete() const { return strangers_ == 0; }

 private:
  struct Step {
    std::uint32_t cell, strangers;  // what the cell that was split had
    std::uint64_t all;
  };
  void split(const Partition& partition, const Partition::Split& made);

  std::vector<Vertex> leaf_;
  std::vector<std::uint32_t> places_;        // by vertex
  std::vector<std::uint32_t> strangers_in_;  // by cell: vertices that the other partition has not there
  std::uint64_t strangers_ = 0;              // in all cells of several vertices
  std::vector<Step> steps_;
  std::size_t begun_ = 0;
};

}  // namespace woodstock::symmetry::automorphisms
