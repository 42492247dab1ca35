#include "woodstock/lanes/kernel.hpp"

#include <algorithm>

#include "harness.hpp"
#include "naive.hpp"
#include "woodstock/lanes/lanes.hpp"

using namespace woodstock;
using namespace woodstock::lanes;
using naive::Bits;

namespace {

bool bit(const std::uint64_t* words, std::uint32_t at) { return (words[at / 64] >> (at % 64) & 1U) != 0; }

void randomise(LaneValues& values, circuit::Node nodes, support::Random& random) {
  for (std::size_t i = 0; i < std::size_t{nodes} * kLaneWords; ++i) values.data()[i] = random.next();
}

// A role that chooses: literals of which each holds in a lane with a chance of `density` in 8, among them constants.
struct Choice {
  std::uint32_t count;
  LaneValues values;
  LaneValues random{4};
  std::vector<circuit::Literal> legal;
  std::vector<circuit::Node> moves;
  LaneMask pending;
  LaneMask none;
  std::vector<Bits> holds;  // per lane, which moves are legal

  Choice(support::Random& source, std::uint32_t own_count, std::uint32_t density)
      : count(own_count), values(1 + 2 * count) {
    values.set(0, ~std::uint64_t{0});
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool nowhere =
          density < 8 && source.below(4) == 0 && i / 8 % 3 == 1;  // whole eights that are legal nowhere
      const bool inverted = source.below(2) != 0;
      for (std::uint32_t word = 0; word < kLaneWords; ++word) {
        std::uint64_t own = 0;
        for (std::uint32_t at = 0; at < 64; ++at) own |= std::uint64_t{source.below(8) < density} << at;
        if (nowhere || (density < 8 && i / 8 % 5 == 2)) own = 0;
        values.wire(1 + i)[word] = inverted ? ~own : own;
      }
      legal.push_back(density == 8 && source.below(3) == 0 ? circuit::kTrue : circuit::literal_of(1 + i, inverted));
      moves.push_back(1 + count + i);
    }
    for (circuit::Node node = 1 + count; node < 1 + 2 * count; ++node)
      values.set(node, source.next());  // what was there before
    for (auto& word : pending.words) word = source.next() | source.next();
    for (auto& word : none.words) word = source.next();
    randomise(random, 4, source);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      Bits own;
      for (const auto literal : legal) own.push_back(bit(values.value(literal).words.data(), lane));
      holds.push_back(own);
    }
  }

  void choose(const LaneKernel& kernel) {
    kernel.choose(legal.data(), moves.data(), count, values.data(), random.data(), pending.words.data(),
                  none.words.data());
  }
  // The moves made in a lane.
  std::vector<std::uint32_t> made(std::uint32_t lane) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (bit(values.wire(moves[i]), lane)) found.push_back(i);
    }
    return found;
  }
};

// The generators of the kernel, one number after another: eight xoshiro256++ side by side.
class Bitstream {
 public:
  explicit Bitstream(const LaneValues& random) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      for (std::uint32_t word = 0; word < kLaneWords; ++word) state_[word][i] = random.wire(i)[word];
    }
  }
  LaneMask draw() {
    LaneMask out;
    for (std::uint32_t word = 0; word < kLaneWords; ++word) {
      auto& s = state_[word];
      out.words[word] = std::rotl(s[0] + s[3], 23) + s[0];
      const auto shifted = s[1] << 17;
      s[2] ^= s[0];
      s[3] ^= s[1];
      s[1] ^= s[2];
      s[0] ^= s[3];
      s[2] ^= shifted;
      s[3] = std::rotl(s[3], 45);
    }
    return out;
  }

 private:
  std::array<std::array<std::uint64_t, 4>, kLaneWords> state_{};
};

// What `choose` does, lane by lane: as many bits as the most legal moves less one have, cut to those the lane needs,
// low bit first; drawn again until they are below the count.
std::vector<std::uint32_t> reference(const Choice& choice) {
  std::vector<std::uint32_t> counts;
  for (const auto& own : choice.holds) {
    counts.push_back(static_cast<std::uint32_t>(std::count(own.begin(), own.end(), std::uint8_t{1})));
  }
  const auto most = *std::max_element(counts.begin(), counts.end());
  const auto bits = static_cast<std::uint32_t>(most < 2 ? 0 : std::bit_width(most - 1));
  std::vector<std::uint32_t> chosen(kLanes, 0);
  std::vector<bool> open(kLanes);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    open[lane] = bits > 0 && counts[lane] > 0 && bit(choice.pending.words.data(), lane);
  }
  Bitstream stream(choice.random);
  while (std::find(open.begin(), open.end(), true) != open.end()) {
    std::vector<std::uint32_t> drawn(kLanes, 0);
    for (std::uint32_t i = 0; i < bits; ++i) {
      const auto word = stream.draw();
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        drawn[lane] |= static_cast<std::uint32_t>(bit(word.words.data(), lane)) << i;
      }
    }
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if (!open[lane]) continue;
      const auto own = drawn[lane] & ((1U << std::bit_width(counts[lane] - 1)) - 1);
      if (own >= counts[lane]) continue;
      chosen[lane] = own;
      open[lane] = false;
    }
  }
  return chosen;
}

}  // namespace

TEST("a lane chooses as the scalar reference does, exactly one legal move, for any number and density") {
  support::Random source(1);
  for (const auto* kernel : kernels()) {
    for (std::uint32_t count = 0; count <= 200; count += count < 20 ? 1 : 9) {
      for (const std::uint32_t density : {0U, 1U, 4U, 8U}) {
        Choice choice(source, count, density);
        const auto before = choice.pending;
        const auto expected = reference(choice);
        choice.choose(*kernel);
        CHECK_EQ(choice.pending.words, before.words);
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
          std::vector<std::uint32_t> legal;
          for (std::uint32_t i = 0; i < count; ++i) {
            if (choice.holds[lane][i] != 0) legal.push_back(i);
          }
          const bool pending = bit(choice.pending.words.data(), lane);
          CHECK_EQ(bit(choice.none.words.data(), lane), pending && legal.empty());
          const auto made = choice.made(lane);
          CHECK_EQ(made.size(), legal.empty() ? 0U : 1U);
          if (pending && !legal.empty()) CHECK_EQ(made[0], legal[expected[lane]]);
        }
      }
    }
  }
}

TEST("all kernels leave the same wires and the same generator behind") {
  for (std::uint32_t count = 2; count < 100; count += 7) {
    std::vector<std::vector<std::uint64_t>> left;
    for (const auto* kernel : kernels()) {
      support::Random source(count);
      Choice choice(source, count, 3);
      for (int round = 0; round < 5; ++round) choice.choose(*kernel);
      left.emplace_back(choice.values.data(), choice.values.data() + std::size_t{1 + 2 * count} * kLaneWords);
      left.back().insert(left.back().end(), choice.random.data(), choice.random.data() + 4 * kLaneWords);
    }
    for (const auto& other : left) CHECK(other == left[0]);
  }
}

TEST("choices are uniform in every lane's own set of moves") {
  support::Random source(3);
  for (const auto* kernel : kernels()) {
    for (const std::uint32_t count : {2U, 3U, 5U, 8U, 11U, 17U}) {
      Choice choice(source, count, 8);
      choice.pending = LaneMask::first(kLanes);
      std::vector<std::uint64_t> found(count);
      const std::uint32_t rounds = 40;
      for (std::uint32_t round = 0; round < rounds; ++round) {
        choice.choose(*kernel);
        for (std::uint32_t i = 0; i < count; ++i)
          found[i] += choice.values.value(circuit::literal_of(choice.moves[i])).count(*kernel);
      }
      const double expected = double{kLanes} * rounds / count;
      double statistic = 0;
      for (const auto number : found) {
        statistic += (static_cast<double>(number) - expected) * (static_cast<double>(number) - expected) / expected;
      }
      CHECK(statistic < 3.0 * count + 20);  // passed by less than one in ten thousand
    }
  }
}
