// Ordered partitions of the vertices into cells, which are split and joined again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/symmetry/automorphisms/graph.hpp"

namespace woodstock::symmetry::automorphisms {

// The vertices stand in one row, cell after cell; a cell is known by the place of its first vertex. Splitting cuts the
// end of a cell off. Vertices move only within their cell, so what is at the places of a cell now was there, as a set,
// whenever the cell was made; and joining what was split needs no record of who stood where.
class Partition {
 public:
  struct Split {
    std::uint32_t cell, made, length;  // the cell, what was cut off, and how long that was
  };

  // Vertices of one colour are a cell; cells are in the order of colours, which are ranks.
  explicit Partition(std::span<const std::uint32_t> colours);

  std::uint32_t size() const { return static_cast<std::uint32_t>(elements_.size()); }
  std::uint32_t cells() const { return cells_; }
  bool discrete() const { return cells_ == size(); }

  const std::vector<Vertex>& elements() const { return elements_; }
  std::uint32_t place(Vertex vertex) const { return places_[vertex]; }
  std::uint32_t cell_of(Vertex vertex) const { return cell_of_[vertex]; }
  std::uint32_t length(std::uint32_t cell) const { return lengths_[cell]; }
  std::span<const Vertex> cell(std::uint32_t cell) const { return {elements_.data() + cell, lengths_[cell]}; }
  // Whether a cell of this length begins here.
  bool has_cell(std::uint32_t cell, std::uint32_t length) const {
    return cell < size() && cell_of_[elements_[cell]] == cell && lengths_[cell] == length;
  }

  // The cells of several vertices, in order; `size()` comes after the last.
  std::uint32_t first_open() const { return next_[size()]; }
  std::uint32_t next_open(std::uint32_t cell) const { return next_[cell]; }

  // Let a vertex change places with the one at a place of its cell.
  void move(Vertex vertex, std::uint32_t place) {
    const auto other = elements_[place];
    const auto from = places_[vertex];
    elements_[from] = other;
    places_[other] = from;
    elements_[place] = vertex;
    places_[vertex] = place;
  }
  void put(Vertex vertex, std::uint32_t place) {
    elements_[place] = vertex;
    places_[vertex] = place;
  }
  // What is at `made` and after it, to the end of the cell, becomes a cell.
  void split(std::uint32_t cell, std::uint32_t made);

  // All splits since the beginning, but for those taken back.
  const std::vector<Split>& trail() const { return trail_; }
  // Take back all splits but the first `mark` ones.
  void unwind(std::size_t mark);

 private:
  std::vector<Vertex> elements_;
  std::vector<std::uint32_t> places_, cell_of_;  // by vertex
  std::vector<std::uint32_t> lengths_;           // by cell
  std::vector<std::uint32_t> next_, previous_;   // by cell, those of several vertices; a ring by way of `size()`
  std::vector<Split> trail_;
  std::uint32_t cells_ = 0;
};

}  // namespace woodstock::symmetry::automorphisms
