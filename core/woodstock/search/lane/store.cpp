#include "woodstock/search/lane/store.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace woodstock::search::lane {

namespace {

constexpr std::size_t kPage = std::size_t{1} << 21;  // of the large ones

}  // namespace

BlockStore::BlockStore(std::size_t bytes) {
  const auto most = std::size_t{std::numeric_limits<Block>::max()} * kUnit;
  const auto size = (std::clamp(bytes, kPage, most - kPage) + kPage - 1) / kPage * kPage;
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kPage, size));
  if (memory == nullptr) throw std::bad_alloc();
  memory_.reset(memory);
#ifdef __linux__
  madvise(memory, size, MADV_HUGEPAGE);  // a descent jumps about: with small pages every jump is also looked up
#endif
  end_ = static_cast<Block>(size / kUnit);
}

void BlockStore::Release::operator()(std::byte* memory) const { std::free(memory); }

Block BlockStore::take(std::uint32_t units) {
  auto block = units < kChains - 1 ? chains_[units] : kNoBlock;
  if (block == kNoBlock) block = found(units);
  if (block == kNoBlock) {
    if (end_ - top_ < units) return kNoBlock;
    block = top_;
    top_ += units;
  } else {
    const auto size = at<BlockHead>(block)->units;
    unlink(block);
    if (size > units) link(block + units, size - units);
  }
  *at<BlockHead>(block) = {units, true};
  used_ += units;
  return block;
}

Block BlockStore::after(Block block) {
  auto* head = at<BlockHead>(block);
  if (!head->used) {
    auto units = head->units;
    while (block + units < top_ && !at<BlockHead>(block + units)->used) {
      const auto joined = at<BlockHead>(block + units)->units;
      unlink(block + units);
      units += joined;
    }
    if (units > head->units) {
      unlink(block);
      link(block, units);
    }
  }
  const auto next = block + head->units;
  return next < top_ ? next : kNoBlock;
}

std::uint32_t BlockStore::next_chain(std::uint32_t from) const {
  for (auto word = from / 64; word < filled_.size(); ++word) {
    const auto bits = word == from / 64 ? filled_[word] >> (from % 64) << (from % 64) : filled_[word];
    if (bits != 0) return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  return kChains;
}

Block BlockStore::found(std::uint32_t units) const {
  const auto chain = next_chain(chain_of(units));
  if (chain == kChains) return kNoBlock;
  auto block = chains_[chain];
  while (block != kNoBlock && at<BlockHead>(block)->units < units) block = at<Free>(block)->next;
  return block;
}

void BlockStore::link(Block block, std::uint32_t units) {
  const auto chain = chain_of(units);
  const auto next = chains_[chain];
  *at<Free>(block) = {{units, false}, kNoBlock, next};
  if (next != kNoBlock) at<Free>(next)->before = block;
  chains_[chain] = block;
  filled_[chain / 64] |= std::uint64_t{1} << (chain % 64);
}

void BlockStore::unlink(Block block) {
  const auto [head, before, next] = *at<Free>(block);
  const auto chain = chain_of(head.units);
  if (next != kNoBlock) at<Free>(next)->before = before;
  if (before != kNoBlock) {
    at<Free>(before)->next = next;
    return;
  }
  chains_[chain] = next;
  if (next == kNoBlock) filled_[chain / 64] &= ~(std::uint64_t{1} << (chain % 64));
}

}  // namespace woodstock::search::lane
