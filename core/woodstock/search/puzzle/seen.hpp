// Which states were met: a table of 128 bits of hash for each, in bounded memory.
#pragma once

#include <cstdint>
#include <vector>

namespace woodstock::search::puzzle {

struct Key {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  bool operator==(const Key&) const = default;
};

// Open-addressed, at most half full. When it may not grow any more it forgets everything: states are then met again.
class Seen {
 public:
  explicit Seen(std::uint64_t bytes) : most_(bytes / sizeof(Key)) { clear(); }

  // Is it new? Then it is added.
  bool add(Key key) {
    if (key == Key{}) key.first = 1;
    if (2 * (used_ + 1) > slots_.size()) grow();
    return put(key);
  }
  void clear() {
    slots_.assign(kFewest, {});
    used_ = 0;
  }
  std::uint64_t size() const { return used_; }

 private:
  static constexpr std::size_t kFewest = 1024;

  bool put(Key key) {
    const auto mask = slots_.size() - 1;
    auto at = key.first & mask;
    while (slots_[at] != Key{}) {
      if (slots_[at] == key) return false;
      at = (at + 1) & mask;
    }
    slots_[at] = key;
    ++used_;
    return true;
  }
  void grow() {
    if (slots_.size() * 3 > most_) return clear();  // the old and the new table are there at the same time
    std::vector<Key> old(slots_.size() * 2);
    old.swap(slots_);
    used_ = 0;
    for (const auto key : old) {
      if (key != Key{}) put(key);
    }
  }

  std::uint64_t most_;
  std::vector<Key> slots_;
  std::uint64_t used_ = 0;
};

}  // namespace woodstock::search::puzzle
