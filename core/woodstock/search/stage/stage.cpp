#include "woodstock/search/stage/stage.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <stdexcept>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::search::stage {

namespace {

bool holds(std::span<const std::uint64_t> state, std::size_t fluent) {
  return (state[fluent >> 6] >> (fluent & 63) & 1U) != 0;
}

// Solutions come in the order of the search: this puts them in the order of the joint moves.
StageSolutions sorted(const StageSolutions& found, std::size_t roles, std::size_t words) {
  std::vector<std::size_t> order(found.joint_moves.size() / roles);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto moves = [&](std::size_t at) {
    return found.joint_moves.begin() + static_cast<std::ptrdiff_t>(at * roles);
  };
  const auto width = static_cast<std::ptrdiff_t>(roles);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(moves(a), moves(a) + width, moves(b), moves(b) + width);
  });
  StageSolutions out;
  out.complete = found.complete;
  out.joint_moves.reserve(found.joint_moves.size());
  out.states.reserve(found.states.size());
  for (const auto at : order) {
    out.joint_moves.insert(out.joint_moves.end(), moves(at), moves(at) + width);
    const auto* state = found.states.data() + at * words;
    out.states.insert(out.states.end(), state, state + words);
  }
  return out;
}

bool over(const StageLimits& limits) {
  return limits.stop->load(std::memory_order_relaxed) || std::chrono::steady_clock::now() >= limits.deadline;
}

// Calls act(joint move) in ascending order until it is false; none where a role has no move. Did it come to the end?
template <typename Act>
bool each_joint_move(const std::vector<std::vector<std::uint32_t>>& legal, Act act) {
  if (std::ranges::any_of(legal, [](const auto& own) { return own.empty(); })) return true;
  std::vector<std::size_t> place(legal.size(), 0);
  std::vector<std::uint32_t> joint_move(legal.size());
  while (true) {
    for (std::size_t role = 0; role < legal.size(); ++role) joint_move[role] = legal[role][place[role]];
    if (!act(std::span<const std::uint32_t>(joint_move))) return false;
    auto role = legal.size();
    while (role-- > 0 && ++place[role] == legal[role].size()) place[role] = 0;
    if (role == ~std::size_t{0}) return true;
  }
}

}  // namespace

StageNames::StageNames(Entries own_current, Entries own_following, Entries own_otherwise,
                       std::vector<std::uint32_t> own_actions, std::vector<std::vector<std::uint32_t>> own_moves)
    : current(std::move(own_current)),
      following(std::move(own_following)),
      otherwise(std::move(own_otherwise)),
      actions(std::move(own_actions)),
      moves(std::move(own_moves)),
      shown(actions) {
  std::uint32_t last = 0;
  for (const auto* entries : {&current, &following, &otherwise}) {
    for (const auto& entry : *entries) last = std::max(last, entry.variable);
  }
  for (const auto action : actions) last = std::max(last, action);
  if (last == solver::kNone) throw std::invalid_argument("a variable has a number that no network has");
  variables = last + 1;
  std::map<std::uint32_t, std::uint32_t> places;  // each variable is shown once
  place.reserve(following.size());
  for (const auto& entry : following) {
    const auto next = static_cast<std::uint32_t>(places.size());
    const auto [at, first] = places.emplace(entry.variable, next);
    if (first) shown.push_back(entry.variable);
    place.push_back(at->second);
  }
}

NetworkStage::NetworkStage(solver::StageSolver& solver, std::shared_ptr<const StageNames> names,
                           solver::Consistency consistency, std::uint32_t fluents, bool split)
    : solver_(solver),
      shared_names_(std::move(names)),
      names_(*shared_names_),
      words_((fluents + 63) / 64),
      split_(split && solver.draws() > 0 && consistency == solver::Consistency::arc),
      spoken_(solver.variables(), false) {
  if (names_.current.size() != fluents || names_.following.size() != fluents ||
      names_.variables > solver_.variables() || names_.moves.size() != names_.actions.size()) {
    throw std::invalid_argument("the network does not speak of this game");
  }
  options_.consistency = consistency;
  options_.determining = names_.actions;
}

// What is known of a state that has all of these fluents, and others only of `any`: where no fluent of a variable may
// hold, it has the value that says so.
void NetworkStage::instantiate(std::span<const std::uint64_t> all, std::span<const std::uint64_t> any) {
  given_.clear();
  possible_ = true;
  const auto give = [&](const StageNames::Entry& entry) {
    if (entry.value == solver::kNone) {
      possible_ = false;
    } else {
      given_.push_back({entry.variable, entry.value});
    }
  };
  for (const auto& entry : names_.otherwise) spoken_[entry.variable] = false;
  for (std::size_t fluent = 0; fluent < names_.current.size(); ++fluent) {
    if (!holds(any, fluent)) continue;
    const auto& entry = names_.current[fluent];
    spoken_[entry.variable] = true;
    if (holds(all, fluent)) give(entry);
  }
  for (const auto& entry : names_.otherwise) {
    if (!spoken_[entry.variable]) give(entry);
  }
}

// A partly known state: variables that all states agree on get their values, and propagation takes from the others,
// and from the moves, what none of the states allows. The rest is up to `solve`.
void NetworkStage::narrow(std::span<const std::uint64_t> states) {
  std::vector<std::uint64_t> all(words_, ~std::uint64_t{0}), any(words_, 0);
  for (std::size_t at = 0; at < states.size(); ++at) {
    all[at % words_] &= states[at];
    any[at % words_] |= states[at];
  }
  instantiate(all, any);
  solver_.narrow(given_);
}

StageSolutions NetworkStage::solve(std::span<const std::uint64_t> state, const StageLimits& limits) {
  instantiate(state, state);
  if (!possible_) return {};
  options_.limits = limits;
  options_.nodes = limits.nodes;
  return sorted(split_ ? solve_split() : solve_whole(), names_.actions.size(), words_);
}

StageSolutions NetworkStage::solve_whole() {
  const auto found = solver_.enumerate(given_, names_.shown, options_);
  StageSolutions out;
  out.complete = found.complete;
  for (std::size_t i = 0; i < found.count; ++i)
    add({found.solutions.data() + i * names_.shown.size(), names_.shown.size()}, out);
  return out;
}

// Each solution of N' with all outcomes that N'' has for it. Whatever can be drawn has a next state, so that all
// decisions are feasible.
StageSolutions NetworkStage::solve_split() {
  using Solver = solver::StageSolver;
  std::map<Solver::Row, Solver::Outcomes> outcomes;  // of the rows of c_s
  const auto found = solver_.solve(given_, options_, [&](const Solver::Row& decisions, const Solver::Outcomes& drawn) {
    outcomes.emplace(decisions, drawn);
    return true;
  });
  StageSolutions out;
  out.complete = found.complete;
  const auto first = solver_.decisions(), draws = solver_.draws();
  Solver::Row values(solver_.stage_variables()), row(names_.shown.size());
  for (std::size_t i = 0; i < found.count; ++i) {
    const auto* decisions = found.solutions.data() + i * first;
    std::copy_n(decisions, first, values.begin());
    Solver::Row decided;  // over the scope of c_s
    if (found.split) {
      for (const auto x : solver_.scope()) decided.push_back(values[x]);
    } else {
      decided.assign(decisions, decisions + first);
    }
    for (const auto& [drawn, completions] : outcomes.at(decided)) {
      std::ranges::copy(drawn, values.begin() + first);
      for (const auto& completion : completions) {
        std::ranges::copy(completion, values.begin() + first + draws);
        std::ranges::transform(names_.shown, row.begin(), [&](solver::Variable x) { return values[x]; });
        add(row, out);
      }
    }
  }
  return out;
}

// A solution, as the values of the variables shown.
void NetworkStage::add(std::span<const std::int32_t> row, StageSolutions& out) const {
  const auto roles = names_.actions.size();
  for (std::size_t role = 0; role < roles; ++role) {
    out.joint_moves.push_back(names_.moves[role].at(static_cast<std::size_t>(row[role])));
  }
  const auto first = out.states.size();
  out.states.resize(first + words_, 0);
  for (std::size_t fluent = 0; fluent < names_.following.size(); ++fluent) {
    if (row[roles + names_.place[fluent]] == static_cast<std::int32_t>(names_.following[fluent].value)) {
      out.states[first + (fluent >> 6)] |= std::uint64_t{1} << (fluent & 63);
    }
  }
}

std::vector<StageSolutions> GameStage::solve_all(const States& states, const StageLimits& limits) {
  std::vector<StageSolutions> out;
  for (const auto state : states) {
    out.push_back(solve(state, limits));
    if (!out.back().complete) break;
  }
  return out;
}

CircuitStage::Legal CircuitStage::legal(std::span<const std::uint64_t> state) {
  machine_->set_state(state);
  Legal out(machine_->roles());
  for (std::uint32_t role = 0; role < out.size(); ++role) {
    for_each_legal(*machine_, role, [&](std::uint32_t move) { out[role].push_back(move); });
  }
  return out;
}

StageSolutions CircuitStage::solve(std::span<const std::uint64_t> state, const StageLimits& limits) {
  StageSolutions out;
  std::size_t count = 0;
  out.complete = each_joint_move(legal(state), [&](std::span<const std::uint32_t> joint_move) {
    if (++count % 64 == 0 && over(limits)) return false;
    machine_->set_state(state);
    machine_->advance(joint_move);
    out.joint_moves.insert(out.joint_moves.end(), joint_move.begin(), joint_move.end());
    const auto next = machine_->state();
    out.states.insert(out.states.end(), next.begin(), next.end());
    return true;
  });
  return out;
}

std::vector<StageSolutions> CircuitStage::solve_all(const States& states, const StageLimits& limits) {
  if (lanes_ == nullptr || states.size() == 1) return GameStage::solve_all(states, limits);
  std::vector<StageSolutions> out;
  std::vector<std::uint64_t> before;
  std::vector<std::uint32_t> joint_moves;
  std::vector<std::size_t> counts;  // solutions that are made in lanes, by stage
  for (const auto state : states) {
    const auto legal = this->legal(state);
    const auto product = std::accumulate(legal.begin(), legal.end(), 1.0,
                                         [](double all, const auto& own) { return all * double(own.size()); });
    const bool alone = product > double{kMostSolutions};
    out.push_back(alone ? solve(state, limits) : StageSolutions{});
    out.back().complete = out.back().complete && !over(limits);
    counts.push_back(alone ? 0 : static_cast<std::size_t>(product));
    if (!out.back().complete) break;
    if (alone) continue;
    each_joint_move(legal, [&](std::span<const std::uint32_t> joint_move) {
      joint_moves.insert(joint_moves.end(), joint_move.begin(), joint_move.end());
      before.insert(before.end(), state.begin(), state.end());
      return true;
    });
  }
  const auto children = lanes_->expand(before, joint_moves);
  const auto take = [](const auto& from, std::size_t first, std::size_t count, std::size_t width, auto& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first * width);
    to.assign(begin, begin + static_cast<std::ptrdiff_t>(count * width));
  };
  const std::size_t roles = lanes_->roles();
  for (std::size_t i = 0, first = 0; i < out.size() && out[i].complete; first += counts[i++]) {
    if (counts[i] == 0) continue;
    take(joint_moves, first, counts[i], roles, out[i].joint_moves);
    take(children.states, first, counts[i], lanes_->state_words(), out[i].states);
    take(children.terminal, first, counts[i], 1, out[i].terminal);
    take(children.goals, first, counts[i], roles, out[i].goals);
  }
  return out;
}

}  // namespace woodstock::search::stage
