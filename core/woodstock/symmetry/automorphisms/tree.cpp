#include "woodstock/symmetry/automorphisms/tree.hpp"

#include <algorithm>

namespace woodstock::symmetry::automorphisms {

void Path::add(const Level& level, const std::vector<std::uint32_t>& trace) {
  levels.push_back(level);
  numbers.insert(numbers.end(), trace.begin(), trace.end());
  ends.push_back(numbers.size());
}

void Path::cut(std::size_t count) {
  levels.resize(count);
  ends.resize(count + 1);
  numbers.resize(ends.back());
}

Vertex Tree::lowest(std::uint32_t cell) const { return std::ranges::min(partition_.cell(cell)); }

bool Tree::descend(Vertex vertex, Trace& trace) {
  const auto cell = partition_.cell_of(vertex);
  const auto made = cell + partition_.length(cell) - 1;
  partition_.move(vertex, made);
  partition_.split(cell, made);
  refiner_.add_splitter(made);
  return refiner_.refine(trace);
}

void list_rest(Choice& choice, const Tree& tree, std::span<const Vertex> path,
               std::span<const Permutation> automorphisms, Orbits& scratch) {
  choice.listed = true;
  const auto cell = tree.partition().cell(choice.cell);
  std::vector<const Permutation*> own;
  for (const auto& one : automorphisms) {
    if (std::all_of(path.begin(), path.end(), [&](Vertex vertex) { return one.fixes(vertex); })) own.push_back(&one);
  }
  choice.rest.assign(cell.begin(), cell.end());
  std::sort(choice.rest.begin(), choice.rest.end(), std::greater<>());  // to try them in the same order always
  if (own.empty()) {
    std::erase(choice.rest, choice.vertex);
    return;
  }
  scratch.reset();
  for (const auto* one : own) scratch.join(*one);
  scratch.mark(choice.vertex);
  std::erase_if(choice.rest, [&](Vertex vertex) {
    const bool known = scratch.marked(vertex);
    scratch.mark(vertex);
    return known;
  });
}

}  // namespace woodstock::symmetry::automorphisms
