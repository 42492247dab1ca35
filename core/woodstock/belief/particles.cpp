#include "woodstock/belief/particles.hpp"

#include <algorithm>
#include <cmath>

namespace woodstock::belief {

void Particles::add(std::span<const std::uint64_t> state, std::span<const Info> infos, double weight,
                    std::uint32_t trail) {
  states_.insert(states_.end(), state.begin(), state.end());
  infos_.insert(infos_.end(), infos.begin(), infos.end());
  weights_.push_back(weight);
  trails_.push_back(trail);
}

Particles Particles::resampled(std::uint32_t wanted, support::Random& random) const {
  Particles out(words_, roles_);
  // The k-th draw lies anywhere in the k-th of n equal parts. (At the same place in all parts it would go on to follow
  // an order among the particles, such as that of the moves that led to them.)
  const auto part = 1.0 / wanted;
  std::uint32_t part_number = 0;
  auto next = random.uniform() * part;
  double sum = 0.0;
  for (std::size_t at = 0; at < size(); ++at) {
    sum += weights_[at];
    std::uint32_t drawn = 0;
    for (; next < sum; next = (++part_number + random.uniform()) * part) ++drawn;
    if (drawn > 0) out.add(state(at), infos(at), drawn, trail(at));
  }
  out.normalise();
  return out;
}

Particles translated(const Particles& particles, const machine::Machine& from, machine::Machine& to) {
  if (!from.numbering()) return particles;  // bitsets mean the same to all
  Particles out(particles.words(), particles.roles());
  for (std::size_t at = 0; at < particles.size(); ++at) {
    const auto state = to.decode(from.encode(particles.state(at)));
    out.add(state, particles.infos(at), particles.weight(at), particles.trail(at));
  }
  return out;
}

ParticleDraw::ParticleDraw(const Particles& particles) {
  double sum = 0.0;
  for (const auto weight : particles.weights()) sums_.push_back(sum += weight);
}

std::size_t ParticleDraw::operator()(support::Random& random) const {
  if (sums_.size() == 1) return 0;
  const auto found = std::ranges::upper_bound(sums_, random.uniform() * sums_.back());
  return std::min(static_cast<std::size_t>(found - sums_.begin()), sums_.size() - 1);
}

std::size_t ParticleGathering::add(std::span<const std::uint64_t> state, std::span<const Info> infos, double weight) {
  const auto hash = support::state_hash(state) ^ (support::state_hash(infos) * 0xD1342543DE82EF95ULL);
  const auto known = index_.find(hash, [&](std::uint32_t at) {
    return std::ranges::equal(gathered_.state(at), state) && std::ranges::equal(gathered_.infos(at), infos);
  });
  if (known != support::HashIndex::kNone) {
    gathered_.add_weight(known, weight);
    return known;
  }
  gathered_.add(state, infos, weight);
  index_.add(hash, static_cast<std::uint32_t>(size() - 1));
  return size() - 1;
}

std::vector<std::uint32_t> Trails::moves(std::uint32_t trail) const {
  std::size_t steps = 0;
  for (auto at = trail; at != kStart; at = before_[at - 1]) ++steps;
  std::vector<std::uint32_t> out(steps * roles_);
  for (auto at = trail; at != kStart; at = before_[at - 1]) {
    const auto* from = joint_moves_.data() + std::size_t{at - 1} * roles_;
    std::copy_n(from, roles_, out.data() + --steps * roles_);
  }
  return out;
}

void Trails::keep(std::span<std::uint32_t> wanted) {
  std::vector<std::uint32_t> number(before_.size() + 1, kStart);  // the new ones; first whether it is needed
  for (const auto trail : wanted) {
    for (auto at = trail; at != kStart && number[at] == kStart; at = before_[at - 1]) number[at] = 1;
  }
  std::uint32_t kept = 0;
  for (std::uint32_t trail = 1; trail < number.size(); ++trail) {
    if (number[trail] == kStart) continue;
    before_[kept] = number[before_[trail - 1]];
    std::copy_n(joint_moves_.data() + std::size_t{trail - 1} * roles_, roles_,
                joint_moves_.data() + std::size_t{kept} * roles_);
    number[trail] = ++kept;
  }
  before_.resize(kept);
  joint_moves_.resize(std::size_t{kept} * roles_);
  for (auto& trail : wanted) trail = number[trail];
}

}  // namespace woodstock::belief
