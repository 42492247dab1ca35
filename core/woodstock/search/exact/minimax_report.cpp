// What the exact search knows of its root.
#include <algorithm>
#include <stdexcept>

#include "woodstock/search/exact/minimax.hpp"

namespace woodstock::search::exact {

namespace {

constexpr std::size_t kLongestLine = 200;

}  // namespace

// What a role can secure by a move, chance averaged; nothing while some child is not solved. The flag of `proved` says
// whether all that can follow the move is proved, and nobody else has a say.
std::optional<MoveEstimate> Minimax::secured_by(Id id, std::uint32_t role, std::uint32_t place) const {
  const auto all = choices(id);
  std::vector<std::uint32_t> counts(all.counts.begin(), all.counts.end());
  std::uint64_t below = 1;  // joint moves of the roles after this one
  for (auto other = role + 1; other < roles_; ++other) below *= counts[other];
  const auto own_count = counts[role];
  counts[role] = 1;
  const auto& position = positions_[id];
  std::vector<double> children;
  MoveEstimate out{.proved = choosing(id).size() <= 1};
  for (std::uint32_t i = 0; i < position.children; ++i) {
    if (i / below % own_count != place) continue;
    const auto child = children_[position.first_child + i];
    if (!positions_[child].solved) return std::nullopt;
    out.proved = out.proved && positions_[child].proved;
    children.insert(children.end(), values(child), values(child) + roles_);
  }
  if (children.empty()) return std::nullopt;
  out.value = secured({counts, chance_}, children, role);
  out.visits = children.size() / roles_;
  return out;
}

// The best place of each role: those of the saddle point, or what secures most. While a position is not solved, a move
// that is known to be good, else one of which nothing is known.
std::vector<std::uint32_t> Minimax::best_places(Id id) const {
  const auto& position = positions_[id];
  if (position.solved && position.expanded && position.way_out == kNone) {
    if (const auto backup = back_up(choices(id), child_values(id))) return backup->moves;
  }
  std::vector<std::uint32_t> out(roles_, 0);
  if (position.way_out != kNone) {
    out[choosing(id)[0]] = position.way_out;
    return out;
  }
  for (const auto role : choosing(id)) {
    double best = -1.0;
    for (std::uint32_t place = 0; place < choices(id).counts[role]; ++place) {
      const auto found = secured_by(id, role, place);
      const auto value = found ? found->value : policy_.unknown(role);
      if (value <= best) continue;
      best = value;
      out[role] = place;
    }
  }
  return out;
}

SearchReport Minimax::report(std::uint32_t role) const {
  if (role >= roles_) throw std::invalid_argument("there is no role of this number");
  const auto& root = positions_[root_];
  SearchReport out;
  out.proved = root.proved;
  out.nodes = positions_.size();
  out.descents = expansions_;
  for (std::uint32_t other = 0; other < roles_; ++other) {
    const auto known = root.solved ? values(root_)[other] : policy_.unknown(other);
    out.values.push_back(other == chance_ ? 0.0 : known);
  }
  machine_.set_state(state(root_));
  std::uint32_t place = 0;
  for_each_legal(machine_, role, [&](std::uint32_t move) {
    auto found = root.expanded ? secured_by(root_, role, place) : std::nullopt;
    out.moves.push_back(found.value_or(MoveEstimate{.value = policy_.unknown(role)}));
    out.moves.back().move = move;
    set_bounds(out.moves.back());
    ++place;
  });
  if (out.moves.empty()) return out;
  const auto best = root.over ? 0 : best_places(root_)[role];
  out.best = out.moves[best].move;
  if (root.proved && !root.over) {  // also where others choose at the same time
    auto& own = out.moves[best];
    own.value = own.low = own.high = out.values[role];
    own.proved = true;
  }
  out.line = line();
  out.depth = out.line.size() / roles_;
  return out;
}

std::vector<std::uint32_t> Minimax::line() const {
  std::vector<std::uint32_t> out;
  auto at = root_;
  while (positions_[at].expanded && positions_[at].solved && out.size() < kLongestLine * roles_) {
    const auto places = best_places(at);
    machine_.set_state(state(at));
    std::uint64_t number = 0;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      std::uint32_t place = 0;
      for_each_legal(machine_, role, [&](std::uint32_t move) {
        if (place++ == places[role]) out.push_back(move);
      });
      number = number * place + places[role];
    }
    at = children_[positions_[at].first_child + number];
  }
  return out;
}

}  // namespace woodstock::search::exact
