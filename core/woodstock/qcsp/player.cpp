#include "woodstock/qcsp/player.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

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

std::unique_ptr<Player> random_player(const Problem& problem, const RandomSettings& settings) {
  return std::make_unique<RandomPlayer>(problem, settings);
}

// A player is made by the settings that it is given, and the one that makes it what it is.
template <typename S, auto make, auto member = nullptr, auto value = nullptr>
constexpr PlayerKind kind(std::string_view name, std::string_view help) {
  return {name, help, settings_of<S>, [](const Problem& problem, GivenSettings given) {
            auto settings = settings_from<S>(std::move(given));
            if constexpr (!std::is_null_pointer_v<decltype(member)>) settings.*member = value;
            return make(problem, settings);
          }};
}

constexpr auto kUpdate = &MonteCarloSettings::update;
constexpr auto kIntelligent = &AlphaBetaSettings::intelligent;
constexpr std::array kKinds{
    kind<RandomSettings, random_player>("random", "any value, each as likely"),
    kind<MonteCarloSettings, monte_carlo, kUpdate, Update::no_propagation>(
        "mc-noprop", "MC (NoProp) of paper 004: UCT with the pure value rule alone"),
    kind<PruningSettings, monte_carlo, kUpdate, Update::shallow>(
        "mc-shallow", "MC (shallow): UCT with SQGAC, a violation is noted at its node"),
    kind<PruningSettings, monte_carlo, kUpdate, Update::deep>(
        "mc-deep", "MC (deep): UCT with SQGAC, a violation is noted as far up as it decides"),
    kind<AlphaBetaSettings, alpha_beta, kIntelligent, false>("alpha-beta", "look-ahead with Dynamic Geelen's Promise"),
    kind<AlphaBetaSettings, alpha_beta, kIntelligent, true>("iab",
                                                            "Intelligent Alpha Beta: the same, best values first"),
    kind<WoodstockSettings, woodstock>("woodstock", "ours: exact solver, tree search with guided playouts and proofs"),
};

}  // namespace

std::span<const PlayerKind> player_kinds() { return kKinds; }

std::unique_ptr<Player> make_player(const Problem& problem, std::string_view name, GivenSettings given) {
  const auto* kind = std::ranges::find(kKinds, name, &PlayerKind::name);
  if (kind == kKinds.end()) throw std::invalid_argument("there is no player " + std::string(name));
  return kind->make(problem, std::move(given));
}

}  // namespace woodstock::qcsp
