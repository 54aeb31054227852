#pragma once
#include "CReference.h"

/// A number of 113 bits with exponents up to 16383.
typedef __float128 quad;

// Declarations of libquadmath, whose header is in a folder of gcc that clang does not search.
extern quad expq(quad);
extern quad logq(quad);
extern quad log1pq(quad);
extern quad sqrtq(quad);
extern quad erfcq(quad);
extern quad strtoflt128(const char *, char **);

static inline quad magnitude(quad x) { return x < 0 ? -x : x; }

static inline quad larger(quad x, quad y) { return x > y ? x : y; }

/// The standard normal distribution function, N(x) and N(-x), each with full precision: the smaller one by erfc, the
/// other one as 1 minus the smaller one.
typedef struct {
  quad below, above;
} normal_tails;

static inline normal_tails normal_cdf(quad x) {
  const quad inverse_root_2 = 0.70710678118654752440084436210484903928Q;
  quad smaller = erfcq(magnitude(x) * inverse_root_2) / 2;
  return x < 0 ? (normal_tails){smaller, 1 - smaller} : (normal_tails){1 - smaller, smaller};
}

/// The standard normal density.
static inline quad normal_density(quad x) {
  const quad inverse_root_2_pi = 0.39894228040143267793994605993438186848Q;
  return inverse_root_2_pi * expq(-x * x / 2);
}

/// ln(spot / strike). If the ratio is between 1/2 and 2, the difference is exact, and log1p keeps the digits that a
/// quotient near 1 would lose.
static inline quad log_ratio(double spot, double strike) {
  quad s = spot, k = strike;
  return s > k / 2 && s < 2 * k ? log1pq((s - k) / k) : logq(s / k);
}

/// The double nearest to `x`, and the remainder.
static inline reference_value split(quad x, quad magnitude) {
  double value = (double)x;
  quad rest = x - value;
  return (reference_value){value, value - value == 0 ? (double)rest : 0, (double)magnitude};
}
