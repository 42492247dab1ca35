// Runs the tests of the core: all of them, or those whose file or name contains the text given.
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "harness.hpp"

int main(int argc, char** argv) {
  using namespace woodstock::testing;
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  std::size_t run = 0;
  std::size_t failed = 0;
  for (const Test& test : tests()) {
    if (test.file.find(wanted) == std::string_view::npos && test.name.find(wanted) == std::string_view::npos) continue;
    ++run;
    std::string problem;
    try {
      test.run();
      continue;
    } catch (const std::exception& error) {
      problem = error.what();
    } catch (...) {
      problem = "threw something that is no std::exception";
    }
    ++failed;
    std::fprintf(stderr, "FAILED %s\n  %s\n", std::string(test.name).c_str(), problem.c_str());
  }
  std::printf("core_tests: %zu passed, %zu failed\n", run - failed, failed);
  // No test at all means that a filter is misspelt or the list got lost: that is no success.
  return failed == 0 && run > 0 ? 0 : 1;
}
