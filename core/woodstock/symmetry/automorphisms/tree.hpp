// The search tree: a node is an equitable partition, its children individualise the vertices of one cell each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/symmetry/automorphisms/budget.hpp"
#include "woodstock/symmetry/automorphisms/graph.hpp"
#include "woodstock/symmetry/automorphisms/partition.hpp"
#include "woodstock/symmetry/automorphisms/permutation.hpp"
#include "woodstock/symmetry/automorphisms/refinement.hpp"
#include "woodstock/symmetry/automorphisms/trace.hpp"

namespace woodstock::symmetry::automorphisms {

// From the root to a leaf. Level i leads from node i to node i + 1.
struct Path {
  struct Level {
    std::uint32_t cell, length;  // the target cell of the node
    Vertex vertex;               // of it, which is individualised
    std::size_t mark;            // what the trail of the partition was at the node
  };
  std::vector<Level> levels;
  std::vector<std::uint32_t> numbers;  // the traces of all levels
  std::vector<std::size_t> ends{0};    // where each ends in there
  std::vector<Vertex> leaf;            // the vertices in the order of the leaf

  std::span<const std::uint32_t> trace(std::size_t level) const {
    if (level >= levels.size()) return {};
    return {numbers.data() + ends[level], numbers.data() + ends[level + 1]};
  }
  void add(const Level& level, const std::vector<std::uint32_t>& trace);
  // Only the first levels are kept.
  void cut(std::size_t count);
};

// One node at a time, with the way back. Which cell is the target follows from the partition alone, not from how
// vertices are numbered: so isomorphic graphs have isomorphic trees.
class Tree {
 public:
  Tree(const Graph& graph, std::span<const std::uint32_t> colours, Budget& budget)
      : graph_(graph), partition_(colours), refiner_(graph, partition_, budget) {}

  const Graph& graph() const { return graph_; }
  const Partition& partition() const { return partition_; }
  std::size_t mark() const { return partition_.trail().size(); }
  void unwind(std::size_t mark) { partition_.unwind(mark); }

  // The target cell: the first with several vertices. In the graphs of games that is one of fluents, of which all else
  // is made up; largest cells took 1.5 times as long, and smallest ones a hundred times in some games.
  std::uint32_t target() const { return partition_.first_open(); }
  // The vertex of a cell that has the lowest number. Any would do; what is found is easier to read so, for points come
  // before all else in the graphs of games, and in the order of their names.
  Vertex lowest(std::uint32_t cell) const;
  // Down to the child in which a vertex is individualised. False if its trace was not as it should be; the node may be
  // anywhere below then.
  bool descend(Vertex vertex, Trace& trace);

 private:
  const Graph& graph_;
  Partition partition_;
  Refiner refiner_;
};

// The children of a node that are still to be tried, with one for all of those that automorphisms map to each other.
struct Choice {
  std::uint32_t cell;
  std::size_t mark;
  Vertex vertex;             // the last one that was tried
  std::vector<Vertex> rest;  // others, listed once they are needed, the next one last
  bool listed = false;
};

// Lists what else there is to try at a node, which the tree is at. `path` are the vertices that are individualised on
// the way to it: only automorphisms that leave them alone map children to children.
void list_rest(Choice& choice, const Tree& tree, std::span<const Vertex> path,
               std::span<const Permutation> automorphisms, Orbits& scratch);

}  // namespace woodstock::symmetry::automorphisms
