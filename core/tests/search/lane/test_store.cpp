#include "woodstock/search/lane/store.hpp"

#include <map>
#include <set>

#include "harness.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::search::lane;

namespace {

constexpr std::size_t kSmallest = std::size_t{1} << 21;

// The blocks one after another: they must touch, and hold what is used and nothing else.
void check_walk(BlockStore& store, const std::map<Block, std::uint32_t>& used) {
  std::map<Block, std::uint32_t> met;
  Block end = 1;
  for (auto block = store.first(); block != kNoBlock; block = store.after(block)) {
    CHECK_EQ(block, end);
    const auto head = *store.at<BlockHead>(block);
    if (head.used) met[block] = head.units;
    end = block + store.at<BlockHead>(block)->units;
    if (!head.used) store.after(block);  // free neighbours are joined, so this may be longer than it was
    end = block + store.at<BlockHead>(block)->units;
  }
  CHECK(met == used);
}

}  // namespace

TEST("blocks are apart, are found by walking, and come back when given back") {
  support::Random random(1);
  BlockStore store(kSmallest);
  std::map<Block, std::uint32_t> used;
  std::uint64_t sum = 0;
  for (int round = 0; round < 20'000; ++round) {
    if (random.below(5) < 3 || used.empty()) {
      const auto units = 1 + random.below(random.below(20) == 0 ? 2000 : 20);
      const auto block = store.take(units);
      if (block == kNoBlock) {
        CHECK(sum + units > kSmallest / kUnit / 2);  // half of it may be lost to pieces that do not fit
        const auto gone = used.begin();
        store.give_back(gone->first);
        sum -= gone->second;
        used.erase(gone);
        continue;
      }
      const auto next = used.lower_bound(block);
      if (next != used.end()) CHECK(block + units <= next->first);
      if (next != used.begin()) CHECK(std::prev(next)->first + std::prev(next)->second <= block);
      CHECK((std::size_t{block} + units) * kUnit <= store.bytes());
      used[block] = units;
      sum += units;
    } else {
      auto gone = used.lower_bound(random.below(static_cast<std::uint32_t>(store.bytes() / kUnit)));
      if (gone == used.end()) gone = used.begin();
      store.give_back(gone->first);
      sum -= gone->second;
      used.erase(gone);
    }
    CHECK_EQ(store.used_bytes(), sum * kUnit);
    if (round % 1000 == 0) check_walk(store, used);
  }
  check_walk(store, used);
}

TEST("what is joined by walking serves one large block again") {
  BlockStore store(kSmallest);
  std::vector<Block> blocks;
  for (auto block = store.take(3); block != kNoBlock; block = store.take(3)) blocks.push_back(block);
  for (const auto block : blocks) store.give_back(block);
  const auto large = static_cast<std::uint32_t>(blocks.size()) * 3;
  CHECK_EQ(store.take(large), kNoBlock);
  for (auto block = store.first(); block != kNoBlock; block = store.after(block)) {
  }
  CHECK_EQ(store.take(large), blocks[0]);
}
