// Players of quantified networks: each sets the variables of one quantifier, in the order of the prefix, against a
// clock.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "woodstock/qcsp/limits.hpp"
#include "woodstock/qcsp/playouts.hpp"
#include "woodstock/qcsp/problem.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::qcsp {

// What a player thinks of a value: the chance that the existential player wins, as it sees it, and how often it tried.
struct Estimate {
  std::uint32_t value;
  double worth;
  std::uint64_t visits;
};

enum class Proof : std::int8_t { lost = -1, unknown = 0, won = 1 };

struct Choice {
  std::uint32_t value = 0;
  Proof proof = Proof::unknown;  // for the existential player, against the best adversary
  std::vector<Estimate> estimates;
  std::uint64_t playouts = 0;
  std::uint64_t nodes = 0;
  std::uint32_t depth = 0;  // variables that were looked ahead
};

// Made for one game; it may remember from move to move. The problem must stay.
class Player {
 public:
  explicit Player(const Problem& problem) : problem_(problem) {}
  virtual ~Player() = default;

  const Problem& problem() const { return problem_; }
  // A value for the first variable after the prefix, whoever owns it.
  virtual Choice choose(std::span<const std::uint32_t> prefix, const Limits& limits) = 0;

 protected:
  const Problem& problem_;
};

// The players by name.
struct PlayerKind {
  std::string_view name;
  std::string_view help;
  std::vector<support::Setting> (*settings)();
  std::unique_ptr<Player> (*make)(const Problem& problem, support::GivenSettings given);
};

std::span<const PlayerKind> player_kinds();
std::unique_ptr<Player> make_player(const Problem& problem, std::string_view name, support::GivenSettings given);

// Those that think, each behind its settings.
struct AlphaBetaSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t seed = seed_setting();
  bool intelligent = false;  // children from best to worst by the static evaluation: Intelligent Alpha Beta
};
std::unique_ptr<Player> alpha_beta(const Problem& problem, const AlphaBetaSettings& settings);

// MC (NoProp), MC (shallow), MC (deep).
enum class Update : std::uint8_t { no_propagation, shallow, deep };

struct MonteCarloSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t memory = memory_setting(std::uint64_t{1} << 28);  // a tree that is full is searched without growing
  std::uint64_t seed = seed_setting();
  Update update = Update::deep;
  // What counts as pruned in equation 4: every terminal node with a value that propagation removed from some domain,
  // also of variables further down; or only the children that it removed from the tree.
  bool terminals = true;
};

// Of those that propagate.
struct PruningSettings : MonteCarloSettings {
  PruningSettings() = default;
  explicit PruningSettings(support::SettingReader& reader) : MonteCarloSettings(reader) {
    terminals = flag("terminals", terminals, "equation 4 counts what is pruned further down, not only children");
  }
};
std::unique_ptr<Player> monte_carlo(const Problem& problem, const MonteCarloSettings& settings);

struct WoodstockSettings : support::Settings {
  using Settings::Settings;
  double proving = real("proving", 0.3, 0.0, 1.0, "share of the time for the exact solver");
  double exploration = real("exploration", 0.6, 0.0, 1000.0, "how much a prior of promise counts against playouts");
  double sharpness = real("sharpness", 0.5, 0.0, 1000.0, "sharpness of the priors");
  double temperature =
      real("temperature", 1.0, 0.0, 1000.0, "temperature of guided playouts; 0 takes the value of most promise");
  double malice =
      real("malice", 1.0, 0.0, 1.0, "how often the adversary of a playout takes the value that is worst for us");
  double hope = real("hope", 0.25, 0.0, 1.0, "the same, when the game is lost against best play");
  std::uint32_t retries = whole<std::uint32_t>("retries", 2, 0, 1000, "other values to try when one is refuted");
  bool lanes = flag("lanes", true, "evaluate leaves by 512 random playouts where possible, not by one guided playout");
  std::uint64_t memory = memory_setting(std::uint64_t{1} << 28);
  std::uint64_t seed = seed_setting();

  Guidance guidance{temperature, malice, retries};  // while the game may be won
  Guidance hoping{1.0, hope, retries};              // when it is lost
};
std::unique_ptr<Player> woodstock(const Problem& problem, const WoodstockSettings& settings);

}  // namespace woodstock::qcsp
