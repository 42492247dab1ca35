#include "woodstock/lanes/kernel.inc"

namespace woodstock::lanes {

const LaneKernel kLaneKernel_portable{"portable", run,     run_component, choose, assign, fill,   transpose,
                                      count,      quarter, note,          tally,  clear,  gather, spread};

}  // namespace woodstock::lanes
