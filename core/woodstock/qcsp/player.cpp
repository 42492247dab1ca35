#include "woodstock/qcsp/player.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "woodstock/qcsp/alpha_beta.hpp"
#include "woodstock/qcsp/monte_carlo.hpp"
#include "woodstock/qcsp/woodstock.hpp"

namespace woodstock::qcsp {

namespace {

using support::GivenSettings;
using support::settings_from;
using support::settings_of;

struct RandomSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t seed = seed_setting();
};

// The random player: nature, or an adversary without a plan (paper 004, section 4). Any value of the domain, each as
// likely, whatever was set before.
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

template <typename Kind, typename S>
std::unique_ptr<Player> made(const Problem& problem, GivenSettings given) {
  return std::make_unique<Kind>(problem, settings_from<S>(std::move(given)));
}

template <Update update, typename S>
std::unique_ptr<Player> monte_carlo(const Problem& problem, GivenSettings given) {
  auto settings = settings_from<S>(std::move(given));
  settings.update = update;
  return std::make_unique<MonteCarlo>(problem, settings);
}

template <bool intelligent>
std::unique_ptr<Player> alpha_beta(const Problem& problem, GivenSettings given) {
  auto settings = settings_from<AlphaBetaSettings>(std::move(given));
  settings.intelligent = intelligent;
  return std::make_unique<AlphaBeta>(problem, settings);
}

constexpr std::array kKinds{
    PlayerKind{"random", "any value, each as likely", settings_of<RandomSettings>, made<RandomPlayer, RandomSettings>},
    PlayerKind{"mc-noprop", "MC (NoProp) of paper 004: UCT with the pure value rule alone",
               settings_of<MonteCarloSettings>, monte_carlo<Update::no_propagation, MonteCarloSettings>},
    PlayerKind{"mc-shallow", "MC (shallow): UCT with SQGAC, a violation is noted at its node",
               settings_of<PruningSettings>, monte_carlo<Update::shallow, PruningSettings>},
    PlayerKind{"mc-deep", "MC (deep): UCT with SQGAC, a violation is noted as far up as it decides",
               settings_of<PruningSettings>, monte_carlo<Update::deep, PruningSettings>},
    PlayerKind{"alpha-beta", "look-ahead with Dynamic Geelen's Promise", settings_of<AlphaBetaSettings>,
               alpha_beta<false>},
    PlayerKind{"iab", "Intelligent Alpha Beta: the same, best values first", settings_of<AlphaBetaSettings>,
               alpha_beta<true>},
    PlayerKind{"woodstock", "ours: exact solver, tree search with guided playouts and proofs",
               settings_of<WoodstockSettings>, made<Woodstock, WoodstockSettings>},
};

}  // namespace

std::span<const PlayerKind> player_kinds() { return kKinds; }

std::unique_ptr<Player> make_player(const Problem& problem, std::string_view name, GivenSettings given) {
  const auto* kind = std::ranges::find(kKinds, name, &PlayerKind::name);
  if (kind == kKinds.end()) throw std::invalid_argument("there is no player " + std::string(name));
  return kind->make(problem, std::move(given));
}

}  // namespace woodstock::qcsp
