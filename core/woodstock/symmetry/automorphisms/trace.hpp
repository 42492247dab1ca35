// What refinement did, as a row of numbers that does not depend on how vertices are numbered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace woodstock::symmetry::automorphisms {

inline std::uint32_t mix(std::uint32_t one, std::uint32_t other) {
  auto mixed = (one + 0x7F4A7C15U) * 0x9E3779B1U ^ (other + 0x165667B1U) * 0x85EBCA77U;
  mixed ^= mixed >> 15;
  return mixed * 0xC2B2AE3DU;
}

// Nodes of the search tree that an automorphism maps to each other have the same trace (McKay and Piperno 2014, section
// 2.4). So one that differs from a reference is left as soon as it does; and of two leaves that with the lesser traces
// on its path is nearer to the canonical one. Two traces may be the same by chance: that costs time and spoils nothing.
class Trace {
 public:
  enum class Order : std::uint8_t { kLess, kEqual, kGreater };

  // Whatever the trace of a node is, it is not wanted.
  void ignore() { begin({}, Order::kLess, true, false); }
  // It is written down.
  void record() { begin({}, Order::kLess, true, true); }
  // It must be that of the reference.
  void repeat(std::span<const std::uint32_t> reference) { begin(reference, Order::kEqual, false, false); }
  // It is written down, and must be that of the reference, or less where it differs from it.
  void improve(std::span<const std::uint32_t> reference) { begin(reference, Order::kEqual, true, true); }

  // One more number: false if there is no use in going on.
  bool add(std::uint32_t number) {
    if (recording_) numbers_.push_back(number);
    if (order_ == Order::kEqual) {
      if (at_ == reference_.size()) {
        order_ = Order::kGreater;
      } else if (number != reference_[at_]) {
        order_ = number < reference_[at_] ? Order::kLess : Order::kGreater;
      }
      ++at_;
    }
    return useful();
  }
  // Nothing more comes: false if that is too little.
  bool end() {
    if (order_ == Order::kEqual && at_ < reference_.size()) order_ = Order::kLess;
    return useful();
  }

  Order order() const { return order_; }
  const std::vector<std::uint32_t>& numbers() const { return numbers_; }

 private:
  void begin(std::span<const std::uint32_t> reference, Order order, bool less_is_useful, bool recording) {
    numbers_.clear();
    reference_ = reference;
    at_ = 0;
    order_ = order;
    less_is_useful_ = less_is_useful;
    recording_ = recording;
  }
  bool useful() const { return order_ == Order::kEqual || (order_ == Order::kLess && less_is_useful_); }

  std::vector<std::uint32_t> numbers_;
  std::span<const std::uint32_t> reference_;
  std::size_t at_ = 0;
  Order order_ = Order::kLess;
  bool less_is_useful_ = true, recording_ = false;
};

}  // namespace woodstock::symmetry::automorphisms
