// What a joint move does to a state: `next` with the moves put in.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/machine/event_plan.hpp"

namespace woodstock::machine {

// With the moves known, most of `next` says that a fluent stays as it is; what is left is short. A transition keeps
// what is left for one joint move and one variant. It is worked out when the joint move is made for the second time:
// moves that are made once in a lifetime are cheaper to evaluate as they are.
class Transitions {
 public:
  Transitions() = default;
  Transitions(const circuit::Circuit& circuit, const EventPlan& plan);

  // Puts the fluents that change into `changed`. `values` are those of the net, with room for programs.
  void run(const EventPlan& plan, std::uint32_t variant, std::span<const std::uint32_t> joint_move,
           std::uint8_t* values, std::vector<std::uint32_t>& changed);

 private:
  struct Change {
    std::uint32_t fluent;
    circuit::Literal literal;  // what the fluent becomes
  };
  struct Transition {
    circuit::Program program;
    std::vector<Change> changes;
  };

  std::uint64_t key(std::uint32_t variant, std::span<const std::uint32_t> joint_move) const {
    std::uint64_t sum = variant * joint_moves_;
    for (std::size_t role = 0; role < joint_move.size(); ++role) sum += radix_[role] * joint_move[role];
    return sum;
  }
  std::uint32_t& entry(std::uint64_t key);
  Transition work_out(const EventPlan& plan, std::uint32_t variant, std::span<const std::uint32_t> joint_move);
  void run_plain(const EventPlan& plan, std::uint32_t variant, std::span<const std::uint32_t> joint_move,
                 std::uint8_t* values, std::vector<std::uint32_t>& changed) const;

  std::vector<std::uint32_t> first_move_;  // per role
  std::vector<std::uint64_t> radix_;       // per role; empty when joint moves are too many to number
  std::uint64_t joint_moves_ = 0;
  std::uint32_t fluents_ = 0;
  std::vector<std::uint32_t> direct_;  // entries by key where keys are few, else in `hashed_`
  std::unordered_map<std::uint64_t, std::uint32_t> hashed_;
  std::vector<Transition> known_;
  std::size_t size_ = 0;  // of all known transitions together
};

}  // namespace woodstock::machine
