#include "lane_kernel.inc"

namespace woodstock {

extern const LaneKernel kLaneKernel_avx512;
const LaneKernel kLaneKernel_avx512{"avx512", run, run_component, choose, assign, fill, transpose};

}  // namespace woodstock
