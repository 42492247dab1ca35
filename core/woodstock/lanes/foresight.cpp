#include "woodstock/lanes/foresight.hpp"

#include <algorithm>
#include <numeric>

#include "woodstock/lanes/substitution.hpp"

namespace woodstock::lanes {

namespace {

using circuit::Literal;
using circuit::Node;

constexpr Node kMostGates = 200'000;
constexpr std::uint64_t kMostWork = 50'000'000;

// What is known of one phase of the clock, if one role chooses alone there.
struct Phase {
  std::vector<Literal> map;          // of the circuit's nodes, before anybody has moved
  std::optional<std::uint32_t> who;  // chooses
  std::vector<std::uint32_t> moves;  // those that it may ever have here
  std::vector<Literal> legal;        // likewise
  std::vector<Literal> wins;         // is the move decisive?
  std::vector<Literal> ends;         // does it end the game?
  std::vector<Literal> loses;        // does it end the game with the best goal of the role that comes next?
  Literal any = circuit::kFalse;     // is there a decisive move?
};

// The gates that say whether the game is over, and who has the best goal.
circuit::Marks end_cone(const circuit::Circuit& circuit) {
  circuit::Marks marks(circuit.nodes(), 0);
  marks[circuit::node_of(circuit.terminal)] = 1;
  for (const auto goal : circuit.goal) marks[circuit::node_of(goal)] = 1;
  for (auto node = circuit.nodes(); node-- > circuit.first_gate();) {
    if (marks[node] == 0) continue;
    for (const auto literal : circuit.gate(node)) marks[circuit::node_of(literal)] = 1;
  }
  return marks;
}

auto in_cones(const circuit::Circuit& circuit, std::uint8_t cones) {
  return [&circuit, cones](Node node) { return (circuit.cones[node - circuit.first_gate()] & cones) != 0; };
}

class Looking {
 public:
  Looking(const circuit::Circuit& circuit, const circuit::GoalTable& goals, std::optional<std::uint32_t> chance,
          const Clock& clock, circuit::GateStore& store)
      : circuit_(circuit),
        goals_(goals),
        chance_(chance),
        clock_(clock),
        store_(store),
        phases_(clock.phases.size()),
        next_users_(circuit, circuit.components, in_cones(circuit, circuit::kNextCone)),
        end_users_(circuit, circuit.components, [cone = end_cone(circuit)](Node node) { return cone[node] != 0; }) {
    for (std::size_t phase = 0; phase < phases_.size(); ++phase) prepare(phase);
  }

  // Gates that say of each move whether it is decisive.
  void look_one_ply() {
    for (std::size_t number = 0; number < phases_.size(); ++number) {
      auto& phase = phases_[number];
      if (!phase.who) continue;
      std::vector<Literal> any;
      for (std::size_t i = 0; i < phase.moves.size(); ++i) {
        end_after(number, phase.moves[i]);
        const auto ends = substitution_.image(circuit_.terminal);
        phase.ends.push_back(ends);
        phase.wins.push_back(both(both(ends, best_goal_of(phase.who)), phase.legal[i]));
        phase.loses.push_back(both(ends, best_goal_of(phases_[after(number)].who)));
        any.push_back(phase.wins.back());
      }
      phase.any = store_.disjunction(any);
    }
  }

  // Literals of the moves to choose among.
  std::vector<Literal> preferred(std::size_t number) {
    auto& phase = phases_[number];
    std::vector<Literal> out(circuit_.moves(), circuit::kUnmapped);
    if (!phase.who || phase.any == circuit::kFalse) return out;
    for (std::size_t i = 0; i < phase.moves.size(); ++i) {
      out[phase.moves[i]] = choice(phase.any, phase.wins[i], phase.legal[i]);
    }
    return out;
  }

  // The same with the reply of whoever comes next in mind.
  std::vector<Literal> preferred_two_plies(std::size_t number) {
    auto& phase = phases_[number];
    const auto& reply = phases_[after(number)];
    if (!phase.who || !reply.who || phase.who == reply.who || reply.any == circuit::kFalse) return preferred(number);
    const auto cone = circuit::needed_by(store_, {reply.any});
    const Users users(store_, store_.components(), [&](Node node) { return cone[node] != 0; });
    std::vector<Literal> same(store_.nodes());
    for (Node node = 0; node < store_.nodes(); ++node) same[node] = circuit::literal_of(node);
    std::vector<Literal> safe;
    for (std::size_t i = 0; i < phase.moves.size(); ++i) {
      substitution_.run(store_, users, same, fluents_after(number, phase.moves[i], same), store_, bounds_);
      const auto danger = both(substitution_.image(reply.any), circuit::negation(phase.ends[i]));
      std::vector<Literal> inputs{phase.legal[i], circuit::negation(danger), circuit::negation(phase.loses[i])};
      safe.push_back(store_.conjunction(inputs));
    }
    auto copy = safe;
    const auto some = store_.disjunction(copy);
    std::vector<Literal> out(circuit_.moves(), circuit::kUnmapped);
    for (std::size_t i = 0; i < phase.moves.size(); ++i) {
      out[phase.moves[i]] = choice(phase.any, phase.wins[i], choice(some, safe[i], phase.legal[i]));
    }
    return out;
  }

  bool decides() const {
    return std::ranges::any_of(phases_, [](const Phase& phase) { return phase.any != circuit::kFalse; });
  }

 private:
  std::size_t after(std::size_t phase) const { return phase + 1 == phases_.size() ? 0 : phase + 1; }

  Literal both(Literal one, Literal other) {
    std::vector<Literal> inputs{one, other};
    return store_.conjunction(inputs);
  }
  // `yes` where the condition holds, else `no`; both imply that the move is legal.
  Literal choice(Literal condition, Literal yes, Literal no) {
    std::vector<Literal> ways{both(condition, yes), both(circuit::negation(condition), no)};
    return store_.disjunction(ways);
  }

  void prepare(std::size_t number) {
    auto& phase = phases_[number];
    phase.map.assign(circuit_.nodes(), circuit::kUnmapped);
    phase.map[0] = circuit::kTrue;
    for (std::uint32_t i = 0; i < circuit_.fluents; ++i) phase.map[1 + i] = circuit::literal_of(1 + i);
    for (std::size_t k = 0; k < clock_.keys.size(); ++k) {
      const bool holds = (clock_.phases[number] >> k & 1U) != 0;
      phase.map[circuit_.fluent_node(clock_.keys[k])] = holds ? circuit::kTrue : circuit::kFalse;
    }
    copy(phase, circuit::kLegalCone | circuit::kGoalCone);
    find_chooser(phase);
    copy(phase, circuit::kNextCone);
  }

  void copy(Phase& phase, std::uint8_t cones) {
    circuit::SharedComponents shared;
    circuit::copy_gates(circuit_, circuit_.components, in_cones(circuit_, cones), store_, phase.map, shared);
    if (store_.nodes() > bounds_.most) throw TooMuchError("too many gates");
  }

  // Nobody has moved yet but those who have no choice.
  void find_chooser(Phase& phase) {
    std::uint32_t choosing = 0;
    std::uint32_t first = 0;
    for (std::uint32_t role = 0; role < circuit_.move_counts.size(); ++role) {
      std::vector<std::uint32_t> possible;
      for (auto move = first; move < first + circuit_.move_counts[role]; ++move) {
        phase.map[circuit_.move_node(move)] = circuit::kFalse;
        if (circuit::image_of(phase.map, circuit_.legal[move]) != circuit::kFalse) possible.push_back(move);
      }
      first += circuit_.move_counts[role];
      if (possible.size() == 1) phase.map[circuit_.move_node(possible[0])] = circuit::kTrue;
      if (possible.size() < 2) continue;
      ++choosing;
      phase.who = role;
      phase.moves = std::move(possible);
    }
    if (choosing != 1 || phase.who == chance_) {
      phase.who.reset();
      return;
    }
    for (const auto move : phase.moves) phase.legal.push_back(circuit::image_of(phase.map, circuit_.legal[move]));
  }

  // What the move makes of the fluents, where that differs from these literals.
  Substitution::Replaced fluents_after(std::size_t number, std::uint32_t move, const std::vector<Literal>& before) {
    const auto& map = phases_[number].map;
    substitution_.run(circuit_, next_users_, map, {{circuit_.move_node(move), circuit::kTrue}}, store_, bounds_);
    Substitution::Replaced out;
    for (std::uint32_t i = 0; i < circuit_.fluents; ++i) {
      const auto literal = substitution_.image(circuit_.next[i]);
      if (literal != before[1 + i]) out.emplace_back(1 + i, literal);
    }
    return out;
  }

  // Substitutes what the move makes of the fluents where the game looks whether it is over, and how it ended.
  void end_after(std::size_t number, std::uint32_t move) {
    const auto& map = phases_[after(number)].map;
    substitution_.run(circuit_, end_users_, map, fluents_after(number, move, map), store_, bounds_);
  }

  // Has the role its best goal there? Goals of a role ascend.
  Literal best_goal_of(std::optional<std::uint32_t> role) const {
    const auto last = std::find(goals_.role.rbegin(), goals_.role.rend(), role);
    if (!role || last == goals_.role.rend()) return circuit::kFalse;
    return substitution_.image(circuit_.goal[static_cast<std::size_t>(goals_.role.rend() - last) - 1]);
  }

  const circuit::Circuit& circuit_;
  const circuit::GoalTable& goals_;
  std::optional<std::uint32_t> chance_;
  const Clock& clock_;
  circuit::GateStore& store_;
  std::vector<Phase> phases_;
  Users next_users_, end_users_;
  Substitution substitution_;
  Substitution::Bounds bounds_{kMostGates, kMostWork};
};

}  // namespace

Foresight::Foresight(const circuit::Circuit& circuit, const circuit::GoalTable& goals,
                     std::optional<std::uint32_t> chance, const Clock& clock, std::uint32_t plies)
    : store_(circuit.inputs()),
      preferred_(clock.phases.size(), {&store_, std::vector<circuit::Literal>(circuit.moves(), circuit::kUnmapped)}) {
  if (plies == 0) return;
  try {
    Looking looking(circuit, goals, chance, clock, store_);
    looking.look_one_ply();
    if (!looking.decides()) return;
    for (std::size_t phase = 0; phase < preferred_.size(); ++phase) {
      preferred_[phase].moves = looking.preferred(phase);
    }
    plies_ = 1;
    if (plies == 1) return;
    auto further = preferred_;
    for (std::size_t phase = 0; phase < preferred_.size(); ++phase) {
      further[phase].moves = looking.preferred_two_plies(phase);
    }
    preferred_ = std::move(further);
    plies_ = 2;
  } catch (const TooMuchError&) {
    // What was found until then is what there is.
  }
}

}  // namespace woodstock::lanes
