// From ground rules to gates.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <ranges>

#include "woodstock/circuit/intermediate.hpp"
#include "woodstock/support/components.hpp"

namespace woodstock::circuit {

namespace {

using Atom = std::uint32_t;

class RuleGates {
 public:
  RuleGates(GateStore& store, const GroundRules& rules, const MoveNodes& moves, std::vector<Literal> given,
            const std::vector<bool>& free)
      : store_(store),
        moves_(moves),
        index_(rules),
        free_(free),
        literal_(std::move(given)),
        local_(literal_.size(), 0) {}

  std::vector<Literal> run(const std::vector<Atom>& wanted) {
    const auto successors = [&](Atom atom, auto visit) {
      if (free_[atom]) return;
      index_.each_used(atom, visit);
    };
    support::StrongComponents().find(static_cast<std::uint32_t>(literal_.size()), wanted, successors,
                                     [&](const std::vector<Atom>& component) { define(component); });
    return std::move(literal_);
  }

 private:
  // A rule inside a component that is being built: literals over what lies outside, members over what lies inside.
  struct InnerRule {
    std::vector<Literal> outside;
    std::vector<std::uint32_t> inside;
    std::vector<std::uint32_t> inside_negated;

    std::size_t size() const { return outside.size() + inside.size() + inside_negated.size(); }
    std::vector<Literal> body(const std::vector<Literal>& known) const {
      auto out = outside;
      for (const auto member : inside) out.push_back(known[member]);
      for (const auto member : inside_negated) out.push_back(negation(known[member]));
      return out;
    }
  };

  Literal outside(std::int32_t literal) const {
    const auto own = literal_[static_cast<Atom>(std::abs(literal))];
    return literal < 0 ? negation(own) : own;
  }

  void define(const std::vector<Atom>& component) {
    if (free_[component[0]]) return;  // and alone, for it uses nothing
    if (component.size() > 1 || refers_to_itself(component[0])) {
      define_recursive(component);
    } else {
      define_plain(component[0]);
    }
  }

  bool refers_to_itself(Atom atom) const {
    bool found = false;
    index_.each_used(atom, [&](Atom used) { found |= used == atom; });
    return found;
  }

  void define_plain(Atom atom) {
    std::vector<std::vector<Literal>> bodies;
    for (const auto rule : index_.of(atom)) {
      auto& own = bodies.emplace_back();
      for (const auto literal : index_.body(rule)) own.push_back(outside(literal));
    }
    literal_[atom] = factored(store_, std::move(bodies), moves_);
  }

  // Once the literals from outside are known, rules fall away and most components come apart.
  void define_recursive(const std::vector<Atom>& component) {
    for (std::uint32_t i = 0; i < component.size(); ++i) local_[component[i]] = i + 1;
    std::vector<std::vector<InnerRule>> inner(component.size());
    for (std::uint32_t i = 0; i < component.size(); ++i) {
      for (const auto rule : index_.of(component[i])) {
        if (auto own = inner_rule(rule, component[i])) inner[i].push_back(std::move(*own));
      }
    }
    for (const auto atom : component) local_[atom] = 0;

    std::vector<Literal> known(component.size(), kFalse);
    const auto successors = [&](std::uint32_t member, auto visit) {
      for (const auto& rule : inner[member]) {
        for (const auto other : rule.inside) visit(other);
        for (const auto other : rule.inside_negated) visit(other);
      }
    };
    const auto count = static_cast<std::uint32_t>(component.size());
    std::vector<bool> in_part(component.size(), false);
    support::StrongComponents().find(count, std::views::iota(0U, count), successors,
                                     [&](const std::vector<std::uint32_t>& part) {
                                       refuse_negation(part, inner, in_part);
                                       if (part.size() == 1) {  // rules that need their own head were dropped
                                         std::vector<std::vector<Literal>> bodies;
                                         for (const auto& rule : inner[part[0]]) bodies.push_back(rule.body(known));
                                         known[part[0]] = factored(store_, std::move(bodies), moves_);
                                       } else {
                                         add_component(part, inner, known);
                                       }
                                     });
    for (std::uint32_t i = 0; i < component.size(); ++i) literal_[component[i]] = known[i];
  }

  // Nothing if the rule can never help: it needs its own head, or something that is never true.
  std::optional<InnerRule> inner_rule(std::uint32_t rule, Atom head) const {
    InnerRule own;
    for (const auto literal : index_.body(rule)) {
      const auto atom = static_cast<Atom>(std::abs(literal));
      if (local_[atom] != 0) {
        if (atom == head && literal > 0) return std::nullopt;
        (literal < 0 ? own.inside_negated : own.inside).push_back(local_[atom] - 1);
        continue;
      }
      const auto value = outside(literal);
      if (value == kFalse) return std::nullopt;
      if (value != kTrue) own.outside.push_back(value);
    }
    return own;
  }

  static void refuse_negation(const std::vector<std::uint32_t>& part, const std::vector<std::vector<InnerRule>>& inner,
                              std::vector<bool>& in_part) {
    for (const auto member : part) in_part[member] = true;
    for (const auto member : part) {
      for (const auto& rule : inner[member]) {
        for (const auto other : rule.inside_negated) {
          if (in_part[other]) throw UnstratifiedError("an atom depends on its own negation");
        }
      }
    }
    for (const auto member : part) in_part[member] = false;
  }

  void add_component(const std::vector<std::uint32_t>& part, const std::vector<std::vector<InnerRule>>& inner,
                     std::vector<Literal>& known) {
    // Bodies of one literal, or of none, need no gate of their own.
    std::size_t body_count = 0;
    for (const auto member : part) {
      for (const auto& rule : inner[member]) body_count += rule.size() > 1;
    }
    const auto begin = store_.nodes();
    auto next_body = begin;
    auto next_atom = begin + static_cast<Node>(body_count);
    for (const auto member : part) known[member] = literal_of(next_atom++, true);

    std::vector<std::vector<Literal>> bodies;
    std::vector<std::vector<Literal>> atoms;
    for (const auto member : part) {
      auto& heads = atoms.emplace_back();
      for (const auto& rule : inner[member]) {
        auto literals = rule.body(known);
        if (literals.size() <= 1) {
          heads.push_back(literals.empty() ? kFalse : negation(literals[0]));
          continue;
        }
        std::sort(literals.begin(), literals.end());
        literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
        bodies.push_back(std::move(literals));
        heads.push_back(literal_of(next_body++, true));
      }
    }
    store_.component(bodies, atoms);
  }

  GateStore& store_;
  const MoveNodes& moves_;
  RuleIndex index_;
  const std::vector<bool>& free_;
  std::vector<Literal> literal_;
  std::vector<std::uint32_t> local_;  // 1 + place in the component being built, 0 outside
};

}  // namespace

std::vector<Literal> rule_gates(GateStore& store, const GroundRules& rules, const MoveNodes& moves,
                                std::vector<Literal> given, const std::vector<bool>& free,
                                const std::vector<std::uint32_t>& wanted) {
  return RuleGates(store, rules, moves, std::move(given), free).run(wanted);
}

}  // namespace woodstock::circuit
