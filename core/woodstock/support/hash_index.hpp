// Numbers, found by the hash of what they stand for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace woodstock::support {

// An open-addressed table, at most half full. What a number stands for lies with the owner of the table, who says
// whether it is what is looked for. The table keeps 32 bits of every hash: they rule out most numbers, and they are
// enough to grow.
class HashIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The number with this hash for which same(number) holds, or kNone.
  template <typename Same>
  std::uint32_t find(std::uint64_t hash, Same same) const {
    const auto tag = static_cast<std::uint32_t>(hash);
    const auto mask = slots_.size() - 1;
    auto at = tag & mask;
    while (slots_[at].number != kNone && (slots_[at].tag != tag || !same(slots_[at].number))) at = (at + 1) & mask;
    return slots_[at].number;
  }

  void add(std::uint64_t hash, std::uint32_t number) {
    if (++used_ * 2 > slots_.size()) {
      std::vector<Slot> old(slots_.size() * 2);
      old.swap(slots_);
      for (const auto& slot : old) {
        if (slot.number != kNone) put(slot);
      }
    }
    put({static_cast<std::uint32_t>(hash), number});
  }

  // Room is kept for what comes next, but one large table must not make all later ones slow.
  void clear() {
    if (used_ * 32 < slots_.size()) slots_.resize(std::max(kFewest, slots_.size() / 2));
    std::ranges::fill(slots_, Slot{});
    used_ = 0;
  }

  std::size_t slots() const { return slots_.size(); }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kNone;
  };
  static constexpr std::size_t kFewest = 64;

  void put(Slot slot) {
    const auto mask = slots_.size() - 1;
    auto at = slot.tag & mask;
    while (slots_[at].number != kNone) at = (at + 1) & mask;
    slots_[at] = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kFewest);
  std::size_t used_ = 0;
};

}  // namespace woodstock::support
