#include "woodstock/search/infoset/information_search.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace woodstock::search::infoset {

namespace {

constexpr std::uint32_t kFull = ~std::uint32_t{0};
constexpr std::uint64_t kTogether = 256;  // descents whose playouts are made at once, at most
constexpr double kUntried = 2.0;          // better than anything that was tried

}  // namespace

InformationSearch::InformationSearch(const machine::Machine& machine, std::optional<std::uint32_t> chance,
                                     belief::Information information, const InformationSearchSettings& options,
                                     machine::Simulator* lanes)
    : lanes_(lanes),
      own_(machine.fork()),
      machine_(*own_),
      asked_(own_->copy()),
      chance_(chance),
      information_(std::move(information)),
      options_(options),
      policy_(machine),
      random_(options.seed),
      root_(belief::certain(machine_.initial(), information_.start())),
      draw_root_(root_),
      infos_(machine.roles()),
      joint_move_(machine.roles()),
      left_(machine.roles()),
      reference_(machine.roles()),
      outcome_(machine.roles()) {
  if (lanes != nullptr && options.grave) throw std::invalid_argument("GRAVE needs the moves of its playouts");
  met_.assign(std::ranges::max(machine::move_counts(machine)), 0);
  set_belief(belief::certain(machine_.initial(), information_.start()), 0, true);
}

// Whose belief it is makes no difference: every role goes by what it knows.
void InformationSearch::set_belief(const belief::Particles& particles, std::uint32_t, bool) {
  if (!particles.fit(machine_)) throw std::invalid_argument("the belief is of another game");
  root_ = particles;
  draw_root_ = belief::ParticleDraw(root_);
  sums_.assign(machine_.roles(), 0.0);
  descents_ = depth_ = 0;
  if (bytes() > options_.memory / 2) clear();
}

void InformationSearch::run(const SearchLimits& limits) {
  time_limit_ = support::TimeLimit(limits.deadline, limits.stop);
  for (std::uint64_t done = 0; done < limits.playouts && !time_limit_.over();) {
    const auto made = lanes_ == nullptr ? descend() : descend_together(limits, limits.playouts - done);
    if (made == 0) return;
    done += made;
  }
}

// From a state drawn from the belief to the end, and back. None when time ran out: nothing is learnt then.
std::uint64_t InformationSearch::descend() {
  auto way = walk();
  if (way == Way::kOut) {
    machine::Playout playout{random_, time_limit_, machine::kLongestPlayout, options_.grave ? &made_ : nullptr};
    const auto end = machine_.play_out(playout);
    way = end == machine::PlayoutEnd::kStopped    ? Way::kStopped
          : end == machine::PlayoutEnd::kTerminal ? Way::kOver
                                                  : Way::kBroken;
  }
  if (way == Way::kStopped) {
    take_back(path_);
    return 0;
  }
  policy_.outcome(machine_, way == Way::kOver, outcome_);
  learn(path_);
  return 1;
}

// Many descents, one after another, and then their playouts all at once, one in each lane. Those under way count as
// losses for the ones that follow. The more descents there were the more are made together. None when time ran out.
std::uint64_t InformationSearch::descend_together(const SearchLimits& limits, std::uint64_t most) {
  const auto wanted = std::min<std::uint64_t>(most, std::clamp<std::uint64_t>(descents_ / 8, 8, kTogether));
  std::vector<std::vector<Choice>> paths;
  std::vector<std::uint64_t> states;
  std::uint64_t made = 0;
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const auto way = walk();
    if (way == Way::kStopped) {
      take_back(path_);
      break;
    }
    if (way == Way::kOut) {
      const auto state = machine_.state();
      states.insert(states.end(), state.begin(), state.end());
      paths.push_back(path_);
      continue;
    }
    policy_.outcome(machine_, way == Way::kOver, outcome_);
    learn(path_);
    ++made;
  }
  if (paths.empty()) return made;
  const machine::PlayoutTask task{states,          std::vector<std::uint64_t>(paths.size(), 1),
                                  random_.next(),  machine::kLongestPlayout,
                                  limits.deadline, limits.stop,
                                  limits.deadline};
  const auto result = lanes_->playouts(task, 1);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto& sums = result.sums[i];
    if (sums.playouts + sums.capped + sums.broken == 0) {
      take_back(paths[i]);
      continue;
    }
    for (std::uint32_t role = 0; role < outcome_.size(); ++role) {
      outcome_[role] = policy_.total(sums, role);
    }
    learn(paths[i]);
    ++made;
  }
  return made;
}

// From a state drawn from the belief to where all have left what is known, or the game is over.
InformationSearch::Way InformationSearch::walk() {
  const auto at = draw_root_(random_);
  machine_.set_state(root_.state(at));
  std::ranges::copy(root_.infos(at), infos_.begin());
  std::fill(left_.begin(), left_.end(), false);
  std::ranges::fill(reference_, 0U);
  path_.clear();
  made_.clear();
  bool learning = true;
  for (std::uint32_t steps = 0; learning && !machine_.terminal(); ++steps) {
    if (time_limit_.over()) return Way::kStopped;
    learning = false;
    if (steps == machine::kLongestPlayout || !choose_moves(learning)) return Way::kBroken;
    if (learning) {
      const auto seen = information_.hidden() ? machine_.percepts(joint_move_) : std::vector<machine::Percept>{};
      information_.step(infos_, joint_move_, seen);
    }
    machine_.advance(joint_move_);
    depth_ = std::max<std::uint64_t>(depth_, steps + 1);
  }
  return machine_.terminal() ? Way::kOver : Way::kOut;
}

// A move for each role. `learning` says that some role may still be inside of what is known. False where the rules
// go no further.
bool InformationSearch::choose_moves(bool& learning) {
  for (std::uint32_t role = 0; role < machine_.roles(); ++role) {
    if (role == chance_ || left_[role]) {
      if (!machine::choose(machine_, role, random_, joint_move_[role])) return false;
    } else {
      legal_.clear();
      for_each_legal(machine_, role, [&](std::uint32_t move) { legal_.push_back(move); });
      if (legal_.empty()) return false;
      joint_move_[role] = legal_.size() == 1 ? legal_[0] : choose(role);
      learning = learning || !left_[role];
    }
    if (options_.grave) made_.push_back({role, joint_move_[role]});
  }
  return true;
}

// The move of a role that has a choice, by its information set; a set that is new is left at random.
std::uint32_t InformationSearch::choose(std::uint32_t role) {
  bool fresh = false;
  const auto number = find_or_add(belief::information_set(role, infos_[role], legal_), fresh);
  if (number == kFull) {
    left_[role] = true;
    return legal_[random_.below(static_cast<std::uint32_t>(legal_.size()))];
  }
  left_[role] = fresh;
  auto& set = sets_[number];
  if (options_.grave) {
    if (set.amaf == 0 && set.visits >= options_.ref / 2 && bytes() < options_.memory) {
      amafs_.emplace_back(machine_.move_count(role));
      set.amaf = static_cast<std::uint32_t>(amafs_.size());
    }
    if (set.amaf != 0 && (set.visits > options_.ref || reference_[role] == 0)) reference_[role] = set.amaf;
  }
  const auto arm = fresh ? random_.below(set.count) : options_.grave ? by_amaf(set, role) : by_bound(set, role);
  path_.push_back({number, set.first + arm, role, made_.size()});
  ++set.visits;
  ++arms_[set.first + arm].visits;
  return arms_[set.first + arm].move;
}

std::uint32_t InformationSearch::find_or_add(std::uint64_t number, bool& fresh) {
  if (const auto found = numbers_.find(number); found != numbers_.end()) return found->second;
  if (bytes() > options_.memory || arms_.size() + legal_.size() >= kFull) return kFull;
  fresh = true;
  const auto place = static_cast<std::uint32_t>(sets_.size());
  numbers_.emplace(number, place);
  sets_.push_back({static_cast<std::uint32_t>(arms_.size()), static_cast<std::uint32_t>(legal_.size()), 0, 0});
  for (const auto move : legal_) arms_.push_back({move, 0, 0.0});
  return place;
}

// Moves not tried yet come first, in random order; then the highest mean + c sqrt(ln n / n_i).
std::uint32_t InformationSearch::by_bound(const Set& set, std::uint32_t role) {
  const auto bonus = options_.c * policy_.spread(role) * std::sqrt(std::log(std::max(set.visits, 1U)));
  return highest(set, [&](const Arm& arm) {
    const auto n = static_cast<double>(arm.visits);
    return arm.visits == 0 ? 1e9 : arm.sum / n + bonus / std::sqrt(n);
  });
}

// The highest (1 - b) mean + b amaf, with b = amaf visits / (amaf visits + visits + bias * amaf visits * visits).
std::uint32_t InformationSearch::by_amaf(const Set& set, std::uint32_t role) {
  const auto* table = reference_[role] == 0 ? nullptr : &amafs_[reference_[role] - 1];
  return highest(set, [&](const Arm& arm) {
    const auto n = static_cast<double>(arm.visits);
    if (table == nullptr || arm.move >= table->size() || (*table)[arm.move].visits == 0) {
      return arm.visits == 0 ? kUntried : arm.sum / n;
    }
    const auto& amaf = (*table)[arm.move];
    const auto visits = static_cast<double>(amaf.visits);
    const auto beta = visits / (visits + n + options_.bias * visits * n);
    return (1.0 - beta) * (arm.visits == 0 ? 0.0 : arm.sum / n) + beta * static_cast<double>(amaf.value);
  });
}

// The place of the arm with the highest score, one of equals at random.
template <typename Score>
std::uint32_t InformationSearch::highest(const Set& set, Score score_of) {
  std::uint32_t best = 0, equals = 0;
  double most = -1.0;
  for (std::uint32_t place = 0; place < set.count; ++place) {
    const auto score = score_of(arms_[set.first + place]);
    if (score < most) continue;
    equals = score > most ? 1 : equals + 1;
    most = score;
    if (equals == 1 || random_.below(equals) == 0) best = place;
  }
  return best;
}

// Visits were counted on the way down.
void InformationSearch::learn(std::span<const Choice> path) {
  ++descents_;
  for (std::size_t role = 0; role < sums_.size(); ++role) sums_[role] += outcome_[role];
  for (const auto& choice : path) {
    arms_[choice.arm].sum += outcome_[choice.role];
    if (sets_[choice.set].amaf != 0) learn_amaf(choice);
  }
}

// Each move that the role made here or later counts once.
void InformationSearch::learn_amaf(const Choice& choice) {
  auto& table = amafs_[sets_[choice.set].amaf - 1];
  ++sweep_;
  for (auto i = choice.made; i < made_.size(); ++i) {
    if (made_[i].role != choice.role) continue;
    const auto moves = std::size_t{made_[i].move} + 1;  // more may have been numbered
    if (met_.size() < moves) met_.resize(moves, 0);
    if (table.size() < moves) table.resize(moves);
    if (met_[made_[i].move] == sweep_) continue;
    met_[made_[i].move] = sweep_;
    auto& amaf = table[made_[i].move];
    ++amaf.visits;
    amaf.value += (static_cast<float>(outcome_[choice.role]) - amaf.value) / static_cast<float>(amaf.visits);
  }
}

// The sets of a role at the root: one, if the role knows its legal moves, as GDL-II wants it.
std::vector<std::uint32_t> InformationSearch::root_sets(std::uint32_t role) const {
  auto& machine = *asked_;
  std::vector<std::uint32_t> out, legal;
  for (std::size_t at = 0; at < std::min<std::size_t>(root_.size(), 64); ++at) {
    machine.set_state(root_.state(at));
    legal.clear();
    for_each_legal(machine, role, [&](std::uint32_t move) { legal.push_back(move); });
    const auto found = numbers_.find(belief::information_set(role, root_.infos(at)[role], legal));
    if (found != numbers_.end() && std::ranges::count(out, found->second) == 0) out.push_back(found->second);
  }
  return out;
}

SearchReport InformationSearch::report(std::uint32_t role) const {
  if (role >= machine_.roles()) throw std::invalid_argument("there is no role of this number");
  SearchReport out;
  out.nodes = sets_.size();
  out.descents = out.playouts = descents_;
  out.depth = depth_;
  for (std::uint32_t other = 0; other < machine_.roles(); ++other) {
    const auto mean = descents_ == 0 ? 0.0 : sums_[other] / static_cast<double>(descents_);
    out.values.push_back(other == chance_ ? 0.0 : mean);
  }
  std::vector<double> sums;
  for (const auto number : root_sets(role)) {
    for (auto at = sets_[number].first; at < sets_[number].first + sets_[number].count; ++at) {
      const auto found = std::ranges::find(out.moves, arms_[at].move, &MoveEstimate::move);
      const auto place = static_cast<std::size_t>(found - out.moves.begin());
      if (found == out.moves.end()) {
        out.moves.push_back({.move = arms_[at].move});
        sums.push_back(0.0);
      }
      out.moves[place].visits += arms_[at].visits;
      sums[place] += arms_[at].sum;
    }
  }
  for (std::size_t place = 0; place < out.moves.size(); ++place) {
    auto& move = out.moves[place];
    move.value = move.visits == 0 ? 0.0 : sums[place] / static_cast<double>(move.visits);
    set_bounds(move);
  }
  if (out.moves.empty()) {  // nothing was learnt, or there is no choice: any legal move
    auto& machine = *asked_;
    machine.set_state(root_.state(0));
    for_each_legal(machine, role, [&](std::uint32_t move) {
      out.moves.push_back({.move = move, .value = out.values[role], .visits = descents_});
      set_bounds(out.moves.back());
    });
  }
  std::ranges::sort(out.moves, {}, &MoveEstimate::move);
  if (out.moves.empty()) return out;
  out.best = most_visited(out.moves).move;
  if (role != chance_ && descents_ > 0) out.values[role] = most_visited(out.moves).value;
  return out;
}

}  // namespace woodstock::search::infoset
