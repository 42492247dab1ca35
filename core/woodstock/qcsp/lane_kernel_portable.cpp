#include "woodstock/qcsp/lane_kernel.inc"

namespace woodstock::qcsp {

extern const LanePlay lane_play_portable;
const LanePlay lane_play_portable = play;

}  // namespace woodstock::qcsp
