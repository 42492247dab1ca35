#include "woodstock/machine/recursion.hpp"

#include <algorithm>

namespace woodstock::machine {

Recursion::Recursion(const circuit::GateStore& store, std::vector<std::uint8_t>& values) {
  if (store.components().empty()) return;
  place_.assign(store.nodes(), kOutside);
  for (std::uint32_t number = 0; number < store.components().size(); ++number) {
    const auto& own = store.components()[number];
    for (auto node = own.begin; node < own.end; ++node) {
      place_[node] = static_cast<Place>(nodes_.size());
      nodes_.push_back(node);
      head_.push_back(node >= own.atoms);
      component_.push_back(number);
      values[node] = head_.back();
    }
  }
  derived_.assign(nodes_.size(), 0);
  sources_.assign(nodes_.size(), 0);
  counts_.assign(nodes_.size(), 0);

  std::vector<std::vector<Place>> inner(nodes_.size());
  std::vector<std::vector<User>> outer(store.nodes());
  first_literal_.push_back(0);
  for (Place gate = 0; gate < nodes_.size(); ++gate) {
    for (const auto literal : store.gate(nodes_[gate])) {
      const auto node = circuit::node_of(literal);
      literals_.push_back(literal);
      counts_[gate] += (values[node] ^ (literal & 1U)) == 0;
      if (has(node) && component_[place_[node]] == component_[gate]) {
        inner[place_[node]].push_back(gate);
      } else {
        outer[node].push_back({gate, circuit::negated(literal)});
      }
    }
    first_literal_.push_back(static_cast<std::uint32_t>(literals_.size()));
  }
  const auto flatten = [](const auto& lists, auto& first, auto& flat) {
    first.push_back(0);
    for (const auto& list : lists) {
      flat.insert(flat.end(), list.begin(), list.end());
      first.push_back(static_cast<std::uint32_t>(flat.size()));
    }
  };
  flatten(inner, first_inner_, inner_users_);
  flatten(outer, first_, users_);
  marks_.assign(store.nodes(), 0);

  for (Place gate = 0; gate < nodes_.size(); ++gate) {
    if (is_head(gate)) {
      deleted_.push_back(gate);
    } else if (counts_[gate] == 0) {
      derive(gate);
    }
  }
  spread_gains();
  derive_again(values);
}

void Recursion::restore(const Snapshot& snapshot) {
  std::ranges::copy(snapshot.counts, counts_.begin());
  std::ranges::copy(snapshot.sources, sources_.begin());
  std::ranges::copy(snapshot.derived, derived_.begin());
}

void Recursion::derive(Place gate) {
  derived_[gate] = 1;
  gains_.push_back(gate);
  moved_.push_back(gate);
}

void Recursion::retract(Place gate) {
  derived_[gate] = 0;
  losses_.push_back(gate);
  moved_.push_back(gate);
}

void Recursion::gain(Place gate, circuit::Node by) {
  ++updates_;
  if (!is_head(gate)) {
    if (--counts_[gate] == 0) derive(gate);
    return;
  }
  ++counts_[gate];
  if (derived_[gate] != 0) return;
  sources_[gate] = by;
  derive(gate);
}

void Recursion::lose(Place gate, circuit::Node from, const std::vector<std::uint8_t>& values) {
  ++updates_;
  if (!is_head(gate)) {
    if (counts_[gate]++ == 0) retract(gate);
    return;
  }
  --counts_[gate];
  if (derived_[gate] == 0 || sources_[gate] != from || reason_outside(gate, values)) return;
  retract(gate);
  deleted_.push_back(gate);
}

template <typename Tell>
void Recursion::each_user(circuit::Node node, bool gained, const std::vector<std::uint8_t>& values, Tell tell) {
  for (auto at = first_[node]; at < first_[node + 1]; ++at) {
    const auto [gate, negated] = users_[at];
    const bool holds = (values[node] != 0) != negated;
    if ((holds != is_head(gate)) == gained) tell(gate);
  }
}

void Recursion::spread_gains() {
  while (!gains_.empty()) {
    const auto gate = gains_.back();
    gains_.pop_back();
    for (auto at = first_inner_[gate]; at < first_inner_[gate + 1]; ++at) gain(inner_users_[at], nodes_[gate]);
  }
}

void Recursion::spread_losses(const std::vector<std::uint8_t>& values) {
  while (!losses_.empty()) {
    const auto gate = losses_.back();
    losses_.pop_back();
    for (auto at = first_inner_[gate]; at < first_inner_[gate + 1]; ++at) lose(inner_users_[at], nodes_[gate], values);
  }
}

// A reason from outside its component cannot depend on the head itself.
bool Recursion::reason_outside(Place head, const std::vector<std::uint8_t>& values) {
  if (counts_[head] == 0) return false;
  for (auto at = first_literal_[head]; at < first_literal_[head + 1]; ++at) {
    const auto node = circuit::node_of(literals_[at]);
    if (has(node) && component_[place_[node]] == component_[head]) continue;
    if ((values[node] ^ (literals_[at] & 1U)) != 0) continue;
    sources_[head] = node;
    return true;
  }
  return false;
}

// Whatever is derived when all losses have been spread has a source that is, too.
void Recursion::derive_again(const std::vector<std::uint8_t>& values) {
  for (const auto head : deleted_) {
    if (derived_[head] != 0 || counts_[head] == 0) continue;
    if (!reason_outside(head, values)) {
      for (auto at = first_literal_[head]; at < first_literal_[head + 1]; ++at) {
        const auto node = circuit::node_of(literals_[at]);
        if (!has(node) || component_[place_[node]] != component_[head] || derived_[place_[node]] == 0) continue;
        sources_[head] = node;
        break;
      }
    }
    derive(head);
    spread_gains();
  }
  deleted_.clear();
}

const std::vector<circuit::Node>& Recursion::settle(const std::vector<std::uint8_t>& values) {
  outside_.clear();
  for (const auto node : heard_) {
    if ((marks_[node] & kChanged) != 0) outside_.push_back(node);
    marks_[node] = 0;
  }
  heard_.clear();
  for (const auto node : outside_) {
    each_user(node, true, values, [&](Place gate) { gain(gate, node); });
  }
  spread_gains();
  for (const auto node : outside_) {
    each_user(node, false, values, [&](Place gate) { lose(gate, node, values); });
  }
  spread_losses(values);
  derive_again(values);
  changed_.clear();
  for (const auto gate : moved_) changed_.push_back(nodes_[gate]);
  moved_.clear();
  return changed_;
}

}  // namespace woodstock::machine
