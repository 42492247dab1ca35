// Automorphisms by what they move, and the orbits that they make.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/symmetry/automorphisms/graph.hpp"

namespace woodstock::symmetry::automorphisms {

// The vertices that are moved, ascending, and where each goes. Automorphisms of large sparse graphs move few of them
// (Darga, Sakallah and Markov 2008), and no work should be done for the rest.
struct Permutation {
  std::vector<Vertex> moved, images;

  bool fixes(Vertex vertex) const;
  std::size_t bytes() const { return sizeof(Permutation) + 2 * moved.size() * sizeof(Vertex); }
};

// Whether what is put together here is an automorphism.
class Candidate {
 public:
  explicit Candidate(const Graph& graph);

  // One vertex and where it goes; each at most once, and together a permutation.
  void map(Vertex vertex, Vertex image);
  // Whether it maps edges to edges: only those at what is moved are looked at.
  bool is_automorphism();
  // What was put together, which is forgotten here.
  Permutation take();
  void forget();

 private:
  const Graph& graph_;
  std::vector<Vertex> images_;  // by vertex; itself unless it is moved
  std::vector<Vertex> moved_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t look_ = 0;
};

// Which vertices automorphisms map to each other: a union-find structure. Orbits can be marked.
class Orbits {
 public:
  explicit Orbits(std::uint32_t vertices);

  void reset();
  Vertex find(Vertex vertex);
  void join(const Permutation& permutation);
  std::uint32_t size(Vertex vertex) { return sizes_[find(vertex)]; }

  // Marks are of one age, and orbits that are joined to marked ones become so.
  void forget_marks() { ++age_; }
  void mark(Vertex vertex) { marks_[find(vertex)] = age_; }
  bool marked(Vertex vertex) { return marks_[find(vertex)] == age_; }

 private:
  std::vector<Vertex> parents_;
  std::vector<std::uint32_t> sizes_, marks_;
  std::uint32_t age_ = 1;
};

}  // namespace woodstock::symmetry::automorphisms
