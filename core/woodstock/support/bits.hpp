// Counting the bits of words.
#pragma once

#include <cstdint>
#include <span>

namespace woodstock::support {

// Every x86-64 processor has to run this, and not every one has an instruction for it: `std::popcount` is a call into
// the compiler's library then, which takes three times as long.
constexpr std::uint32_t count_bits(std::uint64_t word) {
  word -= (word >> 1) & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<std::uint32_t>((word * 0x0101010101010101U) >> 56);
}

// In sets of moves most words are empty.
constexpr std::uint32_t count_bits(std::span<const std::uint64_t> words) {
  std::uint32_t count = 0;
  for (const auto word : words) {
    if (word != 0) count += count_bits(word);
  }
  return count;
}

}  // namespace woodstock::support
