#include "COptionsKernels.h"

kernel_isa kernel_best_isa(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return KERNEL_AVX512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return KERNEL_AVX2;
#endif
  return KERNEL_BASELINE;
}
