#include "woodstock/search/exact/belief_expectimax.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <stdexcept>

namespace woodstock::search::exact {

namespace {

constexpr std::uint32_t kDeepest = 400;        // moves that are looked ahead
constexpr std::size_t kMostKnown = 8'000'000;  // states of the beliefs that are remembered
constexpr double kEqual = 1e-12;

std::uint32_t player_of(const machine::Machine& machine, std::optional<std::uint32_t> chance) {
  if (machine.roles() != (chance ? 2U : 1U)) throw std::invalid_argument("exact play over beliefs is for one player");
  return chance == 0U ? 1 : 0;
}

template <typename Beliefs>
std::uint64_t hash_of(const Beliefs& belief) {
  std::uint64_t out = 0;
  for (const auto& [state, mass] : belief)
    out = support::mix_bits(support::mix_bits(out ^ state) + std::bit_cast<std::uint64_t>(mass));
  return out;
}

}  // namespace

BeliefExpectimax::BeliefExpectimax(machine::Simulator* lanes, const machine::Machine& machine,
                                   std::optional<std::uint32_t> chance, belief::Information information,
                                   const BeliefExpectimaxSettings& options)
    : engine_(machine, lanes, chance),
      machine_(engine_.machine()),
      role_(player_of(machine, chance)),
      clairvoyance_(engine_, std::move(information), role_, options.successors) {
  set_root(machine_.initial());
}

// What was found out before stays known; when memory was full it is let go.
void BeliefExpectimax::set_belief(const belief::Particles& particles, std::uint32_t role, bool exact) {
  if (!particles.fit(machine_) || role != role_) {
    throw std::invalid_argument("the belief is of another game, or of another role");
  }
  if (clairvoyance_.full() || remembered_ > kMostKnown) {
    clairvoyance_.forget();
    known_.clear();
    remembered_ = 0;
  }
  std::map<Id, double> masses;  // histories that lead to the same state are one
  for (std::size_t at = 0; at < particles.size(); ++at) {
    masses[clairvoyance_.meet(particles.state(at))] += particles.weight(at);
  }
  root_.assign(masses.begin(), masses.end());
  root_state_.assign(particles.state(0).begin(), particles.state(0).end());
  exact_ = exact;
  root_options_.clear();
  value_.reset();
  tried_ = 0;
  deepest_ = 0;
}

void BeliefExpectimax::run(const SearchLimits& limits) {
  machine_.set_state(root_state_);
  if (machine_.terminal() || value_) return;
  ExactLimits exact(limits.deadline, limits.stop, limits.playouts);
  const auto list = [&](const auto& one) { return clairvoyance_.expand(one.first, exact); };
  if (!std::ranges::all_of(root_, list)) return;
  const auto moves = clairvoyance_.list(root_[0].first);
  if (std::ranges::any_of(root_, [&](const auto& one) { return clairvoyance_.list(one.first) != moves; })) return;
  if (clairvoyance_.moves(root_[0].first).empty()) return;  // the rules give no move
  if (auto found = options(root_, exact)) root_options_ = std::move(*found);
  value_ = solve(root_, -1.0, exact, 0);
  if (!value_) return;
  best_ = find(root_)->best;
}

BeliefExpectimax::Known* BeliefExpectimax::find(const Beliefs& belief) {
  const auto at = known_.find(hash_of(belief));
  return at != known_.end() && at->second.belief == belief ? &at->second : nullptr;
}

// What a belief is worth if that is more than the floor, else a bound that is not.
std::optional<double> BeliefExpectimax::solve(const Beliefs& belief, double floor, ExactLimits& limits,
                                              std::uint32_t depth) {
  if (const auto* known = find(belief); known && (known->exact || known->high <= floor)) return known->high;
  if (depth > kDeepest) limits.give_up();
  if (limits.over()) return std::nullopt;
  ++tried_;
  deepest_ = std::max(deepest_, depth + 1);
  const auto all = options(belief, limits);
  if (!all) return std::nullopt;
  if (all->empty()) return 0.0;  // the rules give no move: nothing is gained
  auto best = floor, refuted = 0.0;
  auto best_move = all->front().move;
  for (const auto& option : *all) {
    if (option.bound <= best + kEqual) {
      refuted = std::max(refuted, option.bound);
      break;  // and so are all that follow
    }
    const auto worth = try_move(belief, option, best, limits, depth);
    if (!worth) return std::nullopt;
    if (*worth > best + kEqual) {
      best = *worth;
      best_move = option.move;
    } else {
      refuted = std::max(refuted, *worth);
    }
  }
  const bool exact = best > floor;
  const auto high = exact ? best : std::min(floor, refuted);
  if (depth == 0 || remembered_ <= kMostKnown) {  // the root is asked about
    auto& known = known_[hash_of(belief)];
    remembered_ += belief.size() - known.belief.size();
    known = {belief, high, exact, best_move};
  }
  return high;
}

// What a move is worth if that is more than the floor, else a bound that is not.
std::optional<double> BeliefExpectimax::try_move(const Beliefs& belief, const Option& option, double floor,
                                                 ExactLimits& limits, std::uint32_t depth) {
  double total = 0.0;
  auto after = branches(belief, option.move, limits, total);
  if (!after) return std::nullopt;
  for (const auto& branch : *after) total += branch.probability * branch.bound;
  std::ranges::stable_sort(*after, std::greater{}, &Branch::probability);  // what can cost most comes first
  for (const auto& branch : *after) {
    if (total <= floor + kEqual) break;
    const auto rest = total - branch.probability * branch.bound;
    const auto worth = solve(branch.belief, (floor - rest) / branch.probability, limits, depth + 1);
    if (!worth) return std::nullopt;
    total = rest + branch.probability * *worth;
  }
  return total;
}

// What each move would be worth if all were told after it.
std::optional<std::vector<double>> BeliefExpectimax::bounds(const Beliefs& belief, ExactLimits& limits) {
  std::vector<double> out;
  for (const auto& [state, mass] : belief) {
    const auto row = clairvoyance_.row(state, limits);
    if (!row) return std::nullopt;
    out.resize(row->size());
    for (std::size_t move = 0; move < out.size(); ++move) out[move] += mass * (*row)[move];
  }
  return out;
}

// The moves, most promising first.
std::optional<std::vector<BeliefExpectimax::Option>> BeliefExpectimax::options(const Beliefs& belief,
                                                                               ExactLimits& limits) {
  const auto most = bounds(belief, limits);
  if (!most) return std::nullopt;
  std::vector<Option> out;
  for (std::uint32_t move = 0; move < most->size(); ++move) {
    out.push_back({move, (*most)[move], dullness(belief, move)});
  }
  const auto steps = [](double value) { return std::llround(value / kEqual); };
  std::ranges::stable_sort(
      out, {}, [&](const Option& option) { return std::pair(-steps(option.bound), steps(option.dullness)); });
  return out;
}

double BeliefExpectimax::dullness(const Beliefs& belief, std::uint32_t move) {
  sight_masses_.resize(clairvoyance_.sights(), 0.0);
  std::vector<std::uint32_t> seen;
  for (const auto& [state, mass] : belief) {
    for (const auto& next : clairvoyance_.successors(state, move)) {
      if (next.state == Clairvoyance::kOver) continue;
      sight_masses_[next.sight] += mass * next.probability;
      seen.push_back(next.sight);
    }
  }
  double out = 0.0;
  for (const auto sight : seen) out += sight_masses_[sight] * std::exchange(sight_masses_[sight], 0.0);
  return out;
}

// What may be seen after a move, and what is gained where it ends the game. Who is told other moves knows more: where
// percepts do not tell the legal moves, states with others are in a belief of their own.
std::optional<std::vector<BeliefExpectimax::Branch>> BeliefExpectimax::branches(const Beliefs& belief,
                                                                                std::uint32_t move, ExactLimits& limits,
                                                                                double& over) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<Id, double>> seen;
  for (const auto& [state, mass] : belief) {
    for (std::size_t i = 0; i < clairvoyance_.successors(state, move).size(); ++i) {
      const auto next = clairvoyance_.successors(state, move)[i];  // a copy: more may be met meanwhile
      if (next.state == Clairvoyance::kOver) {
        over += mass * next.probability * next.worth;
        continue;
      }
      if (!clairvoyance_.expand(next.state, limits)) return std::nullopt;
      seen[{next.sight, clairvoyance_.list(next.state)}][next.state] += mass * next.probability;
    }
  }
  std::vector<Branch> out;
  for (const auto& [sight, masses] : seen) {
    Branch branch{0.0, {masses.begin(), masses.end()}, 0.0};
    for (const auto& [state, mass] : branch.belief) branch.probability += mass;
    for (auto& [state, mass] : branch.belief) mass /= branch.probability;
    const auto most = bounds(branch.belief, limits);
    if (!most) return std::nullopt;
    if (!most->empty()) branch.bound = *std::ranges::max_element(*most);
    out.push_back(std::move(branch));
  }
  return out;
}

// Moves other than the best are known by their bounds.
SearchReport BeliefExpectimax::report(std::uint32_t role) const {
  if (role != role_) throw std::invalid_argument("exact play over beliefs thinks for the player");
  SearchReport out;
  out.nodes = known_.size();
  out.descents = tried_;
  out.depth = deepest_;
  out.values.assign(machine_.roles(), 0.0);
  machine_.set_state(root_state_);
  const bool over = machine_.terminal();
  for_each_legal(machine_, role_, [&](std::uint32_t move) {
    out.moves.push_back({.move = move,
                         .value = clairvoyance_.highest(),
                         .low = clairvoyance_.lowest(),
                         .high = clairvoyance_.highest()});
  });
  for (const auto& [move, bound, dullness] : root_options_) {
    out.moves[move].value = out.moves[move].high = value_ ? std::min(bound, *value_) : bound;
  }
  if (out.moves.empty()) return out;
  const auto best = value_ ? best_ : root_options_.empty() ? 0 : root_options_.front().move;
  out.best = out.moves[best].move;
  out.values[role_] = value_.value_or(out.moves[best].value);
  out.proved = exact_ && value_ && !over;
  if (value_) out.moves[best] = {out.best, *value_, 1, *value_, *value_, out.proved};
  return out;
}

}  // namespace woodstock::search::exact
