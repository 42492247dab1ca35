#include "woodstock/symmetry/automorphisms/components.hpp"

#include <algorithm>

namespace woodstock::symmetry::automorphisms {

namespace {

// For each entry of the lists of neighbours, whether it says anything that the cells do not.
std::vector<std::uint8_t> informative_edges(const Graph& graph, const Partition& partition) {
  std::vector<std::uint8_t> kept(graph.neighbours.size(), 0);
  std::vector<std::uint32_t> counts(partition.size(), 0);
  for (auto cell = partition.first_open(); cell != partition.size(); cell = partition.next_open(cell)) {
    const auto vertices = partition.cell(cell);
    // In an equitable partition one vertex speaks for its cell.
    for (const auto neighbour : graph.of(vertices[0])) ++counts[partition.cell_of(neighbour)];
    for (const auto vertex : vertices) {
      for (auto at = graph.offsets[vertex]; at < graph.offsets[vertex + 1]; ++at) {
        const auto other = partition.cell_of(graph.neighbours[at]);
        kept[at] = partition.length(other) > 1 && counts[other] < partition.length(other) - (other == cell ? 1 : 0);
      }
    }
    for (const auto neighbour : graph.of(vertices[0])) counts[partition.cell_of(neighbour)] = 0;
  }
  return kept;
}

constexpr std::uint32_t kNone = UINT32_MAX;

// The number of the component of each vertex, kNone for those that are alone in their cells; and how many there are.
// A component is met first in the first of its cells: so components come in the order of cells.
std::uint32_t number_components(const Graph& graph, const Partition& partition, const std::vector<std::uint8_t>& kept,
                                std::vector<std::uint32_t>& numbers) {
  std::uint32_t count = 0;
  std::vector<Vertex> reached;
  numbers.assign(partition.size(), kNone);
  for (auto cell = partition.first_open(); cell != partition.size(); cell = partition.next_open(cell)) {
    for (const auto start : partition.cell(cell)) {
      if (numbers[start] != kNone) continue;
      numbers[start] = count;
      reached.assign(1, start);
      while (!reached.empty()) {
        const auto vertex = reached.back();
        reached.pop_back();
        for (auto at = graph.offsets[vertex]; at < graph.offsets[vertex + 1]; ++at) {
          const auto neighbour = graph.neighbours[at];
          if (!kept[at] || numbers[neighbour] != kNone) continue;
          numbers[neighbour] = count;
          reached.push_back(neighbour);
        }
      }
      ++count;
    }
  }
  return count;
}

}  // namespace

std::vector<Component> components(const Graph& graph, const Partition& partition) {
  const auto kept = informative_edges(graph, partition);
  std::vector<std::uint32_t> numbers;
  std::vector<Component> found(number_components(graph, partition, kept, numbers));
  std::vector<Vertex> local(graph.vertices());
  for (Vertex vertex = 0; vertex < graph.vertices(); ++vertex) {
    if (numbers[vertex] == kNone) continue;
    auto& own = found[numbers[vertex]];
    local[vertex] = static_cast<Vertex>(own.origin.size());
    own.origin.push_back(vertex);
  }
  for (auto& own : found) {
    own.colours.resize(own.origin.size());
    own.graph.offsets.reserve(own.origin.size() + 1);
    for (const auto vertex : own.origin) {
      for (auto at = graph.offsets[vertex]; at < graph.offsets[vertex + 1]; ++at) {
        if (kept[at]) own.graph.neighbours.push_back(local[graph.neighbours[at]]);
      }
      own.graph.offsets.push_back(static_cast<std::uint32_t>(own.graph.neighbours.size()));
    }
  }
  std::vector<std::uint32_t> last_cell(found.size(), kNone), rank(found.size(), 0);
  for (const auto vertex : partition.elements()) {
    if (numbers[vertex] == kNone) continue;
    const auto number = numbers[vertex], cell = partition.cell_of(vertex);
    if (last_cell[number] == kNone) {
      found[number].first_cell = cell;
    } else if (last_cell[number] != cell) {
      ++rank[number];
    }
    last_cell[number] = cell;
    found[number].colours[local[vertex]] = rank[number];
  }
  return found;
}

}  // namespace woodstock::symmetry::automorphisms
