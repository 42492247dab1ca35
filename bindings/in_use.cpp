#include "in_use.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace woodstock {

namespace {

// Nobody takes the GIL while holding the mutex, so that the two never wait for each other.
struct Users {
  std::mutex mutex;
  std::condition_variable freed;
  std::vector<std::pair<const void*, std::thread::id>> of;  // objects, a handful at a time: looked for one by one

  std::optional<std::thread::id> user(const void* object) const {
    const auto at = std::ranges::find(of, object, [](const auto& entry) { return entry.first; });
    return at == of.end() ? std::nullopt : std::optional(at->second);
  }
};

// Never destroyed: daemon threads may still be at work when the process ends.
Users& users() {
  static auto* const all = new Users;
  return *all;
}

}  // namespace

InUse::InUse(std::initializer_list<const void*> objects) : InUse(std::vector<const void*>(objects)) {}

InUse::InUse(std::vector<const void*> objects) : objects_(std::move(objects)) {
  std::erase(objects_, nullptr);
  std::ranges::sort(objects_);
  objects_.erase(std::unique(objects_.begin(), objects_.end()), objects_.end());
  auto& all = users();
  const auto self = std::this_thread::get_id();
  const auto free = [&] {
    return std::ranges::none_of(objects_, [&](auto* one) { return all.user(one).has_value(); });
  };
  const auto take = [&] {
    for (const auto* one : objects_) all.of.emplace_back(one, self);
  };
  {
    const std::lock_guard lock(all.mutex);
    if (free()) {
      take();
      return;
    }
    for (const auto* one : objects_) {
      if (all.user(one) == self) throw std::runtime_error("a call of this object is under way");
    }
  }
  // All at once, or none: who waits holds nothing that others could wait for.
  const nanobind::gil_scoped_release release;
  std::unique_lock lock(all.mutex);
  all.freed.wait(lock, free);
  take();
}

InUse::~InUse() {
  auto& all = users();
  {
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.of, [&](const auto& entry) { return std::ranges::count(objects_, entry.first) > 0; });
  }
  all.freed.notify_all();
}

}  // namespace woodstock
