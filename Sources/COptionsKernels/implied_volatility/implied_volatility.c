#include "COptionsKernels.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

// Above this condition number, the price determines fewer than seven binary digits of the volatility.
#define CONDITION_LIMIT 0x1p46
// The limit of `rounding` relative to |F - K| + 2 w; see the body.
#define ROUNDING_LIMIT 2.0
#define MOST_STEPS 6

#define LANES_128 4
#define LANES_256 8
#define LANES_512 8
#define BODY "implied_volatility/implied_volatility_body.h"
#include "vectors/each_instruction_set.h"

#if defined(__x86_64__)
// For a few quotes latency dominates, and divisions of narrower vectors have a lower latency. The bits are the same.
#define FEW 4
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LANES FEW
#define KERNEL(name) few_##name
#define FUSED
#include "vectors/vector_vocabulary.h"
#include "implied_volatility/implied_volatility_body.h"
#include "vectors/vector_vocabulary_end.h"
#pragma clang attribute pop
#endif

int kernel_implied_volatility(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                              double *volatility, uint8_t *status) {
#if defined(__x86_64__)
  if (isa != KERNEL_BASELINE && count <= FEW) return few_implied_volatility(count, in, price, volatility, status);
#endif
  DISPATCH(implied_volatility, count, in, price, volatility, status);
}

double kernel_total_volatility(kernel_isa isa, double price, double value, double largest, double log_moneyness,
                               double ratio) {
#if defined(__x86_64__)
  if (isa != KERNEL_BASELINE) return few_total_volatility(price, value, largest, log_moneyness, ratio);
#endif
  return baseline_total_volatility(price, value, largest, log_moneyness, ratio);
}
