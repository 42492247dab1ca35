#include "woodstock/belief/trails.hpp"

#include <algorithm>

namespace woodstock::belief {

std::uint32_t Trails::add(std::uint32_t before, std::span<const std::uint32_t> joint_move) {
  before_.push_back(before);
  joint_moves_.insert(joint_moves_.end(), joint_move.begin(), joint_move.end());
  return static_cast<std::uint32_t>(before_.size());
}

std::vector<std::uint32_t> Trails::moves(std::uint32_t trail) const {
  std::size_t steps = 0;
  for (auto at = trail; at != kStart; at = before_[at - 1]) ++steps;
  std::vector<std::uint32_t> out(steps * roles_);
  for (auto at = trail; at != kStart; at = before_[at - 1]) {
    const auto* from = joint_moves_.data() + std::size_t{at - 1} * roles_;
    std::copy_n(from, roles_, out.data() + --steps * roles_);
  }
  return out;
}

void Trails::keep(std::span<std::uint32_t> wanted) {
  std::vector<std::uint32_t> number(before_.size() + 1, kStart);  // the new ones; first whether it is needed
  for (const auto trail : wanted) {
    for (auto at = trail; at != kStart && number[at] == kStart; at = before_[at - 1]) number[at] = 1;
  }
  std::uint32_t kept = 0;
  for (std::uint32_t trail = 1; trail < number.size(); ++trail) {
    if (number[trail] == kStart) continue;
    before_[kept] = number[before_[trail - 1]];
    std::copy_n(joint_moves_.data() + std::size_t{trail - 1} * roles_, roles_,
                joint_moves_.data() + std::size_t{kept} * roles_);
    number[trail] = ++kept;
  }
  before_.resize(kept);
  joint_moves_.resize(std::size_t{kept} * roles_);
  for (auto& trail : wanted) trail = number[trail];
}

}  // namespace woodstock::belief
