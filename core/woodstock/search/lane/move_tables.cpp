#include "woodstock/search/lane/move_tables.hpp"

#include <algorithm>
#include <bit>

namespace woodstock::search::lane {

MoveTables::MoveTables(std::span<const std::uint32_t> move_counts, std::size_t memory) {
  for (std::uint32_t role = 0; role < move_counts.size(); ++role) {
    first_moves_.push_back(static_cast<std::uint32_t>(role_of_.size()));
    role_of_.insert(role_of_.end(), move_counts[role], role);
  }
  const auto bytes = sizeof(MoveTable) + (role_of_.size() + first_moves_.size()) * sizeof(MoveTotal);
  most_ = std::max<std::size_t>(1, memory / bytes);
}

void MoveTables::make(Block block, double next_prior) {
  if (tables_.size() >= most_) return;
  auto table = std::make_unique<MoveTable>();
  table->moves.resize(role_of_.size());
  table->roles.resize(first_moves_.size());
  table->next_prior = next_prior;
  tables_[block] = std::move(table);
}

void MoveTables::add(std::span<MoveTable* const> tables, std::span<const float> goals,
                     std::span<const std::uint64_t> made) {
  for (std::uint32_t word = 0; word < made.size(); ++word) {
    for (auto rest = made[word]; rest != 0; rest &= rest - 1) {
      const auto move = word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest));
      for (auto* table : tables) table->moves[move].add(goals[role_of_[move]], 1.0);
    }
  }
}

}  // namespace woodstock::search::lane
