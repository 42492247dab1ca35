#include "woodstock/lane_values.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace woodstock {

LaneValues::LaneValues(std::size_t wires) {
  const auto bytes = std::max<std::size_t>(wires, 1) * kLaneWords * sizeof(std::uint64_t);
  auto* memory = static_cast<std::uint64_t*>(std::aligned_alloc(64, bytes));
  if (memory == nullptr) throw std::bad_alloc();
  std::fill(memory, memory + bytes / sizeof(std::uint64_t), std::uint64_t{0});
  data_.reset(memory);
}

void LaneValues::Free::operator()(std::uint64_t* memory) const { std::free(memory); }

void LaneValues::set(Node node, std::uint64_t word) { std::fill(wire(node), wire(node) + kLaneWords, word); }

LaneMask LaneValues::value(Literal literal) const {
  LaneMask out;
  const auto* own = wire(node_of(literal));
  const auto flip = negated(literal) ? ~std::uint64_t{0} : 0;
  for (std::uint32_t i = 0; i < kLaneWords; ++i) out.words[i] = own[i] ^ flip;
  return out;
}

namespace {

using Block = std::array<std::uint64_t, 64>;

// Bit j of row i becomes bit i of row j: swaps ever smaller off-diagonal squares.
void transpose(Block& block) {
  std::uint64_t mask = 0x00000000FFFFFFFFULL;
  for (std::uint32_t size = 32; size != 0; size >>= 1, mask ^= mask << size) {
    for (std::uint32_t row = 0; row < 64; row = ((row | size) + 1) & ~size) {
      const auto swap = ((block[row] >> size) ^ block[row | size]) & mask;
      block[row] ^= swap << size;
      block[row | size] ^= swap;
    }
  }
}

}  // namespace

void load_states(LaneValues& values, std::uint32_t fluents, const std::array<const std::uint64_t*, kLanes>& states) {
  for (std::uint32_t part = 0; part < kLaneWords; ++part) {
    std::uint64_t mask = 0;
    for (std::uint32_t i = 0; i < 64; ++i) mask |= std::uint64_t{states[part * 64 + i] != nullptr} << i;
    if (mask == 0) continue;
    for (std::uint32_t word = 0; word * 64 < fluents; ++word) {
      Block block;
      for (std::uint32_t i = 0; i < 64; ++i) {
        const auto* state = states[part * 64 + i];
        block[i] = state == nullptr ? 0 : state[word];
      }
      transpose(block);
      const auto count = std::min(64U, fluents - word * 64);
      for (std::uint32_t i = 0; i < count; ++i) {
        auto& own = values.wire(1 + word * 64 + i)[part];
        own = (own & ~mask) | block[i];
      }
    }
  }
}

void store_states(const LaneValues& values, std::uint32_t fluents, std::uint32_t lanes, std::uint64_t* out) {
  const auto words = (fluents + 63) / 64;
  for (std::uint32_t part = 0; part * 64 < lanes; ++part) {
    for (std::uint32_t word = 0; word < words; ++word) {
      Block block{};
      const auto count = std::min(64U, fluents - word * 64);
      for (std::uint32_t i = 0; i < count; ++i) block[i] = values.wire(1 + word * 64 + i)[part];
      transpose(block);
      for (std::uint32_t i = 0; i < 64 && part * 64 + i < lanes; ++i) {
        out[std::size_t{part * 64 + i} * words + word] = block[i];
      }
    }
  }
}

}  // namespace woodstock
