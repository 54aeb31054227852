#pragma once
#include <stddef.h>
#include <stdint.h>

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

/// Columns of European options. `kind` is 0 for a call and 1 for a put.
typedef struct {
  const uint8_t *kind;
  const double *spot, *strike, *time, *rate, *yield, *volatility;
} kernel_options;

int kernel_price(kernel_isa isa, size_t count, const kernel_options *in, double *price);
int kernel_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *const columns[6]);
int kernel_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *const columns[16]);
int kernel_chain_greeks(kernel_isa isa, size_t count, const kernel_options *in, double spot, double time, double rate,
                        double yield, double *const columns[6]);
int kernel_implied_volatility(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                              double *volatility);
