// A number in each lane, kept in bit planes.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "woodstock/lanes/values.hpp"

namespace woodstock::environments {

class LaneCounter {
 public:
  // Counts up to `most`.
  explicit LaneCounter(std::uint32_t most) : most_(most), planes_(static_cast<std::size_t>(std::bit_width(most))) {}

  // Adds one in some lanes, none of which has the most already.
  void add(lanes::LaneMask carry) {
    for (auto& plane : planes_) {
      if (!carry.any()) return;
      const auto both = plane & carry;
      plane = (plane | carry) - both;
      carry = both;
    }
  }
  void clear(const lanes::LaneMask& lanes) {
    for (auto& plane : planes_) plane -= lanes;
  }
  // Those of some lanes that have the most.
  lanes::LaneMask full(lanes::LaneMask lanes) const {
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      if ((most_ >> i & 1U) != 0) {
        lanes &= planes_[i];
      } else {
        lanes -= planes_[i];
      }
    }
    return lanes;
  }

 private:
  std::uint32_t most_;
  std::vector<lanes::LaneMask> planes_;
};

}  // namespace woodstock::environments
