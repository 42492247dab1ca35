#include "woodstock/symmetry/automorphisms/matching.hpp"

#include <utility>

namespace woodstock::symmetry::automorphisms {

Matching::Matching(std::vector<Vertex> leaf)
    : leaf_(std::move(leaf)), places_(leaf_.size()), strangers_in_(leaf_.size(), 0) {
  for (std::uint32_t place = 0; place < leaf_.size(); ++place) places_[leaf_[place]] = place;
}

void Matching::begin(const Partition& partition) {
  steps_.clear();  // whoever is back at a node of the first path has taken them all back
  strangers_ = 0;
  begun_ = partition.trail().size();
}

void Matching::follow(const Partition& partition) {
  const auto wanted = partition.trail().size() - begun_;
  while (steps_.size() > wanted) {
    strangers_in_[steps_.back().cell] = steps_.back().strangers;
    strangers_ = steps_.back().all;
    steps_.pop_back();
  }
  while (steps_.size() < wanted) split(partition, partition.trail()[begun_ + steps_.size()]);
}

// Both parts at the cost of the one that was cut off. A vertex that the first path has among those that were cut off
// is a stranger in what is left, and the reverse; who was a stranger in the whole is one in its part.
void Matching::split(const Partition& partition, const Partition::Split& made) {
  const auto [cell, cut, length] = made;
  const auto end = cut + length;
  std::uint32_t from_outside = 0, at_home = 0, left_behind = 0;
  for (auto place = cut; place < end; ++place) {
    const auto home = places_[partition.elements()[place]];
    if (home >= cut && home < end) {
      ++at_home;
    } else if (home < cell || home >= end) {
      ++from_outside;
    }
    const auto now = partition.place(leaf_[place]);
    if (now >= cell && now < cut) ++left_behind;
  }
  steps_.push_back({cell, strangers_in_[cell], strangers_});
  strangers_ -= strangers_in_[cell];
  strangers_in_[cut] = length > 1 ? length - at_home : 0;
  strangers_in_[cell] = cut - cell > 1 ? strangers_in_[cell] - from_outside + left_behind : 0;
  strangers_ += strangers_in_[cell] + strangers_in_[cut];
}

}  // namespace woodstock::symmetry::automorphisms
