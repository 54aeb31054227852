#include "COptionsKernels.h"

// The same rounding on every instruction set: FMA is used only where the code calls it.
#pragma STDC FP_CONTRACT OFF

#define LANES 2
#define KERNEL(name) baseline_##name
#include "line_body.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LANES 4
#define KERNEL(name) avx2_##name
#define FUSED
#include "line_body.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl"))), apply_to = function)
#define LANES 8
#define KERNEL(name) avx512_##name
#define FUSED
#include "line_body.h"
#pragma clang attribute pop
#endif

void kernel_evaluate_line(kernel_isa isa, double knot, double value, double slope, double divisor, size_t count,
                          const double *scaled_price, double *price, double *profit) {
#if defined(__x86_64__)
  switch (isa) {
  case KERNEL_AVX512: avx512_line(knot, value, slope, divisor, count, scaled_price, price, profit); return;
  case KERNEL_AVX2: avx2_line(knot, value, slope, divisor, count, scaled_price, price, profit); return;
  case KERNEL_BASELINE: break;
  }
#endif
  baseline_line(knot, value, slope, divisor, count, scaled_price, price, profit);
}

void kernel_divide(kernel_isa isa, double divisor, size_t count, const int64_t *numerator, double *quotient) {
#if defined(__x86_64__)
  switch (isa) {
  case KERNEL_AVX512: avx512_divide(divisor, count, numerator, quotient); return;
  case KERNEL_AVX2: avx2_divide(divisor, count, numerator, quotient); return;
  case KERNEL_BASELINE: break;
  }
#endif
  baseline_divide(divisor, count, numerator, quotient);
}
