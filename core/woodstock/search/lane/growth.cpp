// How the tree of the lane search grows, moves on with the game, and stays within its memory.
#include <algorithm>
#include <new>
#include <utility>

#include "woodstock/search/lane/tree.hpp"

namespace woodstock::search::lane {

namespace {

constexpr std::size_t kFindLimit = 100'000;   // children compared when looking for a new root
constexpr std::uint32_t kSweepLimit = 4'000;  // blocks looked at for one that may go
constexpr std::uint32_t kLeastVisitsLimit = 1U << 20;
constexpr std::uint32_t kBurials = 2;  // nodes of earlier roots given back for each that is made

}  // namespace

// --- the root ---

// The new root is most often a child of the old one or of one of its children, so those are looked at first.
std::optional<Edge> LaneTree::find(std::span<const std::uint64_t> state) const {
  std::vector<Block> queue{root_};
  std::size_t compared = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    auto& node = *at(queue[i]);
    for (std::uint32_t child = 0; child < node.children; ++child) {
      if (std::equal(state.begin(), state.end(), state_of(Edge{queue[i], child}))) return Edge{queue[i], child};
      if (node.below()[child] != kNoBlock && queue.size() < kFindLimit) queue.push_back(node.below()[child]);
      if (++compared == kFindLimit) return std::nullopt;
    }
  }
  return std::nullopt;
}

bool LaneTree::move_root(std::span<const std::uint64_t> state) {
  if (std::equal(state.begin(), state.end(), root_state_.begin(), root_state_.end())) return true;
  if (root_ == kNoBlock) return false;
  const auto edge = find(state);
  if (!edge) return false;
  const auto block = at(edge->node)->below()[edge->child];
  if (block == kNoBlock) return false;
  const auto link = at(edge->node)->link(edge->child);
  root_state_.assign(state.begin(), state.end());
  become_root(block);
  if (proved(link)) root_proof_ = link & ~kProved;
  return true;
}

void LaneTree::plant(std::span<const std::uint64_t> state, const Position* position, std::span<const double> values) {
  become_root(kNoBlock);
  root_state_.assign(state.begin(), state.end());
  const auto block = position == nullptr ? kNoBlock : make_node(*position, hash_of(0, state.data()), 0, nullptr);
  become_root(block);
  if (position == nullptr) {
    root_proof_ = outcomes_.number(values);
    return;
  }
  if (block == kNoBlock) throw std::bad_alloc();
  auto& node = *at(root_);
  for (std::uint32_t child = 0; child < node.children; ++child) {
    if (!proved(node.link(child))) continue;
    root_proof_ = conclude(node, node.link(child) & ~kProved);
    if (root_proof_) return;
  }
}

void LaneTree::become_root(Block block) {
  const auto old = std::exchange(root_, block);
  if (old != kNoBlock && at(old)->entries == 0) let_go(old);
  root_proof_.reset();
  dead_end_ = false;
  if (tables_ && block != kNoBlock && tables_->find(block) == nullptr) tables_->make(block, settings_.reference);
  descents_ = 0;
  playouts_ = 0;
  deepest_ = 0;
  const std::size_t children = block == kNoBlock ? 1 : std::max(1U, at(block)->children);
  root_sums_.assign(children * game_.roles, 0.0);
  root_playouts_.assign(children, 0);
}

// --- new nodes ---

LaneTree::Growth LaneTree::install(Descent& descent, const Position& position) {
  if (const auto growth = install_known(descent); growth != Growth::kUnknown) return growth;
  const auto edge = descent.steps.back();
  const auto broken =
      std::any_of(position.move_counts.begin(), position.move_counts.end(), [](auto count) { return count == 0; });
  if (broken) {  // a dead end stays a leaf: its playouts say what it is worth
    give_up_expanding(descent);
    return Growth::kFull;
  }
  const auto* table = tables_ ? reference_of(descent) : nullptr;
  const auto block = make_node(position, descent.hash, at(edge.node)->level + 1, table);
  if (block == kNoBlock) {
    give_up_expanding(descent);
    return Growth::kFull;
  }
  return hang(descent, block);
}

// Below the child at which a descent ended.
LaneTree::Growth LaneTree::hang(Descent& descent, Block block) {
  const auto edge = descent.steps.back();
  attach(edge, block);
  descent.here = block;
  auto& node = *at(block);
  for (std::uint32_t child = 0; child < node.children; ++child) {
    if (!proved(node.link(child))) continue;
    if (const auto result = conclude(node, node.link(child) & ~kProved)) {
      prove(edge, *result);
      return Growth::kSolved;
    }
  }
  return Growth::kGrown;
}

void LaneTree::give_up_expanding(const Descent& descent) {
  const auto [block, child] = descent.steps.back();
  auto& node = *at(block);
  node.link(child) = node.form == Form::kJoint ? kSeen : kNew;
}

Block LaneTree::make_node(const Position& position, std::uint64_t hash, std::uint32_t level, const MoveTable* table) {
  std::uint32_t choosing = 0;
  std::uint32_t chooser = 0;
  std::uint32_t rows = 0;
  for (std::uint32_t role = 0; role < game_.roles; ++role) {
    if (position.move_counts[role] < 2) continue;
    ++choosing;
    chooser = role;
    if (role != game_.chance) rows += padded(position.move_counts[role]);
  }
  auto form = choosing > 1 ? Form::kJoint : game_.chance == chooser && choosing == 1 ? Form::kChance : Form::kChoice;
  if (position.children == 0) form = Form::kWide;
  const auto stats = choosing > 1 ? rows : padded(position.children);
  const auto legal = static_cast<std::uint32_t>(position.legal.size());
  auto units = LaneNode::units(choosing > 1, stats, position.children, game_.roles + legal, game_.state_words);
  const auto floats = settings_.learned ? learned_floats(stats, position.children) : tables_ ? stats : 0;
  units += static_cast<std::uint32_t>((floats * sizeof(float) + kUnit - 1) / kUnit);
  const auto block = room(units);
  if (block == kNoBlock) return kNoBlock;

  auto& node = *new (store_.at<void>(block)) LaneNode;
  node.head = {units, true};
  node.form = form;
  node.chooser = chooser;
  node.stats = stats;
  node.children = position.children;
  node.open = position.children;
  node.legal_moves = legal;
  node.level = level;
  node.hash = hash;
  known(node.hash) = block;
  ++nodes_;
  fill(node, position, table);
  return block;
}

void LaneTree::fill(LaneNode& node, const Position& position, const MoveTable* table) {
  std::fill_n(node.moves(), node.stats, Stat{});
  if (node.joint()) std::fill_n(node.joint_links(), node.children, kNew);
  std::fill_n(node.below(), node.children, kNoBlock);
  std::copy(position.move_counts.begin(), position.move_counts.end(), node.move_counts());
  std::copy(position.legal.begin(), position.legal.end(), node.legal(game_.roles));
  std::copy_n(position.states, std::size_t{node.children} * game_.state_words, node.states(game_.roles));
  prepare(node);
  if (settings_.learned) begin_with_learned(node, position);
  if (tables_) begin_with_priors(node, table);
  std::vector<double> values(game_.roles);
  for (std::uint32_t child = 0; child < node.children; ++child) {
    if (position.terminal[child] == 0) continue;
    const auto* goals = position.goals + std::size_t{child} * game_.roles;
    std::transform(goals, goals + game_.roles, values.begin(),
                   [](std::int32_t goal) { return std::max(goal, 0) / 100.0; });
    node.link(child) = kProved | outcomes_.number(values);
    --node.open;
    freeze(node, child);
  }
}

// Every move is to be visited before any is visited again, in random order; padding never.
void LaneTree::prepare(LaneNode& node) {
  const auto first_mean = [&](support::Random& random) {
    return static_cast<float>(settings_.urgency * (1.0 + 1e-4 * static_cast<double>(random.next() >> 58)));
  };
  const auto row = [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < padded(count); ++i) {
      node.means()[first + i] = i < count ? first_mean(jitter_) : kNeverChosen;
      node.widths()[first + i] = 0.0F;
    }
  };
  if (node.form == Form::kChoice || node.form == Form::kChance) {
    row(0, node.children);
  } else {
    each_row(node, [&](std::uint32_t role, std::uint32_t count, std::uint32_t first) {
      if (role != game_.chance) row(first, count);
    });
  }
}

// --- memory ---

// Room comes from what was let go with earlier roots (memory that was touched before is cheaper than new memory), and
// when there is no more from nodes at the rim of the tree that few descents came by. Both a little at a time: no
// allocation takes long, and the clock is kept.
Block LaneTree::room(std::uint32_t units) {
  for (std::uint32_t i = 0; i < kBurials; ++i) bury_one();
  for (;;) {
    const auto block = store_.take(units);
    if (block != kNoBlock) return block;
    if (!bury_one() && !sweep()) return kNoBlock;
  }
}

bool LaneTree::bury_one() {
  if (graveyard_.empty()) return false;
  const auto block = graveyard_.back();
  graveyard_.pop_back();
  auto& node = *at(block);
  for (std::uint32_t child = 0; child < node.children; ++child) {
    if (node.below()[child] != kNoBlock) detach({block, child});
  }
  store_.give_back(block);
  --nodes_;
  return true;
}

// Looks for a node with no nodes below it and few visits, and takes it out of the tree; those above it remember what it
// was worth. When a whole round finds too little, more visits are needed to stay.
bool LaneTree::sweep() {
  for (std::uint32_t i = 0; i < kSweepLimit; ++i) {
    if (hand_ == kNoBlock) {
      hand_ = store_.first();
      if (swept_ * 8 < nodes_ && least_visits_ < kLeastVisitsLimit) least_visits_ *= 2;
      swept_ = 0;
    }
    const auto block = hand_;
    hand_ = store_.after(block);
    auto& node = *at(block);
    if (!node.head.used || block == root_ || node.nodes > 0 || node.pending > 0 || node.visits >= least_visits_) {
      continue;
    }
    while (node.entries > 1) detach(node.entry);
    detach(node.entry);  // and with the last one it is let go
    ++swept_;
    return true;
  }
  return false;
}

}  // namespace woodstock::search::lane
