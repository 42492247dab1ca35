#include "woodstock/support/random.hpp"

#include <array>
#include <set>
#include <vector>

#include "harness.hpp"

using namespace woodstock;
using namespace woodstock::support;

TEST("random numbers stay below their bound, whatever it is") {
  Random random(1);
  for (const std::uint32_t bound : {1U, 2U, 3U, 7U, 64U, 1000U, 0x80000001U, 0xFFFFFFFFU}) {
    for (int i = 0; i < 2000; ++i) CHECK(random.below(bound) < bound);
  }
  for (int i = 0; i < 10; ++i) CHECK_EQ(random.below(1), 0U);
}

TEST("random numbers below a bound are uniform") {
  // Chi-squared with 9, 2 and 99 degrees of freedom: the limits are passed with a probability below 1e-6.
  Random random(2);
  const auto chi_squared = [&](std::uint32_t bound) {
    const double expected = 2000.0;
    std::vector<double> counts(bound, 0.0);
    for (std::uint32_t i = 0; i < bound * 2000; ++i) counts[random.below(bound)] += 1.0;
    double sum = 0.0;
    for (const auto count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
  };
  CHECK(chi_squared(3) < 28.0);
  CHECK(chi_squared(10) < 46.0);
  CHECK(chi_squared(100) < 180.0);
}

TEST("no number below a large bound is drawn more often than another") {
  // There are 4 / 3 as many words as numbers here: without rejection every third number would come twice as often.
  Random random(3);
  std::array<int, 3> counts{};
  for (int i = 0; i < 30000; ++i) ++counts[random.below(3U << 30) % 3];
  for (const auto count : counts) CHECK(count > 9500 && count < 10500);
}

TEST("a seed and a stream give the same numbers again, others give others") {
  const auto first = [](std::uint64_t seed, std::uint64_t stream) {
    Random random(seed, stream);
    random.next();
    return random.next();
  };
  CHECK_EQ(first(5, 7), first(5, 7));
  CHECK_EQ(first(5, 0), [] {
    Random random(5);
    random.next();
    return random.next();
  }());
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (std::uint64_t stream = 0; stream < 30; ++stream) seen.insert(first(seed, stream));
  }
  CHECK_EQ(seen.size(), 900U);
}

TEST("random numbers are the same on every machine") {  // as a plain transcription of the published algorithms has them
  Random random(42);
  const auto a = random.next();
  const auto b = random.below(1000000);
  CHECK_EQ(a, 13317401245448010271ULL);
  CHECK_EQ(b, 483587U);
}
