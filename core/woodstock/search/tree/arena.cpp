#include "woodstock/search/tree/arena.hpp"

#include <cstring>
#include <new>

namespace woodstock::search::tree {

bool TreeArena::add_chunks(std::size_t count) {
  if (chunks_.size() + count > most_chunks_ || (chunks_.size() + count) > (std::size_t{1} << (32 - kChunkBits))) {
    return false;
  }
  std::unique_ptr<std::byte[]> memory(new (std::nothrow) std::byte[count * kChunkWords * 8]);
  if (memory == nullptr) return false;
  for (std::size_t i = 0; i < count; ++i) chunks_.push_back(memory.get() + i * kChunkWords * 8);
  memory_.push_back(std::move(memory));
  return true;
}

std::uint32_t TreeArena::take(std::size_t words) {
  auto block = words < free_.size() ? free_[words] : kNone;
  if (block != kNone) {
    free_[words] = *at<std::uint32_t>(block);
  } else {
    if (next_ == 0 && !add_chunks(1)) return kNone;
    if (next_ == 0) next_ = 1;  // no block lies at 0
    if (next_ + words > chunks_.size() * kChunkWords || (next_ >> kChunkBits) != ((next_ + words - 1) >> kChunkBits)) {
      const auto begin = chunks_.size() * kChunkWords;
      if (!add_chunks((words + kChunkWords - 1) / kChunkWords)) return kNone;
      next_ = begin;
    }
    block = static_cast<std::uint32_t>(next_);
    next_ += words;
  }
  used_words_ += words;
  std::memset(at<std::byte>(block), 0, words * 8);
  return block;
}

void TreeArena::give_back(std::uint32_t block, std::size_t words) {
  if (words >= free_.size()) free_.resize(words + 1, kNone);
  *at<std::uint32_t>(block) = free_[words];
  free_[words] = block;
  used_words_ -= words;
}

void TreeArena::clear() {
  memory_.clear();
  chunks_.clear();
  free_.clear();
  next_ = 0;
  used_words_ = 0;
}

}  // namespace woodstock::search::tree
