#include "woodstock/qcsp/lane_kernel.inc"

namespace woodstock::qcsp {

const LanePlay lane_play_avx2 = play;

}  // namespace woodstock::qcsp
