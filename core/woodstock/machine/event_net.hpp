// An event-driven network: only gates whose inputs changed are touched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "woodstock/circuit/gates.hpp"
#include "woodstock/machine/recursion.hpp"

namespace woodstock::machine {

// A bit in the words of a net that follows a literal.
struct Follower {
  circuit::Literal literal;
  std::uint32_t bit;
};

// Each gate counts its inputs that are false; it is true when the count is zero, so that a change of an input is one
// addition and one compare. Bits of `words` follow literals: the state and the sets of legal moves are kept that way.
class EventNet {
 public:
  EventNet() = default;
  // `room` nodes beyond those of the store are kept for programs that run over the values.
  EventNet(const circuit::GateStore& store, circuit::Node room, std::size_t words,
           const std::vector<Follower>& followers);

  // Flips an input; gates follow with propagate().
  void flip(circuit::Node input) { commit(input); }
  void propagate() {
    drain();
    if (!recursion_.empty()) settle_recursion();
  }

  std::uint8_t* values() { return values_.data(); }
  const std::uint8_t* values() const { return values_.data(); }
  bool value(circuit::Literal literal) const { return (values_[circuit::node_of(literal)] ^ (literal & 1U)) != 0; }
  const std::uint64_t* words() const { return words_.data(); }

  // Number of counter updates so far: what a step costs, independent of the machine it runs on.
  std::uint64_t updates() const { return updates_ + recursion_.updates(); }

  // Everything that changes while the net runs.
  struct Snapshot {
    std::vector<std::uint8_t> values;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint64_t> words;
    Recursion::Snapshot recursion;
  };
  Snapshot snapshot() const { return {values_, counts_, words_, recursion_.snapshot()}; }
  void restore(const Snapshot& snapshot) {
    std::copy(snapshot.values.begin(), snapshot.values.end(), values_.begin());
    std::copy(snapshot.counts.begin(), snapshot.counts.end(), counts_.begin());
    std::copy(snapshot.words.begin(), snapshot.words.end(), words_.begin());
    recursion_.restore(snapshot.recursion);
  }

  std::uint32_t fanout(circuit::Node node) const { return first_[node + 1] - first_[node]; }

 private:
  void commit(circuit::Node node) {
    const bool risen = (values_[node] ^= 1) != 0;
    for (auto at = first_follower_[node]; at < first_follower_[node + 1]; ++at) {
      words_[follower_bit_[at] >> 6] ^= std::uint64_t{1} << (follower_bit_[at] & 63);
    }
    const auto* begin = fanout_.data() + first_[node];
    const auto* middle = fanout_.data() + middle_[node];
    const auto* end = fanout_.data() + first_[node + 1];
    if (risen) {
      satisfy(begin, middle);
      falsify(middle, end);
    } else {
      falsify(begin, middle);
      satisfy(middle, end);
    }
    updates_ += static_cast<std::uint64_t>(end - begin);
    if (!recursion_.empty()) recursion_.touch(node);
  }
  void satisfy(const circuit::Node* at, const circuit::Node* end) {
    for (; at != end; ++at) {
      if (--counts_[*at] == 0) queue_.push_back(*at);
    }
  }
  void falsify(const circuit::Node* at, const circuit::Node* end) {
    for (; at != end; ++at) {
      if (counts_[*at]++ == 0) queue_.push_back(*at);
    }
  }
  // Gates wait in the order in which they were reached, which is that of a circuit with unit delay: none changes more
  // often than the circuit is deep. One that has changed back by the time its turn comes is passed over.
  void drain() {
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const auto gate = queue_[i];
      if ((counts_[gate] == 0) != (values_[gate] != 0)) commit(gate);
    }
    queue_.clear();
  }
  // Gates outside may have to follow, and touch the components once more.
  void settle_recursion() {
    while (recursion_.unsettled()) {
      for (const auto node : recursion_.settle(values_)) {
        if (recursion_.value(node) != (values_[node] != 0)) commit(node);
      }
      drain();
    }
  }

  std::vector<std::uint8_t> values_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> words_;
  std::vector<circuit::Node> queue_;
  std::uint64_t updates_ = 0;

  // Users of each node as [first, middle) where it stands as it is and [middle, next first) where it is negated.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> middle_;
  std::vector<circuit::Node> fanout_;
  std::vector<std::uint32_t> first_follower_;
  std::vector<std::uint32_t> follower_bit_;
  Recursion recursion_;
};

}  // namespace woodstock::machine
