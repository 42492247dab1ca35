// The automorphisms of a coloured graph, by individualisation and refinement.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "woodstock/symmetry/automorphisms/canonical_search.hpp"
#include "woodstock/symmetry/automorphisms/matching.hpp"
#include "woodstock/symmetry/automorphisms/permutation.hpp"
#include "woodstock/symmetry/automorphisms/tree.hpp"

namespace woodstock::symmetry::automorphisms {

// A first path is followed to its leaf. The vertices that are individualised on it, v0, v1, .., are a base of the
// group: only the identity leaves all of them alone. Then, from the last level up, each other vertex of the target cell
// is tried instead of the level's own: is there an automorphism that leaves the ones above alone and maps the one to
// the other? If so, it is a generator; vertices that known automorphisms map to each other need one try. What is
// found is a strong generating set, and the order of the group is the product of the orbits of the base's vertices,
// each under those that leave the ones before it alone (McKay 1981; Junttila and Kaski 2007).
class AutomorphismSearch {
 public:
  // The colours, as ranks, are an equitable partition. With `canonical` the canonical leaf is looked for as well.
  AutomorphismSearch(const Graph& graph, std::span<const std::uint32_t> colours, bool canonical, Budget& budget);
  ~AutomorphismSearch() { budget_.give_back(path_bytes_); }
  AutomorphismSearch(const AutomorphismSearch&) = delete;
  AutomorphismSearch& operator=(const AutomorphismSearch&) = delete;

  // What is found is there also if it is interrupted.
  void run();

  std::vector<Permutation>& automorphisms() { return automorphisms_; }
  // The order of the group is their product.
  const std::vector<std::uint32_t>& orbit_sizes() const { return orbit_sizes_; }
  // The vertices in canonical order, if that was asked for; otherwise in some order.
  const std::vector<Vertex>& order() const { return canonical_ ? canonical_->leaf() : first_.leaf; }

 private:
  void follow_first_path();
  void search_level(std::size_t level);
  void try_vertex(std::size_t level, Vertex vertex);
  bool extend(std::size_t level, Vertex vertex);
  bool descend(Vertex vertex, std::size_t level);
  bool branch(std::size_t level);
  bool back(std::size_t level, std::size_t depth);
  void retreat(std::size_t mark);
  bool is_extension(std::size_t mark);
  std::size_t compare_failed_leaf();
  void add(Permutation automorphism);

  Budget& budget_;
  Tree tree_;
  Path first_;
  std::size_t path_bytes_ = 0;  // of its traces, and of copies in the search for the canonical leaf
  bool wants_canonical_;
  std::optional<Matching> matching_;
  std::optional<CanonicalSearch> canonical_;
  Trace trace_;
  Candidate candidate_;
  Orbits orbits_, scratch_;
  std::vector<Permutation> automorphisms_;
  std::vector<std::uint32_t> orbit_sizes_;
  std::vector<Choice> choices_;               // below the vertex that is tried
  std::vector<Vertex> path_;                  // individualised on the way, from that vertex on
  std::vector<Vertex> failed_path_, failed_;  // the first leaf below it that was no image of the first one
};

}  // namespace woodstock::symmetry::automorphisms
