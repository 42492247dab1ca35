// Sparse undirected graphs whose automorphisms are looked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::symmetry::automorphisms {

using Vertex = std::uint32_t;

// The neighbours of each vertex, one vertex after another. Every edge is listed at both of its ends, and none twice.
// There are no loops.
struct Graph {
  std::vector<std::uint32_t> offsets{0};
  std::vector<Vertex> neighbours;

  std::uint32_t vertices() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
  std::span<const Vertex> of(Vertex vertex) const {
    return {neighbours.data() + offsets[vertex], neighbours.data() + offsets[vertex + 1]};
  }
};

// A graph and the colours of its vertices by rank: 0 for the lowest one that there is, and so on.
struct ColouredGraph {
  Graph graph;
  std::vector<std::uint32_t> colours;
};

// The graph with these colours and these edges, a pair of vertices each. Parallel edges are one, and to have a loop is
// a matter of colour. Throws std::invalid_argument unless the ends are vertices, and where there are more vertices or
// ends than half of what 32 bits can count.
ColouredGraph coloured_graph(std::span<const std::int64_t> colours, std::span<const std::int64_t> pairs);

}  // namespace woodstock::symmetry::automorphisms
