#include "woodstock/symmetry/automorphisms/graph.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace woodstock::symmetry::automorphisms {

namespace {

constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() / 2;

void drop_parallel_edges(Graph& graph) {
  std::vector<Vertex> seen_by(graph.vertices(), graph.vertices());
  std::uint32_t kept = 0, begin = 0;
  for (Vertex vertex = 0; vertex < graph.vertices(); ++vertex) {
    const auto end = graph.offsets[vertex + 1];
    for (auto at = begin; at < end; ++at) {
      const auto other = graph.neighbours[at];
      if (seen_by[other] == vertex) continue;
      seen_by[other] = vertex;
      graph.neighbours[kept++] = other;
    }
    begin = end;
    graph.offsets[vertex + 1] = kept;
  }
  graph.neighbours.resize(kept);
}

std::vector<std::uint32_t> ranks(std::span<const std::int64_t> colours) {
  std::vector<std::int64_t> distinct(colours.begin(), colours.end());
  // Most vertices are made in runs of one colour: what is left after this is quick to sort.
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<std::uint32_t> out(colours.size());
  std::uint32_t rank = 0;
  for (std::size_t at = 0; at < colours.size(); ++at) {
    if (at == 0 || colours[at] != colours[at - 1]) {
      const auto found = std::lower_bound(distinct.begin(), distinct.end(), colours[at]);
      rank = static_cast<std::uint32_t>(found - distinct.begin());
    }
    out[at] = rank;
  }
  return out;
}

// Ranks again where vertices with loops differ from those without.
std::vector<std::uint32_t> with_loops(const std::vector<std::uint32_t>& colours, std::span<const std::int64_t> pairs) {
  std::vector<std::int64_t> finer;
  for (std::size_t at = 0; at < pairs.size(); at += 2) {
    if (pairs[at] != pairs[at + 1]) continue;
    if (finer.empty()) {
      for (const auto colour : colours) finer.push_back(2 * static_cast<std::int64_t>(colour));
    }
    finer[static_cast<std::size_t>(pairs[at])] |= 1;
  }
  return finer.empty() ? colours : ranks(finer);
}

}  // namespace

ColouredGraph coloured_graph(std::span<const std::int64_t> colours, std::span<const std::int64_t> pairs) {
  const auto vertices = colours.size();
  if (vertices > kMost || pairs.size() > kMost) throw std::invalid_argument("this graph is too large");
  if (pairs.size() % 2 != 0) throw std::invalid_argument("an edge has two ends");
  Graph graph;
  graph.offsets.assign(vertices + 1, 0);
  for (const auto end : pairs) {
    if (end < 0 || static_cast<std::size_t>(end) >= vertices) throw std::invalid_argument("an edge ends at no vertex");
  }
  const auto each_edge = [&](auto visit) {
    for (std::size_t at = 0; at < pairs.size(); at += 2) {
      if (pairs[at] != pairs[at + 1]) visit(static_cast<Vertex>(pairs[at]), static_cast<Vertex>(pairs[at + 1]));
    }
  };
  each_edge([&](Vertex one, Vertex other) {
    ++graph.offsets[one + 1];
    ++graph.offsets[other + 1];
  });
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) graph.offsets[vertex + 1] += graph.offsets[vertex];
  graph.neighbours.resize(graph.offsets.back());
  std::vector<std::uint32_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
  each_edge([&](Vertex one, Vertex other) {
    graph.neighbours[next[one]++] = other;
    graph.neighbours[next[other]++] = one;
  });
  drop_parallel_edges(graph);
  return {std::move(graph), with_loops(ranks(colours), pairs)};
}

}  // namespace woodstock::symmetry::automorphisms
