#include "woodstock/search/lane/expander.hpp"

#include <algorithm>

namespace woodstock::search::lane {

namespace {

// Calls act(phase, members) for as many members of a phase at a time as there are lanes.
template <typename Act>
void each_batch(const std::vector<std::vector<std::uint32_t>>& by_phase, Act act) {
  for (std::uint32_t phase = 0; phase < by_phase.size(); ++phase) {
    for (std::span<const std::uint32_t> rest = by_phase[phase]; !rest.empty();) {
      const auto members = rest.first(std::min<std::size_t>(lanes::kLanes, rest.size()));
      act(phase, members);
      rest = rest.subspan(members.size());
    }
  }
}

}  // namespace

LaneExpander::LaneExpander(const lanes::Lanes& lanes, const lanes::LanePlan& plan,
                           const symmetry::SymmetryGroup* symmetries)
    : circuit_(lanes.circuit()),
      kernel_(lanes.kernel()),
      plan_(plan),
      symmetries_(symmetries),
      chance_(lanes.chance()),
      roles_(static_cast<std::uint32_t>(circuit_.move_counts.size())),
      words_(lanes.state_words()),
      first_move_(circuit_.first_moves()),
      goals_(lanes.goals(), roles_, lanes.chance()),
      values_(plan.nodes),
      room_(circuit_.fluents),
      met_(roles_) {
  values_.set(0, ~std::uint64_t{0});
}

void LaneExpander::expand(std::span<const std::uint64_t* const> states) {
  found_.assign(states.size(), {});
  counts_.assign(states.size() * roles_, 0);
  legal_.clear();
  std::vector<std::vector<std::uint32_t>> by_phase(plan_.phases.size());
  for (std::uint32_t i = 0; i < states.size(); ++i) by_phase[plan_.phase_of(states[i]).value()].push_back(i);
  each_batch(by_phase, [&](auto phase, auto members) { find_legal(states, phase, members); });
  if (symmetries_ != nullptr) join_moves(states);
  sources_.clear();
  joint_moves_.clear();
  for (expanded_ = 0; expanded_ < states.size() && sources_.size() < kMostChildren; ++expanded_) {
    list_children(expanded_, states[expanded_]);
  }
  make_children();
  if (symmetries_ != nullptr) turn_children();
}

Position LaneExpander::position(std::size_t state) const {
  const auto& found = found_[state];
  Position out;
  out.move_counts = {counts_.data() + state * roles_, roles_};
  out.legal = {legal_.data() + found.legal, found.moves};
  out.children = found.children;
  out.states = states_.data() + std::size_t{found.first_child} * words_;
  out.terminal = terminal_.data() + found.first_child;
  out.goals = ends_.data() + std::size_t{found.first_child} * roles_;
  return out;
}

// Legal moves are found move by move for all lanes, and then sorted by lane.
void LaneExpander::find_legal(std::span<const std::uint64_t* const> states, std::uint32_t phase,
                              std::span<const std::uint32_t> members) {
  std::array<const std::uint64_t*, lanes::kLanes> origin{};
  for (std::size_t i = 0; i < members.size(); ++i) origin[i] = states[members[i]];
  load_states(kernel_, values_, circuit_.fluents, origin);
  const auto used = lanes::LaneMask::first(static_cast<std::uint32_t>(members.size()));
  const auto& variant = plan_.variants[phase];
  variant.legal.run(kernel_, values_.data());
  for (std::uint32_t role = 0; role < roles_; ++role) {
    auto& met = met_[role];
    met.clear();
    const auto add = [&](circuit::Literal literal, circuit::Node node) {
      const auto move = node - circuit_.move_node(first_move_[role]);
      (values_.value(literal) & used).each([&](std::uint32_t lane) { met.emplace_back(lane, move); });
    };
    const auto& own = variant.roles[role];
    for (std::size_t i = 0; i < own.legal.size(); ++i) add(own.legal[i], own.moves[i]);
    if (own.only_move != 0) add(own.only, own.only_move);
    for (const auto& [lane, move] : met) ++counts_[members[lane] * roles_ + role];
  }
  auto end = static_cast<std::uint32_t>(legal_.size());
  std::vector<std::uint32_t> next(members.size() * roles_);
  for (std::size_t lane = 0; lane < members.size(); ++lane) {
    found_[members[lane]].legal = end;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      next[lane * roles_ + role] = end;
      end += counts_[members[lane] * roles_ + role];
    }
    found_[members[lane]].moves = end - found_[members[lane]].legal;
  }
  legal_.resize(end);
  for (std::uint32_t role = 0; role < roles_; ++role) {
    for (const auto& [lane, move] : met_[role]) legal_[next[lane * roles_ + role]++] = move;
  }
}

// All joint moves, the last role running fastest; none where some role cannot move or they are too many.
void LaneExpander::list_children(std::size_t state, const std::uint64_t* words) {
  auto& found = found_[state];
  const auto* counts = counts_.data() + state * roles_;
  found.first_child = static_cast<std::uint32_t>(sources_.size());
  std::uint64_t product = 1;
  const auto choosing = std::count_if(counts, counts + roles_, [](std::uint32_t count) { return count > 1; });
  for (std::uint32_t role = 0; role < roles_; ++role) {
    product *= counts[role];
    if (product == 0 || (choosing > 1 && product > LaneTree::kMostJoint)) return;
  }
  found.children = static_cast<std::uint32_t>(product);
  const auto phase = plan_.phase_of(words).value();
  std::vector<std::uint32_t> picks(roles_, 0);
  for (std::uint32_t child = 0; child < found.children; ++child) {
    sources_.push_back({words, phase});
    const auto* legal = legal_.data() + found.legal;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      joint_moves_.push_back(legal[picks[role]]);
      legal += counts[role];
    }
    for (auto role = roles_; role-- > 0;) {
      if (++picks[role] < counts[role]) break;
      picks[role] = 0;
    }
  }
}

void LaneExpander::make_children() {
  states_.resize(sources_.size() * words_);
  terminal_.assign(sources_.size(), 0);
  ends_.resize(sources_.size() * roles_);
  std::vector<std::vector<std::uint32_t>> by_phase(plan_.phases.size());
  for (std::uint32_t i = 0; i < sources_.size(); ++i) by_phase[sources_[i].phase].push_back(i);
  each_batch(by_phase, [&](auto phase, auto members) { make_children(phase, members); });
}

void LaneExpander::make_children(std::uint32_t phase, std::span<const std::uint32_t> members) {
  std::array<const std::uint64_t*, lanes::kLanes> origin{};
  for (std::size_t i = 0; i < members.size(); ++i) origin[i] = sources_[members[i]].state;
  load_states(kernel_, values_, circuit_.fluents, origin);
  const auto each_move = [&](auto visit) {
    for (std::uint32_t lane = 0; lane < members.size(); ++lane) {
      for (std::uint32_t role = 0; role < roles_; ++role) {
        const auto move = joint_moves_[std::size_t{members[lane]} * roles_ + role];
        visit(
            values_.wire(circuit_.move_node(first_move_[role] + move)) [lane / 64], std::uint64_t { 1 } << (lane % 64));
      }
    }
  };
  each_move([](std::uint64_t& word, std::uint64_t bit) { word |= bit; });
  const auto& variant = plan_.variants[phase];
  const auto used = lanes::LaneMask::first(static_cast<std::uint32_t>(members.size()));
  variant.legal.run(kernel_, values_.data());
  variant.make_moves(kernel_, values_, room_, used);
  each_move([](std::uint64_t& word, std::uint64_t) { word = 0; });

  const auto next = plan_.after(phase);
  plan_.variants[next].legal.run(kernel_, values_.data());
  read_ends(plan_.variants[next], members);
  stored_.resize(std::size_t{lanes::kLanes} * words_);
  store_states(kernel_, values_, circuit_.fluents, static_cast<std::uint32_t>(members.size()), stored_.data());
  for (std::size_t lane = 0; lane < members.size(); ++lane) {
    auto* state = states_.data() + std::size_t{members[lane]} * words_;
    std::copy_n(stored_.data() + lane * words_, words_, state);
    for (std::size_t key = 0; key < plan_.keys.size(); ++key) {  // the clock is not in the lanes
      const auto bit = std::uint64_t{1} << (plan_.keys[key] % 64);
      auto& word = state[plan_.keys[key] / 64];
      word = (plan_.phases[next] >> key & 1U) != 0 ? word | bit : word & ~bit;
    }
  }
}

void LaneExpander::read_ends(const lanes::LaneVariant& variant, std::span<const std::uint32_t> members) {
  const auto used = lanes::LaneMask::first(static_cast<std::uint32_t>(members.size()));
  const auto over = values_.value(variant.terminal) & used;
  if (!over.any()) return;
  variant.goal.run(kernel_, values_.data());
  goals_.read(values_, variant.goals, over);
  over.each([&](std::uint32_t lane) {
    terminal_[members[lane]] = 1;
    std::fill_n(ends_.data() + std::size_t{members[lane]} * roles_, roles_, machine::kNoGoal);
  });
  goals_.each_goal([&](std::uint32_t role, std::int64_t goal, const lanes::LaneMask& having) {
    having.each([&](std::uint32_t lane) {
      ends_[std::size_t{members[lane]} * roles_ + role] = static_cast<std::int32_t>(goal);
    });
  });
}

LaneExpander::End LaneExpander::end_of(const std::uint64_t* state) {
  std::array<const std::uint64_t*, lanes::kLanes> origin{state};
  load_states(kernel_, values_, circuit_.fluents, origin);
  const auto& variant = plan_.variants[plan_.phase_of(state).value()];
  variant.legal.run(kernel_, values_.data());
  terminal_.assign(1, 0);
  ends_.assign(roles_, machine::kNoGoal);
  const std::uint32_t only = 0;
  read_ends(variant, {&only, 1});
  End out;
  out.terminal = terminal_[0] != 0;
  for (const auto goal : ends_) out.goals.push_back(std::max(goal, 0) / 100.0);
  return out;
}

void LaneExpander::make(std::span<const Request> requests) {
  sources_.clear();
  joint_moves_.clear();
  for (const auto& [state, joint_move] : requests) {
    sources_.push_back({state, plan_.phase_of(state).value()});
    joint_moves_.insert(joint_moves_.end(), joint_move.begin(), joint_move.end());
  }
  make_children();
}

}  // namespace woodstock::search::lane
