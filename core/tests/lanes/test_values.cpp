#include "woodstock/lanes/values.hpp"

#include "harness.hpp"
#include "naive.hpp"
#include "woodstock/lanes/lanes.hpp"

using namespace woodstock;
using namespace woodstock::lanes;

namespace {

bool bit(const std::uint64_t* words, std::uint32_t at) { return (words[at / 64] >> (at % 64) & 1U) != 0; }

std::vector<std::uint64_t> random_words(support::Random& random, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (auto& word : words) word = random.next();
  return words;
}

}  // namespace

TEST("states come back from the lanes as they were put in, whatever the number of fluents") {
  support::Random random(1);
  for (const std::uint32_t fluents : {1U, 2U, 63U, 64U, 65U, 127U, 128U, 130U, 200U}) {
    const auto words = (fluents + 63) / 64;
    for (const std::uint32_t lanes : {1U, 63U, 64U, 65U, 300U, 511U, 512U}) {
      auto states = random_words(random, std::size_t{lanes} * words);
      std::array<const std::uint64_t*, kLanes> origin{};
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        if (fluents % 64 != 0) states[lane * words + words - 1] &= (std::uint64_t{1} << (fluents % 64)) - 1;
        origin[lane] = &states[lane * words];
      }
      for (const auto* kernel : kernels()) {
        LaneValues values(1 + fluents);
        load_states(*kernel, values, fluents, origin);
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
          for (std::uint32_t i = 0; i < fluents; ++i) CHECK_EQ(bit(values.wire(1 + i), lane), bit(origin[lane], i));
        }
        std::vector<std::uint64_t> back(states.size());
        store_states(*kernel, values, fluents, lanes, back.data());
        CHECK_EQ(back, states);
      }
    }
  }
}

TEST("lanes that get no state keep theirs, and the wires around the fluents stay as they are") {
  support::Random random(2);
  const std::uint32_t fluents = 70;
  LaneValues values(2 + fluents);
  const auto before = random_words(random, std::size_t{2 + fluents} * kLaneWords);
  std::copy(before.begin(), before.end(), values.data());
  const auto states = random_words(random, std::size_t{kLanes} * 2);
  std::array<const std::uint64_t*, kLanes> origin{};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    // The third word of lanes gets nothing, the fourth everything, the others some.
    if (lane / 64 == 3 || (lane / 64 != 2 && random.below(2) != 0)) origin[lane] = &states[lane * 2];
  }
  load_states(*kernels().back(), values, fluents, origin);
  for (circuit::Node node = 0; node < 2 + fluents; ++node) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const bool fluent = node >= 1 && node <= fluents && origin[lane] != nullptr;
      const bool expected = fluent ? bit(origin[lane], node - 1) : bit(&before[node * kLaneWords], lane);
      CHECK_EQ(bit(values.wire(node), lane), expected);
    }
  }
}

TEST("masks are sets of lanes") {
  support::Random random(3);
  LaneMask left;
  LaneMask right;
  naive::Bits in_left(kLanes);
  naive::Bits in_right(kLanes);
  for (int round = 0; round < 400; ++round) {
    const auto lane = random.below(kLanes);
    left.add(lane);
    in_left[lane] = 1;
    const auto other = random.below(kLanes);
    right.add(other);
    in_right[other] = 1;
    const auto gone = random.below(kLanes);
    left.remove(gone);
    in_left[gone] = 0;
  }
  const auto members = [](const LaneMask& mask) {
    std::vector<std::uint32_t> found;
    mask.each([&](std::uint32_t lane) { found.push_back(lane); });
    for (const auto* kernel : kernels()) CHECK_EQ(mask.count(*kernel), found.size());
    CHECK_EQ(mask.any(), !found.empty());
    return found;
  };
  const auto where = [&](auto holds) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if (holds(in_left[lane] != 0, in_right[lane] != 0)) found.push_back(lane);
    }
    return found;
  };
  CHECK_EQ(members(left), where([](bool l, bool) { return l; }));
  CHECK_EQ(members(left & right), where([](bool l, bool r) { return l && r; }));
  CHECK_EQ(members(left | right), where([](bool l, bool r) { return l || r; }));
  CHECK_EQ(members(left - right), where([](bool l, bool r) { return l && !r; }));
  CHECK(members(LaneMask{}).empty());
  CHECK_EQ(members(LaneMask::first(65)).back(), 64U);
  CHECK_EQ(LaneMask::first(kLanes).count(*kernels()[0]), kLanes);
}

TEST("a literal is read as its wire or the opposite, and new wires are false") {
  LaneValues values(3);
  CHECK(!values.value(circuit::literal_of(2)).any());
  CHECK_EQ(values.value(circuit::literal_of(2, true)).count(*kernels()[0]), kLanes);
  values.set(1, ~std::uint64_t{0});
  CHECK_EQ(values.value(circuit::literal_of(1)).count(*kernels()[0]), kLanes);
  CHECK(!values.value(circuit::literal_of(0)).any() && !values.value(circuit::literal_of(2)).any());
  CHECK_EQ(reinterpret_cast<std::uintptr_t>(values.wire(1)) % 64, 0U);
}
