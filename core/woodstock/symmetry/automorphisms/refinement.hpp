// Equitable refinement of a partition (1-dimensional Weisfeiler-Leman, with Hopcroft's rule).
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/symmetry/automorphisms/budget.hpp"
#include "woodstock/symmetry/automorphisms/graph.hpp"
#include "woodstock/symmetry/automorphisms/partition.hpp"
#include "woodstock/symmetry/automorphisms/trace.hpp"

namespace woodstock::symmetry::automorphisms {

// Splits cells until any two vertices of a cell have as many neighbours in every cell. Cells by which others are still
// to be split, the splitters, wait in a queue; of the parts of a cell that was no longer in it all but the largest are
// put there (Hopcroft 1971; Paige and Tarjan 1987). What is done costs as much as the edges at the splitters.
class Refiner {
 public:
  Refiner(const Graph& graph, Partition& partition, Budget& budget);

  void add_splitter(std::uint32_t cell);
  void add_all_splitters();
  // Splits by all splitters, or until the partition is discrete. False if the trace had enough of it.
  bool refine(Trace& trace);

 private:
  std::uint32_t next_splitter();
  void forget_splitters();
  std::uint32_t touch_neighbours(Vertex vertex);
  void count_neighbours(std::uint32_t splitter);
  void touch(Vertex vertex, std::uint32_t cell);
  bool split_touched(bool counted, Trace& trace);
  void group_by_count(std::uint32_t cell, std::uint32_t touched, bool counted);
  void sort_by_count(std::uint32_t first, std::uint32_t end, std::uint32_t highest);
  void split_at_bounds(std::uint32_t cell);

  const Graph& graph_;
  Partition& partition_;
  Budget& budget_;
  std::vector<std::uint32_t> single_, others_;  // the queue: splitters of one vertex come first, they do the most
  std::size_t head_ = 0;                        // of the others
  std::vector<std::uint8_t> queued_;            // by cell
  std::vector<std::uint32_t> counts_;           // by vertex: neighbours in the splitter
  std::vector<std::uint32_t> touched_;          // by cell: vertices with such, which stand at its end
  std::vector<std::uint32_t> cells_;            // that have any
  std::vector<std::uint32_t> bounds_;           // where a cell is to be split
  std::vector<std::uint32_t> buckets_;
  std::vector<Vertex> sorted_;
};

}  // namespace woodstock::symmetry::automorphisms
