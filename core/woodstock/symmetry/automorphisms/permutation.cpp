#include "woodstock/symmetry/automorphisms/permutation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace woodstock::symmetry::automorphisms {

bool Permutation::fixes(Vertex vertex) const { return !std::binary_search(moved.begin(), moved.end(), vertex); }

Candidate::Candidate(const Graph& graph) : graph_(graph), images_(graph.vertices()), seen_(graph.vertices(), 0) {
  std::iota(images_.begin(), images_.end(), 0U);
}

void Candidate::map(Vertex vertex, Vertex image) {
  if (vertex == image) return;
  images_[vertex] = image;
  moved_.push_back(vertex);
}

bool Candidate::is_automorphism() {
  for (const auto vertex : moved_) {
    const auto from = graph_.of(vertex), to = graph_.of(images_[vertex]);
    if (from.size() != to.size()) return false;
    if (++look_ == 0) {
      std::fill(seen_.begin(), seen_.end(), 0U);
      ++look_;
    }
    for (const auto neighbour : to) seen_[neighbour] = look_;
    for (const auto neighbour : from) {
      if (seen_[images_[neighbour]] != look_) return false;
    }
  }
  return true;
}

Permutation Candidate::take() {
  Permutation out;
  std::sort(moved_.begin(), moved_.end());
  out.moved = moved_;
  out.images.reserve(moved_.size());
  for (const auto vertex : moved_) out.images.push_back(images_[vertex]);
  forget();
  return out;
}

void Candidate::forget() {
  for (const auto vertex : moved_) images_[vertex] = vertex;
  moved_.clear();
}

Orbits::Orbits(std::uint32_t vertices) : parents_(vertices), sizes_(vertices), marks_(vertices, 0) { reset(); }

void Orbits::reset() {
  std::iota(parents_.begin(), parents_.end(), 0U);
  std::fill(sizes_.begin(), sizes_.end(), 1U);
  std::fill(marks_.begin(), marks_.end(), 0U);
}

Vertex Orbits::find(Vertex vertex) {
  while (parents_[vertex] != vertex) vertex = parents_[vertex] = parents_[parents_[vertex]];
  return vertex;
}

void Orbits::join(const Permutation& permutation) {
  for (std::size_t at = 0; at < permutation.moved.size(); ++at) {
    auto one = find(permutation.moved[at]), other = find(permutation.images[at]);
    if (one == other) continue;
    if (sizes_[one] < sizes_[other]) std::swap(one, other);
    parents_[other] = one;
    sizes_[one] += sizes_[other];
    if (marks_[other] == age_) marks_[one] = age_;
  }
}

}  // namespace woodstock::symmetry::automorphisms
