// Strongly connected components of a graph given by a successor function.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace woodstock::support {

// Tarjan's algorithm without recursion, for graphs come from strangers. What it needs of memory is kept for the next
// time.
class StrongComponents {
 public:
  // Calls found(component) for every component, those that are depended on first. `successors(node, visit)` calls
  // visit(next) for every edge.
  template <typename Starts, typename Successors, typename Found>
  void find(std::uint32_t nodes, const Starts& starts, Successors successors, Found found) {
    index_.assign(nodes, kUnseen);
    low_.assign(nodes, 0);
    open_.assign(nodes, false);
    std::uint32_t counter = 0;
    const auto enter = [&](std::uint32_t node) {
      index_[node] = low_[node] = ++counter;
      open_[node] = true;
      path_.push_back(node);
      const auto begin = edges_.size();
      successors(node, [&](std::uint32_t next) { edges_.push_back(next); });
      frames_.push_back({node, begin, begin});
    };
    for (const auto start : starts) {
      if (index_[start] != kUnseen) continue;
      enter(start);
      while (!frames_.empty()) {
        auto& frame = frames_.back();
        if (frame.edges_next < edges_.size()) {
          const auto next = edges_[frame.edges_next++];
          if (index_[next] == kUnseen) {
            enter(next);
          } else if (open_[next]) {
            low_[frame.node] = std::min(low_[frame.node], index_[next]);
          }
          continue;
        }
        const auto node = frame.node;
        edges_.resize(frame.edges_begin);
        frames_.pop_back();
        if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
        if (low_[node] != index_[node]) continue;
        component_.clear();
        do {
          component_.push_back(path_.back());
          open_[path_.back()] = false;
          path_.pop_back();
        } while (component_.back() != node);
        found(component_);
      }
    }
  }

 private:
  static constexpr std::uint32_t kUnseen = 0;
  struct Frame {
    std::uint32_t node;
    std::size_t edges_begin;
    std::size_t edges_next;
  };

  std::vector<std::uint32_t> index_, low_, path_, component_;
  std::vector<bool> open_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> edges_;  // of all frames, one frame after another
};

}  // namespace woodstock::support
