// Random ground programs with positive recursion, and what they mean by the book.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "naive.hpp"
#include "woodstock/circuit/circuit.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::naive {

// A stratified program: an atom's rules use atoms of its level or lower as they are, and only lower ones negated.
struct RandomRules {
  circuit::GroundRules rules;
  std::vector<std::uint32_t> level;  // per atom; 0 for those that are given

  void add_rule(std::int32_t head, const std::vector<std::int32_t>& body) {
    rules.heads.push_back(head);
    rules.literals.insert(rules.literals.end(), body.begin(), body.end());
    rules.offsets.push_back(static_cast<std::int64_t>(rules.literals.size()));
  }

  // Which atoms hold: level by level, the least set that is closed under the rules.
  Bits model(const Bits& state, const std::vector<std::uint32_t>& joint_move) const {
    Bits holds(level.size(), 0);
    for (std::size_t i = 0; i < state.size(); ++i) holds[static_cast<std::size_t>(rules.true_atoms[i])] = state[i];
    const auto made = moves_made(rules.move_counts, joint_move);
    for (std::size_t i = 0; i < made.size(); ++i) holds[static_cast<std::size_t>(rules.does_atoms[i])] = made[i];
    const auto top = *std::max_element(level.begin(), level.end());
    for (std::uint32_t now = 1; now <= top; ++now) {
      for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t rule = 0; rule < rules.heads.size(); ++rule) {
          const auto head = static_cast<std::size_t>(rules.heads[rule]);
          if (level[head] != now || holds[head] != 0 || !body_holds(rule, holds)) continue;
          holds[head] = 1;
          changed = true;
        }
      }
    }
    return holds;
  }

  Answers answers(const Bits& state) const {
    const auto holds = model(state, {});
    return {value(holds, rules.terminal_atom), values(holds, rules.legal_atoms), values(holds, rules.goal_atoms)};
  }
  Outcome outcome(const Bits& state, const std::vector<std::uint32_t>& joint_move) const {
    const auto holds = model(state, joint_move);
    return {values(holds, rules.next_atoms), values(holds, rules.sees_atoms)};
  }

 private:
  bool body_holds(std::size_t rule, const Bits& holds) const {
    for (auto i = rules.offsets[rule]; i < rules.offsets[rule + 1]; ++i) {
      const auto literal = rules.literals[static_cast<std::size_t>(i)];
      if ((holds[static_cast<std::size_t>(std::abs(literal))] != 0) != (literal > 0)) return false;
    }
    return true;
  }
  static bool value(const Bits& holds, std::int32_t atom) {
    return atom == circuit::kFactAtom || (atom > 0 && holds[static_cast<std::size_t>(atom)] != 0);
  }
  static Bits values(const Bits& holds, const std::vector<std::int32_t>& atoms) {
    Bits out;
    for (const auto atom : atoms) out.push_back(value(holds, atom));
    return out;
  }
};

struct RandomGameShape {
  std::uint32_t fluents = 6;
  std::vector<std::uint32_t> move_counts{3, 2};
  std::uint32_t derived = 20;
  std::uint32_t levels = 3;
  bool always_movable = true;   // every role has a move that is legal in any state
  bool looks_at_moves = false;  // legal, terminal and goal depend on the moves made, as invalid rules do
};

// A random game. Of the derived atoms the first half depends on the state alone.
class RandomGame {
 public:
  RandomGame(support::Random& random, RandomGameShape shape) : random_(random), shape_(std::move(shape)) {}

  RandomRules make() {
    auto& rules = out_.rules;
    rules.offsets.assign(1, 0);
    rules.move_counts = shape_.move_counts;
    rules.initial = random_bits(random_, shape_.fluents);
    out_.level.assign(1, 0);
    for (std::uint32_t i = 0; i < shape_.fluents; ++i) rules.true_atoms.push_back(new_atom(0));
    first_move_ = static_cast<std::int32_t>(out_.level.size());
    for (const auto count : shape_.move_counts) {
      for (std::uint32_t i = 0; i < count; ++i) rules.does_atoms.push_back(new_atom(0));
    }
    first_derived_ = static_cast<std::int32_t>(out_.level.size());
    for (std::uint32_t i = 0; i < shape_.derived; ++i) new_atom(1 + random_.below(shape_.levels));
    first_bound_ = first_derived_ + static_cast<std::int32_t>(shape_.looks_at_moves ? 0 : shape_.derived / 2);
    rules.atoms = static_cast<std::int32_t>(out_.level.size()) - 1;
    for (auto atom = first_derived_; atom <= rules.atoms; ++atom) {
      for (auto count = random_.below(5); count > 0; --count) out_.add_rule(atom, body(atom));
    }

    const auto state_end = shape_.looks_at_moves ? rules.atoms + 1 : first_bound_;
    for (const auto count : shape_.move_counts) {
      for (std::uint32_t i = 0; i < count; ++i) {
        const bool sure = shape_.always_movable && i == 0;
        rules.legal_atoms.push_back(sure ? circuit::kFactAtom : output(state_end));
      }
    }
    for (std::uint32_t i = 0; i < shape_.fluents; ++i) rules.next_atoms.push_back(output(rules.atoms + 1));
    for (int i = 0; i < 4; ++i) rules.goal_atoms.push_back(output(state_end));
    if (!shape_.move_counts.empty()) rules.percept_counts = {4};  // all are the first role's
    for (const auto count : rules.percept_counts) {
      for (std::uint32_t i = 0; i < count; ++i) rules.sees_atoms.push_back(output(rules.atoms + 1));
    }
    rules.terminal_atom = random_.below(3) == 0 ? circuit::kNeverAtom : output(state_end);
    return std::move(out_);
  }

 private:
  std::int32_t new_atom(std::uint32_t level) {
    out_.level.push_back(level);
    return static_cast<std::int32_t>(out_.level.size()) - 1;
  }
  std::int32_t between(std::int32_t begin, std::int32_t end) {
    return begin + static_cast<std::int32_t>(random_.below(static_cast<std::uint32_t>(end - begin)));
  }
  // Now and then an output is constant.
  std::int32_t output(std::int32_t end) {
    const auto kind = random_.below(16);
    return kind == 0 ? circuit::kFactAtom : kind == 1 ? circuit::kNeverAtom : between(first_derived_, end);
  }
  std::vector<std::int32_t> body(std::int32_t head) {
    const auto level = [&](std::int32_t atom) { return out_.level[static_cast<std::size_t>(atom)]; };
    const bool bound = head >= first_bound_;
    std::vector<std::int32_t> out;
    for (auto wanted = random_.below(10) == 0 ? 0 : 1 + random_.below(3); wanted > 0;) {
      const auto atom = between(1, bound ? out_.rules.atoms + 1 : first_bound_);
      if (!bound && atom >= first_move_ && atom < first_derived_) continue;
      if (level(atom) > level(head)) continue;
      const bool negative = level(atom) < level(head) && random_.below(3) == 0;
      out.push_back(negative ? -atom : atom);
      --wanted;
    }
    return out;
  }

  support::Random& random_;
  RandomGameShape shape_;
  RandomRules out_;
  std::int32_t first_move_ = 0;
  std::int32_t first_derived_ = 0;
  std::int32_t first_bound_ = 0;
};

}  // namespace woodstock::naive
