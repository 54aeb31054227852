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

/// Quotients of integers and a power of ten up to 10^22:
///
///     quotient[i] = numerator[i] / divisor        for i in 0..<count
///
/// Each is the correctly rounded one, on every instruction set, provided that the numerators are below 2^51 in
/// magnitude. The arrays must not overlap. `isa` must not exceed kernel_best_isa().
void kernel_divide(kernel_isa isa, double divisor, size_t count, const int64_t *numerator, double *quotient);

/// Columns of European options. `kind` is 0 for a call and 1 for a put; time is in years, rate, yield and volatility
/// are decimals per year.
typedef struct {
  const uint8_t *kind;
  const double *spot, *strike, *time, *rate, *yield, *volatility;
} kernel_options;

/// Black–Scholes–Merton values of options 0..<count. `values` holds rows of `row_length` numbers, one for each value
/// in this order: price, delta, gamma, theta, vega, rho; with all greeks also epsilon, vanna, vomma, charm, speed, zomma,
/// color, ultima, dual delta, dual gamma.
///
/// Answered are spot, strike and volatility in [2^-32, 2^32), time in [2^-59, 2^5), rate and yield below 2 in magnitude.
/// Every value of another option becomes NaN, and the result is then not 0.
/// `values` must not overlap the columns. `isa` must not exceed kernel_best_isa().
int kernel_price(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);

/// The first six values of options that share spot, time, rate and yield: of `in` only kind, strike and volatility are
/// read.
int kernel_chain_greeks(kernel_isa isa, size_t count, const kernel_options *in, double spot, double time, double rate,
                        double yield, double *values, size_t row_length);

/// What a price says about volatility.
enum {
  KERNEL_OK,
  KERNEL_BELOW_INTRINSIC,
  KERNEL_ABOVE_MAXIMUM,
  KERNEL_NOT_DETERMINABLE, ///< Fewer than seven binary digits of the volatility are determined.
  KERNEL_UNANSWERED,
};

/// The volatilities at which options are worth `price`, and what the prices say; of `in` volatility is not read. Where
/// the status is not KERNEL_OK the volatility is NaN. Unanswered, and then the result is not 0, are spot, strike, time,
/// rate or yield beyond the range above, a price that is negative, not finite, or so near to a bound that only more
/// digits could tell, and a volatility in which rounding of the discount factors might show.
int kernel_implied_volatility(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                              double *volatility, uint8_t *status);

/// The total volatility of one quote that the caller has transformed: the discounted price, the out-of-the-money value,
/// its largest value min(F, K), |ln(F/K)| and |F - K| / value. NaN where the price determines none.
double kernel_total_volatility(kernel_isa isa, double price, double value, double largest, double log_moneyness,
                               double ratio);

/// The product of a sparse matrix and a table of `rows` rows, of which the first `columns` elements are used, less a
/// constant for each row of the product:
///
///     combination[c * combination_length + i]
///         = sum of weight[k] * table[row[k] * row_length + i] - constant[c]
///           over k in start[c]..<start[c + 1], for c in 0..<count, i in 0..<columns
///
/// The sum starts with the constant and takes the terms in their order, each with one rounding, on the baseline of x86-64
/// with two. The result is whether all sums are finite. Tables whose row length is a multiple of eight are read fastest.
/// `rows` must not be 0, and `combination` not overlap the others. `isa` must not exceed kernel_best_isa().
int kernel_combine_rows(kernel_isa isa, size_t count, const double *constant, const intptr_t *start,
                        const intptr_t *row, const double *weight, size_t rows, size_t columns, const double *table,
                        size_t row_length, double *combination, size_t combination_length);
