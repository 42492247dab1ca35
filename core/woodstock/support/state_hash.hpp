// Hashes of states, for tables of them.
#pragma once

#include <cstdint>
#include <span>

namespace woodstock::support {

// The finalizer of splitmix64: every bit of the value changes about half of the result.
inline std::uint64_t mix_bits(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
  return value ^ (value >> 31);
}

inline std::uint64_t state_hash(std::span<const std::uint64_t> state) {
  std::uint64_t out = 0;
  for (const auto word : state) out = mix_bits(out ^ word) + 0x9E3779B97F4A7C15ULL;
  return mix_bits(out);
}

}  // namespace woodstock::support
