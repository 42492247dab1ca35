#include <array>

#include "woodstock/lanes/kernel.hpp"

namespace woodstock::lanes {

extern const LaneKernel kLaneKernel_portable;
#ifdef WOODSTOCK_X86
extern const LaneKernel kLaneKernel_avx2;
extern const LaneKernel kLaneKernel_avx512;
#endif

const LaneKernel* const* lane_kernels(std::uint32_t* count) {
  static std::uint32_t known = 0;
  static const std::array<const LaneKernel*, 3> kernels = [] {
    std::array<const LaneKernel*, 3> found{&kLaneKernel_portable};
    known = 1;
#ifdef WOODSTOCK_X86
    if (__builtin_cpu_supports("avx2")) found[known++] = &kLaneKernel_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq")) {
      found[known++] = &kLaneKernel_avx512;
    }
#endif
    return found;
  }();
  *count = known;
  return kernels.data();
}

}  // namespace woodstock::lanes
