// The harness itself: a check that fails must be heard, one that holds must not.
#include <stdexcept>
#include <string>
#include <vector>

#include "harness.hpp"

using woodstock::testing::Failure;

namespace {

void failing_check() { CHECK(1 + 1 == 3); }
void failing_comparison() { CHECK_EQ((std::vector<int>{1, 2}), (std::vector<int>{1, 3})); }
void quiet_call() { CHECK_THROWS(std::string("abc").at(1), std::out_of_range); }

}  // namespace

TEST("checks that hold pass") {
  CHECK(true);
  CHECK_EQ(2 + 2, 4);
  CHECK_THROWS(std::string("abc").at(7), std::out_of_range);
}

TEST("checks that do not hold throw") {
  CHECK_THROWS(failing_check(), Failure);
  CHECK_THROWS(failing_comparison(), Failure);
  CHECK_THROWS(quiet_call(), Failure);
}

TEST("a failure names the place and both values") {
  try {
    failing_comparison();
  } catch (const Failure& failure) {
    const std::string text = failure.what();
    CHECK(text.find("test_harness.cpp") != std::string::npos);
    CHECK(text.find("{1, 2} != {1, 3}") != std::string::npos);
    return;
  }
  CHECK(false);
}
