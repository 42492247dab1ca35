#include <algorithm>

#include "woodstock/circuit/intermediate.hpp"

namespace woodstock::circuit {

namespace {

constexpr Values flipped(Values values) {
  return static_cast<Values>(((values & kOnlyFalse) << 1) | ((values & kOnlyTrue) >> 1));
}

constexpr Values joined(Values left, Values right) { return static_cast<Values>(left | right); }

// Values only ever grow, so the order in which gates are looked at again does not matter, and a gate need only count
// the inputs that keep it from being true.
class Reachability {
 public:
  explicit Reachability(const IntermediateCircuit& ir)
      : ir_(ir),
        store_(ir.store),
        values_(store_.nodes(), kOnlyFalse),
        blockers_(store_.nodes(), 0),
        component_(store_.nodes(), 0) {
    for (std::uint32_t i = 0; i < store_.components().size(); ++i) {
      const auto& component = store_.components()[i];
      std::fill(component_.begin() + component.begin, component_.begin() + component.end, i + 1);
    }
    build_fanout();
  }

  std::vector<Values> run() {
    values_[0] = kOnlyTrue;
    for (std::uint32_t i = 0; i < ir_.fluents; ++i) values_[1 + i] = ir_.initial[i] ? kOnlyTrue : kOnlyFalse;
    each_part(
        store_.first_gate(), store_.nodes(), store_.components(), [&](Node node) { values_[node] = evaluate(node); },
        [&](const Component& component) { solve(component); });
    for (auto node = store_.first_gate(); node < store_.nodes(); ++node) {
      for (const auto literal : store_.gate(node)) blockers_[node] += (value(literal) & kOnlyTrue) == 0;
    }
    while (step()) settle();
    return std::move(values_);
  }

 private:
  void build_fanout() {
    first_.assign(store_.nodes() + 1, 0);
    for (const auto literal : store_.literals()) ++first_[node_of(literal) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    fanout_.resize(store_.literals().size());
    auto next = first_;
    for (auto node = store_.first_gate(); node < store_.nodes(); ++node) {
      for (const auto literal : store_.gate(node)) {
        fanout_[next[node_of(literal)]++] = literal_of(node, negated(literal));
      }
    }
  }

  Values value(Literal literal) const {
    const auto own = values_[node_of(literal)];
    return negated(literal) ? flipped(own) : own;
  }

  Values evaluate(Node node) const {
    bool may_be_true = true;
    bool may_be_false = false;
    for (const auto literal : store_.gate(node)) {
      const auto own = value(literal);
      may_be_true &= (own & kOnlyTrue) != 0;
      may_be_false |= (own & kOnlyFalse) != 0;
    }
    return static_cast<Values>((may_be_true ? kOnlyTrue : 0) | (may_be_false ? kOnlyFalse : 0));
  }

  // The least fixpoint of a component is found from the bottom each time, for both bounds at once.
  void solve(const Component& component) {
    std::fill(values_.begin() + component.begin, values_.begin() + component.atoms, kOnlyFalse);
    std::fill(values_.begin() + component.atoms, values_.begin() + component.end, kOnlyTrue);
    for (bool changed = true; changed;) {
      changed = false;
      for (auto member = component.begin; member < component.end; ++member) {
        const auto now = evaluate(member);
        changed |= now != values_[member];
        values_[member] = now;
      }
    }
  }

  // A node takes in more values; its users hear of it later.
  void grow(Node node, Values values) {
    const auto gained = static_cast<Values>(values & ~values_[node]);
    if (gained == 0) return;
    values_[node] = joined(values_[node], values);
    news_.push_back({node, gained});
  }

  void settle() {
    while (!news_.empty() || !dirty_.empty()) {
      if (news_.empty()) {
        solve_again(dirty_.back());
        continue;
      }
      const auto [node, gained] = news_.back();
      news_.pop_back();
      for (auto at = first_[node]; at < first_[node + 1]; ++at)
        tell(node_of(fanout_[at]), negated(fanout_[at]), gained, node);
    }
  }

  void tell(Node user, bool inverted, Values gained, Node teller) {
    if (component_[user] != 0) {
      if (component_[user] != component_[teller]) dirty_.push_back(component_[user] - 1);
      return;
    }
    const auto seen = inverted ? flipped(gained) : gained;
    if ((seen & kOnlyTrue) != 0 && --blockers_[user] == 0) grow(user, kOnlyTrue);
    if ((seen & kOnlyFalse) != 0) grow(user, kOnlyFalse);
  }

  void solve_again(std::uint32_t number) {
    std::erase(dirty_, number);
    const auto& component = store_.components()[number];
    const std::vector<Values> before(values_.begin() + component.begin, values_.begin() + component.end);
    solve(component);
    for (auto member = component.begin; member < component.end; ++member) {
      const auto now = values_[member];
      values_[member] = before[member - component.begin];
      grow(member, now);
    }
  }

  // Lets moves become possible and fluents take in their next values; says whether anything was added.
  bool step() {
    for (std::uint32_t move = 0; move < ir_.legal.size(); ++move) {
      if ((value(ir_.legal[move]) & kOnlyTrue) != 0) grow(1 + ir_.fluents + move, kEither);
    }
    for (std::uint32_t fluent = 0; fluent < ir_.fluents; ++fluent) {
      grow(1 + fluent, value(ir_.next[fluent]));
    }
    return !news_.empty();
  }

  struct News {
    Node node;
    Values gained;
  };

  const IntermediateCircuit& ir_;
  const GateStore& store_;
  std::vector<Values> values_;
  std::vector<std::uint32_t> blockers_;   // per gate, inputs that cannot be true
  std::vector<std::uint32_t> component_;  // 1 + number of the component, 0 outside
  std::vector<std::uint32_t> first_;
  std::vector<Literal> fanout_;  // users of a node, negated where they negate it
  std::vector<News> news_;
  std::vector<std::uint32_t> dirty_;  // components to be solved again
};

}  // namespace

std::vector<Values> reachable_values(const IntermediateCircuit& ir) { return Reachability(ir).run(); }

}  // namespace woodstock::circuit
