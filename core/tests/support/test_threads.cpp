#include "woodstock/support/threads.hpp"

#include <atomic>
#include <stdexcept>

#include "harness.hpp"

using namespace woodstock::support;

TEST("work is done once for each thread") {
  for (const std::uint32_t threads : {0U, 1U, 2U, 9U}) {
    std::atomic<std::uint64_t> done{0};
    in_threads(threads, [&](std::uint32_t thread) { done += std::uint64_t{1} << (4 * thread); });
    std::uint64_t wanted = 1;  // the caller's is always done
    for (std::uint32_t thread = 1; thread < threads; ++thread) wanted += std::uint64_t{1} << (4 * thread);
    CHECK(done == wanted);
  }
}

TEST("an exception in a thread is the caller's, once all are done") {
  std::atomic<int> done{0};
  bool thrown = false;
  try {
    in_threads(4, [&](std::uint32_t thread) {
      if (thread == 2) throw std::runtime_error("no memory");
      ++done;
    });
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  CHECK(thrown && done == 3);
}
