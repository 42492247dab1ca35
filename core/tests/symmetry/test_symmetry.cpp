#include "woodstock/symmetry/symmetry.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "harness.hpp"
#include "search/search_games.hpp"
#include "woodstock/search/tree/grave.hpp"
#include "woodstock/search/tree/uct.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::symmetry;
using naive::budget;
using naive::word_game;

namespace {

using Rows = std::vector<std::uint32_t>;

// All permutations of four fluents in two words, 61 to 64, next to a fluent and two moves that stay.
std::vector<std::uint32_t> many(std::uint32_t fluents, std::uint32_t moves) {
  Rows out;
  std::array<std::uint32_t, 4> images{61, 62, 63, 64};
  do {
    for (std::uint32_t point = 0; point < fluents + moves; ++point) {
      out.push_back(point >= 61 && point < 65 ? images[point - 61] : point);
    }
  } while (std::next_permutation(images.begin(), images.end()));
  return out;
}

SymmetryGroup four() { return {66, {2}, many(66, 2)}; }

// In the game of words only the first role's letters count: the two bits of the second's may change places.
std::shared_ptr<const SymmetryGroup> idle_letters(std::uint32_t length) {
  const auto fluents = length + length * 4;
  Rows rows;
  for (const bool reflected : {false, true}) {
    for (std::uint32_t point = 0; point < fluents; ++point) {
      const bool second = point >= length && (point - length) / 2 % 2 == 1;
      const auto bit = (point - length) % 2;
      rows.push_back(reflected && second ? point + 1 - 2 * bit : point);
    }
    for (std::uint32_t move = 0; move < 8; ++move) {
      const bool swapped = reflected && (move == 5 || move == 6);
      rows.push_back(fluents + (swapped ? 11 - move : move));
    }
  }
  return std::make_shared<const SymmetryGroup>(fluents, std::vector<std::uint32_t>{4, 4}, std::move(rows));
}

}  // namespace

TEST("a group has inverses and products") {
  const auto group = four();
  CHECK_EQ(group.size(), 24U);
  std::vector<std::uint64_t> state{1ULL << 61 | 1ULL << 63 | 1, 1}, once(2), twice(2);
  for (SymmetryGroup::Element first = 0; first < group.size(); ++first) {
    group.apply(first, state, once);
    group.apply(group.inverse(first), once, twice);
    CHECK_EQ(twice, state);
    for (SymmetryGroup::Element second = 0; second < group.size(); ++second) {
      group.apply(second, once, twice);
      std::vector<std::uint64_t> direct(2);
      group.apply(group.product(first, second), state, direct);
      CHECK_EQ(direct, twice);
    }
  }
}

TEST("symmetric states have one canonical form, from scratch or from a state nearby") {
  const auto group = four();
  support::Random random(3);
  SymmetryGroup::Scratch scratch, other;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint64_t> state{random.next() & (7ULL << 61 | 5), random.next() & 3}, image(2);
    const auto element = group.canonical(state, scratch);
    group.apply(element, state, image);
    CHECK_EQ(image, scratch.state);
    group.apply(static_cast<SymmetryGroup::Element>(random.below(24)), state, image);
    group.canonical(image, other);
    CHECK_EQ(other.state, scratch.state);

    const std::vector<std::uint64_t> base{random.next() & (7ULL << 61 | 5), random.next() & 3};
    group.hash(base, other);
    const auto hashes = other.hashes;
    CHECK_EQ(group.canonical_near(base, hashes, state, other), element);
    CHECK_EQ(other.state, scratch.state);
  }
}

TEST("a stabiliser leaves the state as it is") {
  const auto group = four();
  SymmetryGroup::Scratch scratch;
  const std::vector<std::uint64_t> state{1ULL << 61 | 1ULL << 62, 0};
  group.stabilise(state, scratch);
  CHECK_EQ(scratch.elements.size(), 3U);  // two pairs that may change places
  for (const auto element : scratch.elements) {
    std::vector<std::uint64_t> image(2);
    group.apply(element, state, image);
    CHECK_EQ(image, state);
  }
  const std::vector<std::uint32_t> fixed{62, 64};
  CHECK_EQ(group.fixing(fixed).size(), 2U);
}

TEST("what is no group is refused") {
  CHECK_THROWS(SymmetryGroup(2, {}, Rows{1, 0}), std::invalid_argument);
  CHECK_THROWS(SymmetryGroup(2, {}, Rows{0, 1, 0, 0}), std::invalid_argument);
  CHECK_THROWS(SymmetryGroup(3, {}, (Rows{0, 1, 2, 1, 2, 0})), std::invalid_argument);
  CHECK_THROWS(SymmetryGroup(1, {1}, (Rows{0, 1, 1, 0})), std::invalid_argument);
  CHECK_THROWS(SymmetryGroup(0, {}, Rows{}), std::invalid_argument);
}

TEST("a tree up to symmetry proves the same with fewer nodes, with threads too") {
  const auto machine = word_game(2, 2);
  const auto group = idle_letters(2);
  for (const std::uint32_t threads : {1U, 3U}) {
    search::tree::UctSettings all;
    all.tree.threads = threads;
    all.tree.memory = 1 << 26;
    all.tree.seed = 1;
    auto fewer = all;
    fewer.tree.symmetries = group;
    search::tree::GraveSettings by_amaf;
    by_amaf.tree = fewer.tree;
    search::tree::Uct full(machine, std::nullopt, all);
    search::tree::Uct reduced(machine, std::nullopt, fewer);
    search::tree::Grave grave(machine, std::nullopt, by_amaf);
    for (search::tree::TreeSearch* search :
         {static_cast<search::tree::TreeSearch*>(&full), static_cast<search::tree::TreeSearch*>(&reduced),
          static_cast<search::tree::TreeSearch*>(&grave)}) {
      search->run(budget(20'000));
      const auto report = search->report(0);
      CHECK(report.proved);
      CHECK_EQ(report.values, (std::vector<double>{1.0, 0.0}));
      CHECK_EQ(report.moves.size(), 4U);
    }
    CHECK(reduced.report(0).nodes < full.report(0).nodes);
  }
}
