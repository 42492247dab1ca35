#include <algorithm>

#include "woodstock/draft.hpp"

namespace woodstock {

namespace {

constexpr Values flipped(Values values) {
  return static_cast<Values>(((values & kOnlyFalse) << 1) | ((values & kOnlyTrue) >> 1));
}

// Values only ever grow, so the order in which gates are looked at again does not matter.
class Reachability {
 public:
  explicit Reachability(const Draft& draft)
      : draft_(draft), store_(draft.store), values_(store_.nodes(), kOnlyFalse), component_(store_.nodes(), 0) {
    for (std::uint32_t i = 0; i < store_.components().size(); ++i) {
      const auto& component = store_.components()[i];
      for (auto node = component.begin; node < component.end; ++node) component_[node] = i + 1;
    }
    build_fanout();
  }

  std::vector<Values> run() {
    values_[0] = kOnlyTrue;
    for (std::uint32_t i = 0; i < draft_.fluents; ++i) values_[1 + i] = draft_.initial[i] ? kOnlyTrue : kOnlyFalse;
    for (auto node = store_.first_gate(); node < store_.nodes(); ++node) {
      if (representative(node) == node) refresh(node);
    }
    waiting_.clear();
    while (step()) {
      while (!waiting_.empty()) {
        const auto node = waiting_.back();
        waiting_.pop_back();
        refresh(node);
      }
    }
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
      for (const auto literal : store_.gate(node)) fanout_[next[node_of(literal)]++] = node;
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

  void set(Node node, Values values) {
    if (values_[node] == values) return;
    values_[node] = values;
    wake_users(node);
  }

  // A component is looked at as a whole, in the name of its first member.
  Node representative(Node node) const {
    return component_[node] == 0 ? node : store_.components()[component_[node] - 1].begin;
  }

  void wake_users(Node node) {
    for (auto at = first_[node]; at < first_[node + 1]; ++at) {
      const auto user = fanout_[at];
      if (component_[user] != 0 && component_[user] == component_[node]) continue;
      if (waiting_.empty() || waiting_.back() != representative(user)) waiting_.push_back(representative(user));
    }
  }

  void refresh(Node node) {
    if (component_[node] == 0) {
      set(node, evaluate(node));
      return;
    }
    // The least fixpoint is found from the bottom each time, for both bounds at once.
    const auto& component = store_.components()[component_[node] - 1];
    const std::vector<Values> before(values_.begin() + component.begin, values_.begin() + component.end);
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
    for (auto member = component.begin; member < component.end; ++member) {
      const auto now = values_[member];
      if (now != before[member - component.begin]) wake_users(member);
    }
  }

  // Lets moves become possible and fluents take in their next values; says whether anything was added.
  bool step() {
    bool changed = false;
    for (std::uint32_t move = 0; move < draft_.legal.size(); ++move) {
      const auto node = 1 + draft_.fluents + move;
      if (values_[node] == kOnlyFalse && (value(draft_.legal[move]) & kOnlyTrue) != 0) {
        set(node, kEither);
        changed = true;
      }
    }
    for (std::uint32_t fluent = 0; fluent < draft_.fluents; ++fluent) {
      const auto joined = static_cast<Values>(values_[1 + fluent] | value(draft_.next[fluent]));
      if (joined != values_[1 + fluent]) {
        set(1 + fluent, joined);
        changed = true;
      }
    }
    return changed;
  }

  const Draft& draft_;
  const GateStore& store_;
  std::vector<Values> values_;
  std::vector<std::uint32_t> component_;  // 1 + number of the component, 0 outside
  std::vector<std::uint32_t> first_;
  std::vector<Node> fanout_;
  std::vector<Node> waiting_;
};

}  // namespace

std::vector<Values> reachable_values(const Draft& draft) { return Reachability(draft).run(); }

}  // namespace woodstock
