// Wires and masks of 512 lanes, and the way from states to wires and back.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "woodstock/circuit/gates.hpp"
#include "woodstock/lanes/kernel.hpp"

namespace woodstock::lanes {

// A set of lanes, aligned for every kernel.
struct alignas(64) LaneMask {
  std::array<std::uint64_t, kLaneWords> words{};

  bool any() const {
    std::uint64_t sum = 0;
    for (const auto word : words) sum |= word;
    return sum != 0;
  }
  std::uint32_t count(const LaneKernel& kernel) const { return kernel.count(words.data()); }
  void add(std::uint32_t lane) { words[lane / 64] |= std::uint64_t{1} << (lane % 64); }
  void remove(std::uint32_t lane) { words[lane / 64] &= ~(std::uint64_t{1} << (lane % 64)); }

  template <typename Visit>
  void each(Visit visit) const {
    for (std::uint32_t word = 0; word < kLaneWords; ++word) {
      for (auto rest = words[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    }
  }

  LaneMask& operator&=(const LaneMask& other) {
    for (std::uint32_t i = 0; i < kLaneWords; ++i) words[i] &= other.words[i];
    return *this;
  }
  LaneMask& operator|=(const LaneMask& other) {
    for (std::uint32_t i = 0; i < kLaneWords; ++i) words[i] |= other.words[i];
    return *this;
  }
  LaneMask& operator-=(const LaneMask& other) {
    for (std::uint32_t i = 0; i < kLaneWords; ++i) words[i] &= ~other.words[i];
    return *this;
  }
  friend LaneMask operator&(LaneMask one, const LaneMask& other) { return one &= other; }
  friend LaneMask operator|(LaneMask one, const LaneMask& other) { return one |= other; }
  friend LaneMask operator-(LaneMask one, const LaneMask& other) { return one -= other; }

  static LaneMask first(std::uint32_t lanes) {
    LaneMask out;
    for (std::uint32_t i = 0; i < lanes / 64; ++i) out.words[i] = ~std::uint64_t{0};
    if (lanes % 64 != 0) out.words[lanes / 64] = (std::uint64_t{1} << (lanes % 64)) - 1;
    return out;
  }
};

// The wires of all nodes, one after another.
class LaneValues {
 public:
  explicit LaneValues(std::size_t wires);
  std::uint64_t* data() { return data_.get(); }
  std::uint64_t* wire(circuit::Node node) { return data_.get() + std::size_t{node} * kLaneWords; }
  const std::uint64_t* wire(circuit::Node node) const { return data_.get() + std::size_t{node} * kLaneWords; }
  void set(circuit::Node node, std::uint64_t word) { std::fill_n(wire(node), kLaneWords, word); }
  LaneMask value(circuit::Literal literal) const;

 private:
  struct Free {
    void operator()(std::uint64_t* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::uint64_t[], Free> data_;
};

// Puts states into lanes: lane i gets states[i] (a bitset over the fluents), where that is not null. Fluents are the
// nodes from 1 on.
void load_states(const LaneKernel& kernel, LaneValues& values, std::uint32_t fluents,
                 const std::array<const std::uint64_t*, kLanes>& states);

// Reads the states of the first lanes into `out`, one after another.
void store_states(const LaneKernel& kernel, const LaneValues& values, std::uint32_t fluents, std::uint32_t lanes,
                  std::uint64_t* out);

}  // namespace woodstock::lanes
