#include "woodstock/search/lane/worker.hpp"

#include <algorithm>

namespace woodstock::search::lane {

namespace {

constexpr std::uint32_t kAbreast = 16;  // descents that go down side by side, each waiting for memory in turn

constexpr double kLegs = 2.0;  // steps that making a child costs

}  // namespace

LaneSearch::Worker::Worker(const lanes::Lanes& lanes, const lanes::LanePlan& plan, const lanes::LanePlan& playouts,
                           LaneTree& tree, const LaneSearchSettings& settings, std::uint32_t thread)
    : tree_(tree),
      settings_(settings),
      expander_(lanes, plan, settings.symmetries.get()),
      mast_(settings.mast && &playouts != &plan ? std::make_unique<lanes::Mast>(lanes.circuit()) : nullptr),
      runner_(lanes, playouts, support::Random(settings.tree.seed, 2 * thread).next(), mast_.get(),
              settings.tree.amaf > 0),
      random_(settings.tree.seed, 2 * thread + 1),
      descents_(2 * lanes::kLanes),
      under_way_(descents_.size()) {
  if (settings.network) evaluator_.emplace(settings.network);
  for (auto i = static_cast<std::uint32_t>(descents_.size()); i-- > 0;) unused_.push_back(i);
}

void LaneSearch::Worker::run(LaneSearchRun& shared) {
  for (;;) {
    {
      const std::lock_guard lock(shared.tree);
      back_up_done();
      if (tree_.root_proved()) shared.over = true;
      if (shared.time_is_up()) break;
      tree_.set_expansion_price(kLegs / runner_.mean_length());
      gather(shared);
    }
    grow(shared);
    leave_wide_nodes(shared);
    begin_playouts();
    if (!runner_.busy() && shared.left == 0) return;
    if (!settings_.only_learned()) play(shared);
  }
  const std::lock_guard lock(shared.tree);
  take_back_all();
}

void LaneSearch::Worker::back_up_done() {
  const auto announce = [&](std::uint32_t number) { tree_.fetch(descents_[number]); };
  runner_.collect(announce,
                  [&](std::uint32_t number, std::span<const float> goals, std::span<const std::uint64_t> made) {
                    auto& descent = descents_[number];
                    if (!made.empty()) tree_.note(descent, goals, made);
                    for (std::size_t role = 0; role < goals.size(); ++role) descent.sums[role] += goals[role];
                    if (--descent.playouts > 0) return;
                    if (evaluator_) tree_.take_learned(descent, settings_.learned);
                    tree_.back_up(descent, true);
                    release(number);
                  });
}

// Descends as often as there are lanes for. Descents that need no playout are many in a tree that is nearly proved; so
// that the clock is seen, they are not made up for without end.
void LaneSearch::Worker::gather(LaneSearchRun& shared) {
  const auto lanes = tree_.settings().lanes;
  auto tries = settings_.only_learned() ? batch() : runner_.room() / lanes;
  std::array<Descent*, kAbreast> ways{};
  std::uint32_t count = 0;
  while (true) {
    for (; count < kAbreast && tries > 0 && shared.left > 0 && !tree_.root_proved(); --tries) {
      shared.left -= std::min<std::uint64_t>(lanes, shared.left);
      ways[count++] = &fresh();
    }
    if (count == 0) break;
    for (std::uint32_t i = 0; i < count;) {
      const auto arrival = tree_.advance(*ways[i], random_, true);
      if (arrival == Arrival::kOn) {
        ++i;
        continue;
      }
      arrived(*ways[i], arrival);
      ways[i] = ways[--count];
    }
  }
}

void LaneSearch::Worker::arrived(Descent& descent, Arrival arrival) {
  switch (arrival) {
    case Arrival::kOn:
    case Arrival::kLeaf:
      leaf(descent);
      break;
    case Arrival::kExpand:
      expansions_.push_back(&descent);
      break;
    case Arrival::kLate:
      if (settings_.only_learned()) {
        late_.push_back(&descent);
      } else {
        leaves_.push_back(&descent);
      }
      break;
    case Arrival::kWide:
      wide_.push_back(&descent);
      break;
    case Arrival::kExact:
      exact(descent);
      break;
  }
}

void LaneSearch::Worker::release(std::uint32_t number) {
  under_way_[number] = false;
  unused_.push_back(number);
}

// A descent goes on from where the tree has grown; false where it has not.
bool LaneSearch::Worker::grown(Descent& descent, LaneTree::Growth growth, bool may_expand) {
  if (growth == LaneTree::Growth::kSolved) exact(descent);
  if (growth == LaneTree::Growth::kGrown) go_on(descent, may_expand);
  return growth == LaneTree::Growth::kSolved || growth == LaneTree::Growth::kGrown;
}

// Positions that are known from elsewhere need no expanding. From such a node a descent goes on, perhaps to the next.
void LaneSearch::Worker::grow_known(LaneSearchRun& shared) {
  const std::lock_guard lock(shared.tree);
  std::vector<Descent*> unknown;
  while (!expansions_.empty()) {
    for (auto* descent : expansions_) tree_.look_up(*descent);
    std::vector<Descent*> round;
    round.swap(expansions_);
    for (auto* descent : round) {
      if (!grown(*descent, tree_.install_known(*descent), true)) unknown.push_back(descent);
    }
  }
  expansions_.swap(unknown);
}

// Makes nodes where descents asked for them; those descents go on to one of the children.
void LaneSearch::Worker::grow(LaneSearchRun& shared) {
  if (!expansions_.empty()) grow_known(shared);
  if (!expansions_.empty()) grow_new(shared);
  if (late_.empty()) return;
  // The same value once more would tell nothing. Their virtual loss sent others elsewhere meanwhile.
  const std::lock_guard lock(shared.tree);
  for (auto* descent : late_) {
    tree_.undo(*descent);
    shared.left += tree_.settings().lanes;
    release(number_of(*descent));
  }
  late_.clear();
}

void LaneSearch::Worker::grow_new(LaneSearchRun& shared) {
  std::vector<const std::uint64_t*> states;
  for (const auto* descent : expansions_) states.push_back(tree_.leaf(*descent));
  expand(states);
  const std::lock_guard lock(shared.tree);
  for (std::size_t i = 0; i < expansions_.size(); ++i) {
    auto& descent = *expansions_[i];
    if (i >= expander_.expanded()) {
      tree_.give_up_expanding(descent);
      leaf(descent);
      continue;
    }
    if (!grown(descent, tree_.install(descent, position(i)), false)) leaf(descent);
  }
  expansions_.clear();
}

// Below a wide node nothing is kept: the state after the joint move is made for this one playout.
void LaneSearch::Worker::leave_wide_nodes(LaneSearchRun& shared) {
  if (wide_.empty()) return;
  std::vector<LaneExpander::Request> requests;
  {
    const std::lock_guard lock(shared.tree);
    for (const auto* descent : wide_) requests.push_back({tree_.leaf(*descent), tree_.joint_move(*descent)});
  }
  expander_.make(requests);
  for (std::size_t i = 0; i < wide_.size(); ++i) {
    const auto child = expander_.child(i);
    wide_[i]->state.assign(child.state.begin(), child.state.end());
    if (!settings_.only_learned()) leaves_.push_back(wide_[i]);
  }
  if (settings_.only_learned()) {
    std::vector<float> values(evaluator_->roles());
    const std::lock_guard lock(shared.tree);
    for (std::size_t i = 0; i < wide_.size(); ++i) {
      auto& descent = *wide_[i];
      const auto* state = requests[i].state;
      evaluator_->children(state, phase_after(state), descent.state.data(), 1, values.data());
      std::ranges::copy(values, descent.sums.begin());
      tree_.back_up(descent, false);
      release(number_of(descent));
    }
  }
  wide_.clear();
}

// A leaf is played out, unless its learned value stands for that.
void LaneSearch::Worker::leaf(Descent& descent) {
  if (!settings_.only_learned()) return leaves_.push_back(&descent);
  tree_.take_learned(descent, 1.0);
  tree_.back_up(descent, false);
  release(number_of(descent));
}

// Fewer leaves at a time where positions have many children: what they all have should fill the lanes twice.
std::uint32_t LaneSearch::Worker::batch() const {
  constexpr std::uint32_t kChildren = 2 * lanes::kLanes;
  constexpr std::uint32_t kLeast = 4;
  return std::min(settings_.batch, std::max(kLeast, static_cast<std::uint32_t>(kChildren / mean_children_)));
}

void LaneSearch::Worker::expand(std::span<const std::uint64_t* const> states) {
  expander_.expand(states);
  if (!evaluator_) return;
  values_.clear();
  first_value_.clear();
  for (std::size_t i = 0; i < expander_.expanded(); ++i) {
    const auto position = expander_.position(i);
    constexpr double kLast = 1.0 / 64;  // what the last position counts
    mean_children_ += kLast * (position.children - mean_children_);
    const auto first = values_.size();
    first_value_.push_back(first);
    values_.resize(first + std::size_t{position.children} * evaluator_->roles());
    evaluator_->children(states[i], phase_after(states[i]), position.states, position.children, values_.data() + first);
  }
}

// Plays until it is worth gathering again; then once round the clock, reading goals.
void LaneSearch::Worker::play(LaneSearchRun& shared) {
  while (runner_.busy() && runner_.idle() < (shared.left > 0 ? settings_.round : lanes::kLanes)) {
    if (shared.time_is_up()) break;
    runner_.step(false);
  }
  for (std::size_t phase = 0; phase < runner_.phases(); ++phase) runner_.step(true);
}

}  // namespace woodstock::search::lane
