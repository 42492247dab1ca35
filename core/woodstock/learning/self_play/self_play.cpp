#include "woodstock/learning/self_play/self_play.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace woodstock::learning::self_play {

namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 18;
constexpr std::size_t kLeastKept = 2048;  // positions before training begins
constexpr float kSound = 0.02F;           // what a move may be worse by and still count as one of the best

Shape shape_of(const lanes::Lanes& lanes, const SelfPlaySettings& settings) {
  const auto phases = lanes.plan().phases.size();
  return {lanes.circuit().fluents, settings.hidden, lanes.roles(),
          phases <= kMostPhases ? static_cast<std::uint32_t>(phases) : 1};
}

// In a game whose clock does not stand in a known phase at first there are no phases.
const lanes::LanePlan& plan_of(lanes::Lanes& lanes, std::span<const std::uint64_t> initial) {
  return lanes.plan().phase_of(initial.data()) ? lanes.plan() : lanes.plain_plan();
}

}  // namespace

SelfPlay::SelfPlay(std::shared_ptr<lanes::Lanes> lanes, std::span<const std::uint64_t> initial,
                   const SelfPlaySettings& settings)
    : lanes_(std::move(lanes)),
      settings_(settings),
      plan_(plan_of(*lanes_, initial)),
      expander_(*lanes_, plan_),
      policy_(lanes_->goals(), lanes_->roles()),
      initial_(initial.begin(), initial.end()),
      roles_(lanes_->roles()),
      words_(lanes_->state_words()),
      phased_(&plan_ == &lanes_->plan() && plan_.phases.size() <= kMostPhases),
      trainer_(shape_of(*lanes_, settings), settings.seed),
      random_(settings.seed, 1),
      games_(settings.games),
      backup_(roles_),
      policies_(roles_) {
  if (expander_.end_of(initial_.data()).terminal) {
    throw std::invalid_argument("this game is over before it begins: there is nothing to learn");
  }
  const auto bytes = words_ * sizeof(std::uint64_t) + sizeof(std::uint32_t) + roles_ * sizeof(float);
  capacity_ = std::max(kLeastKept, std::min(kMostKept, settings.memory / 2 / bytes));
  states_.resize(capacity_ * words_);
  phases_.resize(capacity_);
  targets_.resize(capacity_ * roles_);
  for (auto& game : games_) begin(game);
  set_weights(trainer_.weights());
}

void SelfPlay::set_weights(Weights weights) {
  trainer_.set_weights(std::move(weights));
  network_ = std::make_shared<const Network>(trainer_.weights());
  evaluator_.emplace(network_);
}

void SelfPlay::begin(Game& game) {
  game.states = initial_;
  game.phases.assign(1, phased_ ? plan_.phase_of(initial_.data()).value() : 0);
  game.backups.clear();
  game.sound.clear();
  game.random_moves = settings_.opening == 0 ? 0 : random_.below(settings_.opening + 1);
}

void SelfPlay::run(std::uint64_t positions, float rate, support::Deadline deadline, const std::atomic<bool>& stop) {
  const auto enough = progress_.positions + positions;
  while (progress_.positions < enough && !stop.load(std::memory_order_relaxed) &&
         std::chrono::steady_clock::now() < deadline) {
    step();
    train(rate);
  }
}

// One move in every game.
void SelfPlay::step() {
  std::vector<const std::uint64_t*> present;
  for (const auto& game : games_) present.push_back(game.states.data() + game.states.size() - words_);
  for (std::size_t first = 0; first < games_.size();) {
    expander_.expand(std::span(present).subspan(first));
    const auto count = expander_.expanded();
    for (std::size_t i = 0; i < count; ++i) advance(games_[first + i], expander_.position(i), present[first + i]);
    first += count;
  }
}

void SelfPlay::advance(Game& game, const search::lane::Position& position, const std::uint64_t* state) {
  const bool stuck = std::ranges::count(position.move_counts, 0U) > 0;
  if (stuck || position.children == 0 || game.sound.size() >= settings_.longest) {
    // A dead end tells nothing. Nothing is learned of what follows where several roles have too many joint moves.
    const bool cut = !stuck && !game.sound.empty();
    if (cut) {
      finish(game, std::span(game.backups).last(roles_));
    } else {
      begin(game);
    }
    return;
  }
  const auto phase = phased_ ? plan_.after(game.phases.back()) : 0;
  values_.resize(std::size_t{position.children} * roles_);
  evaluator_->children(state, phase, position.states, position.children, values_.data());
  for (std::uint32_t child = 0; child < position.children; ++child) {
    if (position.terminal[child] == 0) continue;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      const auto at = std::size_t{child} * roles_ + role;
      values_[at] = static_cast<float>(machine::OutcomePolicy::worth(position.goals[at]));
    }
  }
  const auto child = choose(game, position);
  game.backups.insert(game.backups.end(), backup_.begin(), backup_.end());
  if (position.terminal[child] != 0) {
    finish(game, std::span(values_).subspan(std::size_t{child} * roles_, roles_));
    return;
  }
  const auto* next = position.states + std::size_t{child} * words_;
  game.states.insert(game.states.end(), next, next + words_);
  game.phases.push_back(phase);
}

// Probabilities in proportion to exp(value / temperature).
void SelfPlay::soften(std::span<float> values) const {
  const auto best = *std::ranges::max_element(values);
  for (auto& value : values) value = std::exp((value - best) / static_cast<float>(settings_.temperature));
}

std::uint32_t SelfPlay::draw(std::span<const float> weights) {
  auto left = static_cast<float>(random_.uniform()) * std::accumulate(weights.begin(), weights.end(), 0.0F);
  for (std::uint32_t i = 0; i + 1 < weights.size(); ++i) {
    left -= weights[i];
    if (left < 0.0F) return i;
  }
  return static_cast<std::uint32_t>(weights.size() - 1);
}

// The child to go on to; what the position is worth by its children is in `backup_`.
std::uint32_t SelfPlay::choose(Game& game, const search::lane::Position& position) {
  std::uint32_t choosing = 0;
  std::uint32_t chooser = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    if (position.move_counts[role] < 2) continue;
    ++choosing;
    chooser = role;
  }
  bool anything = game.random_moves > 0;
  if (anything) --game.random_moves;
  anything = anything || random_.uniform() < settings_.explore;
  if (choosing > 1 || chooser == lanes_->chance()) {
    const auto child = choose_joint(game, position);
    game.sound.push_back(anything ? 0 : 1);
    return anything ? random_.below(position.children) : child;
  }
  scratch_.resize(position.children);
  for (std::uint32_t child = 0; child < position.children; ++child) scratch_[child] = values_[child * roles_ + chooser];
  const auto best = static_cast<std::size_t>(std::ranges::max_element(scratch_) - scratch_.begin());
  std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(best * roles_), roles_, backup_.begin());
  std::uint32_t child = 0;
  if (anything) {
    child = random_.below(position.children);
  } else {
    soften(scratch_);
    child = draw(scratch_);
  }
  const auto worth = values_[child * roles_ + chooser];
  game.sound.push_back(worth + kSound >= values_[best * roles_ + chooser] ? 1 : 0);
  return child;
}

// Several choose, or chance: each role by the softmax of what its moves are worth against the policies of the others.
std::uint32_t SelfPlay::choose_joint(Game&, const search::lane::Position& position) {
  constexpr int kRounds = 2;
  const auto& counts = position.move_counts;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    policies_[role].assign(counts[role], 1.0F / static_cast<float>(counts[role]));
  }
  std::vector<std::uint32_t> picks(roles_);
  // Calls visit(child, probability) for all children.
  const auto each = [&](auto visit) {
    std::ranges::fill(picks, 0U);
    for (std::uint32_t child = 0; child < position.children; ++child) {
      float chance = 1.0F;
      for (std::uint32_t role = 0; role < roles_; ++role) chance *= policies_[role][picks[role]];
      visit(child, chance);
      for (auto role = roles_; role-- > 0;) {
        if (++picks[role] < counts[role]) break;
        picks[role] = 0;
      }
    }
  };
  for (int round = 0; round < kRounds; ++round) {
    for (std::uint32_t role = 0; role < roles_; ++role) {
      if (counts[role] < 2 || role == lanes_->chance()) continue;
      scratch_.assign(counts[role], 0.0F);
      each([&](std::uint32_t child, float chance) {
        const auto own = policies_[role][picks[role]];
        if (own > 0.0F) scratch_[picks[role]] += chance / own * values_[child * roles_ + role];
      });
      soften(scratch_);
      const auto sum = std::accumulate(scratch_.begin(), scratch_.end(), 0.0F);
      // Never quite zero: what the others may do decides what it is worth.
      constexpr float kLeast = 1e-4F;
      for (std::uint32_t move = 0; move < counts[role]; ++move) {
        policies_[role][move] = (scratch_[move] / sum + kLeast) / (1.0F + kLeast * static_cast<float>(counts[role]));
      }
    }
  }
  std::ranges::fill(backup_, 0.0F);
  each([&](std::uint32_t child, float chance) {
    for (std::uint32_t role = 0; role < roles_; ++role) backup_[role] += chance * values_[child * roles_ + role];
  });
  std::uint32_t child = 0;
  for (std::uint32_t role = 0; role < roles_; ++role) child = child * counts[role] + draw(policies_[role]);
  return child;
}

// The game ended with these values: targets go back from there.
void SelfPlay::finish(Game& game, std::span<const float> values) {
  std::vector<float> target(values.begin(), values.end());
  const auto lambda = static_cast<float>(settings_.lambda);
  for (auto step = game.sound.size(); step-- > 0;) {
    const auto* backup = game.backups.data() + step * roles_;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      target[role] = game.sound[step] != 0 ? backup[role] + lambda * (target[role] - backup[role]) : backup[role];
    }
    keep(game.states.data() + step * words_, game.phases[step], target);
  }
  progress_.positions += game.sound.size();
  owed_ += settings_.replay * static_cast<double>(game.sound.size());
  ++progress_.games;
  begin(game);
}

void SelfPlay::keep(const std::uint64_t* state, std::uint32_t phase, std::span<const float> targets) {
  std::copy_n(state, words_, states_.begin() + static_cast<std::ptrdiff_t>(next_ * words_));
  std::ranges::copy(targets, targets_.begin() + static_cast<std::ptrdiff_t>(next_ * roles_));
  phases_[next_] = phase;
  next_ = (next_ + 1) % capacity_;
  kept_ = std::min(kept_ + 1, capacity_);
}

void SelfPlay::train(float rate) {
  if (kept_ < kLeastKept) {
    owed_ = 0.0;
    return;
  }
  const auto before = progress_.steps;
  std::vector<Sample> batch(settings_.batch);
  for (; owed_ >= settings_.batch; owed_ -= settings_.batch) {
    for (auto& sample : batch) {
      const auto at = random_.below(static_cast<std::uint32_t>(kept_));
      sample = {states_.data() + at * words_, phases_[at], targets_.data() + std::size_t{at} * roles_};
    }
    constexpr double kNew = 0.01;
    const auto loss = trainer_.learn(batch, rate);
    progress_.loss = progress_.steps == 0 ? loss : progress_.loss + kNew * (loss - progress_.loss);
    ++progress_.steps;
  }
  if (progress_.steps == before) return;
  network_ = std::make_shared<const Network>(trainer_.weights());
  evaluator_.emplace(network_);
}

}  // namespace woodstock::learning::self_play
