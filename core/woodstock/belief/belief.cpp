#include "woodstock/belief/belief.hpp"

#include <algorithm>
#include <stdexcept>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::belief {

namespace {

constexpr std::size_t kBatch = 4096;   // joint moves that are made at once
constexpr std::uint32_t kFewest = 10;  // a sample with fewer than one part in so many of its particles is renewed
constexpr std::uint32_t kFew = 64;     // states that go on when what was seen is postponed
constexpr std::uint64_t kMany = ~std::uint64_t{0};
constexpr std::size_t kTrails = 100'000;  // new trails after which those that lead nowhere are forgotten

}  // namespace

std::uint64_t joint_moves(std::span<const std::vector<std::uint32_t>> legal, std::uint64_t most) {
  std::uint64_t product = 1;
  for (const auto& own : legal) {
    if (own.empty()) return 0;
    if (product > most / own.size()) return most;
    product *= own.size();
  }
  return product;
}

Belief::Belief(machine::Simulator* lanes, const machine::Machine& machine, Information information, std::uint32_t role,
               const BeliefSettings& options)
    : engine_(machine, lanes, std::nullopt),
      simulator_(engine_.simulator()),
      machine_(engine_.machine()),
      information_(std::move(information)),
      role_(role),
      options_(options),
      random_(options.seed),
      trails_(machine.roles()),
      settled_{Particles(machine.state_words(), machine.roles()), true},
      adrift_(machine.state_words(), machine.roles()) {
  if (role >= machine.roles() || information_.roles() != machine.roles()) {
    throw std::invalid_argument("the belief is of another game");
  }
  know(machine_.initial());
}

void Belief::know(std::span<const std::uint64_t> state) {
  origin_.assign(state.begin(), state.end());
  history_.clear();
  pending_.clear();
  unfinished_.clear();
  settled_ = start();
}

Fit Belief::observe(const Observation& observation, const BeliefLimits& limits) {
  std::size_t made_up = 0;
  for (; made_up < pending_.size(); ++made_up) {
    const auto& late = pending_[made_up];
    auto fit = take_in(late, limits);
    if (fit == Fit::kNothing) fit = take_in({late.move, std::nullopt}, limits);  // it was told wrongly, it seems
    if (fit == Fit::kLate) break;
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(made_up));
  return pending_.empty() ? take_in(observation, limits) : Fit::kLate;
}

// What follows from what is settled. Unless it fits, nothing changes.
Fit Belief::take_in(const Observation& observation, const BeliefLimits& limits) {
  history_.push_back(observation);
  bool complete = false;
  auto next = step(settled_, observation, options_.tries, limits, complete);
  if (!next && settled_.exact && complete) {
    history_.pop_back();
    return Fit::kNothing;
  }
  if (!next || (!next->exact && thin(next->particles) && !thin(settled_.particles))) {
    auto again = renewed(next ? next->particles : settled_.particles, limits);
    if (again && (!next || again->particles.size() > next->particles.size())) next = std::move(again);
  }
  if (!next) next = search(limits, complete);
  if (next) {
    settled_ = std::move(*next);
    unfinished_.clear();
  } else {
    history_.pop_back();
  }
  if (machine_.full()) make_room();
  if (trails_.size() > trails_kept_ + kTrails) {
    trails_.keep(settled_.particles.trails());
    trails_kept_ = trails_.size();
  }
  return next ? Fit::kFits : complete ? Fit::kNothing : Fit::kLate;
}

// Of the states that the machine remembers only those go on that are believed in.
void Belief::make_room() {
  const auto kept = machine_.fork();
  const auto origin = machine_.encode(origin_);
  const auto particles = translated(settled_.particles, machine_, *kept);
  machine_.forget();
  origin_ = machine_.decode(origin);
  settled_.particles = translated(particles, *kept, machine_);
}

void Belief::postpone(const Observation& observation) {
  const auto from = particles().resampled(kFew, random_);
  pending_.push_back(observation);
  Batch batch;
  Legal legal;
  for (std::size_t at = 0; at < from.size(); ++at) {
    // A state that is none of those that are possible may not allow the own move.
    const auto state = from.state(at);
    if (!legal_moves(state, observation.move, legal) && !legal_moves(state, std::nullopt, legal)) continue;
    draw_move(batch, from, at, legal, from.weight(at));
  }
  ParticleGathering found(from.words(), from.roles());
  adrift_ = flush(batch, from, {}, found) > 0 ? found.take() : from;
  std::ranges::fill(adrift_.trails(), Trails::kStart);  // they are forgotten
}

// Another sample instead of these particles, which are too few or end a step too early.
std::optional<Belief::Population> Belief::renewed(const Particles& from, const BeliefLimits& limits) {
  ++replays_;
  auto walked = walk(from, limits);
  if (walked && !thin(walked->particles)) return walked;
  auto again = replay(limits);
  return !walked || (again && again->particles.size() > walked->particles.size()) ? std::move(again)
                                                                                  : std::move(walked);
}

// The legal moves of all roles, that of the own role if it is known; false where the move is not legal.
bool Belief::legal_moves(std::span<const std::uint64_t> state, std::optional<std::uint32_t> move, Legal& out) {
  machine_.set_state(state);
  out.resize(machine_.roles());
  for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
    out[role].clear();
    for_each_legal(machine_, role, [&](std::uint32_t own) {
      if (role != role_ || !move || own == *move) out[role].push_back(own);
    });
    if (out[role].empty()) return false;
  }
  return true;
}

// A sample that has lost so many of its particles is renewed.
bool Belief::thin(const Particles& particles) const { return particles.size() < options_.particles / kFewest; }

// One step of Bayes' rule. Nothing where no successor fits; `complete` says that all were tried.
std::optional<Belief::Population> Belief::step(const Population& from, const Observation& observation,
                                               std::uint64_t tries, const BeliefLimits& limits, bool& complete) {
  complete = false;
  std::vector<Legal> legal(from.particles.size());
  std::uint64_t all = 0;
  for (std::size_t at = 0; at < from.particles.size(); ++at) {
    if (!legal_moves(from.particles.state(at), observation.move, legal[at])) legal[at].assign(1, {});
    const auto own = joint_moves(legal[at], tries + 1);
    all = all > kMany - own ? kMany : all + own;
    if (at % 256 == 255 && limits.over()) return std::nullopt;
  }
  auto found = all <= tries ? every_successor(from.particles, legal, observation, limits, complete)
                            : some_successors(from.particles, legal, observation, limits);
  if (found.empty()) return std::nullopt;
  const bool exact = from.exact && complete && found.size() <= options_.exact;
  if (!exact && found.size() > options_.particles) found = found.resampled(options_.particles, random_);
  return Population{std::move(found), exact};
}

// All successors that fit, with exact weights: a particle's weight is shared out evenly among all its joint moves. When
// time runs out, those that were found so far.
Particles Belief::every_successor(const Particles& from, const std::vector<Legal>& legal,
                                  const Observation& observation, const BeliefLimits& limits, bool& complete) {
  ParticleGathering found(from.words(), from.roles());
  Batch batch;
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < from.size(); ++at) {
    const auto& own = legal[at];
    const auto count = joint_moves(own, kMany);
    places.assign(own.size(), 0);
    for (std::uint64_t i = 0; i < count; ++i) {
      for (std::size_t role = 0; role < own.size(); ++role) batch.joint_moves.push_back(own[role][places[role]]);
      batch.add(from, at, from.weight(at) / static_cast<double>(count));
      for (auto role = own.size(); role-- > 0 && ++places[role] == own[role].size();) places[role] = 0;
      if (batch.origins.size() < kBatch) continue;
      flush(batch, from, observation, found);
      if (limits.over()) return found.take();
    }
  }
  flush(batch, from, observation, found);
  complete = true;
  return found.take();
}

// Too many to try them all: particles are drawn by weight, move at random, and stay if that fits, until there are
// enough of them (the alive particle filter; Del Moral et al. 2015).
Particles Belief::some_successors(const Particles& from, const std::vector<Legal>& legal,
                                  const Observation& observation, const BeliefLimits& limits) {
  ParticleGathering found(from.words(), from.roles());
  Batch batch;
  const ParticleDraw draw(from);
  std::size_t fitting = 0;
  for (std::uint64_t tried = 0; tried < options_.tries && fitting < options_.particles;) {
    const auto at = draw(random_);
    ++tried;
    if (joint_moves(legal[at], 1) > 0) draw_move(batch, from, at, legal[at], 1.0);
    const bool full = batch.origins.size() >= std::min<std::size_t>(kBatch, 2 * std::size_t{options_.particles});
    if (!full && tried < options_.tries) continue;
    fitting += flush(batch, from, observation, found);
    if (limits.over()) break;
  }
  return found.take();
}

// Puts a joint move of a particle, drawn at random, into a batch.
void Belief::draw_move(Batch& batch, const Particles& from, std::size_t at, const Legal& legal, double weight) {
  for (const auto& own : legal) {
    batch.joint_moves.push_back(own[random_.below(static_cast<std::uint32_t>(own.size()))]);
  }
  batch.add(from, at, weight);
}

// Makes the joint moves of a batch and gathers what fits; says how many did.
std::size_t Belief::flush(Batch& batch, const Particles& from, const Observation& observation,
                          ParticleGathering& into) {
  if (batch.origins.empty()) return 0;
  const auto children = simulator_.expand(batch.states, batch.joint_moves);
  const auto roles = machine_.roles();
  std::vector<Info> infos(roles);
  std::size_t fitting = 0;
  for (std::size_t i = 0; i < batch.origins.size(); ++i) {
    const auto seen = children.seen(i);
    const std::span after{children.states.data() + i * from.words(), from.words()};
    if (children.terminal[i] != 0 || differences(seen, after, observation) > 0) continue;
    ++fitting;
    std::ranges::copy(from.infos(batch.origins[i]), infos.begin());
    if (options_.recall) information_.step(infos, {batch.joint_moves.data() + i * roles, roles}, seen);
    const auto before = into.size();
    const auto at = into.add(after, infos, batch.weights[i]);
    if (at < before) continue;  // of several ways that lead there one is kept
    into.set_trail(at, trails_.add(from.trail(batch.origins[i]), {batch.joint_moves.data() + i * roles, roles}));
  }
  batch = {};
  return fitting;
}

// In how many percepts, or else legal moves of the role after them, a step differs from what was observed: none if it
// fits.
std::size_t Belief::differences(std::span<const machine::Percept> seen, std::span<const std::uint64_t> after,
                                const Observation& observation) {
  std::size_t found = 0;
  if (observation.seen) {
    const auto own = Information::own(role_, seen);
    const auto holds = [&](std::uint32_t percept) {
      return std::ranges::binary_search(own, percept, {}, &machine::Percept::number);
    };
    const auto common = static_cast<std::size_t>(std::ranges::count_if(*observation.seen, holds));
    found = own.size() + observation.seen->size() - 2 * common;
  }
  if (found > 0 || !observation.legal) return found;
  machine_.set_state(after);
  std::size_t all = 0, common = 0;
  for_each_legal(machine_, role_, [&](std::uint32_t move) {
    ++all;
    if (std::ranges::binary_search(*observation.legal, move)) ++common;
  });
  return all + observation.legal->size() - 2 * common;
}

// The whole match once more, with other random numbers.
std::optional<Belief::Population> Belief::replay(const BeliefLimits& limits) {
  auto population = start();
  // All steps together get no more tries than a few steps otherwise.
  const auto tries = std::min<std::uint64_t>(
      options_.tries, std::max<std::uint64_t>(4 * options_.particles, 4 * options_.tries / history_.size()));
  for (const auto& observation : history_) {
    bool complete = false;
    auto next = step(population, observation, tries, limits, complete);
    if (!next) return std::nullopt;
    population = std::move(*next);
  }
  return population;
}

}  // namespace woodstock::belief
