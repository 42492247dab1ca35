#include "woodstock/symmetry/automorphisms/automorphisms.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "woodstock/symmetry/automorphisms/automorphism_search.hpp"
#include "woodstock/symmetry/automorphisms/components.hpp"
#include "woodstock/symmetry/automorphisms/partition.hpp"
#include "woodstock/symmetry/automorphisms/refinement.hpp"

namespace woodstock::symmetry::automorphisms {

namespace {

struct Solution {
  std::vector<Permutation> generators;
  std::vector<std::uint32_t> factors;
  std::vector<Vertex> order;  // all vertices, in canonical order if that was asked for
};

void solve(const Graph& graph, const std::vector<std::uint32_t>& colours, const Partition& partition, bool canonical,
           Budget& budget, Solution& out);

std::size_t bytes_of(const Graph& graph) {
  constexpr std::size_t kForVertex = 120;  // the arrays of a search
  return graph.vertices() * kForVertex + graph.neighbours.size() * sizeof(Vertex);
}

void append(const Component& part, std::vector<Permutation>& generators, Solution& out) {
  for (auto& generator : generators) {
    for (auto& vertex : generator.moved) vertex = part.origin[vertex];
    for (auto& vertex : generator.images) vertex = part.origin[vertex];
    out.generators.push_back(std::move(generator));
  }
}

// The component as its canonical order numbers it: isomorphic ones have the same.
std::vector<std::uint32_t> form_of(const Component& part, const std::vector<Vertex>& order) {
  std::vector<std::uint32_t> labels(order.size()), form;
  for (std::uint32_t place = 0; place < order.size(); ++place) labels[order[place]] = place;
  form.reserve(2 * order.size() + part.graph.neighbours.size());
  for (const auto vertex : order) {
    const auto neighbours = part.graph.of(vertex);
    form.push_back(part.colours[vertex]);
    form.push_back(static_cast<std::uint32_t>(neighbours.size()));
    for (const auto neighbour : neighbours) form.push_back(labels[neighbour]);
    std::sort(form.end() - static_cast<std::ptrdiff_t>(neighbours.size()), form.end());
  }
  return form;
}

// The permutation that exchanges two isomorphic components.
Permutation exchange(const Component& one, const std::vector<Vertex>& one_order, const Component& other,
                     const std::vector<Vertex>& other_order) {
  std::vector<std::pair<Vertex, Vertex>> images;
  for (std::size_t place = 0; place < one_order.size(); ++place) {
    const auto from = one.origin[one_order[place]], to = other.origin[other_order[place]];
    images.emplace_back(from, to);
    images.emplace_back(to, from);
  }
  std::sort(images.begin(), images.end());
  Permutation out;
  for (const auto& [from, to] : images) {
    out.moved.push_back(from);
    out.images.push_back(to);
  }
  return out;
}

// Components that share their cells, put together. Of those that are isomorphic one brings its generators: what
// exchanges them carries these to the others.
void combine(std::span<const Component> parts, std::span<Solution> solutions, Budget& budget, Solution& out) {
  std::vector<std::vector<std::uint32_t>> forms(parts.size());
  std::vector<std::size_t> sequence(parts.size());
  std::iota(sequence.begin(), sequence.end(), std::size_t{0});
  if (parts.size() > 1) {
    for (std::size_t at = 0; at < parts.size(); ++at) {
      forms[at] = form_of(parts[at], solutions[at].order);
      budget.look();
    }
    std::stable_sort(sequence.begin(), sequence.end(), [&](auto one, auto other) { return forms[one] < forms[other]; });
  }
  std::uint32_t equals = 0;
  for (std::size_t at = 0; at < sequence.size(); ++at) {
    const auto& part = parts[sequence[at]];
    auto& own = solutions[sequence[at]];
    const bool known = at > 0 && forms[sequence[at]] == forms[sequence[at - 1]];
    equals = known ? equals + 1 : 1;
    if (known) {
      const auto before = sequence[at - 1];
      out.generators.push_back(exchange(parts[before], solutions[before].order, part, own.order));
      budget.take(out.generators.back().bytes());
      out.factors.push_back(equals);
    } else {
      append(part, own.generators, out);
    }
    out.factors.insert(out.factors.end(), own.factors.begin(), own.factors.end());
    for (const auto vertex : own.order) out.order.push_back(part.origin[vertex]);
  }
}

// How deep this calls itself is bounded by twice the logarithm of the number of vertices. Edges between two cells,
// counted from either side, are as many: so all components that share their cells meet these in the same proportions.
// A component loses edges or vertices again only where it meets a cell in no more vertices than each of its vertices
// there has neighbours, or in one alone. No component that shares its cells has fewer; and if there were none, that
// cell would have been left out before. So the component has at most half of the vertices of what it was taken from.
void solve_part(const Component& part, bool canonical, Budget& budget, Solution& parent, Solution& out) {
  try {
    if (part.origin.size() == 1) {
      out.order.push_back(0);
    } else {
      solve(part.graph, part.colours, Partition(part.colours), canonical, budget, out);
    }
  } catch (const Interrupted&) {
    append(part, out.generators, parent);
    throw;
  }
}

void solve(const Graph& graph, const std::vector<std::uint32_t>& colours, const Partition& partition, bool canonical,
           Budget& budget, Solution& out) {
  budget.take(bytes_of(graph));
  const auto parts = components(graph, partition);
  if (parts.size() == 1 && parts[0].graph.neighbours.size() == graph.neighbours.size() &&
      parts[0].origin.size() == graph.vertices()) {
    AutomorphismSearch search(graph, colours, canonical, budget);
    try {
      search.run();
    } catch (const Interrupted&) {
      out.generators = std::move(search.automorphisms());
      throw;
    }
    out = {std::move(search.automorphisms()), search.orbit_sizes(), search.order()};
  } else {
    std::vector<Solution> solutions(parts.size());
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
      while (end < parts.size() && parts[end].first_cell == parts[begin].first_cell) ++end;
      for (auto at = begin; at < end; ++at) {
        solve_part(parts[at], canonical || end - begin > 1, budget, out, solutions[at]);
      }
      combine({&parts[begin], end - begin}, {&solutions[begin], end - begin}, budget, out);
    }
    for (const auto vertex : partition.elements()) {
      if (partition.length(partition.cell_of(vertex)) == 1) out.order.push_back(vertex);
    }
  }
  budget.give_back(bytes_of(graph));
}

std::vector<Vertex> lowest_of_orbits(std::uint32_t vertices, const std::vector<Permutation>& generators) {
  Orbits orbits(vertices);
  for (const auto& generator : generators) orbits.join(generator);
  std::vector<Vertex> lowest(vertices, vertices), out(vertices);
  for (Vertex vertex = 0; vertex < vertices; ++vertex) {
    auto& own = lowest[orbits.find(vertex)];
    own = std::min(own, vertex);
    out[vertex] = own;
  }
  return out;
}

}  // namespace

Group find(const ColouredGraph& coloured, bool canonical, Budget& budget) {
  const auto& [graph, colours] = coloured;
  Group out;
  Solution solution;
  Partition partition(colours);
  try {
    budget.take(bytes_of(graph));
    Refiner refiner(graph, partition, budget);
    Trace trace;
    trace.ignore();
    refiner.add_all_splitters();
    refiner.refine(trace);
    std::vector<std::uint32_t> cells(colours.size());
    for (std::uint32_t cell = 0, rank = 0; cell < partition.size(); cell += partition.length(cell), ++rank) {
      for (const auto vertex : partition.cell(cell)) cells[vertex] = rank;
    }
    solve(graph, cells, partition, canonical, budget, solution);
    out.factors = std::move(solution.factors);
    if (canonical) {
      std::vector<std::uint32_t> used(colours.size(), 0);
      out.labels.resize(colours.size());
      for (const auto vertex : solution.order) {
        const auto cell = partition.cell_of(vertex);
        out.labels[vertex] = cell + used[cell]++;
      }
    }
  } catch (const Interrupted& interrupted) {
    out.outcome = interrupted.why;
  }
  out.generators = std::move(solution.generators);
  out.orbits = lowest_of_orbits(graph.vertices(), out.generators);
  return out;
}

}  // namespace woodstock::symmetry::automorphisms
