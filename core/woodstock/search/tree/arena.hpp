// Memory for a search tree: blocks of 8-byte words under a cap, addressed by 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace woodstock::search::tree {

// Blocks never move. One that is given back is used again for a block of the same size: the sizes in a tree are few.
class TreeArena {
 public:
  static constexpr std::uint32_t kNone = 0;

  explicit TreeArena(std::size_t bytes) : most_chunks_(bytes / (kChunkWords * 8)) {}

  // A block of zeroed words, or kNone when the cap is reached.
  std::uint32_t take(std::size_t words);
  void give_back(std::uint32_t block, std::size_t words);
  void clear();

  template <typename T>
  T* at(std::uint32_t block) const {
    return reinterpret_cast<T*>(chunks_[block >> kChunkBits] + std::size_t{block & (kChunkWords - 1)} * 8);
  }
  std::size_t bytes() const { return chunks_.size() * kChunkWords * 8; }
  std::size_t most_bytes() const { return most_chunks_ * kChunkWords * 8; }
  std::size_t used_bytes() const { return used_words_ * 8; }

 private:
  static constexpr std::uint32_t kChunkBits = 13;
  static constexpr std::uint32_t kChunkWords = 1U << kChunkBits;  // 64 KiB

  bool add_chunks(std::size_t count);

  std::size_t most_chunks_;
  std::vector<std::unique_ptr<std::byte[]>> memory_;
  std::vector<std::byte*> chunks_;
  std::size_t next_ = 0;  // first word never handed out
  std::size_t used_words_ = 0;
  std::vector<std::uint32_t> free_;  // by size, the first block of a chain through their first words
};

}  // namespace woodstock::search::tree
