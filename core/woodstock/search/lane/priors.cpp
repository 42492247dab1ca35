// Where a move begins: with what it came to elsewhere (move_tables.hpp).
//
// A move begins as if it had been played out some times (the settings `history` and `amaf`) with that mean, which then
// counts for less and less as the move gets playouts of its own: the schedule of RAVE with a fixed number of equivalent
// playouts (Gelly and Silver 2007). The mean is taken when a node is made, from the nearest node above that has seen
// enough playouts (GRAVE; Cazenave 2015), and again from the node itself each time its own playouts have doubled.
#include "woodstock/search/lane/tree.hpp"

namespace woodstock::search::lane {

// Of the nodes of a descent from the root on, as far as they have any.
std::span<MoveTable* const> LaneTree::tables_of(const Descent& descent) {
  above_.clear();
  for (const auto& step : descent.steps) {
    auto* table = tables_->find(step.node);
    if (table == nullptr) break;
    above_.push_back(table);
  }
  return above_;
}

const MoveTable* LaneTree::reference_of(const Descent& descent) {
  const auto tables = tables_of(descent);
  for (auto table = tables.rbegin(); table != tables.rend(); ++table) {
    if ((*table)->playouts >= settings_.reference) return *table;
  }
  return nullptr;
}

// Calls visit(role, stat, move) for the statistics of a node, chance's excepted.
template <typename Visit>
void LaneTree::each_stat(LaneNode& node, Visit visit) const {
  const auto* counts = node.move_counts();
  const auto* legal = node.legal(game_.roles);
  std::uint32_t first = 0;
  for (std::uint32_t role = 0; role < game_.roles; legal += counts[role++]) {
    const bool own = node.joint() ? counts[role] > 1 : role == node.chooser;
    if (!own || role == game_.chance) continue;
    for (std::uint32_t i = 0; i < counts[role]; ++i) visit(role, first + i, legal[i]);
    if (node.joint()) first += padded(counts[role]);
  }
}

void LaneTree::begin_with_priors(LaneNode& node, const MoveTable* table) {
  constexpr float kUnknown = 0.5F;
  each_stat(node, [&](std::uint32_t, std::uint32_t stat, std::uint32_t) {
    const auto jitter = 1e-6 * static_cast<double>(jitter_.next() >> 58);  // equal moves are visited in random order
    node.moves()[stat].visits = prior_;
    node.moves()[stat].sum = prior_ * (kUnknown + jitter);
    priors(node)[stat] = kUnknown;
    weigh(node, stat);
  });
  if (table != nullptr) set_priors(node, *table);
}

void LaneTree::set_priors(LaneNode& node, const MoveTable& table) {
  each_stat(node, [&](std::uint32_t role, std::uint32_t stat, std::uint32_t move) {
    const auto prior = static_cast<float>(table.mean(role, tables_->number(role, move)));
    node.moves()[stat].sum += prior_ * (static_cast<double>(prior) - priors(node)[stat]);
    priors(node)[stat] = prior;
    const bool exact = node.form == Form::kChoice && proved(node.link(stat));
    if (!exact) weigh(node, stat);
  });
}

// The moves of a descent count for the nodes above them.
void LaneTree::note_steps(const Descent& descent) {
  const auto tables = tables_of(descent);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (std::uint32_t role = 0; role < game_.roles; ++role) {
      tables[i]->roles[role].add(worth(descent, i, role), settings_.lanes);
    }
    tables[i]->playouts += settings_.lanes;
  }
  auto pick = descent.picks.begin();
  for (std::size_t step = 0; step < descent.steps.size(); ++step) {
    const auto [block, child] = descent.steps[step];
    auto& node = *at(block);
    const auto* counts = node.move_counts();
    const auto* legal = node.legal(game_.roles);
    for (std::uint32_t role = 0; role < game_.roles; legal += counts[role++]) {
      if (counts[role] < 2) continue;
      const auto move = tables_->number(role, legal[node.joint() ? *pick++ : child]);
      const auto sum = worth(descent, step, role);
      for (std::size_t i = 0; i < std::min(step + 1, tables.size()); ++i) {
        tables[i]->moves[move].add(sum, settings_.lanes);
      }
    }
  }
}

// After a descent: priors are renewed where playouts have doubled, and the next node that saw enough gets a table.
void LaneTree::refer(const Descent& descent) {
  for (const auto& step : descent.steps) {
    auto& node = *at(step.node);
    auto* table = tables_->find(step.node);
    if (table == nullptr) {
      if (node.visits >= settings_.reference) tables_->make(step.node, settings_.reference);
      return;
    }
    if (table->playouts < table->next_prior) continue;
    set_priors(node, *table);
    table->next_prior = 2.0 * table->playouts;
  }
}

}  // namespace woodstock::search::lane
