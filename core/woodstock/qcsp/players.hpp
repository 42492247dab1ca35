// The players of quantified networks by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "woodstock/qcsp/player.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::qcsp {

struct PlayerKind {
  std::string_view name;
  std::string_view help;
  std::vector<support::Setting> (*settings)();
  std::unique_ptr<Player> (*make)(const Problem& problem, support::GivenSettings given);
};

std::span<const PlayerKind> player_kinds();
std::unique_ptr<Player> make_player(const Problem& problem, std::string_view name, support::GivenSettings given);

}  // namespace woodstock::qcsp
