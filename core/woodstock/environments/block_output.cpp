// What a block writes: observations, masks and turns as bytes, and states.
#include <algorithm>

#include "woodstock/environments/block.hpp"

namespace woodstock::environments {

using lanes::LaneMask;

void Block::write(const Outputs& out) {
  write_observations(used_, out.observations);
  write_masks(out.masks);
  std::fill_n(out.turns, size_, kNothing);
  for (std::size_t place = asked(); place-- > 0;) {
    to_move_[place].each([&](std::uint32_t lane) { out.turns[lane] = static_cast<std::int32_t>(place); });
  }
}

void Block::write_observations(const LaneMask& games, std::uint8_t* out) {
  for (std::size_t at = 0; at < columns(); ++at) {
    write_bits(games, rules_.cells(), out + at * rules_.cells(), [&](std::uint32_t first, std::uint32_t count) {
      if (!rules_.setup.percepts) {
        gather(rules_.shown[0], first, count, values_, used_);
      } else if (rules_.setup.together) {
        gather(rules_.shown[at], first, count, memories_[at], used_);
      } else {
        for (std::size_t place = 0; place < asked(); ++place) {
          gather(rules_.shown[place], first, count, memories_[place], watching_[place]);
        }
      }
    });
  }
}

void Block::write_masks(std::uint8_t* out) {
  for (std::size_t at = 0; at < columns(); ++at) {
    write_bits(used_, rules_.setup.width, out + at * rules_.setup.width, [&](std::uint32_t first, std::uint32_t count) {
      for (std::size_t place = 0; place < asked(); ++place) {
        if (rules_.setup.together && place != at) continue;
        const auto& legal = rules_.legal[rules_.setup.asked[place]];
        gather(legal, first, count, values_, rules_.setup.together ? used_ - over_ : to_move_[place]);
      }
    });
  }
}

// Writes rows of `width` bytes, 64 at a time; gather(first, count) puts their wires into `rows_`.
template <typename Gather>
void Block::write_bits(const LaneMask& games, std::uint32_t width, std::uint8_t* out, Gather gather) {
  for (std::uint32_t first = 0; first < width; first += 64) {
    const auto count = std::min(64U, width - first);
    rows_.fill(0);
    gather(first, count);
    kernel_.transpose(rows_.data());
    kernel_.spread(rows_.data(), count, games.words.data(), out + first, columns() * width);
  }
}

void Block::gather(const std::vector<circuit::Literal>& literals, std::uint32_t first, std::uint32_t count,
                   const lanes::LaneValues& values, const LaneMask& games) {
  if (first >= literals.size()) return;
  count = std::min(count, static_cast<std::uint32_t>(literals.size()) - first);
  kernel_.gather(literals.data() + first, count, values.wire(0), games.words.data(), rows_.data());
}

void Block::states(std::uint64_t* out) const {
  lanes::store_states(kernel_, values_, rules_.lanes.circuit().fluents, size_, out);
}

}  // namespace woodstock::environments
