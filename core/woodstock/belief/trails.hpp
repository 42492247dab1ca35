// How the particles of a belief came about: the joint moves that led to each, back to the start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::belief {

// A trail is a joint move and the trail before it, so that particles with a common past share it.
class Trails {
 public:
  static constexpr std::uint32_t kStart = 0;  // no move yet

  explicit Trails(std::uint32_t roles) : roles_(roles) {}

  std::uint32_t add(std::uint32_t before, std::span<const std::uint32_t> joint_move);
  // The joint moves of a trail, step by step.
  std::vector<std::uint32_t> moves(std::uint32_t trail) const;
  // Forgets all but what leads to these, and gives those their new numbers.
  void keep(std::span<std::uint32_t> wanted);
  std::size_t size() const { return before_.size(); }

 private:
  std::uint32_t roles_;
  std::vector<std::uint32_t> before_;  // by trail, less one; always of a lower number
  std::vector<std::uint32_t> joint_moves_;
};

}  // namespace woodstock::belief
