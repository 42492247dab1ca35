#include "woodstock/symmetry/automorphisms/partition.hpp"

#include <algorithm>

namespace woodstock::symmetry::automorphisms {

Partition::Partition(std::span<const std::uint32_t> colours)
    : elements_(colours.size()),
      places_(colours.size()),
      cell_of_(colours.size()),
      lengths_(colours.size(), 0),
      next_(colours.size() + 1, 0),
      previous_(colours.size() + 1, 0) {
  const auto count = size();
  std::vector<std::uint32_t> first(count + 1, 0);
  for (const auto colour : colours) ++first[colour + 1];
  for (std::uint32_t colour = 0; colour < count; ++colour) first[colour + 1] += first[colour];
  auto next = first;
  std::uint32_t last_open = count;
  for (Vertex vertex = 0; vertex < count; ++vertex) {
    put(vertex, next[colours[vertex]]++);
    cell_of_[vertex] = first[colours[vertex]];
  }
  for (std::uint32_t colour = 0; colour < count; ++colour) {
    const auto length = first[colour + 1] - first[colour];
    if (length == 0) continue;
    const auto cell = first[colour];
    lengths_[cell] = length;
    ++cells_;
    if (length == 1) continue;
    next_[last_open] = cell;
    previous_[cell] = last_open;
    last_open = cell;
  }
  next_[last_open] = count;
  previous_[count] = last_open;
}

void Partition::split(std::uint32_t cell, std::uint32_t made) {
  const auto length = cell + lengths_[cell] - made;
  for (auto place = made; place < made + length; ++place) cell_of_[elements_[place]] = made;
  lengths_[made] = length;
  lengths_[cell] -= length;
  ++cells_;
  trail_.push_back({cell, made, length});
  if (length > 1) {
    next_[made] = next_[cell];
    previous_[made] = cell;
    previous_[next_[made]] = made;
    next_[cell] = made;
  }
  if (lengths_[cell] == 1) {  // its own links stay, by which it comes back (Knuth's dancing links)
    next_[previous_[cell]] = next_[cell];
    previous_[next_[cell]] = previous_[cell];
  }
}

void Partition::unwind(std::size_t mark) {
  while (trail_.size() > mark) {
    const auto [cell, made, length] = trail_.back();
    trail_.pop_back();
    if (lengths_[cell] == 1) {
      next_[previous_[cell]] = cell;
      previous_[next_[cell]] = cell;
    }
    if (length > 1) {
      next_[cell] = next_[made];
      previous_[next_[made]] = cell;
    }
    for (auto place = made; place < made + length; ++place) cell_of_[elements_[place]] = cell;
    lengths_[cell] += length;
    --cells_;
  }
}

}  // namespace woodstock::symmetry::automorphisms
