// Bachelier prices and greeks of options on a forward. Width-agnostic body, included once per instruction set.
// docs/kernels.md contains the derivation, docs/accuracy.md the errors.
//
//     s = sigma sqrt(T),  d = (F - K) / s,  D = e^{-rT},  m(z) = N(-z) / phi(z),  L(z) = 1 - z m(z)
//     price = D max(±(F - K), 0) + s D phi(d) L(|d|),  delta = ±D N(±d)         + for a call, - for a put
//
// L is E[max(X - z, 0)] / phi(z), where X is a standard normal variate. m and L are quotients of polynomials with
// positive coefficients and one denominator, so nothing cancels: an option out of the money keeps its relative
// precision as long as its price is a normal double.

#include "vectors/elementary_body.h"

// The intermediate values that one pass over a block leaves for the next.
typedef struct {
  vec discount; // D
  vec root_time;
  vec deviation, inverse_deviation; // s, 1 / s
  vec d;
} KERNEL(normal_distances);

typedef struct {
  vec density; // D phi(d) in units of DENSITY_UNIT
  vec tail, loss, denominator; // m and L; the numerators contain DENSITY_UNIT
} KERNEL(normal_fractions);

// First pass: the terms that depend on time. The square root, which occupies the divider, completes before the next
// pass.
INLINE void KERNEL(discount_normal)(vec time, vec rate, KERNEL(normal_distances) *at) {
  vec scaled_time = time * -LOG2_E;
  at->root_time = SQRT(time);
  at->discount = KERNEL(discount)(rate, scaled_time, FMA(rate, scaled_time, SIXTEENTHS_SHIFT));
}

// Second pass.
INLINE void KERNEL(measure_normal)(vec forward, vec strike, vec volatility, KERNEL(normal_distances) *at) {
  vec deviation = volatility * at->root_time, inverse = 1.0 / deviation;
  at->deviation = deviation;
  at->inverse_deviation = inverse;
  at->d = (forward - strike) * inverse;
}

// Third pass. Beyond 41 every value that depends on the density is below the smallest normal double.
INLINE KERNEL(normal_fractions) KERNEL(find_normal_fractions)(const KERNEL(normal_distances) *at) {
  vec z = AT_MOST(41.0, ABS(at->d));
  KERNEL(normal_ratios) ratios = KERNEL(normal_loss)(z, DENSITY_UNIT);
  return (KERNEL(normal_fractions)){.density = at->discount * KERNEL(scaled_density)(z),
                                    .tail = ratios.tail, .loss = ratios.loss, .denominator = ratios.denominator};
}

// Fourth pass: writes the first `outputs` columns of the results, from option i on.
INLINE void KERNEL(assemble_normal)(vec forward, vec strike, vec time, vec rate, vec volatility, ints side,
                                    const KERNEL(normal_distances) *at, const KERNEL(normal_fractions) *fractions,
                                    double *const *out, size_t i, const int outputs) {
  // The factor DENSITY_UNIT is applied in the last product, so that a result below the smallest normal double is
  // rounded once.
  vec common = fractions->density / fractions->denominator;
  vec in_the_money = AT_LEAST(0.0, FROM_BITS(BITS(at->discount * (forward - strike)) ^ side));
  vec price = FMA(common * at->deviation, fractions->loss, in_the_money);
  STORE(out[0] + i, price);
  if (outputs == 1)
    return;

  vec tail = common * fractions->tail;
  vec n = (BITS(at->d) ^ side) < 0 ? tail : at->discount - tail;
  vec delta = FROM_BITS(BITS(n) ^ side);
  vec scaled_gamma = fractions->density * at->inverse_deviation;
  vec gamma = scaled_gamma * DENSITY_UNIT, vega = (fractions->density * at->root_time) * DENSITY_UNIT;
  STORE(out[1] + i, delta);
  STORE(out[2] + i, gamma);
  STORE(out[3] + i, FMA(scaled_gamma * volatility, volatility * (-0.5 * DENSITY_UNIT), rate * price));
  STORE(out[4] + i, vega);
  STORE(out[5] + i, 0.0 - time * price);
  if (outputs == 6)
    return;

  // Beyond 64 the density is 0; the limit prevents powers of the distance from overflowing.
  vec d = AT_LEAST(-64.0, AT_MOST(64.0, at->d)), square = d * d;
  vec inverse_volatility = 1.0 / volatility, half_inverse_time = 0.5 / time;
  vec small_inverse = inverse_volatility * DENSITY_UNIT;
  vec first = fractions->density * d, scaled_vomma = (fractions->density * at->root_time) * square * inverse_volatility;
  STORE(out[6] + i, (vec)0.0);                                                                   // epsilon
  STORE(out[7] + i, 0.0 - first * small_inverse);                                                // vanna
  STORE(out[8] + i, scaled_vomma * DENSITY_UNIT);                                                // vomma
  STORE(out[9] + i, FMA(first, half_inverse_time * DENSITY_UNIT, rate * delta));                 // charm
  STORE(out[10] + i, 0.0 - scaled_gamma * (d * at->inverse_deviation * DENSITY_UNIT));           // speed
  STORE(out[11] + i, scaled_gamma * (square - 1.0) * small_inverse);                             // zomma
  STORE(out[12] + i, scaled_gamma * (FMA(1.0 - square, half_inverse_time, rate) * DENSITY_UNIT)); // color
  STORE(out[13] + i, scaled_vomma * (square - 3.0) * small_inverse);                             // ultima
  STORE(out[14] + i, -delta);                                                                    // dual delta
  STORE(out[15] + i, gamma);                                                                     // dual gamma
}

// Nonzero in the lanes outside the range, from option i on.
INLINE ints KERNEL(strange_normal)(const kernel_options *in, size_t i) {
  return KERNEL(normal_strangeness)(LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i),
                                    LOAD(in->volatility + i));
}

// The third pass over a block; see find_all_fractions.
INLINE void KERNEL(find_all_normal_fractions)(size_t vectors, const KERNEL(normal_distances) *at,
                                              KERNEL(normal_fractions) *fractions, double *const *out,
                                              const int outputs, const int far) {
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    if (far)
      for (int column = 0; column < outputs; ++column)
        for (size_t k = 0; k < LANES; k += 8) __builtin_prefetch(out[column] + j * LANES + k);
    fractions[j] = KERNEL(find_normal_fractions)(&at[j]);
  }
}

// Runs all passes over `vectors` vectors of options. Lanes outside the range become NaN. Returns whether there are any.
INLINE int KERNEL(evaluate_vectors)(const kernel_options *in, const void *shared, size_t vectors, double *const *out,
                                    const int outputs, const int forward, int far) {
  (void)shared, (void)forward;
  KERNEL(normal_distances) at[BLOCK / LANES] __attribute__((aligned(64)));
  KERNEL(normal_fractions) fractions[BLOCK / LANES] __attribute__((aligned(64)));
  ints strange = 0;
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    KERNEL(discount_normal)(LOAD(in->time + i), LOAD(in->rate + i), &at[j]);
    strange |= KERNEL(strange_normal)(in, i);
  }
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    KERNEL(measure_normal)(LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->volatility + i), &at[j]);
  }
  if (far)
    KERNEL(find_all_normal_fractions)(vectors, at, fractions, out, outputs, 1);
  else
    KERNEL(find_all_normal_fractions)(vectors, at, fractions, out, outputs, 0);
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    KERNEL(assemble_normal)(LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i),
                            LOAD(in->volatility + i), KERNEL(side)(in->kind + i), &at[j], &fractions[j], out, i,
                            outputs);
  }
  if (__builtin_expect(!any(strange != 0), 1))
    return 0;
  for (size_t j = 0; j < vectors; ++j) {
    ints unanswered = KERNEL(strange_normal)(in, j * LANES) != 0;
    for (int column = 0; column < outputs; ++column) {
      double *result = out[column] + j * LANES;
      STORE(result, unanswered ? (vec)__builtin_nan("") : LOAD(result));
    }
  }
  return 1;
}

#define SHARED void
#include "vectors/columns_body.h"
#undef SHARED

static int KERNEL(normal_price)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 1, 1);
}

static int KERNEL(normal_greeks)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 6, 1);
}

static int KERNEL(normal_all_greeks)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 16, 1);
}
