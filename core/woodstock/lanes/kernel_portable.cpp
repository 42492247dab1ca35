#include "woodstock/lanes/kernel.inc"

namespace woodstock::lanes {

extern const LaneKernel kLaneKernel_portable;
const LaneKernel kLaneKernel_portable{"portable", run, run_component, choose, assign, fill, transpose};

}  // namespace woodstock::lanes
