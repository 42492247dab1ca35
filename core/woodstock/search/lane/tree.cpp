#include "woodstock/search/lane/tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace woodstock::search::lane {

namespace {

constexpr std::size_t kBytesPerKnown = 512;  // of the tree, for each entry of the table of states
constexpr std::size_t kElse = 64;            // the part of the memory that is left for what is under way
constexpr std::uint32_t kExpandAt = 8;

typedef float Four __attribute__((vector_size(16), may_alias));
typedef std::int32_t FourInts __attribute__((vector_size(16)));

// Functions of the number of visits that a descent needs all the time come from tables: in 64 steps for each
// power of two.
constexpr std::uint32_t kStepBits = 6;
constexpr std::uint32_t kFirstStep = 127U << kStepBits;
std::uint32_t step_of(std::uint32_t visits) {
  return (std::bit_cast<std::uint32_t>(static_cast<float>(visits)) >> (23 - kStepBits)) - kFirstStep;
}
double middle_of(std::uint32_t step) {
  return std::bit_cast<float>((kFirstStep + step) << (23 - kStepBits)) * (1.0 + 0.5 / (1U << kStepBits));
}

// The move with the highest upper bound. Four at a time and without a branch on the data: a descent spends most of its
// instructions here.
inline std::uint32_t highest(const float* means, const float* widths, float weight, std::uint32_t begin,
                             std::uint32_t end) {
  const Four weights{weight, weight, weight, weight};
  auto number = static_cast<std::int32_t>(begin);
  FourInts numbers{number, number + 1, number + 2, number + 3};
  FourInts where = numbers;
  const auto score = [&](std::uint32_t at) {
    return *reinterpret_cast<const Four*>(means + at) + weights * *reinterpret_cast<const Four*>(widths + at);
  };
  Four best = score(begin);
  for (auto i = begin + kGroup; i < end; i += kGroup) {
    numbers += static_cast<std::int32_t>(kGroup);
    const Four own = score(i);
    const FourInts better = own > best;
    best = better ? own : best;
    where = better ? numbers : where;
  }
  // Of the four, the first of the best.
  Four top = best;
  Four other = __builtin_shuffle(top, FourInts{2, 3, 0, 1});
  top = top > other ? top : other;
  other = __builtin_shuffle(top, FourInts{1, 0, 3, 2});
  top = top > other ? top : other;
  FourInts places = best == top ? where : FourInts{} + std::numeric_limits<std::int32_t>::max();
  FourInts others = __builtin_shuffle(places, FourInts{2, 3, 0, 1});
  places = places < others ? places : others;
  others = __builtin_shuffle(places, FourInts{1, 0, 3, 2});
  places = places < others ? places : others;
  return static_cast<std::uint32_t>(places[0]);
}

}  // namespace

LaneTree::LaneTree(const LaneTreeGame& game, const LaneTreeSettings& settings)
    : game_(game),
      settings_(settings),
      known_(std::bit_ceil(settings.memory / kBytesPerKnown + 1)),
      store_(settings.memory - std::min(settings.memory, known_.size() * sizeof(Block) + settings.memory / kElse)),
      outcomes_(game.roles),
      jitter_(settings.seed),
      prior_(settings.amaf > 0 ? settings.amaf : settings.history) {
  if (prior_ > 0) tables_.emplace(game.move_counts, settings.memory / kElse);
  if (!settings_.expand_at) settings_.expand_at = kExpandAt;
  for (std::uint32_t i = 0; i < exploration_.size(); ++i) {
    const auto visits = middle_of(i);
    exploration_[i] = static_cast<float>(settings.learned ? settings.puct * std::sqrt(visits)
                                                          : settings.c * std::sqrt(std::log(visits)));
    widths_[i] = static_cast<float>(1.0 / std::sqrt(visits));
  }
}

inline float LaneTree::weight(const LaneNode& node) const { return exploration_[step_of(node.visits + 1)]; }

// Works out what a descent compares from what it is made of.
void LaneTree::weigh(LaneNode& node, std::uint32_t stat) {
  if (settings_.learned) return weigh_learned(node, stat);
  const auto& [visits, link, sum] = node.moves()[stat];
  if (visits == 0) [[unlikely]] {  // all that was under way was taken back
    node.widths()[stat] = 0.0F;
    node.means()[stat] = static_cast<float>(settings_.urgency);
    return;
  }
  // What a move began with says nothing about how well it is known: else one that begins badly is hardly ever tried.
  node.widths()[stat] = widths_[step_of(visits > prior_ ? visits - prior_ : 1)];
  node.means()[stat] = static_cast<float>(sum) / static_cast<float>(visits);
}

void LaneTree::begin(Descent& descent) const {
  descent.here = root_;
  descent.steps.clear();
  descent.picks.clear();
  descent.detours.clear();
  descent.state.clear();
  descent.sums.assign(game_.roles, 0.0);
  descent.playouts = settings_.lanes;
}

// Where several choose, each explores now more, now less, at random. Otherwise they fall into step: one always finds
// the other where it wants it, and both believe that this is the other's choice.
std::uint32_t LaneTree::pick_one(LaneNode& node, std::uint32_t begin, std::uint32_t count,
                                 support::Random& random) const {
  const auto own = weight(node) * 0x1p-23F;
  auto best = begin;
  auto best_score = kNeverChosen;
  for (auto stat = begin; stat < begin + count; ++stat) {
    const auto score = node.means()[stat] + own * static_cast<float>(random.next() >> 40) * node.widths()[stat];
    if (score <= best_score) continue;
    best_score = score;
    best = stat;
  }
  return best;
}

// Several choose at once: each by its own statistics, chance by lot. The number of the joint move.
std::uint32_t LaneTree::pick_joint(LaneNode& node, Descent& descent, support::Random& random) {
  const auto loss = settings_.virtual_loss * settings_.lanes;
  std::uint32_t number = 0;
  each_row(node, [&](std::uint32_t role, std::uint32_t count, std::uint32_t first) {
    std::uint32_t pick = 0;
    if (role == game_.chance) {
      pick = random.below(count);
    } else {
      const auto stat = pick_one(node, first, count, random);
      node.moves()[stat].visits += loss;
      weigh(node, stat);
      pick = stat - first;
    }
    descent.picks.push_back(pick);
    number = number * count + pick;
  });
  return node.form == Form::kWide ? 0 : number;
}

// Is it time to make a node of a child? Where children are many and playouts short, expanding costs more than playing.
bool LaneTree::ripe(LaneNode& node, std::uint32_t child) const {
  const auto expand_at = *settings_.expand_at;
  if (node.form == Form::kJoint) return expand_at < 2 || node.link(child) == kSeen;
  const auto lanes = static_cast<double>(settings_.lanes);
  // A child that no second descent came to is not worth a node, however many playouts the first one made.
  const auto least = std::max(static_cast<double>(expand_at), std::min(expand_at, 2U) * lanes);
  const auto given = node.chooser == game_.chance ? 0 : prior_;
  return node.moves()[child].visits - given >= std::max(least, price_ * node.children * lanes);
}

// A child that is proved has nothing left to find out, so the descent takes note of its worth and goes on elsewhere.
std::uint32_t LaneTree::detour(LaneNode& node, std::uint32_t child, Descent& descent, support::Random& random) {
  descent.detours.push_back({descent.steps.size() + (node.form == Form::kJoint ? 1 : 0), node.link(child) & ~kProved});
  if (node.form == Form::kChoice) {
    const auto own = weight(node);
    auto best = kNeverChosen;
    for (std::uint32_t other = 0; other < node.children; ++other) {
      const auto score = node.means()[other] + own * node.widths()[other];
      if (proved(node.link(other)) || score <= best) continue;
      best = score;
      child = other;
    }
    return child;
  }
  auto skipped = random.below(node.open);
  for (std::uint32_t other = 0;; ++other) {
    if (!proved(node.link(other)) && skipped-- == 0) return other;
  }
}

Arrival LaneTree::advance(Descent& descent, support::Random& random, bool may_expand) {
  const auto loss = settings_.virtual_loss * settings_.lanes;
  auto& node = *at(descent.here);
  const bool joint = node.form == Form::kJoint || node.form == Form::kWide;
  auto child = joint                        ? pick_joint(node, descent, random)
               : node.form == Form::kChoice ? highest(node.means(), node.widths(), weight(node), 0, node.stats)
                                            : random.below(node.children);
  if (node.open > 0 && proved(node.link(child))) child = detour(node, child, descent, random);
  if (!joint) {
    node.moves()[child].visits += loss;
    if (!proved(node.link(child))) weigh(node, child);
  }
  node.visits += loss;
  ++node.pending;
  descent.steps.push_back({descent.here, child});
  if (node.form == Form::kWide) return Arrival::kWide;

  auto& link = node.link(child);
  if (is_node(link)) {
    descent.here = link;
    fetch(link);
    return Arrival::kOn;
  }
  if (proved(link)) return Arrival::kExact;
  __builtin_prefetch(state_of(descent.steps.back()));  // for whoever plays it out, or expands it
  if (link == kExpanding) return Arrival::kLate;
  if (may_expand && descent.steps.size() < kDeepest && ripe(node, child)) {
    link = kExpanding;
    return Arrival::kExpand;
  }
  if (node.form == Form::kJoint) link = kSeen;
  return Arrival::kLeaf;
}

const std::uint64_t* LaneTree::leaf(const Descent& descent) const {
  const auto [block, child] = descent.steps.back();
  return at(block)->form == Form::kWide ? state_of(block) : state_of(Edge{block, child});
}

std::vector<std::uint32_t> LaneTree::joint_move(const Descent& descent) const {
  auto& node = *at(descent.steps.back().node);
  const auto* counts = node.move_counts();
  const auto* legal = node.legal(game_.roles);
  const auto choosing = std::count_if(counts, counts + game_.roles, [](std::uint32_t count) { return count > 1; });
  auto pick = descent.picks.end() - choosing;
  std::vector<std::uint32_t> moves;
  for (std::uint32_t role = 0; role < game_.roles; ++role) {
    moves.push_back(legal[counts[role] > 1 ? *pick++ : 0]);
    legal += counts[role];
  }
  return moves;
}

// Changes the visits along a descent by so many (possibly fewer, modulo 2^32), and sums by value(step, role).
template <typename Change>
void LaneTree::change(const Descent& descent, std::uint32_t visits, Change value) {
  auto pick = descent.picks.begin();
  for (std::size_t step = 0; step < descent.steps.size(); ++step) {
    const auto [block, child] = descent.steps[step];
    auto& node = *at(block);
    node.visits += visits;
    --node.pending;
    if (node.form == Form::kChoice || node.form == Form::kChance) {
      node.moves()[child].visits += visits;
      node.moves()[child].sum += value(step, node.chooser);
      if (!proved(node.link(child))) weigh(node, child);
      continue;
    }
    each_row(node, [&](std::uint32_t role, std::uint32_t, std::uint32_t first) {
      const auto stat = first + *pick++;
      if (role == game_.chance) return;
      node.moves()[stat].visits += visits;
      node.moves()[stat].sum += value(step, role);
      weigh(node, stat);
    });
  }
}

void LaneTree::back_up(const Descent& descent, bool played) {
  const auto value = [&](std::size_t step, std::uint32_t role) { return worth(descent, step, role); };
  const auto [block, child] = descent.steps.front();
  if (at(block)->form != Form::kJoint || descent.detours.empty() || descent.detours.front().before != 1) {
    for (std::uint32_t role = 0; role < game_.roles; ++role) {
      root_sums_[std::size_t{child} * game_.roles + role] += value(0, role);
    }
    root_playouts_[child] += settings_.lanes;
  }
  if (settings_.learned) back_up_learned(descent);
  change(descent, settings_.lanes - settings_.virtual_loss * settings_.lanes, value);
  if (tables_) {
    note_steps(descent);
    refer(descent);
  }
  deepest_ = std::max(deepest_, descent.steps.size());
  ++descents_;
  if (played) playouts_ += settings_.lanes;
}

void LaneTree::fetch(const Descent& descent) const {
  for (const auto& step : descent.steps) fetch(step.node);
}

void LaneTree::undo(const Descent& descent) {
  change(descent, 0U - settings_.virtual_loss * settings_.lanes, [](std::size_t, std::uint32_t) { return 0.0; });
}

void LaneTree::take_back(const Descent& descent) {
  undo(descent);
  const auto [block, child] = descent.steps.back();
  auto& node = *at(block);
  if (node.form != Form::kWide && node.link(child) == kExpanding) node.link(child) = kNew;
}

}  // namespace woodstock::search::lane
