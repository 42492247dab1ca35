// States that are possible, each with how likely it is and, if wanted, what every role knows there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/belief/information.hpp"
#include "woodstock/machine/machine.hpp"
#include "woodstock/support/hash_index.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::belief {

// Weights sum to 1. Where what roles know is not kept, all that differ in nothing else are one, and `infos` are zero. A
// trail tells one way in which a particle came about (see `Trails`), for those who keep them.
class Particles {
 public:
  Particles(std::uint32_t words, std::uint32_t roles) : words_(words), roles_(roles) {}

  std::size_t size() const { return weights_.size(); }
  bool empty() const { return weights_.empty(); }
  std::uint32_t words() const { return words_; }
  std::uint32_t roles() const { return roles_; }
  std::span<const std::uint64_t> state(std::size_t at) const { return {states_.data() + at * words_, words_}; }
  std::span<const Info> infos(std::size_t at) const { return {infos_.data() + at * roles_, roles_}; }
  double weight(std::size_t at) const { return weights_[at]; }
  std::uint32_t trail(std::size_t at) const { return trails_[at]; }
  std::span<std::uint32_t> trails() { return trails_; }
  const std::vector<std::uint64_t>& states() const { return states_; }
  const std::vector<double>& weights() const { return weights_; }

  // Are these states of the machine's game?
  bool fit(const machine::Machine& machine) const {
    return !empty() && words_ == machine.state_words() && roles_ == machine.roles();
  }

  void add(std::span<const std::uint64_t> state, std::span<const Info> infos, double weight, std::uint32_t trail = 0);
  void add_weight(std::size_t at, double more) { weights_[at] += more; }
  void normalise() {
    double sum = 0.0;
    for (const auto weight : weights_) sum += weight;
    for (auto& weight : weights_) weight /= sum;
  }
  // One over the sum of squared weights: as many equally likely particles would tell as much.
  double effective_size() const {
    double squares = 0.0;
    for (const auto weight : weights_) squares += weight * weight;
    return squares > 0.0 ? 1.0 / squares : 0.0;
  }
  // As many of them as wanted at most, by stratified resampling: particle i is drawn about n w_i times.
  Particles resampled(std::uint32_t wanted, support::Random& random) const;

 private:
  std::uint32_t words_;
  std::uint32_t roles_;
  std::vector<std::uint64_t> states_;
  std::vector<Info> infos_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> trails_;
};

// One state, for certain.
inline Particles certain(std::span<const std::uint64_t> state, std::span<const Info> infos, std::uint32_t trail = 0) {
  Particles out(static_cast<std::uint32_t>(state.size()), static_cast<std::uint32_t>(infos.size()));
  out.add(state, infos, 1.0, trail);
  return out;
}

// The same particles in the words of another machine of the game.
Particles translated(const Particles& particles, const machine::Machine& from, machine::Machine& to);

// Draws particles by their weights.
class ParticleDraw {
 public:
  explicit ParticleDraw(const Particles& particles);
  std::size_t operator()(support::Random& random) const;

 private:
  std::vector<double> sums_;
};

// Puts particles together of which some are the same.
class ParticleGathering {
 public:
  ParticleGathering(std::uint32_t words, std::uint32_t roles) : gathered_(words, roles) {}

  // The place of the particle among all.
  std::size_t add(std::span<const std::uint64_t> state, std::span<const Info> infos, double weight);
  void set_trail(std::size_t at, std::uint32_t trail) { gathered_.trails()[at] = trail; }
  std::size_t size() const { return gathered_.size(); }
  // What was gathered, with weights that sum to 1.
  Particles take() {
    if (!gathered_.empty()) gathered_.normalise();
    return std::move(gathered_);
  }

 private:
  Particles gathered_;
  support::HashIndex index_;
};

// Uniform in [0, 1).
inline double uniform(support::Random& random) { return random.uniform(); }

// How particles came about: the joint moves that led to each, back to the start.
// A trail is a joint move and the trail before it, so that particles with a common past share it.
class Trails {
 public:
  static constexpr std::uint32_t kStart = 0;  // no move yet

  explicit Trails(std::uint32_t roles) : roles_(roles) {}

  std::uint32_t add(std::uint32_t before, std::span<const std::uint32_t> joint_move) {
    before_.push_back(before);
    joint_moves_.insert(joint_moves_.end(), joint_move.begin(), joint_move.end());
    return static_cast<std::uint32_t>(before_.size());
  }
  // The joint moves of a trail, step by step.
  std::vector<std::uint32_t> moves(std::uint32_t trail) const;
  // Forgets all but what leads to these, and gives those their new numbers.
  void keep(std::span<std::uint32_t> wanted);
  std::size_t size() const { return before_.size(); }

 private:
  std::uint32_t roles_;
  std::vector<std::uint32_t> before_;  // by trail, less one; always of a lower number
  std::vector<std::uint32_t> joint_moves_;
};

}  // namespace woodstock::belief
