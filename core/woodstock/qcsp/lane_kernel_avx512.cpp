#include "woodstock/qcsp/lane_kernel.inc"

namespace woodstock::qcsp {

extern const LanePlay lane_play_avx512;
const LanePlay lane_play_avx512 = play;

}  // namespace woodstock::qcsp
