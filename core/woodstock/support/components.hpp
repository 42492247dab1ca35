// Strongly connected components of a graph given by a successor function.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace woodstock::support {

// Tarjan's algorithm without recursion, for graphs come from strangers. Calls found(component) for every component,
// those that are depended on first. `successors(node, visit)` calls visit(next) for every edge.
template <typename Successors, typename Found>
void strong_components(std::uint32_t nodes, const std::vector<std::uint32_t>& starts, Successors successors,
                       Found found) {
  constexpr std::uint32_t kUnseen = 0;
  std::vector<std::uint32_t> index(nodes, kUnseen);
  std::vector<std::uint32_t> low(nodes, 0);
  std::vector<bool> open(nodes, false);
  std::vector<std::uint32_t> path;
  struct Frame {
    std::uint32_t node;
    std::uint32_t edges_begin;
    std::uint32_t edges_next;
  };
  std::vector<Frame> frames;
  std::vector<std::uint32_t> edges;  // the edges of all open frames, one frame after another
  std::uint32_t counter = 0;

  const auto enter = [&](std::uint32_t node) {
    index[node] = low[node] = ++counter;
    open[node] = true;
    path.push_back(node);
    const auto begin = static_cast<std::uint32_t>(edges.size());
    successors(node, [&](std::uint32_t next) { edges.push_back(next); });
    frames.push_back({node, begin, begin});
  };

  std::vector<std::uint32_t> component;
  for (const auto start : starts) {
    if (index[start] != kUnseen) continue;
    enter(start);
    while (!frames.empty()) {
      auto& frame = frames.back();
      if (frame.edges_next < edges.size()) {
        const auto next = edges[frame.edges_next++];
        if (index[next] == kUnseen) {
          enter(next);
        } else if (open[next]) {
          low[frame.node] = std::min(low[frame.node], index[next]);
        }
        continue;
      }
      const auto node = frame.node;
      edges.resize(frame.edges_begin);
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[node]);
      if (low[node] != index[node]) continue;
      component.clear();
      std::uint32_t member = 0;
      do {
        member = path.back();
        path.pop_back();
        open[member] = false;
        component.push_back(member);
      } while (member != node);
      found(component);
    }
  }
}

}  // namespace woodstock::support
