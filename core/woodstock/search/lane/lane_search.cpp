#include "woodstock/search/lane/lane_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/search/lane/worker.hpp"
#include "woodstock/support/threads.hpp"

namespace woodstock::search::lane {

namespace {

LaneTreeGame game_of(const lanes::Lanes& lanes) {
  const auto& circuit = lanes.circuit();
  LaneTreeGame game;
  game.roles = static_cast<std::uint32_t>(circuit.move_counts.size());
  game.chance = lanes.chance();
  game.state_words = lanes.state_words();
  game.move_counts = circuit.move_counts;
  game.best_goals.assign(game.roles, 0.0);
  for (std::size_t i = 0; i < lanes.goals().role.size(); ++i) {
    auto& best = game.best_goals[lanes.goals().role[i]];
    best = std::max(best, lanes.goals().value[i] / 100.0);
  }
  return game;
}

void check_fits(const learning::Shape& shape, const lanes::Lanes& lanes) {
  const auto phases = lanes.plan().phases.size();
  if (shape.inputs != lanes.circuit().fluents || shape.roles != lanes.roles() ||
      (shape.phases != 1 && shape.phases != phases)) {
    throw std::invalid_argument("this network was learned for another game");
  }
}

constexpr double kWay = 170.0;  // what a way through the tree costs, in gates run for all lanes

// Unless it is given, as many playouts from a leaf as cost about as much as the way to it.
LaneSearchSettings completed(LaneSearchSettings settings, lanes::Lanes& lanes) {
  settings.tree.learned = settings.network != nullptr;
  if (settings.only_learned()) {
    if (!settings.tree.expand_at) settings.tree.expand_at = 1;
    settings.lanes_per_leaf = 1;
  }
  if (!settings.lanes_per_leaf) {
    const auto most =
        static_cast<std::uint32_t>(kWay / std::max(1.0, lanes.playout_work(settings.ahead, settings.mast)));
    settings.lanes_per_leaf = std::min(8U, std::bit_floor(std::max(1U, most)));
  }
  settings.tree.lanes = *settings.lanes_per_leaf;
  return settings;
}

}  // namespace

LaneSearch::LaneSearch(std::shared_ptr<lanes::Lanes> lanes, const LaneSearchSettings& settings)
    : lanes_(std::move(lanes)),
      settings_(completed(settings, *lanes_)),
      tree_(std::make_unique<LaneTree>(game_of(*lanes_), settings_.tree)) {
  if (settings_.network) check_fits(settings_.network->shape(), *lanes_);
  if (!settings_.symmetries) return;
  const auto& circuit = lanes_->circuit();
  settings_.symmetries->check_game(circuit.fluents, circuit.move_counts);
  // The clock of the game must not be set by turning a state.
  settings_.symmetries = std::make_shared<symmetry::SymmetryGroup>(settings_.symmetries->fixing(lanes_->plan().keys));
  if (settings_.symmetries->size() == 1) settings_.symmetries.reset();
}

LaneSearch::~LaneSearch() = default;

void LaneSearch::set_root(std::span<const std::uint64_t> given) {
  root_state_.assign(given.begin(), given.end());
  auto state = root_state_;
  if (settings_.symmetries) {
    symmetry::SymmetryGroup::Scratch scratch;
    settings_.symmetries->canonical(root_state_, scratch);
    state = scratch.state;
  }
  if (plan_ != nullptr && tree_->move_root(state)) return;
  // The clock of the game runs the same in all that follows a state, so one plan serves the whole tree.
  const bool known = lanes_->plan().phase_of(state.data()).has_value();
  const auto& plan = known ? lanes_->plan() : lanes_->plain_plan();
  if (&plan != plan_) {
    workers_.clear();
    const auto& playouts = known ? lanes_->playout_plan(settings_.ahead, settings_.mast) : plan;
    for (std::uint32_t thread = 0; thread < settings_.threads; ++thread) {
      workers_.push_back(std::make_unique<Worker>(*lanes_, plan, playouts, *tree_, settings_, thread));
    }
    plan_ = &plan;
  }
  plant(state);
}

void LaneSearch::plant(std::span<const std::uint64_t> state) {
  auto& worker = *workers_[0];
  auto& expander = worker.expander();
  const auto end = expander.end_of(state.data());
  if (end.terminal) {
    tree_->plant(state, nullptr, end.goals);
    return;
  }
  const auto* words = state.data();
  worker.expand({&words, 1});
  const auto position = worker.position(0);
  const auto& counts = position.move_counts;
  if (std::count(counts.begin(), counts.end(), 0U) > 0) {
    const machine::OutcomePolicy policy(lanes_->goals(), lanes_->roles());
    std::vector<double> values;
    for (std::uint32_t role = 0; role < lanes_->roles(); ++role) values.push_back(policy.unknown(role));
    tree_->plant_dead_end(state, values);
    return;
  }
  tree_->plant(state, &position, {});
}

void LaneSearch::run(const SearchLimits& limits) {
  LaneSearchRun shared(limits);
  support::in_threads(settings_.threads, [&](std::uint32_t thread) { workers_[thread]->run(shared); });
}

SearchReport LaneSearch::report(std::uint32_t role) const {
  auto out = tree_->report(role);
  if (settings_.symmetries) turn(out, role);
  return out;
}

}  // namespace woodstock::search::lane
