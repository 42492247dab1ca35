// Memory for search trees: blocks of any size out of one piece, which is never outgrown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace woodstock::search::lane {

// Sizes and places are counted in units of one cache line. Place 0 is no block.
using Block = std::uint32_t;
inline constexpr std::size_t kUnit = 64;
inline constexpr Block kNoBlock = 0;

// How every block begins, so that all blocks can be walked through, free ones too.
struct BlockHead {
  std::uint32_t units = 0;
  bool used = false;
};

class BlockStore {
 public:
  // Throws std::bad_alloc where the memory cannot be had. It is touched only as it is used.
  explicit BlockStore(std::size_t bytes);

  // A block of so many units, not cleared; kNoBlock if there is no room.
  Block take(std::uint32_t units);
  void give_back(Block block) {
    const auto units = at<BlockHead>(block)->units;
    used_ -= units;
    link(block, units);
  }

  template <typename Content>
  Content* at(Block block) const {
    return reinterpret_cast<Content*>(memory_.get() + std::size_t{block} * kUnit);
  }

  // Walks through the blocks, and round again; neighbours that are free are joined on the way. kNoBlock at the end.
  Block after(Block block);
  Block first() const { return top_ > kFirst ? kFirst : kNoBlock; }

  std::size_t bytes() const { return std::size_t{end_} * kUnit; }
  std::size_t used_bytes() const { return std::size_t{used_} * kUnit; }

 private:
  // Free blocks of one size, or of all sizes too large for a list of their own, make a chain.
  struct Free {
    BlockHead head;
    Block before = kNoBlock;
    Block next = kNoBlock;
  };
  static constexpr Block kFirst = 1;
  static constexpr std::uint32_t kChains = 1024;  // the last holds all larger blocks

  static std::uint32_t chain_of(std::uint32_t units) { return units < kChains ? units : kChains - 1; }
  std::uint32_t next_chain(std::uint32_t from) const;
  Block found(std::uint32_t units) const;
  void link(Block block, std::uint32_t units);
  void unlink(Block block);

  struct Release {
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte[], Release> memory_;
  Block end_ = 0;
  Block top_ = kFirst;  // nothing from here on was ever used
  std::uint32_t used_ = 0;
  std::array<Block, kChains> chains_{};
  std::array<std::uint64_t, kChains / 64> filled_{};  // which chains are not empty
};

}  // namespace woodstock::search::lane
