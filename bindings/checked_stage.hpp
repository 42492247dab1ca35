// Stages that are solved by a network from Python, which may be that of another game, or of none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "woodstock/search/stage/stage.hpp"

namespace woodstock {

// Roles choose apart from each other, so that the joint moves of a state are all ways to put their moves together: the
// searches rely on it. These are in order.
inline bool is_product(const std::vector<std::uint32_t>& joint_moves, std::size_t roles) {
  const auto count = joint_moves.size() / roles;
  if (count == 0) return true;
  std::size_t product = 1;
  std::vector<std::uint32_t> own;
  for (std::size_t role = 0; role < roles && product <= count; ++role) {
    own.clear();
    for (std::size_t at = role; at < joint_moves.size(); at += roles) own.push_back(joint_moves[at]);
    std::ranges::sort(own);
    product *= static_cast<std::size_t>(std::ranges::unique(own).begin() - own.begin());
  }
  if (product != count) return false;
  for (std::size_t at = roles; at < joint_moves.size(); at += roles) {
    const auto* here = joint_moves.data() + at;
    if (std::equal(here - roles, here, here)) return false;
  }
  return true;
}

class CheckedStage final : public search::stage::GameStage {
 public:
  CheckedStage(std::unique_ptr<search::stage::GameStage> own, std::size_t roles)
      : own_(std::move(own)), roles_(roles) {}

  search::stage::StageSolutions solve(std::span<const std::uint64_t> state,
                                      const search::stage::StageLimits& limits) override {
    auto out = own_->solve(state, limits);
    if (out.complete && !is_product(out.joint_moves, roles_)) {
      throw std::invalid_argument("the network does not speak of this game");
    }
    return out;
  }
  void narrow(std::span<const std::uint64_t> states) override { own_->narrow(states); }
  void widen() override { own_->widen(); }

 private:
  std::unique_ptr<search::stage::GameStage> own_;
  std::size_t roles_;
};

}  // namespace woodstock
