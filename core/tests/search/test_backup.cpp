#include "woodstock/search/backup.hpp"

#include "harness.hpp"

using namespace woodstock;
using namespace woodstock::search;

using Counts = std::vector<std::uint32_t>;
using Values = std::vector<double>;

TEST("with no choice the value is the mean over chance") {
  const Counts counts{1, 4};
  const auto result = back_up({counts, 1}, Values{1, 0, 0, 0, 0, 0, 1, 0});
  CHECK(result.has_value());
  CHECK_EQ(result->values[0], 0.5);
  CHECK_EQ(result->moves, (Counts{0, 0}));
}

TEST("one role takes the first of the moves that are best for it") {
  const Counts counts{1, 3};
  const auto result = back_up({counts, {}}, Values{1, 0.25, 0.5, 0.75, 0.25, 0.75});
  CHECK(result.has_value());
  CHECK_EQ(result->values, (Values{0.5, 0.75}));
  CHECK_EQ(result->moves, (Counts{0, 1}));
}

TEST("a role that moves together with chance takes the best mean") {
  const Counts counts{2, 2};
  const auto result = back_up({counts, 1}, Values{1, 0, 0, 0, 0.75, 0, 0.5, 0});
  CHECK(result.has_value());
  CHECK_EQ(result->values[0], 0.625);
  CHECK_EQ(result->moves, (Counts{1, 0}));
}

TEST("those who want the same choose together") {
  const Counts counts{2, 2};
  const auto result = back_up({counts, {}}, Values{0, 0, 0.5, 0.5, 1, 1, 0, 0});
  CHECK(result.has_value());
  CHECK_EQ(result->values, (Values{1, 1}));
  CHECK_EQ(result->moves, (Counts{1, 0}));
}

TEST("two opponents meet at a saddle point, if there is one") {
  const Counts counts{2, 2};
  // The first secures 0.5 with its second move, the second holds it there with its first.
  const Values saddle{0.25, 0.75, 1, 0, 0.5, 0.5, 0.75, 0.25};
  const auto result = back_up({counts, {}}, saddle);
  CHECK(result.has_value());
  CHECK_EQ(result->values, (Values{0.5, 0.5}));
  CHECK_EQ(result->moves, (Counts{1, 0}));

  const Values pennies{1, 0, 0, 1, 0, 1, 1, 0};
  CHECK(!back_up({counts, {}}, pennies).has_value());
  CHECK_EQ(secured({counts, {}}, pennies, 0), 0.0);
  CHECK_EQ(secured({counts, {}}, saddle, 0), 0.5);
  CHECK_EQ(secured({counts, {}}, saddle, 1), 0.5);
}

TEST("nothing is said where several want different things") {
  const Counts counts{2, 2};
  CHECK(!back_up({counts, {}}, Values{0.25, 0.5, 0, 1, 1, 0, 0.75, 0.75}).has_value());
}
