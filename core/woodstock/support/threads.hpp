// Work that several threads share.
#pragma once

#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace woodstock::support {

// Calls work(0) here and work(1), .. in threads of their own, and comes back when all are done. The first exception of
// any is thrown on. What the system gives no thread for is done here, afterwards.
template <typename Work>
void in_threads(std::uint32_t threads, Work work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&](std::uint32_t thread) {
    try {
      work(thread);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::uint32_t started = 1;
  {
    std::vector<std::jthread> others;
    others.reserve(threads);
    try {
      for (; started < threads; ++started) others.emplace_back(guarded, started);
    } catch (const std::system_error&) {
    }
    guarded(0);
  }
  for (; started < threads; ++started) guarded(started);
  if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
}

}  // namespace woodstock::support
