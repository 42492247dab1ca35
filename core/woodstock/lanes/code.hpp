// Gate code in the form the lane kernels read.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/circuit/gates.hpp"
#include "woodstock/lanes/kernel.hpp"

namespace woodstock::lanes {

inline constexpr std::size_t kWidestGate = 4;

// The same gates with at most kWidestGate inputs each (those of components stay as they are); `map` gets the image of
// every node. Kernels then need code for a few shapes only.
circuit::GateStore narrowed(const circuit::GateStore& store, std::vector<circuit::Literal>& map);

// Runs some of the gates of a store. Gates of one shape (so many plain, so many negated inputs) are run in batches: a
// loop over gates that all differ spends its time on mispredicted branches, not on gates.
class LaneCode {
 public:
  LaneCode() = default;
  // Code for the gates that `wanted` marks. The store must be narrowed.
  LaneCode(const circuit::GateStore& store, const circuit::Marks& wanted);

  void run(const LaneKernel& kernel, std::uint64_t* values) const;
  std::size_t size() const { return code_.size(); }

 private:
  struct Segment {
    std::size_t begin;
    std::size_t middle;  // of a component, between its two sweeps
    std::size_t end;
    circuit::Component component;  // begin == end for plain code
  };
  void close(circuit::Component component, std::size_t middle = 0);
  void emit_component(const circuit::GateStore& store, const circuit::Component& component);
  void emit(const circuit::GateStore& store, circuit::Node node);
  void emit_window(const circuit::GateStore& store, const std::vector<circuit::Node>& gates);

  std::vector<std::uint32_t> code_;
  std::vector<Segment> segments_;
  std::size_t begin_ = 0;  // of the segment being written
};

}  // namespace woodstock::lanes
