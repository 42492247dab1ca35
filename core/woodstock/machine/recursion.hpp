// The recursive components of an event net, kept at their least fixpoint while what they use changes.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/circuit/gates.hpp"

namespace woodstock::machine {

// Gains are followed forward. What is lost is deleted together with all that was derived from it, and what still has a
// reason is derived again: delete and rederive (Gupta, Mumick and Subrahmanian 1993). A head keeps the one reason it
// was derived by, its source, as answer set solvers do (Simons, Niemelä and Soininen 2002): losing any other reason
// costs nothing, and sources never lead round in a circle.
class Recursion {
 public:
  Recursion() = default;
  // The values of bodies and heads are set to what they begin with, before anything is derived.
  Recursion(const circuit::GateStore& store, std::vector<std::uint8_t>& values);

  bool empty() const { return nodes_.empty(); }
  bool has(circuit::Node node) const { return place_[node] != kOutside; }

  // A node has changed; one that changes twice before it is looked at has not.
  void touch(circuit::Node node) {
    if (first_[node] == first_[node + 1]) return;
    if (marks_[node] == 0) heard_.push_back(node);
    marks_[node] = static_cast<std::uint8_t>((marks_[node] ^ kChanged) | kHeard);
  }
  bool unsettled() const { return !heard_.empty() || !moved_.empty(); }
  // Brings all components up to date with the values outside, and gives the nodes of components that may have changed.
  const std::vector<circuit::Node>& settle(const std::vector<std::uint8_t>& values);

  // The value of a node of a component, as it was settled.
  bool value(circuit::Node node) const { return value_at(place_[node]); }

  // Counter updates so far.
  std::uint64_t updates() const { return updates_; }

  // What changes while the net runs, as long as everything is settled.
  struct Snapshot {
    std::vector<std::uint32_t> counts;
    std::vector<circuit::Node> sources;
    std::vector<std::uint8_t> derived;
  };
  Snapshot snapshot() const { return {counts_, sources_, derived_}; }
  void restore(const Snapshot& snapshot);

 private:
  using Place = std::uint32_t;  // of a node among those of components
  struct User {
    Place gate;
    bool negated;
  };
  static constexpr Place kOutside = ~Place{0};
  static constexpr std::uint8_t kHeard = 1, kChanged = 2;

  bool is_head(Place gate) const { return head_[gate] != 0; }
  bool value_at(Place gate) const { return (derived_[gate] ^ head_[gate]) != 0; }
  void derive(Place gate);
  void retract(Place gate);
  void gain(Place gate, circuit::Node by);
  void lose(Place gate, circuit::Node from, const std::vector<std::uint8_t>& values);
  // Calls tell(gate) for the gates to which a node outside that has changed is now a gain, or now a loss.
  template <typename Tell>
  void each_user(circuit::Node node, bool gained, const std::vector<std::uint8_t>& values, Tell tell);
  void spread_gains();
  void spread_losses(const std::vector<std::uint8_t>& values);
  bool reason_outside(Place head, const std::vector<std::uint8_t>& values);
  void derive_again(const std::vector<std::uint8_t>& values);

  std::vector<circuit::Node> nodes_;  // of all components
  std::vector<Place> place_;          // by node
  std::vector<std::uint8_t> head_;
  std::vector<std::uint32_t> first_literal_;
  std::vector<circuit::Literal> literals_;
  // Who uses a node of the same component, by place; and who uses one from outside its own component, by node.
  std::vector<std::uint32_t> first_inner_;
  std::vector<Place> inner_users_;
  std::vector<std::uint32_t> first_;
  std::vector<User> users_;
  std::vector<std::uint32_t> component_;  // by place

  std::vector<std::uint32_t> counts_;   // false literals: none is left to a body that holds, some to a head
  std::vector<circuit::Node> sources_;  // of heads that hold
  std::vector<std::uint8_t> derived_;

  std::vector<std::uint8_t> marks_;  // by node
  std::vector<circuit::Node> heard_;
  std::vector<circuit::Node> outside_;  // those of them that changed
  std::vector<Place> gains_, losses_, deleted_, moved_;
  std::vector<circuit::Node> changed_;
  std::uint64_t updates_ = 0;
};

}  // namespace woodstock::machine
