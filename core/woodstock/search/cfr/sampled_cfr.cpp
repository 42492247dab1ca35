#include "woodstock/search/cfr/sampled_cfr.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::search::cfr {

namespace {

// Steps of an iteration, those of its playouts too, after which it is cut short, and the next ones go less deep.
constexpr std::uint64_t kMostSteps = 2000;

// What an entry of the table of sets takes.
constexpr std::uint64_t kSetBytes = sizeof(std::pair<std::uint64_t, std::uint32_t>) + 4 * sizeof(void*);

}  // namespace

SampledCfr::SampledCfr(const machine::Machine& machine, std::optional<std::uint32_t> chance,
                       belief::Information information, const SampledCfrSettings& options)
    : own_(machine.fork()),
      machine_(*own_),
      chance_(chance),
      information_(std::move(information)),
      options_(options),
      policy_(machine),
      random_(options.seed),
      root_(belief::certain(machine.initial(), information_.start())),
      draw_root_(root_),
      outcome_(machine.roles()),
      depth_(options.depth) {
  for (std::uint32_t role = 0; role < machine.roles(); ++role) {
    if (role != chance) players_.push_back(role);
  }
}

void SampledCfr::set_root(belief::Particles particles) {
  if (!particles.fit(machine_)) throw std::invalid_argument("the belief is of another game");
  root_ = std::move(particles);
  draw_root_ = belief::ParticleDraw(root_);
  depth_ = std::min(options_.depth, 2 * depth_);  // from here it may be less far to the end
}

void SampledCfr::run(const SearchLimits& limits) {
  time_limit_ = support::TimeLimit(limits.deadline, limits.stop);
  stopped_ = false;
  if (players_.empty()) return;  // nobody learns
  if (frames_.empty()) frames_.resize(1);
  for (std::uint64_t done = 0; done < limits.playouts && !time_limit_.over(); ++done) {
    const auto learner = players_[iterations_ % players_.size()];
    const auto at = draw_root_(random_);
    machine_.set_state(root_.state(at));
    const auto infos = root_.infos(at);
    frames_[0].infos.assign(infos.begin(), infos.end());
    steps_ = deepest_ = 0;
    if (options_.sampling == Sampling::kExternal) {
      walk_external(0, learner, 1.0);
    } else {
      walk_outcome(0, learner, {});
    }
    if (stopped_) return;
    ++iterations_;
    if (steps_ > kMostSteps)
      depth_ = std::max(1U, static_cast<std::uint32_t>(std::min<std::size_t>(depth_, deepest_) * 3 / 4));
  }
}

// What is known of an information set, new if need be; null when the memory is full.
SampledCfr::Entry* SampledCfr::entries(std::uint32_t role, belief::Info info, std::span<const std::uint32_t> legal) {
  const auto number = belief::information_set(role, info, legal);
  if (const auto found = sets_.find(number); found != sets_.end()) return entries_.data() + found->second;
  const auto bytes = sets_.size() * kSetBytes + entries_.size() * sizeof(Entry) * 2;
  if (bytes > options_.memory || entries_.size() + legal.size() > ~std::uint32_t{0}) return nullptr;
  sets_.emplace(number, static_cast<std::uint32_t>(entries_.size()));
  entries_.resize(entries_.size() + legal.size());
  return entries_.data() + entries_.size() - legal.size();
}

void SampledCfr::match_regrets(const Entry* own, std::size_t count, std::vector<double>& out) const {
  double sum = 0.0;
  out.assign(count, 1.0 / static_cast<double>(count));
  if (own == nullptr) return;
  for (std::size_t i = 0; i < count; ++i) sum += std::max(own[i].regret, 0.0F);
  if (sum <= 0.0) return;
  for (std::size_t i = 0; i < count; ++i) out[i] = std::max(own[i].regret, 0.0F) / sum;
}

std::uint32_t SampledCfr::draw(std::span<const double> strategy) {
  auto rest = random_.uniform();
  for (std::uint32_t i = 0; i + 1 < strategy.size(); ++i) {
    if (rest < strategy[i]) return i;
    rest -= strategy[i];
  }
  // Rounding may leave a rest: the last move that is played at all.
  auto last = static_cast<std::uint32_t>(strategy.size() - 1);
  while (strategy[last] <= 0.0) --last;
  return last;
}

bool SampledCfr::far_enough(std::size_t depth) const { return depth >= depth_ || steps_ > kMostSteps; }

// Fills the frame of a step with its state, moves and strategies, and draws the moves of all but the learner. False
// where the rules go no further.
bool SampledCfr::prepare(std::size_t depth, std::uint32_t learner) {
  auto& frame = frames_[depth];
  const auto state = machine_.state();
  frame.state.assign(state.begin(), state.end());
  frame.legal.resize(machine_.roles());
  frame.strategies.resize(machine_.roles());
  frame.joint_move.resize(machine_.roles());
  for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
    auto& legal = frame.legal[role];
    legal.clear();
    for_each_legal(machine_, role, [&](std::uint32_t move) { legal.push_back(move); });
    if (legal.empty()) return false;
    auto& strategy = frame.strategies[role];
    if (legal.size() == 1) {
      strategy.assign(1, 1.0);
    } else if (role == chance_) {
      match_regrets(nullptr, legal.size(), strategy);
    } else {
      match_regrets(entries(role, frame.infos[role], legal), legal.size(), strategy);
    }
    if (role != learner) frame.joint_move[role] = legal[legal.size() == 1 ? 0 : draw(strategy)];
  }
  return true;
}

// Makes the joint move of a frame and tells everybody what they get to know of it.
void SampledCfr::make_move(std::size_t depth) {
  if (frames_.size() < depth + 2) frames_.resize(depth + 2);
  ++steps_;
  deepest_ = std::max(deepest_, depth + 1);
  auto& frame = frames_[depth];
  auto& next = frames_[depth + 1];
  next.infos = frame.infos;
  machine_.set_state(frame.state);
  const auto seen = information_.hidden() ? machine_.percepts(frame.joint_move) : std::vector<machine::Percept>{};
  information_.step(next.infos, frame.joint_move, seen);
  machine_.advance(frame.joint_move);
}

// A playout from the machine's state.
double SampledCfr::end_value(std::uint32_t learner) {
  machine::Playout playout{random_, time_limit_, machine::kLongestPlayout};
  const auto end = machine_.play_out(playout);
  if (end == machine::PlayoutEnd::kStopped) stopped_ = true;
  steps_ += playout.length;
  policy_.outcome(machine_, end == machine::PlayoutEnd::kTerminal, outcome_);
  return outcome_[learner];
}

// The mean of what the learner's moves are worth, each followed once. Who chooses next after the learner averages its
// strategy here: with it, it is visited as often as its own strategy makes it. One who plays alone does so itself.
double SampledCfr::walk_external(std::size_t depth, std::uint32_t learner, double own_reach) {
  if (machine_.terminal() || far_enough(depth)) return end_value(learner);
  if (time_limit_.over()) stopped_ = true;
  if (stopped_ || !prepare(depth, learner)) return policy_.unknown(learner);
  const auto place = std::ranges::find(players_, learner) - players_.begin();
  const auto other = players_[(static_cast<std::size_t>(place) + 1) % players_.size()];
  const auto& frame = frames_[depth];
  if (other != learner && frame.legal[other].size() > 1) {
    average(entries(other, frame.infos[other], frame.legal[other]), frame.strategies[other], 1.0);
  }
  return own_moves(depth, learner, own_reach);
}

double SampledCfr::own_moves(std::size_t depth, std::uint32_t learner, double own_reach) {
  const auto count = frames_[depth].legal[learner].size();
  if (count == 1) {
    frames_[depth].joint_move[learner] = frames_[depth].legal[learner][0];
    make_move(depth);
    return walk_external(depth + 1, learner, own_reach);
  }
  frames_[depth].values.assign(count, 0.0);
  double value = 0.0;
  for (std::size_t i = 0; i < count && !stopped_; ++i) {
    const auto likely = frames_[depth].strategies[learner][i];
    frames_[depth].joint_move[learner] = frames_[depth].legal[learner][i];
    make_move(depth);
    const auto below = walk_external(depth + 1, learner, own_reach * likely);
    frames_[depth].values[i] = below;
    value += likely * below;
  }
  if (stopped_) return value;
  const auto& frame = frames_[depth];
  auto* own = entries(learner, frame.infos[learner], frame.legal[learner]);
  if (own == nullptr) return value;
  if (players_.size() == 1) average(own, frame.strategies[learner], own_reach);
  for (std::size_t i = 0; i < count; ++i) {
    own[i].regret += static_cast<float>(frame.values[i] - value);
    own[i].samples += 1.0F;
    own[i].value += (static_cast<float>(frame.values[i]) - own[i].value) / own[i].samples;
  }
  return value;
}

// One way to the end. The learner's moves are drawn with some exploration, and what came of them is weighed by how
// likely they were drawn; the value that comes back is an unbiased estimate under the strategies.
double SampledCfr::walk_outcome(std::size_t depth, std::uint32_t learner, const Reach& reach) {
  if (machine_.terminal() || far_enough(depth)) return end_value(learner);
  if (time_limit_.over()) stopped_ = true;
  if (stopped_ || !prepare(depth, learner)) return policy_.unknown(learner);
  auto& frame = frames_[depth];
  const auto count = frame.legal[learner].size();
  auto next = reach;
  for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
    if (role == learner) continue;
    const auto at = std::ranges::find(frame.legal[role], frame.joint_move[role]) - frame.legal[role].begin();
    const auto likely = frame.strategies[role][static_cast<std::size_t>(at)];
    next.others *= likely;
    next.sampled *= likely;
  }
  std::uint32_t drawn = 0;
  double drawing = 1.0;
  if (count > 1) {
    auto& mixed = frame.values;
    mixed.assign(count, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      mixed[i] = options_.exploration / static_cast<double>(count) +
                 (1.0 - options_.exploration) * frame.strategies[learner][i];
    }
    drawn = draw(mixed);
    drawing = mixed[drawn];
  }
  frame.joint_move[learner] = frame.legal[learner][drawn];
  next.own *= frame.strategies[learner][drawn];
  next.sampled *= drawing;
  make_move(depth);
  const auto below = walk_outcome(depth + 1, learner, next);
  if (stopped_ || count == 1) return below;
  const auto& here = frames_[depth];  // frames may have moved meanwhile
  const auto estimate = below / drawing;
  const auto value = here.strategies[learner][drawn] * estimate;
  auto* own = entries(learner, here.infos[learner], here.legal[learner]);
  if (own == nullptr) return value;
  const auto weight = reach.others / reach.sampled;
  for (std::size_t i = 0; i < count; ++i) {
    own[i].regret += static_cast<float>(weight * ((i == drawn ? estimate : 0.0) - value));
  }
  average(own, here.strategies[learner], reach.own / reach.sampled);
  own[drawn].samples += 1.0F;
  own[drawn].value += (static_cast<float>(below) - own[drawn].value) / own[drawn].samples;
  return value;
}

std::vector<SampledCfr::MoveView> SampledCfr::view(std::uint32_t role, belief::Info info,
                                                   std::span<const std::uint32_t> legal) const {
  std::vector<MoveView> out;
  const auto found = sets_.find(belief::information_set(role, info, legal));
  const auto* own = found == sets_.end() ? nullptr : entries_.data() + found->second;
  std::vector<double> strategy;
  match_regrets(own, legal.size(), strategy);
  double sum = 0.0;
  for (std::size_t i = 0; own != nullptr && i < legal.size(); ++i) sum += own[i].strategy;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const auto likely = sum > 0.0 ? own[i].strategy / sum : strategy[i];
    out.push_back({legal[i], likely, own == nullptr ? 0.0 : double{own[i].value}});
  }
  return out;
}

}  // namespace woodstock::search::cfr
