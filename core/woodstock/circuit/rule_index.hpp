// Ground rules by their heads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/circuit/circuit.hpp"

namespace woodstock::circuit {

class RuleIndex {
 public:
  explicit RuleIndex(const GroundRules& rules)
      : rules_(rules), first_(static_cast<std::size_t>(rules.atoms) + 2, 0), rule_(rules.heads.size()) {
    for (const auto head : rules.heads) ++first_[static_cast<std::size_t>(head) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    auto next = first_;
    for (std::uint32_t i = 0; i < rules.heads.size(); ++i) rule_[next[static_cast<std::size_t>(rules.heads[i])]++] = i;
  }

  std::span<const std::uint32_t> of(std::uint32_t head) const {
    return {rule_.data() + first_[head], first_[head + 1] - first_[head]};
  }
  std::span<const std::int32_t> body(std::uint32_t rule) const {
    const auto begin = rules_.offsets[rule];
    return {rules_.literals.data() + begin, static_cast<std::size_t>(rules_.offsets[rule + 1] - begin)};
  }

  // Calls visit(atom) for every atom in the rules of `head`, negated or not.
  template <typename Visit>
  void each_used(std::uint32_t head, Visit visit) const {
    for (const auto rule : of(head)) {
      for (const auto literal : body(rule)) visit(static_cast<std::uint32_t>(literal < 0 ? -literal : literal));
    }
  }

 private:
  const GroundRules& rules_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> rule_;
};

}  // namespace woodstock::circuit
