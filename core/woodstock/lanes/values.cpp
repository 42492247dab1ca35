#include "woodstock/lanes/values.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace woodstock::lanes {

LaneValues::LaneValues(std::size_t wires) {
  const auto bytes = std::max<std::size_t>(wires, 1) * kLaneWords * sizeof(std::uint64_t);
  auto* memory = static_cast<std::uint64_t*>(std::aligned_alloc(64, bytes));
  if (memory == nullptr) throw std::bad_alloc();
  std::fill(memory, memory + bytes / sizeof(std::uint64_t), std::uint64_t{0});
  data_.reset(memory);
}

LaneMask LaneValues::value(circuit::Literal literal) const {
  LaneMask out;
  const auto* own = wire(circuit::node_of(literal));
  const auto flip = circuit::negated(literal) ? ~std::uint64_t{0} : 0;
  for (std::uint32_t i = 0; i < kLaneWords; ++i) out.words[i] = own[i] ^ flip;
  return out;
}

void load_states(const LaneKernel& kernel, LaneValues& values, std::uint32_t fluents,
                 const std::array<const std::uint64_t*, kLanes>& states) {
  LaneMask filled;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    if (states[lane] != nullptr) filled.add(lane);
  }
  alignas(64) std::array<std::uint64_t, 64 * kLaneWords> rows{};
  for (std::uint32_t word = 0; word * 64 < fluents; ++word) {
    if (word > 0) rows.fill(0);
    filled.each([&](std::uint32_t lane) { rows[lane % 64 * kLaneWords + lane / 64] = states[lane][word]; });
    kernel.transpose(rows.data());
    const auto count = std::min(64U, fluents - word * 64);
    for (std::uint32_t i = 0; i < count; ++i) {
      auto* own = values.wire(1 + word * 64 + i);
      for (std::uint32_t part = 0; part < kLaneWords; ++part) {
        own[part] = (own[part] & ~filled.words[part]) | rows[i * kLaneWords + part];
      }
    }
  }
}

void store_states(const LaneKernel& kernel, const LaneValues& values, std::uint32_t fluents, std::uint32_t lanes,
                  std::uint64_t* out) {
  const auto words = (fluents + 63) / 64;
  alignas(64) std::array<std::uint64_t, 64 * kLaneWords> rows{};
  for (std::uint32_t word = 0; word < words; ++word) {
    const auto count = std::min(64U, fluents - word * 64);
    const auto* first = values.wire(1 + word * 64);
    std::copy_n(first, count * kLaneWords, rows.begin());
    std::fill(rows.begin() + count * kLaneWords, rows.end(), std::uint64_t{0});
    kernel.transpose(rows.data());
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      out[std::size_t{lane} * words + word] = rows[lane % 64 * kLaneWords + lane / 64];
    }
  }
}

}  // namespace woodstock::lanes
