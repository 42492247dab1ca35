#include "woodstock/qcsp/lane_kernel.inc"

namespace woodstock::qcsp {

const LanePlay lane_play_portable = play;

}  // namespace woodstock::qcsp
