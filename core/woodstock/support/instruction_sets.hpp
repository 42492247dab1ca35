// Which of the instruction sets that kernels are compiled for this computer has.
#pragma once

#include <cstdint>

namespace woodstock::support {

// How many of them, from the first on: portable, AVX2, AVX-512.
inline std::uint32_t instruction_sets() {
#ifdef WOODSTOCK_X86
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    return 3;
  }
  if (__builtin_cpu_supports("avx2")) return 2;
#endif
  return 1;
}

}  // namespace woodstock::support
