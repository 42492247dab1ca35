#include "woodstock/search/tree/grave.hpp"

#include <cmath>

namespace woodstock::search::tree {

namespace {

constexpr std::uint32_t kSharedSlots = 1024;  // for each role whose moves are still being numbered
constexpr double kUntried = 2.0;              // better than anything that was tried

}  // namespace

Grave::Slots::Slots(const machine::Machine& machine) {
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    counts_.push_back(machine.numbering() ? kSharedSlots : machine.move_count(role));
    first_.push_back(first_.back() + counts_.back());
  }
}

Grave::Grave(const machine::Machine& machine, std::optional<std::uint32_t> chance, const GraveSettings& options)
    : TreeSearch(machine, chance, options.tree, Slots(machine).size() * sizeof(Amaf) / 8, true),
      ref_(options.ref),
      bias_(options.bias),
      slots_(machine),
      trails_(options.tree.threads) {
  for (auto& trail : trails_) trail.met.assign(slots_.size(), 0);
}

// The reference is the nearest node, from here up, that was visited more than `ref` times. A node begins to count when
// it has half of these visits: the table of all moves is large, and most nodes never get there.
void Grave::enter(Worker& own, TreeNode& node) {
  auto& trail = trails_[own.number];
  if (own.path.empty()) {
    trail.reference = nullptr;
    trail.permutation = 0;
  } else if (symmetries() != nullptr) {
    trail.permutation = symmetries()->product(trail.permutation, own.path.back().permutation);
  }
  if (node.extra == TreeArena::kNone && node.visits >= ref_ / 2 && !node.settled()) tree().add_extra(node);
  if (node.extra != TreeArena::kNone && (node.visits > ref_ || own.path.empty())) {
    trail.reference = tree().extra<Amaf>(node);
    trail.permutation = 0;
  }
}

// A move at the node that a descent has come to, as it looks to the reference.
std::uint32_t Grave::move_there(const Trail& trail, std::uint32_t role, std::uint32_t move) const {
  return trail.permutation == 0 ? move : symmetries()->move(symmetries()->inverse(trail.permutation), role, move);
}

// (1 - b) v + b amaf with b = amaf visits / (amaf visits + visits + bias * amaf visits * visits).
double Grave::score(TreeEdge& edge, std::uint32_t role, const Trail& trail) const {
  const auto tries = static_cast<double>(edge.tries());
  const auto known = tries - edge.pending;  // other threads that are below count as losses
  const auto mean = known == 0.0 ? 0.0 : static_cast<double>(tree().values(edge)[role]) * known / tries;
  if (edge.proved != 0) return mean;
  if (trail.reference == nullptr) return tries == 0.0 ? kUntried : mean;
  const auto& amaf = trail.reference[slots_(role, move_there(trail, role, edge.move))];
  if (amaf.visits == 0) return tries == 0.0 ? kUntried : mean;
  const auto visits = static_cast<double>(amaf.visits);
  const auto beta = visits / (visits + tries + bias_ * visits * tries);
  return (1.0 - beta) * mean + beta * static_cast<double>(amaf.value);
}

// The highest score wins, one of equals at random: at first there are many.
std::uint32_t Grave::choose(Worker& own, const TreeNode& node, const Arms& arms) {
  const auto& trail = trails_[own.number];
  double highest = -1.0;
  std::uint32_t best = 0;
  std::uint32_t equals = 0;
  for (std::uint32_t place = 0; place < arms.count; ++place) {
    auto& edge = tree().edge(node, arms.first + place);
    if (edge.proved != 0 && arms.around) continue;
    const auto here = score(edge, arms.role, trail);
    if (here < highest) continue;
    equals = here > highest ? 1 : equals + 1;
    highest = here;
    if (equals == 1 || own.random.below(equals) == 0) best = place;
  }
  return best;
}

// From the last step to the first: what was made below a node must be told as it looks from there.
void Grave::learn(Worker& own) {
  for (auto depth = own.path.size(); depth-- > 0;) {
    map_back(own, own.path[depth]);
    update(own, own.path[depth]);
  }
}

// Each move made at a node or below counts once, for the role that made it.
void Grave::update(Worker& own, const Step& step) {
  auto* amaf = tree().extra<Amaf>(tree().node(step.node));
  if (amaf == nullptr) return;
  auto& trail = trails_[own.number];
  ++trail.sweep;
  for (auto i = step.first_made; i < own.made.size(); ++i) {
    const auto move = slots_(own.made[i].role, own.made[i].move);
    if (trail.met[move] == trail.sweep) continue;
    trail.met[move] = trail.sweep;
    ++amaf[move].visits;
    const auto outcome = static_cast<float>(own.outcome[own.made[i].role]);
    amaf[move].value += (outcome - amaf[move].value) / static_cast<float>(amaf[move].visits);
  }
}

}  // namespace woodstock::search::tree
