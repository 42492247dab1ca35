// Flat Monte Carlo with UCB1 (Auer et al. 2002), as in paper 000, section 4.3: a bandit over the moves of a role.
#pragma once

#include <optional>
#include <vector>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::search {

struct UcbSettings : support::Settings {
  using Settings::Settings;
  double c = real("c", 1.4142135623730951, 0.0, 1e6, "exploration constant: c sqrt(ln n / n_i)");
  std::uint64_t seed = seed_setting();
};

// Every role that has a choice has a bandit of its own, and they take turns: one chooses by it, all others play at
// random, then all do. So its values are those of a move against random play, however long it runs.
class Ucb final : public Search {
 public:
  Ucb(const machine::Machine& machine, std::optional<std::uint32_t> chance, const UcbSettings& options);

  std::vector<std::uint64_t> decode(std::string_view text) override { return machine_.decode(text); }
  void set_root(std::span<const std::uint64_t> state) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  struct Arm {
    std::uint32_t move;
    std::uint64_t visits = 0;
    double sum = 0.0;
  };
  struct Bandit {
    std::vector<Arm> arms;
    std::uint64_t visits = 0;
  };

  std::size_t choose(const Bandit& bandit) const;

  std::unique_ptr<machine::Machine> own_;
  machine::Machine& machine_;
  std::optional<std::uint32_t> chance_;
  double c_;
  machine::OutcomePolicy policy_;
  support::Random random_;
  std::vector<std::uint64_t> root_;
  bool over_ = false;            // terminal, or the rules go no further
  std::vector<Bandit> bandits_;  // by role
  std::vector<std::uint32_t> choosing_;
  std::vector<double> sums_;
  std::vector<double> ends_;  // what the root is worth without a playout
  std::uint64_t playouts_ = 0;
};

}  // namespace woodstock::search
