#include "woodstock/support/components.hpp"

#include <algorithm>
#include <set>

#include "harness.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::support;

namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;
using Parts = std::vector<std::vector<std::uint32_t>>;

Parts parts_of(const Graph& graph, const std::vector<std::uint32_t>& starts) {
  Parts parts;
  const auto successors = [&](std::uint32_t node, auto visit) {
    for (const auto next : graph[node]) visit(next);
  };
  StrongComponents().find(static_cast<std::uint32_t>(graph.size()), starts, successors,
                          [&](const std::vector<std::uint32_t>& part) { parts.push_back(part); });
  return parts;
}

// reach[i][j]: there is a path, possibly of no edge, from i to j.
std::vector<std::vector<bool>> closure(const Graph& graph) {
  const auto size = graph.size();
  std::vector<std::vector<bool>> reach(size, std::vector<bool>(size, false));
  for (std::size_t i = 0; i < size; ++i) {
    reach[i][i] = true;
    for (const auto next : graph[i]) reach[i][next] = true;
  }
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
      }
    }
  }
  return reach;
}

}  // namespace

TEST("strong components are the classes of nodes that reach each other, what is depended on first") {
  Random random(8);
  for (int round = 0; round < 400; ++round) {
    const auto size = 1 + random.below(14);
    Graph graph(size);
    for (auto edges = random.below(2 * size + 1); edges > 0; --edges) {
      graph[random.below(size)].push_back(random.below(size));
    }
    std::vector<std::uint32_t> starts;
    for (auto count = random.below(4); count > 0; --count) starts.push_back(random.below(size));
    const auto reach = closure(graph);
    const auto parts = parts_of(graph, starts);

    std::set<std::uint32_t> seen;
    for (const auto& part : parts) {
      CHECK(!part.empty());
      for (const auto node : part) {
        CHECK(seen.insert(node).second);
        for (std::uint32_t other = 0; other < size; ++other) {
          const bool together = std::ranges::find(part, other) != part.end();
          CHECK_EQ(together, reach[node][other] && reach[other][node]);
        }
      }
      for (const auto node : part) {  // everything it leads to was found before, or with it
        for (const auto next : graph[node]) CHECK(seen.contains(next));
      }
    }
    for (std::uint32_t node = 0; node < size; ++node) {
      const bool reached = std::ranges::any_of(starts, [&](std::uint32_t start) { return reach[start][node]; });
      CHECK_EQ(seen.contains(node), reached);
    }
  }
}

TEST("a chain and a ring of a million nodes need no deep stack") {
  const std::uint32_t size = 1'000'000;
  std::size_t parts = 0;
  std::size_t largest = 0;
  const auto count = [&](const std::vector<std::uint32_t>& part) {
    ++parts;
    largest = std::max(largest, part.size());
  };
  StrongComponents().find(
      size, std::vector{0U},
      [&](std::uint32_t node, auto visit) {
        if (node + 1 < size) visit(node + 1);
      },
      count);
  CHECK_EQ(parts, size);
  CHECK_EQ(largest, 1U);
  parts = 0;
  StrongComponents().find(
      size, std::vector{7U}, [&](std::uint32_t node, auto visit) { visit((node + 1) % size); }, count);
  CHECK_EQ(parts, 1U);
  CHECK_EQ(largest, size);
}
