#include "woodstock/symmetry/automorphisms/canonical_search.hpp"

#include <algorithm>

namespace woodstock::symmetry::automorphisms {

CanonicalSearch::CanonicalSearch(Tree& tree, const Path& first)
    : tree_(tree),
      best_(first),
      current_(first),
      candidate_(tree.graph()),
      scratch_(tree.graph().vertices()),
      best_labels_(tree.graph().vertices()),
      labels_(tree.graph().vertices()) {
  label(best_.leaf, best_labels_);
}

void CanonicalSearch::explore(std::size_t level, Vertex vertex, std::vector<Permutation>& automorphisms,
                              Orbits& orbits) {
  const auto start = tree_.mark();
  current_.cut(level);  // so far it is the first path: levels are explored from the last one up
  ahead_ = false;
  choices_.clear();
  first_choice_ = level + 1;
  bool below = descend(vertex, start);
  while (below) {
    if (!tree_.partition().discrete()) {
      const auto cell = tree_.target();
      const auto next = tree_.lowest(cell);
      choices_.push_back({cell, tree_.mark(), next, {}});
      below = descend(next, tree_.mark()) || back(choices_.size(), automorphisms);
      continue;
    }
    current_.leaf = tree_.partition().elements();
    const auto order = ahead_ || current_.levels.size() < best_.levels.size() ? Trace::Order::kLess : compare_leaves();
    auto depth = choices_.size();
    if (order == Trace::Order::kLess) {
      best_ = current_;
      label(best_.leaf, best_labels_);
      ahead_ = false;
    } else if (order == Trace::Order::kEqual) {
      for (std::size_t place = 0; place < best_.leaf.size(); ++place) {
        candidate_.map(best_.leaf[place], current_.leaf[place]);
      }
      automorphisms.push_back(candidate_.take());
      orbits.join(automorphisms.back());
      // What is below the child where the paths part is the image of what is below the best path's own.
      const auto shared = shared_levels();
      depth = shared < first_choice_ ? 0 : shared - first_choice_ + 1;
    }
    below = back(depth, automorphisms);
  }
  tree_.unwind(start);
}

// Down from the node with this mark, on which the current path is cut to end; the tree is left there if it is no use.
bool CanonicalSearch::descend(Vertex vertex, std::size_t mark) {
  const auto cell = tree_.partition().cell_of(vertex);
  const Path::Level level{cell, tree_.partition().length(cell), vertex, mark};
  if (ahead_) {
    trace_.record();
  } else {
    trace_.improve(best_.trace(current_.levels.size()));
  }
  if (!tree_.descend(vertex, trace_)) return false;
  if (trace_.order() == Trace::Order::kLess) ahead_ = true;
  current_.add(level, trace_.numbers());
  return true;
}

// On to the next child of one of the first `depth` nodes that have one left, the deepest.
bool CanonicalSearch::back(std::size_t depth, const std::vector<Permutation>& automorphisms) {
  choices_.resize(depth);
  while (!choices_.empty()) {
    auto& choice = choices_.back();
    tree_.unwind(choice.mark);
    current_.cut(first_choice_ + choices_.size() - 1);
    if (!choice.listed) {
      std::vector<Vertex> path;
      for (const auto& level : current_.levels) path.push_back(level.vertex);
      list_rest(choice, tree_, path, automorphisms, scratch_);
    }
    if (choice.rest.empty()) {
      choices_.pop_back();
      continue;
    }
    choice.vertex = choice.rest.back();
    choice.rest.pop_back();
    if (descend(choice.vertex, choice.mark)) return true;
  }
  return false;
}

std::size_t CanonicalSearch::shared_levels() const {
  std::size_t level = 0;
  while (level < current_.levels.size() && level < best_.levels.size() &&
         current_.levels[level].vertex == best_.levels[level].vertex) {
    ++level;
  }
  return level;
}

void CanonicalSearch::label(const std::vector<Vertex>& leaf, std::vector<std::uint32_t>& labels) const {
  for (std::uint32_t place = 0; place < leaf.size(); ++place) labels[leaf[place]] = place;
}

// The graph as the leaf numbers it against that of the best leaf, row by row.
Trace::Order CanonicalSearch::compare_leaves() {
  label(current_.leaf, labels_);
  const auto read = [&](Vertex vertex, const std::vector<std::uint32_t>& labels, std::vector<std::uint32_t>& row) {
    row.clear();
    for (const auto neighbour : tree_.graph().of(vertex)) row.push_back(labels[neighbour]);
    std::sort(row.begin(), row.end());
  };
  for (std::size_t place = 0; place < current_.leaf.size(); ++place) {
    read(current_.leaf[place], labels_, row_);
    read(best_.leaf[place], best_labels_, best_row_);
    if (row_ != best_row_) return row_ < best_row_ ? Trace::Order::kLess : Trace::Order::kGreater;
  }
  return Trace::Order::kEqual;
}

}  // namespace woodstock::symmetry::automorphisms
