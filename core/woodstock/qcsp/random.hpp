// The random player: nature, or an adversary without a plan (paper 004, section 4).
#pragma once

#include "woodstock/qcsp/player.hpp"
#include "woodstock/qcsp/playouts.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::qcsp {

struct RandomSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t seed = seed_setting();
};

// Any value of the domain, each as likely, whatever was set before.
class RandomPlayer : public Player {
 public:
  RandomPlayer(const Problem& problem, const RandomSettings& settings) : Player(problem), random_(settings.seed) {}

  Choice choose(std::span<const std::uint32_t> prefix, const Limits&) override {
    problem_.check_prefix(prefix);
    Choice choice;
    choice.value = any(problem_.full()[prefix.size()], random_);
    return choice;
  }

 private:
  support::Random random_;
};

}  // namespace woodstock::qcsp
