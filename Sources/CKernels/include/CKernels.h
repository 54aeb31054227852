#pragma once
#include <stddef.h>

/// Instruction sets a kernel is compiled for, weakest first.
/// On processors other than x86-64 there is the baseline alone.
typedef enum { KERNEL_BASELINE, KERNEL_AVX2, KERNEL_AVX512 } kernel_isa;

/// The strongest instruction set this processor and its operating system can run.
kernel_isa kernel_best_isa(void);

/// One straight piece of a payoff over prices that are whole multiples of `1 / divisor`:
///
///     price[i]  = scaled_price[i] / divisor
///     profit[i] = (value + slope * (scaled_price[i] - knot)) / divisor        for i in 0..<count
///
/// Every quotient is the correctly rounded one, on every instruction set, provided that
/// the numerators are integers below 2^53 in magnitude and `divisor` is a power of ten up to 10^22.
/// The arrays must not overlap. `isa` must not exceed kernel_best_isa().
void kernel_evaluate_line(kernel_isa isa, double knot, double value, double slope, double divisor, size_t count,
                          const double *scaled_price, double *price, double *profit);
