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
      held.set(i, holds ? Price{0} : kNoPrice);
      not_held.set(i, holds ? kNoPrice : Price{0});
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
  const auto least_of = [](const Vector& one, const Vector& other) { return one < other ? one : other; };
  const Vector most = Vector{} + kMost;
  const Vector no_price = Vector{} + kNoPrice;
  Prices sum{};
  Prices none{};
  Prices least;
  least.fill(kNoPrice);
  for (const auto input : circuit_.gate(node)) {
    const auto& own = prices_[input];
    const auto& other = prices_[circuit::negation(input)];
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      none.parts[i] |= own.parts[i];
      sum.parts[i] = least_of(sum.parts[i] + least_of(own.parts[i], most), most);
      least.parts[i] = least_of(least.parts[i], other.parts[i]);
    }
  }
  auto& all = prices_[literal_of(node)];
  for (std::size_t i = 0; i < sum.parts.size(); ++i) {
    all.parts[i] = (none.parts[i] & no_price) != 0 ? no_price : sum.parts[i];
  }
  prices_[literal_of(node, true)] = least;
}

// Makes a price as low as another, and one step; has it fallen?
bool Relaxation::lower(Literal literal, Literal by) {
  auto& own = prices_[literal].parts;
  const auto& other = prices_[by].parts;
  Vector fallen{};
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vector price = other[i] + Price{1};
    const Vector lowered = price < own[i] ? price : own[i];
    fallen |= lowered ^ own[i];
    own[i] = lowered;
  }
  return Prices::any(fallen);
}

// One step on: has any price fallen?
bool Relaxation::sweep() {
  bool fallen = false;
  const auto whole = [&](const circuit::Component& component) {
    for (auto node = component.begin; node < component.end; ++node) {
      const bool head = node >= component.atoms;
      auto before = prices_[literal_of(node, head)];
      price_gate(node);
      prices_[literal_of(node, !head)].fill(0);
      fallen = before.become(prices_[literal_of(node, head)]) || fallen;
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
    fallen = prices_[literal_of(circuit_.move_node(move))].become(prices_[circuit_.legal[move]]) || fallen;
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
