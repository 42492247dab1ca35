#include "woodstock/search/puzzle/puzzle_search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"

namespace woodstock::search::puzzle {

namespace {

constexpr std::size_t kFirstWidth = 16;
constexpr std::uint32_t kMostSteps = 2000;         // of a pass
constexpr circuit::Node kLargestRelaxed = 30'000;  // nodes of a circuit; 256 bytes each
constexpr std::uint64_t kChildrenPerPlayout = 256;
constexpr std::uint64_t kSecondHash = 0x8E9D5AAC1C6E3F4BULL;

}  // namespace

PuzzleSearch::PuzzleSearch(std::shared_ptr<lanes::Lanes> lanes, const machine::Machine& machine,
                           const PuzzleSettings& settings)
    : lanes_(std::move(lanes)),
      machine_(machine.fork()),
      settings_(settings),
      words_(lanes_->state_words()),
      mask_(words_),
      seen_(settings.memory / 4) {
  if (lanes_->roles() != 1 || lanes_->chance()) throw std::invalid_argument("a puzzle has one role, and no chance");
  const auto& circuit = lanes_->circuit();
  highest_ = std::max(0, circuit::goal_range(lanes_->goals(), 0).second);
  if (circuit.nodes() <= kLargestRelaxed) relaxation_.emplace(circuit, lanes_->goals());
  autonomous_ = circuit::autonomous_fluents(circuit);
  for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
    if (autonomous_[fluent] == 0) mask_[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    const bool constant = circuit.next[fluent] == circuit::literal_of(circuit.fluent_node(fluent));
    counted_ = counted_ || (autonomous_[fluent] != 0 && !constant);
  }
}

// Goes on along the line if that leads to the state; otherwise everything is forgotten.
void PuzzleSearch::follow(std::span<const std::uint64_t> state) {
  if (!root_.empty()) machine_->set_state(root_);
  for (std::size_t step = 0; step < line_.size(); ++step) {
    machine_->advance({&line_[step], 1});
    if (!std::ranges::equal(machine_->state(), state)) continue;
    line_.erase(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(step) + 1);
    return;
  }
  line_.clear();
  best_ = kNothing;
  bound_ = highest_;
  proved_ = false;
}

void PuzzleSearch::set_root(std::span<const std::uint64_t> state) {
  if (state.size() != words_) throw std::invalid_argument("the state is one of another game");
  if (!root_.empty() && std::ranges::equal(root_, state)) return;
  follow(state);
  root_.assign(state.begin(), state.end());
  const bool known = lanes_->plan().phase_of(root_.data()).has_value();
  const auto& plan = known ? lanes_->plan() : lanes_->plain_plan();
  if (&plan != plan_) expander_ = std::make_unique<lane::LaneExpander>(*lanes_, plan);
  plan_ = &plan;

  machine_->set_state(root_);
  over_ = machine_->terminal();
  legal_.clear();
  machine::for_each_legal(*machine_, 0, [&](std::uint32_t move) { legal_.push_back(move); });
  expansions_ = playouts_ = deepest_ = children_ = 0;
  exhausted_ = false;
  if (over_) {
    std::int32_t goal = 0;
    machine_->goals({&goal, 1});
    best_ = bound_ = std::max(goal, 0);
    line_.clear();
  }
  if (!over_ && !proved_) {
    course_.emplace(lanes_->circuit(), autonomous_, root_, kMostSteps);
    pass_ = 0;
    exact_ = false;
    begin_pass();
  }
  settle();
}

void PuzzleSearch::settle() { proved_ = best_ != kNothing && (exhausted_ || proved_ || best_ >= bound_); }

void PuzzleSearch::begin_pass() {
  const auto most = settings_.memory / 4 / (3 * words_ * sizeof(std::uint64_t) + 64);
  width_ = std::clamp<std::uint64_t>(std::uint64_t{kFirstWidth} << std::min(pass_, 40U), 1,
                                     std::max<std::uint64_t>(most, 1));
  cut_ = joined_ = false;
  ways_.clear();
  way_count_ = 0;
  seen_.clear();
  now_ = {root_, {{0, 0}}, {0}};
  next_ = {};
  at_ = ranked_ = 0;
  seen_.add(key_of(root_));
  if (!relaxation_) return;
  relaxation_->set_course(*course_, 0);
  if (pass_ > 0) return;
  Estimate estimate;
  const auto* state = root_.data();
  relaxation_->estimate({&state, 1}, {&estimate, 1});
  bound_ = std::min(bound_, estimate.bound);
  settle();
}

// Every other pass takes states for one that differ only in what counts the steps.
Key PuzzleSearch::key_of(std::span<const std::uint64_t> state) const {
  const bool joining = counted_ && !exact_ && pass_ % 2 == 0;
  Key out{0, kSecondHash};
  for (std::size_t i = 0; i < words_; ++i) {
    const auto word = joining ? state[i] & mask_[i] : state[i];
    out.first = support::mix_bits(out.first ^ word) + 0x9E3779B97F4A7C15ULL;
    out.second = support::mix_bits(out.second + word) ^ kSecondHash;
  }
  return out;
}

void PuzzleSearch::run(const SearchLimits& limits) {
  support::TimeLimit time_limit(limits.deadline, limits.stop);
  left_ = limits.playouts;
  while (!over_ && !proved_ && !exhausted_ && left_ > 0 && !time_limit.over()) {
    if (at_ == now_.size()) {
      end_layer();
      continue;
    }
    const auto from = static_cast<std::uint32_t>(at_);
    expand(std::min<std::uint64_t>(left_, lane::LaneExpander::kMostChildren / branching_ + 1));
    const auto due = std::min(left_, children_ / kChildrenPerPlayout);
    children_ %= kChildrenPerPlayout;
    for (std::uint64_t i = 0; i < due && !proved_; ++i) {
      play_out(from + static_cast<std::uint32_t>(i % (at_ - from)), time_limit);
    }
  }
}

void PuzzleSearch::expand(std::size_t most) {
  const auto count = std::min({most, now_.size() - at_, std::size_t{lanes::kLanes}});
  std::vector<const std::uint64_t*> states;
  for (std::size_t i = 0; i < count; ++i) states.push_back(state(now_, at_ + i).data());
  expander_->expand(states);
  std::size_t children = 0;
  for (std::size_t i = 0; i < expander_->expanded() && !proved_; ++i) {
    const auto position = expander_->position(i);
    if (position.children == 0) cut_ = true;  // a dead end tells nothing
    children += position.children;
    take(static_cast<std::uint32_t>(at_ + i), position);
  }
  branching_ = std::max<std::size_t>(1, children / expander_->expanded());
  children_ += children;
  expansions_ += expander_->expanded();
  left_ -= std::min<std::uint64_t>(left_, expander_->expanded());
  at_ += expander_->expanded();
  rank_new();
  if (next_.size() > 2 * width_) keep_best(width_);
}

void PuzzleSearch::take(std::uint32_t parent, const lane::Position& position) {
  for (std::uint32_t child = 0; child < position.children; ++child) {
    const auto move = position.legal[child];
    if (position.terminal[child] != 0) {
      found(std::max(position.goals[child], 0), parent, {&move, 1});
      continue;
    }
    const std::span<const std::uint64_t> words{position.states + child * words_, words_};
    if (!seen_.add(key_of(words))) {
      joined_ = true;
      continue;
    }
    next_.words.insert(next_.words.end(), words.begin(), words.end());
    next_.origins.push_back({parent, move});
    next_.ranks.push_back(0);
  }
}

// Ranks what came last, and drops what cannot be better than the best line.
void PuzzleSearch::rank_new() {
  auto kept = ranked_;
  std::array<Estimate, Relaxation::kBlock> estimates;
  std::array<const std::uint64_t*, Relaxation::kBlock> states{};
  for (auto first = ranked_; first < next_.size(); first += Relaxation::kBlock) {
    const auto count = std::min(Relaxation::kBlock, next_.size() - first);
    for (std::size_t i = 0; i < count; ++i) states[i] = state(next_, first + i).data();
    if (relaxation_) relaxation_->estimate({states.data(), count}, {estimates.data(), count});
    for (std::size_t i = 0; i < count; ++i) {
      const auto& estimate = estimates[i];
      if (relaxation_ && estimate.bound <= best_) continue;
      const auto noise = support::mix_bits(key_of(state(next_, first + i)).first ^ settings_.seed ^ pass_) >> 40;
      const auto moves = pass_ % 4 < 2 ? 0x3fffU - std::min(estimate.moves, 0x3fffU) : 0U;
      const auto lost = static_cast<std::uint64_t>(std::clamp(100 - estimate.bound, 0, 100));
      next_.ranks[kept] = lost << 56 | std::uint64_t{estimate.cost} << 38 | std::uint64_t{moves} << 24 | noise;
      next_.origins[kept] = next_.origins[first + i];
      if (kept != first + i)
        std::ranges::copy(state(next_, first + i), next_.words.begin() + static_cast<std::ptrdiff_t>(kept * words_));
      ++kept;
    }
  }
  next_.ranks.resize(kept);
  next_.origins.resize(kept);
  next_.words.resize(kept * words_);
  ranked_ = kept;
}

// Drops all but the most promising states of the next layer, which stay in their order.
void PuzzleSearch::keep_best(std::size_t count) {
  if (next_.size() <= count) return;
  cut_ = true;
  auto ranks = next_.ranks;
  std::ranges::nth_element(ranks, ranks.begin() + static_cast<std::ptrdiff_t>(count));
  const auto limit = ranks[count];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < next_.size(); ++i) {
    if (next_.ranks[i] >= limit) continue;
    next_.ranks[kept] = next_.ranks[i];
    next_.origins[kept] = next_.origins[i];
    std::ranges::copy(state(next_, i), next_.words.begin() + static_cast<std::ptrdiff_t>(kept * words_));
    ++kept;
  }
  next_.ranks.resize(kept);
  next_.origins.resize(kept);
  next_.words.resize(kept * words_);
  ranked_ = kept;
}

void PuzzleSearch::end_layer() {
  keep_best(width_);
  way_count_ += now_.size();
  ways_.push_back(std::move(now_.origins));
  now_ = std::move(next_);
  next_ = {};
  at_ = ranked_ = 0;
  deepest_ = std::max<std::uint64_t>(deepest_, ways_.size());
  const bool full = ways_.size() >= kMostSteps || way_count_ * sizeof(Origin) > settings_.memory / 4;
  if (full && now_.size() > 0) {
    cut_ = true;
    now_ = {};
  }
  if (now_.size() == 0) {
    end_pass();
  } else if (relaxation_) {
    relaxation_->set_course(*course_, static_cast<std::uint32_t>(ways_.size()));
  }
}

void PuzzleSearch::end_pass() {
  const bool joining = counted_ && !exact_ && pass_ % 2 == 0;
  if (!cut_ && !(joining && joined_)) {
    exhausted_ = true;
    settle();
    return;
  }
  if (!cut_) exact_ = true;
  ++pass_;
  begin_pass();
}

// A line from the root through a state of this layer.
void PuzzleSearch::found(std::int32_t goal, std::uint32_t from, std::span<const std::uint32_t> moves) {
  if (goal <= best_) return;
  best_ = goal;
  line_.assign(moves.rbegin(), moves.rend());
  if (!ways_.empty()) {
    auto origin = now_.origins[from];
    for (auto step = ways_.size();;) {
      line_.push_back(origin.move);
      if (--step == 0) break;
      origin = ways_[step][origin.parent];
    }
  }
  std::ranges::reverse(line_);
  settle();
}

void PuzzleSearch::play_out(std::uint32_t from, support::TimeLimit& time_limit) {
  support::Random random(settings_.seed, playouts_);
  std::vector<machine::Made> made;
  machine::Playout playout{random, time_limit, kMostSteps, &made};
  machine_->set_state(state(now_, from));
  ++playouts_;
  --left_;
  if (machine_->play_out(playout) != machine::PlayoutEnd::kTerminal) return;
  std::int32_t goal = 0;
  machine_->goals({&goal, 1});
  std::vector<std::uint32_t> moves;
  for (const auto& one : made) moves.push_back(one.move);
  found(std::max(goal, 0), from, moves);
}

SearchReport PuzzleSearch::report(std::uint32_t role) const {
  if (role != 0) throw std::invalid_argument("there is no role of this number");
  const auto worth = machine::OutcomePolicy::worth(best_);
  SearchReport out;
  out.proved = proved_;
  out.values = {worth};
  out.line = line_;
  out.nodes = way_count_ + now_.size() + next_.size();
  out.descents = expansions_;
  out.playouts = playouts_;
  out.depth = deepest_;
  for (const auto move : legal_) {
    const bool first = !line_.empty() && line_.front() == move;
    MoveEstimate estimate{.move = move, .value = first ? worth : 0.0, .visits = first ? 1U : 0U};
    estimate.proved = first && proved_;
    set_bounds(estimate);
    if (first) estimate.low = worth;
    estimate.high = std::min(estimate.high, bound_ / 100.0);
    out.moves.push_back(estimate);
  }
  if (!legal_.empty()) out.best = line_.empty() ? legal_.front() : line_.front();
  return out;
}

}  // namespace woodstock::search::puzzle
