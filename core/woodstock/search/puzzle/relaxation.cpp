#include "woodstock/search/puzzle/relaxation.hpp"

#include <algorithm>

namespace woodstock::search::puzzle {

using circuit::Literal;
using circuit::literal_of;
using circuit::Node;

Relaxation::Relaxation(const circuit::Circuit& circuit, const circuit::GoalTable& goals)
    : circuit_(circuit), autonomous_(autonomous_fluents(circuit)), prices_(std::size_t{2} * circuit.nodes()) {
  for (auto i = goals.value.size(); i-- > 0;) goals_.emplace_back(goals.value[i], circuit.goal[i]);
  prices_[circuit::kTrue].fill(0);
  prices_[circuit::kFalse].fill(kNoPrice);
}

void Relaxation::set_course(const circuit::Course& course, std::uint32_t from) {
  for (std::uint32_t fluent = 0; fluent < circuit_.fluents; ++fluent) {
    if (autonomous_[fluent] == 0) continue;
    for (const bool value : {true, false}) {
      const auto steps = course.steps_until(fluent, value, from);
      const auto price = steps == circuit::Course::kNever ? kNoPrice : static_cast<Price>(std::min(steps, 0x1fffU));
      prices_[literal_of(circuit_.fluent_node(fluent), !value)].fill(price);
    }
  }
}

void Relaxation::load(std::span<const std::uint64_t* const> states) {
  for (std::uint32_t fluent = 0; fluent < circuit_.fluents; ++fluent) {
    if (autonomous_[fluent] != 0) continue;
    auto& held = prices_[literal_of(circuit_.fluent_node(fluent))];
    auto& not_held = prices_[literal_of(circuit_.fluent_node(fluent), true)];
    for (std::size_t i = 0; i < states.size(); ++i) {
      const bool holds = (states[i][fluent / 64] >> (fluent % 64) & 1U) != 0;
      held[i] = holds ? Price{0} : kNoPrice;
      not_held[i] = holds ? kNoPrice : Price{0};
    }
  }
  for (std::uint32_t move = 0; move < circuit_.moves(); ++move) {
    prices_[literal_of(circuit_.move_node(move))].fill(kNoPrice);
    prices_[literal_of(circuit_.move_node(move), true)].fill(0);
  }
  for (const auto& component : circuit_.components) {
    for (auto node = component.begin; node < component.end; ++node) {
      const bool head = node >= component.atoms;
      prices_[literal_of(node, !head)].fill(0);  // that nothing in a circle supports it takes no proof: it is free
      prices_[literal_of(node, head)].fill(kNoPrice);
    }
  }
}

void Relaxation::price_gate(Node node) {
  Prices sum{};
  Prices none{};
  Prices least;
  least.fill(kNoPrice);
  for (const auto input : circuit_.gate(node)) {
    const auto& own = prices_[input];
    const auto& other = prices_[circuit::negation(input)];
    for (std::size_t i = 0; i < kBlock; ++i) {
      none[i] = static_cast<Price>(none[i] | own[i]);
      sum[i] = std::min(static_cast<Price>(sum[i] + std::min(own[i], kMost)), kMost);
      least[i] = std::min(least[i], other[i]);
    }
  }
  auto& all = prices_[literal_of(node)];
  for (std::size_t i = 0; i < kBlock; ++i) all[i] = std::max(sum[i], static_cast<Price>(none[i] & kNoPrice));
  prices_[literal_of(node, true)] = least;
}

// Makes a price as low as another, and one step; has it fallen?
bool Relaxation::lower(Literal literal, Literal by) {
  auto& own = prices_[literal];
  const auto& other = prices_[by];
  Price fallen = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const auto price = std::min(own[i], std::min(static_cast<Price>(other[i] + 1), kNoPrice));
    fallen = static_cast<Price>(fallen | (own[i] ^ price));
    own[i] = price;
  }
  return fallen != 0;
}

// One step on: has any price fallen?
bool Relaxation::sweep() {
  bool fallen = false;
  const auto whole = [&](const circuit::Component& component) {
    for (auto node = component.begin; node < component.end; ++node) {
      const bool head = node >= component.atoms;
      const auto before = prices_[literal_of(node, head)];
      price_gate(node);
      prices_[literal_of(node, !head)].fill(0);
      fallen = fallen || prices_[literal_of(node, head)] != before;
    }
  };
  each_part(circuit_.first_gate(), circuit_.nodes(), circuit_.components, [&](Node node) { price_gate(node); }, whole);
  for (std::uint32_t fluent = 0; fluent < circuit_.fluents; ++fluent) {
    if (autonomous_[fluent] != 0) continue;
    const auto own = literal_of(circuit_.fluent_node(fluent));
    const bool truth = lower(own, circuit_.next[fluent]);
    const bool falsehood = lower(circuit::negation(own), circuit::negation(circuit_.next[fluent]));
    fallen = fallen || truth || falsehood;
  }
  for (std::uint32_t move = 0; move < circuit_.moves(); ++move) {
    auto& own = prices_[literal_of(circuit_.move_node(move))];
    const auto& legal = prices_[circuit_.legal[move]];
    fallen = fallen || own != legal;
    own = legal;
  }
  return fallen;
}

void Relaxation::estimate(std::span<const std::uint64_t* const> states, std::span<Estimate> out) {
  load(states);
  std::uint32_t sweeps = 0;
  while (sweeps < kMostSweeps && sweep()) ++sweeps;
  const bool settled = sweeps < kMostSweeps;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto price = [&](Literal literal) { return prices_[literal][i]; };
    out[i] = {};
    out[i].bound = settled || goals_.empty() ? 0 : goals_.front().first;
    out[i].cost = 2 * kNoPrice;
    for (const auto& [value, goal] : goals_) {
      if (price(goal) == kNoPrice || price(circuit_.terminal) == kNoPrice) continue;
      if (settled) out[i].bound = value;
      out[i].cost = static_cast<std::uint32_t>(price(goal) + price(circuit_.terminal));
      break;
    }
    for (const auto literal : circuit_.legal) out[i].moves += price(literal) == 0 ? 1 : 0;
  }
}

}  // namespace woodstock::search::puzzle
