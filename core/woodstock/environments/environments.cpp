#include "woodstock/environments/environments.hpp"

#include <algorithm>

#include "woodstock/support/threads.hpp"

namespace woodstock::environments {

Environments::Environments(std::shared_ptr<lanes::Lanes> lanes, Setup setup)
    : lanes_(std::move(lanes)), setup_(std::move(setup)), rules_(*lanes_, setup_) {
  for (std::uint32_t first = 0; first < setup_.count; first += lanes::kLanes) {
    blocks_.push_back(std::make_unique<Block>(rules_, std::min(lanes::kLanes, setup_.count - first)));
  }
  seed(0);
}

void Environments::seed(std::uint64_t seed) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i]->seed(seed, i);
}

namespace {

// The lanes of a block that are marked, of which the first has this number.
lanes::LaneMask marked_lanes(std::span<const std::uint8_t> marked, std::size_t first, std::uint32_t size) {
  lanes::LaneMask found;
  for (std::uint32_t lane = 0; lane < size && !marked.empty(); ++lane) {
    if (marked[first + lane] != 0) found.add(lane);
  }
  return found;
}

}  // namespace

template <typename Work>
void Environments::each_block(std::uint32_t threads, Work work) {
  const auto used = std::min<std::uint32_t>(threads, static_cast<std::uint32_t>(blocks_.size()));
  support::in_threads(used, [&](std::uint32_t thread) {
    for (std::size_t i = thread; i < blocks_.size(); i += used) work(*blocks_[i], i * lanes::kLanes);
  });
}

Outputs Environments::from(const Outputs& out, std::size_t first) const {
  auto own = out;
  const auto row = first * columns();
  own.observations += row * rules_.cells();
  own.masks += row * setup_.width;
  own.turns += first;
  own.rewards += first * setup_.asked.size();
  own.terminated += first;
  own.truncated += first;
  own.last += row * rules_.cells();
  return own;
}

void Environments::reset(std::span<const std::uint8_t> marked, const Outputs& out, std::uint32_t threads) {
  each_block(threads, [&](Block& block, std::size_t first) {
    if (const auto games = marked_lanes(marked, first, block.size()); games.any()) block.restart(games);
    block.write(from(out, first));
  });
}

std::optional<BadAction> Environments::step(std::span<const std::int32_t> actions, std::span<const std::uint8_t> anew,
                                            const Outputs& out, std::uint32_t threads) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const auto first = i * lanes::kLanes;
    const auto games = marked_lanes(anew, first, blocks_[i]->size());
    if (auto bad = blocks_[i]->take(actions.data() + first * columns(), games)) {
      bad->lane += static_cast<std::uint32_t>(first);
      return bad;
    }
  }
  each_block(threads, [&](Block& block, std::size_t first) {
    const auto own = from(out, first);
    block.step(own);
    block.write(own);
  });
  return std::nullopt;
}

void Environments::sample(std::span<std::int32_t> actions, std::uint32_t threads) {
  each_block(threads, [&](Block& block, std::size_t first) { block.sample(actions.data() + first * columns()); });
}

std::vector<std::uint64_t> Environments::states() const {
  std::vector<std::uint64_t> out(std::size_t{setup_.count} * lanes_->state_words());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    blocks_[i]->states(out.data() + i * lanes::kLanes * lanes_->state_words());
  }
  return out;
}

}  // namespace woodstock::environments
