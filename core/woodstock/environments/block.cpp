#include "woodstock/environments/block.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::environments {

using lanes::kLaneWords;
using lanes::LaneMask;

namespace {

constexpr std::uint32_t kLongestWait = 10'000;  // steps that others make until an asked role is to move

void randomise(lanes::LaneValues& wires, support::Random& source) {
  for (std::uint32_t i = 0; i < 4 * kLaneWords; ++i) wires.data()[i] = source.next();
}

}  // namespace

Rules::Rules(lanes::Lanes& own, const Setup& wanted)
    : lanes(own),
      setup(wanted),
      plan(own.plain_plan()),
      variant(plan.variants[0]),
      first_moves(own.circuit().first_moves()),
      start(own.state_words()),
      is_asked(own.roles()) {
  const auto& circuit = lanes.circuit();
  for (const auto role : setup.asked) is_asked[role] = 1;
  for (std::uint32_t role = 0; role < roles(); ++role) {
    auto& own_legal = legal.emplace_back(circuit.move_counts[role], circuit::kFalse);
    const auto& known = variant.roles[role];
    for (std::size_t i = 0; i < known.legal.size(); ++i)
      own_legal[known.numbers[i] - first_moves[role]] = known.legal[i];
    if (known.legal.empty() && known.only != circuit::kFalse) {
      own_legal[known.only_move - circuit.move_node(first_moves[role])] = known.only;
    }
    auto& own_busy = busy.emplace_back();
    for (std::uint32_t move = 0; move < own_legal.size(); ++move) {
      if (static_cast<std::int32_t>(move) != setup.idle[role] && own_legal[move] != circuit::kFalse) {
        own_busy.push_back(own_legal[move]);
      }
    }
  }
  std::uint32_t percepts = 0;
  for (const auto count : circuit.percept_counts) {
    first_percepts.push_back(percepts);
    percepts += count;
  }
  for (std::uint32_t fluent = 0; fluent < circuit.fluents; ++fluent) {
    if (circuit.initial[fluent] != 0) start[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
  }
  for (std::size_t place = 0; place < (setup.percepts ? setup.asked.size() : 1); ++place) {
    auto& own_shown = shown.emplace_back();
    const auto most = setup.percepts ? 2 * remembered(setup.asked[place]) : circuit.fluents;
    for (const auto source : setup.sources) {
      const auto there = source != kNothing && static_cast<std::uint32_t>(source) < most;
      own_shown.push_back(there ? circuit::literal_of(1 + static_cast<std::uint32_t>(source)) : circuit::kFalse);
    }
  }
}

std::uint32_t Rules::remembered(std::uint32_t role) const {
  return lanes.circuit().move_counts[role] + lanes.circuit().percept_counts[role];
}

Block::Block(const Rules& rules, std::uint32_t lanes)
    : rules_(rules),
      kernel_(rules.lanes.kernel()),
      size_(lanes),
      used_(LaneMask::first(lanes)),
      values_(rules.plan.nodes),
      room_(rules.lanes.circuit().fluents),
      random_(4),
      sampling_(4),
      goals_(rules.lanes.goals(), rules.roles(), rules.lanes.chance()),
      to_move_(rules.setup.asked.size()),
      watching_(rules.setup.asked.size()),
      steps_(rules.setup.longest) {
  values_.set(0, ~std::uint64_t{0});
  if (rules.setup.percepts) {
    for (const auto role : rules.setup.asked) {
      memories_.emplace_back(1 + 2 * std::size_t{rules.remembered(role)});
      memories_.back().set(0, ~std::uint64_t{0});
    }
  }
}

void Block::seed(std::uint64_t seed, std::uint64_t stream) {
  support::Random source(seed, stream);
  randomise(random_, source);
  randomise(sampling_, source);
}

void Block::restart(const LaneMask& games) {
  const auto own = games & used_;
  begin(own);
  rules_.variant.legal.run(kernel_, values_.data());
  settle(own, LaneMask{}, nullptr);
}

std::optional<BadAction> Block::take(const std::int32_t* actions, const LaneMask& anew) {
  std::optional<BadAction> bad;
  anew_ = anew & used_;
  taken_ = ready_ - anew_;
  clear_moves();
  for (std::size_t place = 0; place < asked(); ++place) {
    const auto role = rules_.setup.asked[place];
    const auto& legal = rules_.legal[role];
    const auto first = rules_.lanes.circuit().move_node(rules_.first_moves[role]);
    (to_move_[place] - anew_).each([&](std::uint32_t lane) {
      const auto action = actions[column(lane, place)];
      const auto bit = std::uint64_t{1} << (lane % 64);
      if (action >= 0 && static_cast<std::size_t>(action) < legal.size()) {
        const auto literal = legal[static_cast<std::size_t>(action)];
        values_.wire(first + static_cast<std::uint32_t>(action))[lane / 64] |= bit;
        const auto holds = (values_.wire(circuit::node_of(literal))[lane / 64] & bit) != 0;
        if (holds != circuit::negated(literal)) return;
      } else if (action == kNothing) {
        taken_.remove(lane);
        return;
      }
      if (!bad) bad = BadAction{lane, role, action};
    });
  }
  return bad;
}

void Block::clear_moves() {
  const auto& circuit = rules_.lanes.circuit();
  for (const auto role : rules_.setup.asked) {
    std::fill_n(values_.wire(circuit.move_node(rules_.first_moves[role])),
                std::size_t{circuit.move_counts[role]} * kLaneWords, std::uint64_t{0});
  }
}

void Block::step(const Outputs& out) {
  std::fill_n(out.rewards, size_ * asked(), 0.0F);
  std::fill_n(out.terminated, size_, std::uint8_t{0});
  std::fill_n(out.truncated, size_, std::uint8_t{0});
  if (taken_.any()) settle(taken_, play(taken_), &out);
  if (anew_.any()) restart(anew_);
}

LaneMask Block::play(const LaneMask& active) {
  const auto stuck = set_others(active);
  if (rules_.setup.percepts) remember(active);
  rules_.variant.make_moves(kernel_, values_, room_, active);
  rules_.variant.legal.run(kernel_, values_.data());
  steps_.add(active);
  return stuck;
}

LaneMask Block::set_others(const LaneMask& active) {
  const auto& circuit = rules_.lanes.circuit();
  LaneMask stuck;
  std::size_t place = 0;
  for (std::uint32_t role = 0; role < rules_.roles(); ++role) {
    if (rules_.is_asked[role] == 0) {
      stuck |= choose(role, active, random_);
      continue;
    }
    const auto idle = rules_.setup.idle[role];
    const auto still = active - to_move_[place++];
    if (idle == kNothing) {
      stuck |= still;
    } else if (still.any()) {
      const auto move = static_cast<std::uint32_t>(idle);
      stuck |= still - values_.value(rules_.legal[role][move]);
      auto* wire = values_.wire(circuit.move_node(rules_.first_moves[role]) + move);
      for (std::uint32_t i = 0; i < kLaneWords; ++i) wire[i] |= still.words[i];
    }
  }
  return stuck;
}

LaneMask Block::choose(std::uint32_t role, const LaneMask& active, lanes::LaneValues& random) {
  const auto& own = rules_.variant.roles[role];
  if (own.legal.empty()) return active - values_.value(own.only);
  LaneMask none;
  kernel_.choose(own.legal.data(), own.moves.data(), static_cast<std::uint32_t>(own.legal.size()), values_.data(),
                 random.data(), active.words.data(), none.words.data());
  return none;
}

void Block::remember(const LaneMask& active) {
  rules_.variant.sees.run(kernel_, values_.data());
  const auto& circuit = rules_.lanes.circuit();
  for (std::size_t place = 0; place < asked(); ++place) {
    const auto role = rules_.setup.asked[place];
    const auto moves = circuit.move_counts[role];
    const auto all = rules_.remembered(role);
    for (std::uint32_t i = 0; i < all; ++i) {
      const auto literal = i < moves ? circuit::literal_of(circuit.move_node(rules_.first_moves[role] + i))
                                     : rules_.variant.percepts[rules_.first_percepts[role] + i - moves];
      const auto now = values_.value(literal) & active;
      auto* last = memories_[place].wire(1 + i);
      auto* ever = memories_[place].wire(1 + all + i);
      for (std::uint32_t word = 0; word < kLaneWords; ++word) {
        last[word] = (last[word] & ~active.words[word]) | now.words[word];
        ever[word] |= now.words[word];
      }
    }
  }
}

// After a step in the active lanes: ends games, begins others, and lets those move who are not asked, until in every
// lane some asked role is to move.
void Block::settle(LaneMask active, LaneMask stuck, const Outputs* out) {
  LaneMask anew;  // what happens in these before the first decision is no part of the step
  for (std::uint32_t waited = 0; active.any(); ++waited) {
    if (waited > kLongestWait) throw std::runtime_error("no role that is asked for actions is ever to move");
    const auto terminal = values_.value(rules_.variant.terminal) & active;
    const auto cut = (stuck & active) | steps_.full(active);
    if (const auto ended = terminal | cut; ended.any()) {
      if (out != nullptr) end(terminal - anew, cut - anew - terminal, *out);
      if (out == nullptr || rules_.setup.restart) {
        begin(ended);
        anew |= ended;
        rules_.variant.legal.run(kernel_, values_.data());
      } else {
        over_ |= ended;
      }
    }
    look();
    active -= over_ | ready_;
    if (!active.any()) return;
    clear_moves();
    stuck = play(active);
  }
}

void Block::end(const LaneMask& terminal, const LaneMask& cut, const Outputs& out) {
  if (terminal.any()) {
    rules_.variant.goal.run(kernel_, values_.data());
    goals_.read(values_, rules_.variant.goals, terminal);
    goals_.each_goal([&](std::uint32_t role, std::int64_t goal, const LaneMask& having) {
      if (rules_.is_asked[role] == 0) return;
      const auto place =
          static_cast<std::size_t>(std::ranges::lower_bound(rules_.setup.asked, role) - rules_.setup.asked.begin());
      having.each([&](std::uint32_t lane) { out.rewards[lane * asked() + place] = static_cast<float>(goal) / 100.0F; });
    });
  }
  terminal.each([&](std::uint32_t lane) { out.terminated[lane] = 1; });
  cut.each([&](std::uint32_t lane) { out.truncated[lane] = 1; });
  write_observations(terminal | cut, out.last);
}

void Block::begin(const LaneMask& games) {
  kernel_.fill(rules_.lanes.circuit().fluents, rules_.start.data(), values_.data(), games.words.data());
  steps_.clear(games);
  for (std::size_t place = 0; place < memories_.size(); ++place) {
    kernel_.clear(memories_[place].wire(1), 2 * rules_.remembered(rules_.setup.asked[place]), games.words.data());
  }
  over_ -= games;
}

// Who is to move?
void Block::look() {
  ready_ = {};
  for (std::size_t place = 0; place < asked(); ++place) {
    LaneMask some;
    for (const auto literal : rules_.busy[rules_.setup.asked[place]]) some |= values_.value(literal);
    to_move_[place] = some & (used_ - over_);
    if (!rules_.setup.together && (ready_ & to_move_[place]).any()) {
      throw std::runtime_error("several roles are to move at once");
    }
    ready_ |= to_move_[place];
  }
  for (std::size_t place = 0; place < asked(); ++place) {
    watching_[place] = rules_.setup.together || asked() == 1 ? used_ : (watching_[place] - ready_) | to_move_[place];
  }
}

void Block::sample(std::int32_t* actions) {
  std::fill_n(actions, size_ * columns(), kNothing);
  for (std::size_t place = 0; place < asked(); ++place) {
    const auto role = rules_.setup.asked[place];
    const auto& own = rules_.variant.roles[role];
    const auto note = [&](const LaneMask& made, circuit::Node node) {
      const auto move = node - rules_.lanes.circuit().move_node(rules_.first_moves[role]);
      made.each([&](std::uint32_t lane) { actions[column(lane, place)] = static_cast<std::int32_t>(move); });
    };
    choose(role, to_move_[place], sampling_);
    if (own.legal.empty()) note(to_move_[place], own.only_move);
    for (const auto node : own.moves) note(values_.value(circuit::literal_of(node)) & to_move_[place], node);
  }
}

}  // namespace woodstock::environments
