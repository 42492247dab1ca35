// Gates with other literals instead of some nodes, where few gates change: only those are looked at.
#pragma once

#include <functional>
#include <queue>
#include <stdexcept>
#include <utility>
#include <vector>

#include "woodstock/circuit/cofactor.hpp"

namespace woodstock::lanes {

// The gates that it would take, or the work, are more than they are worth.
struct TooMuchError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Who uses a node, among the gates that are wanted. Recursive components cannot be looked into.
class Users {
 public:
  template <typename Source, typename Wanted>
  Users(const Source& source, const std::vector<circuit::Component>& components, Wanted wanted)
      : begin_(source.nodes() + 1, 0) {
    const auto each = [&](auto visit) {
      for (auto node = source.first_gate(); node < source.nodes(); ++node) {
        if (!wanted(node)) continue;
        for (const auto literal : source.gate(node)) visit(circuit::node_of(literal), node);
      }
    };
    for (const auto& component : components) {
      if (wanted(component.begin)) throw TooMuchError("what is asked for is recursive");
    }
    each([&](circuit::Node used, circuit::Node) { ++begin_[used + 1]; });
    for (std::size_t node = 1; node < begin_.size(); ++node) begin_[node] += begin_[node - 1];
    users_.resize(begin_.back());
    auto next = begin_;
    each([&](circuit::Node used, circuit::Node user) { users_[next[used]++] = user; });
  }

  std::span<const circuit::Node> of(circuit::Node node) const {
    return {users_.data() + begin_[node], users_.data() + begin_[node + 1]};
  }

 private:
  std::vector<std::uint32_t> begin_;  // per node, and the end
  std::vector<circuit::Node> users_;
};

// The images of some gates under a map, as far as they differ from what they are under a base map. The source may be
// the store that the images go to.
class Substitution {
 public:
  using Replaced = std::vector<std::pair<circuit::Node, circuit::Literal>>;

  // Gates visited in all, by this substitution and others: past the bound it gives up, and so it does when the store
  // has more than `most` nodes.
  struct Bounds {
    circuit::Node most;
    std::uint64_t work;
  };

  template <typename Source>
  void run(const Source& source, const Users& users, const std::vector<circuit::Literal>& base,
           const Replaced& replaced, circuit::GateStore& store, Bounds& bounds) {
    base_ = &base;
    own_.resize(base.size());
    when_.resize(base.size(), 0);
    ++now_;
    std::priority_queue<circuit::Node, std::vector<circuit::Node>, std::greater<>> waiting;
    const auto change = [&](circuit::Node node, circuit::Literal literal) {
      if (literal == base[node]) return;
      own_[node] = literal;
      when_[node] = now_;
      for (const auto user : users.of(node)) waiting.push(user);
    };
    for (const auto& [node, literal] : replaced) change(node, literal);
    std::vector<circuit::Literal> inputs;
    while (!waiting.empty()) {
      const auto node = waiting.top();
      while (!waiting.empty() && waiting.top() == node) waiting.pop();
      inputs.clear();
      for (const auto literal : source.gate(node)) inputs.push_back(image(literal));
      if (bounds.work < inputs.size() || store.nodes() > bounds.most) throw TooMuchError("too many gates");
      bounds.work -= inputs.size();
      change(node, store.conjunction(inputs));
    }
  }

  circuit::Literal image(circuit::Literal literal) const {
    const auto node = circuit::node_of(literal);
    const auto own = when_[node] == now_ ? own_[node] : (*base_)[node];
    return circuit::negated(literal) ? circuit::negation(own) : own;
  }

 private:
  const std::vector<circuit::Literal>* base_ = nullptr;
  std::vector<circuit::Literal> own_;
  std::vector<std::uint32_t> when_;  // per node: the run in which it got its own image
  std::uint32_t now_ = 0;
};

}  // namespace woodstock::lanes
