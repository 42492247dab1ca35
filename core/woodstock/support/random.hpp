// Random numbers: small, fast, and the same on every machine.
#pragma once

#include <bit>
#include <cstdint>

#include "woodstock/support/state_hash.hpp"

namespace woodstock::support {

// xoshiro256** by Blackman and Vigna, seeded by splitmix64. A stream is given by a seed and a number, so that playout i
// draws the same numbers whichever thread runs it.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t mix = seed ^ (stream * 0xD1342543DE82EF95ULL + 0x632BE59BD9B4E019ULL);
    for (auto& word : state_) {
      mix += 0x9E3779B97F4A7C15ULL;
      word = mix_bits(mix);
    }
  }

  std::uint64_t next() {
    const auto result = std::rotl(state_[1] * 5, 7) * 9;
    const auto shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound), by Lemire's method: a multiplication, and a division only when rejection is possible.
  std::uint32_t below(std::uint32_t bound) {
    auto product = static_cast<std::uint64_t>(static_cast<std::uint32_t>(next() >> 32)) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const auto threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = static_cast<std::uint64_t>(static_cast<std::uint32_t>(next() >> 32)) * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_[4];
};

}  // namespace woodstock::support
