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
  recursion_ = Recursion(store, values_);
  const auto plain_gate = [&](circuit::Node node) { return recursion_.empty() || !recursion_.has(node); };

  first_.assign(nodes + 1, 0);
  middle_.assign(nodes, 0);
  for (auto node = store.first_gate(); node < nodes; ++node) {
    if (!plain_gate(node)) continue;
    for (const auto literal : store.gate(node)) {
      ++first_[circuit::node_of(literal) + 1];
      if (!circuit::negated(literal)) ++middle_[circuit::node_of(literal)];
    }
  }
  accumulate(first_);
  for (circuit::Node node = 0; node < nodes; ++node) middle_[node] += first_[node];
  fanout_.resize(first_.back());
  auto plain = std::vector<std::uint32_t>(first_.begin(), first_.end() - 1);
  auto inverted = middle_;
  for (auto node = store.first_gate(); node < nodes; ++node) {
    if (!plain_gate(node)) continue;
    for (const auto literal : store.gate(node)) {
      auto& place = circuit::negated(literal) ? inverted : plain;
      fanout_[place[circuit::node_of(literal)]++] = node;
    }
  }

  first_follower_.assign(nodes + 1, 0);
  for (const auto& follower : followers) ++first_follower_[circuit::node_of(follower.literal) + 1];
  accumulate(first_follower_);
  follower_bit_.resize(followers.size());
  auto next = first_follower_;
  for (const auto& follower : followers) {
    follower_bit_[next[circuit::node_of(follower.literal)]++] = follower.bit;
    if (value(follower.literal)) words_[follower.bit >> 6] ^= std::uint64_t{1} << (follower.bit & 63);
  }

  // Gates without a false input are due at once. The constant then rises like any input.
  for (auto node = store.first_gate(); node < nodes; ++node) {
    if (!plain_gate(node)) continue;
    for (const auto literal : store.gate(node)) counts_[node] += !value(literal);
    if (counts_[node] == 0) queue_.push_back(node);
  }
  commit(0);
  propagate();
}

}  // namespace woodstock::machine
