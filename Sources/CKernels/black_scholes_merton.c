#include "CKernels.h"
#include "coefficients.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Same rounding on every instruction set: no contraction into FMA but where it is written.
#pragma STDC FP_CONTRACT OFF
// Vectors wider than a register are never passed between functions: everything that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define BLOCK 128
#define ROUNDING_SHIFT 0x1.8p52
#define LOG2_E 0x1.71547652b82fep0
#define LN2 0x1.62e42fefa39efp-1
// 16 log2(1 / sqrt(2 pi))
#define LOG2_DENSITY_16 -0x1.536439a4c6efcp4

#define BODY "black_scholes_merton_body.h"
#include "each_instruction_set.h"

#if defined(__x86_64__)
#define DISPATCH(name, ...)                                                                                            \
  switch (isa) {                                                                                                       \
  case KERNEL_AVX512: return avx512_##name(__VA_ARGS__);                                                               \
  case KERNEL_AVX2: return avx2_##name(__VA_ARGS__);                                                                   \
  case KERNEL_BASELINE: break;                                                                                         \
  }                                                                                                                    \
  return baseline_##name(__VA_ARGS__)
#else
#define DISPATCH(name, ...) (void)isa; return baseline_##name(__VA_ARGS__)
#endif

int kernel_price(kernel_isa isa, size_t count, const kernel_options *in, double *price) {
  double *const columns[] = {price};
  DISPATCH(price, count, in, columns);
}

int kernel_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *const columns[6]) {
  DISPATCH(greeks, count, in, columns);
}

int kernel_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *const columns[16]) {
  DISPATCH(all_greeks, count, in, columns);
}

int kernel_chain_greeks(kernel_isa isa, size_t count, const kernel_options *in, double spot, double time, double rate,
                        double yield, double *const columns[6]) {
  DISPATCH(chain_greeks, count, in, spot, time, rate, yield, columns);
}
