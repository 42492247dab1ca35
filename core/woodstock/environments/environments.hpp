// Many games of one kind for a learner: stepped by the actions it gives, with observations and masks as bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/environments/block.hpp"

namespace woodstock::environments {

// The same seed gives the same games, whatever the number of threads and the kernel.
class Environments {
 public:
  Environments(std::shared_ptr<lanes::Lanes> lanes, Setup setup);
  Environments(const Environments&) = delete;
  Environments& operator=(const Environments&) = delete;

  const Setup& setup() const { return setup_; }
  const lanes::Lanes& lanes() const { return *lanes_; }
  // Rows of observations and masks, and actions, per lane.
  std::size_t columns() const { return setup_.together ? setup_.asked.size() : 1; }

  void seed(std::uint64_t seed);
  // Begins again the games that are marked (a byte each), and writes observations, masks and turns.
  void reset(std::span<const std::uint8_t> marked, const Outputs& out, std::uint32_t threads);
  // Makes a step in all games but those that are marked, which begin again; no marks at all mark none. Nothing is
  // changed where some action cannot be made.
  std::optional<BadAction> step(std::span<const std::int32_t> actions, std::span<const std::uint8_t> anew,
                                const Outputs& out, std::uint32_t threads);
  void sample(std::span<std::int32_t> actions, std::uint32_t threads);
  std::vector<std::uint64_t> states() const;

 private:
  // Calls work(block, the number of its first lane) for all blocks.
  template <typename Work>
  void each_block(std::uint32_t threads, Work work);
  // What is written for the lanes from this one on.
  Outputs from(const Outputs& out, std::size_t first) const;

  std::shared_ptr<lanes::Lanes> lanes_;
  Setup setup_;
  Rules rules_;
  std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace woodstock::environments
