#include "woodstock/symmetry/automorphisms/refinement.hpp"

#include <algorithm>

namespace woodstock::symmetry::automorphisms {

Refiner::Refiner(const Graph& graph, Partition& partition, Budget& budget)
    : graph_(graph),
      partition_(partition),
      budget_(budget),
      queued_(partition.size(), 0),
      counts_(partition.size(), 0),
      touched_(partition.size(), 0) {}

void Refiner::add_splitter(std::uint32_t cell) {
  queued_[cell] = 1;
  (partition_.length(cell) == 1 ? single_ : others_).push_back(cell);
}

void Refiner::add_all_splitters() {
  for (std::uint32_t cell = 0; cell < partition_.size(); cell += partition_.length(cell)) add_splitter(cell);
}

std::uint32_t Refiner::next_splitter() {
  std::uint32_t cell;
  if (!single_.empty()) {
    cell = single_.back();
    single_.pop_back();
  } else {
    cell = others_[head_++];
  }
  queued_[cell] = 0;
  return cell;
}

void Refiner::forget_splitters() {
  for (const auto cell : single_) queued_[cell] = 0;
  for (; head_ < others_.size(); ++head_) queued_[others_[head_]] = 0;
  single_.clear();
  others_.clear();
  head_ = 0;
}

bool Refiner::refine(Trace& trace) {
  bool going = true;
  while (going && !partition_.discrete() && (!single_.empty() || head_ < others_.size())) {
    budget_.look();
    const auto splitter = next_splitter();
    const bool counted = partition_.length(splitter) > 1;
    std::uint32_t seen = 0;
    if (counted) {
      count_neighbours(splitter);
    } else {
      seen = touch_neighbours(partition_.elements()[splitter]);
    }
    going = trace.add(mix(splitter, seen));
    if (!split_touched(counted, trace)) going = false;
  }
  forget_splitters();
  return going && trace.end();
}

// Neighbours that are alone in their cells cannot be told apart further: which they are goes into the trace, so that at
// a leaf all edges are in it.
std::uint32_t Refiner::touch_neighbours(Vertex vertex) {
  std::uint32_t seen = 0;
  for (const auto neighbour : graph_.of(vertex)) {
    const auto cell = partition_.cell_of(neighbour);
    if (partition_.length(cell) == 1) {
      seen += mix(cell, 1);
    } else {
      touch(neighbour, cell);
    }
  }
  return seen;
}

void Refiner::count_neighbours(std::uint32_t splitter) {
  const auto end = splitter + partition_.length(splitter);
  // Touching moves vertices within their cells, also within the splitter itself: it is counted from a copy.
  sorted_.assign(partition_.elements().begin() + splitter, partition_.elements().begin() + end);
  for (const auto vertex : sorted_) {
    for (const auto neighbour : graph_.of(vertex)) {
      const auto cell = partition_.cell_of(neighbour);
      if (partition_.length(cell) == 1) continue;
      if (counts_[neighbour]++ == 0) touch(neighbour, cell);
    }
  }
}

void Refiner::touch(Vertex vertex, std::uint32_t cell) {
  if (touched_[cell]++ == 0) cells_.push_back(cell);
  partition_.move(vertex, cell + partition_.length(cell) - touched_[cell]);
}

bool Refiner::split_touched(bool counted, Trace& trace) {
  std::sort(cells_.begin(), cells_.end());  // the order in which they were met depends on how vertices are numbered
  bool going = true;
  for (const auto cell : cells_) {
    const auto touched = touched_[cell];
    const auto end = cell + partition_.length(cell);
    touched_[cell] = 0;
    if (going) {
      group_by_count(cell, touched, counted);
      going = trace.add(mix(cell, touched));
      for (const auto bound : bounds_) {
        going = going && trace.add(mix(bound, counts_[partition_.elements()[bound]]));
      }
      if (going) split_at_bounds(cell);
    }
    if (!counted) continue;
    for (auto place = end - touched; place < end; ++place) counts_[partition_.elements()[place]] = 0;
  }
  cells_.clear();
  return going;
}

// Sorts the touched vertices, at the end of the cell, by their counts; `bounds_` are the places where another begins.
void Refiner::group_by_count(std::uint32_t cell, std::uint32_t touched, bool counted) {
  const auto end = cell + partition_.length(cell), first = end - touched;
  const auto& elements = partition_.elements();
  bounds_.clear();
  if (first > cell) bounds_.push_back(first);
  if (!counted) return;
  auto lowest = counts_[elements[first]], highest = lowest;
  for (auto place = first + 1; place < end; ++place) {
    const auto count = counts_[elements[place]];
    lowest = std::min(lowest, count);
    highest = std::max(highest, count);
  }
  if (lowest == highest) return;
  sort_by_count(first, end, highest);
  for (auto place = first + 1; place < end; ++place) {
    if (counts_[elements[place]] != counts_[elements[place - 1]]) bounds_.push_back(place);
  }
}

void Refiner::sort_by_count(std::uint32_t first, std::uint32_t end, std::uint32_t highest) {
  const auto& elements = partition_.elements();
  sorted_.assign(elements.begin() + first, elements.begin() + end);
  if (highest > sorted_.size()) {
    std::sort(sorted_.begin(), sorted_.end(), [&](Vertex one, Vertex other) { return counts_[one] < counts_[other]; });
    for (const auto vertex : sorted_) partition_.put(vertex, first++);
    return;
  }
  buckets_.assign(highest + 1, 0);
  for (const auto vertex : sorted_) ++buckets_[counts_[vertex]];
  for (auto& bucket : buckets_) {
    const auto length = bucket;
    bucket = first;
    first += length;
  }
  for (const auto vertex : sorted_) partition_.put(vertex, buckets_[counts_[vertex]]++);
}

void Refiner::split_at_bounds(std::uint32_t cell) {
  for (auto bound = bounds_.rbegin(); bound != bounds_.rend(); ++bound) partition_.split(cell, *bound);
  if (queued_[cell]) {
    for (const auto bound : bounds_) add_splitter(bound);
    return;
  }
  auto largest = cell;
  for (const auto bound : bounds_) {
    if (partition_.length(bound) > partition_.length(largest)) largest = bound;
  }
  if (bounds_.empty()) return;
  if (largest != cell) add_splitter(cell);
  for (const auto bound : bounds_) {
    if (bound != largest) add_splitter(bound);
  }
}

}  // namespace woodstock::symmetry::automorphisms
