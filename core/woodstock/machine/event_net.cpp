#include "woodstock/machine/event_net.hpp"

#include <algorithm>

namespace woodstock::machine {

namespace {

// Turns counts into the first places of a list of lists.
void accumulate(std::vector<std::uint32_t>& first) {
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
}

}  // namespace

EventNet::EventNet(const circuit::GateStore& store, circuit::Node room, std::size_t words,
                   const std::vector<Follower>& followers)
    : values_(store.nodes() + room, 0), counts_(store.nodes(), 0), words_(words, 0) {
  const auto nodes = store.nodes();
  std::vector<std::uint32_t> component(nodes, 0);  // 1 + number, 0 outside
  for (std::uint32_t i = 0; i < store.components().size(); ++i) {
    const auto& own = store.components()[i];
    components_.push_back({own, {}, false});
    std::fill(component.begin() + own.begin, component.begin() + own.end, i + 1);
  }

  first_.assign(nodes + 1, 0);
  middle_.assign(nodes, 0);
  std::vector<std::vector<std::uint32_t>> component_users(components_.empty() ? 0 : nodes);
  for (auto node = store.first_gate(); node < nodes; ++node) {
    for (const auto literal : store.gate(node)) {
      if (component[node] == 0) {
        ++first_[circuit::node_of(literal) + 1];
        if (!circuit::negated(literal)) ++middle_[circuit::node_of(literal)];
      } else if (component[circuit::node_of(literal)] != component[node]) {
        auto& users = component_users[circuit::node_of(literal)];
        if (users.empty() || users.back() != component[node] - 1) users.push_back(component[node] - 1);
      }
    }
    if (component[node] != 0) {
      const auto inputs = store.gate(node);
      components_[component[node] - 1].gates.emplace_back(inputs.begin(), inputs.end());
    }
  }
  accumulate(first_);
  for (circuit::Node node = 0; node < nodes; ++node) middle_[node] += first_[node];
  fanout_.resize(first_.back());
  auto plain = std::vector<std::uint32_t>(first_.begin(), first_.end() - 1);
  auto inverted = middle_;
  for (auto node = store.first_gate(); node < nodes; ++node) {
    if (component[node] != 0) continue;
    for (const auto literal : store.gate(node)) {
      auto& place = circuit::negated(literal) ? inverted : plain;
      fanout_[place[circuit::node_of(literal)]++] = node;
    }
  }
  if (!components_.empty()) {
    first_component_.assign(nodes + 1, 0);
    for (circuit::Node node = 0; node < nodes; ++node) {
      component_users_.insert(component_users_.end(), component_users[node].begin(), component_users[node].end());
      first_component_[node + 1] = static_cast<std::uint32_t>(component_users_.size());
    }
  }

  first_follower_.assign(nodes + 1, 0);
  for (const auto& follower : followers) ++first_follower_[circuit::node_of(follower.literal) + 1];
  accumulate(first_follower_);
  follower_bit_.resize(followers.size());
  auto next = first_follower_;
  for (const auto& follower : followers) {
    follower_bit_[next[circuit::node_of(follower.literal)]++] = follower.bit;
    // All nodes start false, so a bit that follows a negation starts set.
    if (circuit::negated(follower.literal)) words_[follower.bit >> 6] ^= std::uint64_t{1} << (follower.bit & 63);
  }

  // With every node false a gate has as many false inputs as it has inputs that are not negated; those without any
  // are due at once. The constant then rises like any input.
  for (auto node = store.first_gate(); node < nodes; ++node) {
    if (component[node] != 0) continue;
    for (const auto literal : store.gate(node)) counts_[node] += !circuit::negated(literal);
    if (counts_[node] == 0) queue_.push_back(node);
  }
  for (auto& own : components_) own.dirty = true;
  dirty_ = static_cast<std::uint32_t>(components_.size());
  commit(0);
  propagate();
}

void EventNet::mark_components(circuit::Node node) {
  for (auto at = first_component_[node]; at < first_component_[node + 1]; ++at) {
    auto& component = components_[component_users_[at]];
    dirty_ += !component.dirty;
    component.dirty = true;
  }
}

// Components lie in dependency order, so one pass settles nearly everything; a gate between two components can make
// a later pass necessary.
void EventNet::settle_components() {
  std::vector<std::uint8_t> before;
  while (dirty_ > 0) {
    for (auto& component : components_) {
      if (!component.dirty) continue;
      component.dirty = false;
      --dirty_;
      const auto [begin, atoms, end] = component.nodes;
      before.assign(values_.begin() + begin, values_.begin() + end);
      std::fill(values_.begin() + begin, values_.begin() + atoms, std::uint8_t{0});
      std::fill(values_.begin() + atoms, values_.begin() + end, std::uint8_t{1});
      for (bool changed = true; changed;) {
        changed = false;
        for (auto node = begin; node < end; ++node) {
          const std::uint8_t now = std::ranges::all_of(component.gates[node - begin],
                                                       [&](circuit::Literal literal) { return value(literal); });
          changed |= now != values_[node];
          values_[node] = now;
        }
      }
      for (auto node = begin; node < end; ++node) {
        const bool changed = values_[node] != before[node - begin];
        if (!changed) continue;
        values_[node] ^= 1;
        commit(node);
      }
      drain();
    }
  }
}

}  // namespace woodstock::machine
