// A coloured graph falls into parts that have nothing to do with one another.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/symmetry/automorphisms/graph.hpp"
#include "woodstock/symmetry/automorphisms/partition.hpp"

namespace woodstock::symmetry::automorphisms {

struct Component {
  Graph graph;
  std::vector<std::uint32_t> colours;  // the cells that its vertices are in, by rank among those that it meets
  std::vector<Vertex> origin;          // the vertices in the graph that it is taken from, ascending
  std::uint32_t first_cell;            // the first that it meets there
};

// The partition is equitable. Vertices that are alone in their cells are left out, and so are the edges between two
// cells where each vertex of the one is joined to each of the other: whatever keeps the cells keeps these. What is left
// falls into connected components, in which the cells are equitable still; automorphisms of the whole are those of the
// components and those that exchange components. Components that share a cell share all of theirs and come one after
// another, in the order of cells.
std::vector<Component> components(const Graph& graph, const Partition& partition);

}  // namespace woodstock::symmetry::automorphisms
