// Players of quantified networks: each sets the variables of one quantifier, in the order of the prefix, against a
// clock.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "woodstock/qcsp/limits.hpp"
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

}  // namespace woodstock::qcsp
