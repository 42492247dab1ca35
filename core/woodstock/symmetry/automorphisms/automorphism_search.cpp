#include "woodstock/symmetry/automorphisms/automorphism_search.hpp"

#include <algorithm>
#include <utility>

namespace woodstock::symmetry::automorphisms {

AutomorphismSearch::AutomorphismSearch(const Graph& graph, std::span<const std::uint32_t> colours, bool canonical,
                                       Budget& budget)
    : budget_(budget),
      tree_(graph, colours, budget),
      wants_canonical_(canonical),
      candidate_(graph),
      orbits_(graph.vertices()),
      scratch_(graph.vertices()) {}

void AutomorphismSearch::run() {
  follow_first_path();
  matching_.emplace(first_.leaf);
  if (wants_canonical_) canonical_.emplace(tree_, first_);
  for (auto level = first_.levels.size(); level-- > 0;) search_level(level);
  std::reverse(orbit_sizes_.begin(), orbit_sizes_.end());
}

void AutomorphismSearch::follow_first_path() {
  const auto& partition = tree_.partition();
  while (!partition.discrete()) {
    const auto cell = tree_.target();
    const Path::Level level{cell, partition.length(cell), tree_.lowest(cell), tree_.mark()};
    trace_.record();
    tree_.descend(level.vertex, trace_);
    const auto bytes = (wants_canonical_ ? 3 : 1) * trace_.numbers().size() * sizeof(std::uint32_t);
    budget_.take(bytes);
    path_bytes_ += bytes;
    first_.add(level, trace_.numbers());
  }
  first_.leaf = partition.elements();
}

void AutomorphismSearch::search_level(std::size_t level) {
  const auto [cell, length, own, mark] = first_.levels[level];
  tree_.unwind(mark);
  matching_->begin(tree_.partition());
  orbits_.forget_marks();
  // The next vertex of the first path comes first, if it is in the cell: what can be mapped to it at all can be so by
  // moving little, for what was done to our own vertex on the first path was next done to that one.
  if (level + 1 < first_.levels.size() && tree_.partition().cell_of(first_.levels[level + 1].vertex) == cell) {
    try_vertex(level, first_.levels[level + 1].vertex);
  }
  if (orbits_.size(own) < length) {
    const auto vertices = tree_.partition().cell(cell);
    std::vector<Vertex> others(vertices.begin(), vertices.end());
    std::sort(others.begin(), others.end());
    for (const auto vertex : others) try_vertex(level, vertex);
  }
  orbit_sizes_.push_back(orbits_.size(own));
}

void AutomorphismSearch::try_vertex(std::size_t level, Vertex vertex) {
  const auto own = orbits_.find(first_.levels[level].vertex);
  if (orbits_.find(vertex) == own || orbits_.marked(vertex) || extend(level, vertex)) return;
  if (canonical_) {
    const auto known = automorphisms_.size();
    canonical_->explore(level, vertex, automorphisms_, orbits_);
    for (auto at = known; at < automorphisms_.size(); ++at) budget_.take(automorphisms_[at].bytes());
  }
  orbits_.mark(vertex);
}

// Is there an automorphism that maps the first path's own vertex to this one, and leaves those above alone? Below it,
// the traces and target cells of the first path are followed, with whatever vertices fit.
bool AutomorphismSearch::extend(std::size_t level, Vertex vertex) {
  const auto start = first_.levels[level].mark;
  choices_.clear();
  path_.clear();
  failed_.clear();
  bool below = descend(vertex, level);
  while (below) {
    if (matching_->complete() && is_extension(start)) {
      add(candidate_.take());
      retreat(start);
      return true;
    }
    candidate_.forget();
    if (tree_.partition().discrete() || level + path_.size() >= first_.levels.size()) {
      below = back(level, compare_failed_leaf());
    } else {
      below = branch(level + path_.size()) || back(level, choices_.size());
    }
  }
  retreat(start);
  return false;
}

bool AutomorphismSearch::descend(Vertex vertex, std::size_t level) {
  trace_.repeat(first_.trace(level));
  if (!tree_.descend(vertex, trace_)) return false;
  matching_->follow(tree_.partition());
  path_.push_back(vertex);
  return true;
}

// The first try at a new node: to map the first path's vertex to itself; else to one that is in the cell here and not
// there, for it is from somewhere else that it has to come.
bool AutomorphismSearch::branch(std::size_t level) {
  const auto [cell, length, own, unused] = first_.levels[level];
  const auto& partition = tree_.partition();
  if (!partition.has_cell(cell, length)) return false;  // traces that are the same by chance
  auto next = own;
  if (partition.cell_of(own) != cell) {
    const auto vertices = partition.cell(cell);
    const auto stranger = std::find_if(vertices.begin(), vertices.end(), [&](Vertex vertex) {
      return matching_->place(vertex) < cell || matching_->place(vertex) >= cell + length;
    });
    next = *stranger;
  }
  choices_.push_back({cell, tree_.mark(), next, {}});
  return descend(next, level);
}

// On to the next child of one of the first `depth` nodes below the vertex that is tried, the deepest with one left.
bool AutomorphismSearch::back(std::size_t level, std::size_t depth) {
  choices_.resize(depth);
  while (!choices_.empty()) {
    auto& choice = choices_.back();
    retreat(choice.mark);
    path_.resize(choices_.size());
    if (!choice.listed) list_rest(choice, tree_, path_, automorphisms_, scratch_);
    if (choice.rest.empty()) {
      choices_.pop_back();
      continue;
    }
    choice.vertex = choice.rest.back();
    choice.rest.pop_back();
    if (descend(choice.vertex, level + path_.size())) return true;
  }
  return false;
}

void AutomorphismSearch::retreat(std::size_t mark) {
  tree_.unwind(mark);
  matching_->follow(tree_.partition());
}

// The vertices that became alone in their cells since the mark go where the first path has others; all else stays.
bool AutomorphismSearch::is_extension(std::size_t mark) {
  const auto& partition = tree_.partition();
  const auto map = [&](std::uint32_t cell) { candidate_.map(matching_->leaf()[cell], partition.elements()[cell]); };
  for (auto at = mark; at < partition.trail().size(); ++at) {
    const auto& split = partition.trail()[at];
    if (split.length == 1) map(split.made);
    if (split.made == split.cell + 1) map(split.cell);
  }
  return candidate_.is_automorphism();
}

// At a leaf that is no image of the first: if it is one of a leaf that failed before, so are the nodes below which the
// two lie, and all below this one fails as well. How many of the choices remain then.
std::size_t AutomorphismSearch::compare_failed_leaf() {
  const auto& elements = tree_.partition().elements();
  if (!tree_.partition().discrete()) return choices_.size();
  if (failed_.empty()) {
    failed_ = elements;
    failed_path_ = path_;
    return choices_.size();
  }
  for (std::size_t place = 0; place < elements.size(); ++place) candidate_.map(failed_[place], elements[place]);
  if (!candidate_.is_automorphism()) {
    candidate_.forget();
    return choices_.size();
  }
  add(candidate_.take());
  const auto parts = std::mismatch(path_.begin(), path_.end(), failed_path_.begin(), failed_path_.end());
  return static_cast<std::size_t>(parts.first - path_.begin());
}

void AutomorphismSearch::add(Permutation automorphism) {
  budget_.take(automorphism.bytes());
  orbits_.join(automorphism);
  automorphisms_.push_back(std::move(automorphism));
}

}  // namespace woodstock::symmetry::automorphisms
