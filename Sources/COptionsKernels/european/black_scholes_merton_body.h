// Black–Scholes–Merton prices and greeks. Width-agnostic body, included once per instruction set. docs/kernels.md
// contains the derivation, docs/accuracy.md the errors.
//
//     d1, d2 = x / v ± v / 2,   x = ln(S/K) + (r - q) T,   v = sigma sqrt(T)
//     N1 = e^{-qT} N(±d1),   N2 = K e^{-rT} N(±d2)          + for a call, - for a put
//     price = ±(S N1 - N2)
//
// The normal distribution is computed from the Mills ratio m(z) = N(-z) / phi(z), z >= 0, a smooth function that a
// quotient of polynomials approximates to the last digit. Because S e^{-qT} phi(d1) = K e^{-rT} phi(d2) = G, both tails
// share one exponential. Out of the money the price is G (m(|d1|) - m(|d2|)), which keeps its relative precision as
// long as the density is a normal double.

#include "vectors/elementary_body.h"

// The intermediate values that one pass over a block leaves for the next. Several passes keep the dependency chains
// short; a single loop would stall the processor (docs/kernels.md).
typedef struct {
  vec root_time;
  vec strike_value; // K e^{-rT}
  vec yield_discount; // e^{-qT}
  vec drift; // (r - q) T
  vec inverse_deviation; // 1 / (S v); in a chain 1 / v
  vec minus_d1, minus_d2; // with this sign the fourth pass selects and subtracts in one instruction
} KERNEL(distances);

// The tails as fractions with a common denominator, times the density. The density is in units of DENSITY_UNIT, which
// the numerators contain as a factor.
typedef struct {
  vec density; // e^{-qT} phi(d1); in a chain S e^{-qT} phi(d1)
  vec denominator, spot_numerator, strike_numerator;
} KERNEL(tail_fractions);

typedef struct {
  vec density; // e^{-qT} phi(d1); in a chain S e^{-qT} phi(d1)
  vec spot_tail; // e^{-qT} N(-|d1|); in a chain S e^{-qT} N(-|d1|)
  vec strike_tail; // K e^{-rT} N(-|d2|)
} KERNEL(tails);

// First pass: the terms that depend on time. The square root, which occupies the divider, completes before the next
// pass.
INLINE void KERNEL(discount_payments)(vec strike, vec time, vec rate, vec yield, KERNEL(distances) *at) {
  vec scaled_time = time * -LOG2_E;
  vec shifted_rate = FMA(rate, scaled_time, SIXTEENTHS_SHIFT);
  vec shifted_yield = FMA(yield, scaled_time, SIXTEENTHS_SHIFT);
  at->root_time = SQRT(time);
  at->strike_value = strike * KERNEL(discount)(rate, scaled_time, shifted_rate);
  at->yield_discount = KERNEL(discount)(yield, scaled_time, shifted_yield);
  at->drift = (rate - yield) * time;
}

// The same for an option on a forward, whose yield is the rate: the discount factors are equal, and the drift is 0.
INLINE void KERNEL(discount_forward)(vec strike, vec time, vec rate, KERNEL(distances) *at) {
  vec scaled_time = time * -LOG2_E;
  vec discount = KERNEL(discount)(rate, scaled_time, FMA(rate, scaled_time, SIXTEENTHS_SHIFT));
  at->root_time = SQRT(time);
  at->strike_value = strike * discount;
  at->yield_discount = discount;
  at->drift = 0.0;
}

// Second pass. ln(S/K) and 1/(S v) share one division.
INLINE void KERNEL(measure)(vec spot, vec strike, vec volatility, KERNEL(distances) *at) {
  KERNEL(log_fraction) log = KERNEL(reduce_log)(BITS(spot) + (1L << 51), spot, strike);
  vec deviation = volatility * at->root_time, spot_deviation = spot * deviation;
  vec reciprocal = 1.0 / (log.denominator * spot_deviation);
  vec fraction = (log.numerator * spot_deviation) * reciprocal;
  vec inverse_deviation = log.denominator * reciprocal, inverse = spot * inverse_deviation, half = 0.5 * deviation;
  vec x = KERNEL(log_of_fraction)(fraction, FMA(log.binary_orders, LN2 * EXPONENT_UNIT, at->drift));
  at->inverse_deviation = inverse_deviation;
  at->minus_d1 = FMA(-x, inverse, -half);
  at->minus_d2 = FMA(-x, inverse, half);
}

// Third pass. `front` is e^{-qT}; in a chain S e^{-qT}. The division takes place in the next pass, in which the divider
// is idle otherwise.
INLINE KERNEL(tail_fractions) KERNEL(find_fractions)(vec front, vec minus_d1, vec minus_d2) {
  vec z1 = abs_at_most(FARTHEST, minus_d1), z2 = abs_at_most(FARTHEST, minus_d2);
  vec density = front * KERNEL(scaled_density)(z1);
  KERNEL(mills_ratios) m = KERNEL(mills)(z1, z2);
  return (KERNEL(tail_fractions)){.density = density,
                                  .denominator = m.denominator1 * m.denominator2,
                                  .spot_numerator = m.numerator1 * m.denominator2,
                                  .strike_numerator = m.numerator2 * m.denominator1};
}

// Begins the fourth pass. `spot` is S; in a chain 1. The common factor of both tails is rounded once, so its error does
// not affect their difference.
INLINE KERNEL(tails) KERNEL(find_tails)(const KERNEL(tail_fractions) *fractions, vec spot) {
  vec common = fractions->density / fractions->denominator;
  return (KERNEL(tails)){.density = fractions->density * DENSITY_UNIT,
                         .spot_tail = fractions->spot_numerator * common,
                         .strike_tail = fractions->strike_numerator * (spot * common)};
}

// Fourth pass: writes the first `outputs` columns of the results, from option i on. With `forward`, the yield is the
// rate, rho is at a fixed forward, and the carry in theta is r times the price, which does not cancel.
INLINE void KERNEL(assemble)(vec spot, vec strike, vec time, vec rate, vec yield, vec volatility, ints side,
                             const KERNEL(distances) *at, const KERNEL(tail_fractions) *fractions, double *const *out,
                             size_t i, const int outputs, const int forward) {
  KERNEL(tails) tail = KERNEL(find_tails)(fractions, spot);
  vec strike_value = at->strike_value;
  vec n1 = (BITS(at->minus_d1) ^ side) < 0 ? at->yield_discount - tail.spot_tail : tail.spot_tail;
  vec n2 = (BITS(at->minus_d2) ^ side) < 0 ? strike_value - tail.strike_tail : tail.strike_tail;
  vec delta = FROM_BITS(BITS(n1) ^ side), strike_part = FROM_BITS(BITS(n2) ^ side);
  vec spot_part = spot * delta;
  // Rounding must not move the price below its bound.
  vec difference = FMA(spot, at->yield_discount, -strike_value);
  vec intrinsic = AT_LEAST(0.0, FROM_BITS(BITS(difference) ^ side));
  vec price = AT_LEAST(intrinsic, FMA(spot, delta, -strike_part));
  STORE(out[0] + i, price);
  if (outputs == 1)
    return;

  vec density = tail.density;
  vec gamma = density * at->inverse_deviation;
  vec vega = (spot * density) * at->root_time;
  vec spot_deviation = spot * volatility;
  STORE(out[1] + i, delta);
  STORE(out[2] + i, gamma);
  vec carry = forward ? rate * price : FMA(yield, spot_part, -(rate * strike_part));
  STORE(out[3] + i, FMA(gamma * -0.5 * spot_deviation, spot_deviation, carry));
  STORE(out[4] + i, vega);
  STORE(out[5] + i, forward ? 0.0 - time * price : time * strike_part);
  if (outputs == 6)
    return;

  // Beyond 64 the density is 0; the limit prevents powers of a distance from overflowing.
  vec d1 = AT_LEAST(-64.0, AT_MOST(64.0, -at->minus_d1)), d2 = AT_LEAST(-64.0, AT_MOST(64.0, -at->minus_d2));
  vec product = d1 * d2;
  vec inverse_deviation = spot * at->inverse_deviation; // 1 / v
  vec inverse_volatility = 1.0 / volatility, inverse_time = 1.0 / time, inverse_strike = 1.0 / strike;
  vec slope = FMA(rate - yield, inverse_deviation, -(0.5 * d2 * inverse_time)); // derivative of d1 with respect to time
  vec vega_over_volatility = vega * inverse_volatility;
  STORE(out[6] + i, forward ? (vec)0.0 : -(time * spot_part));                          // epsilon
  STORE(out[7] + i, -(density * d2) * inverse_volatility);                              // vanna
  STORE(out[8] + i, vega_over_volatility * product);                                    // vomma
  STORE(out[9] + i, FMA(yield, delta, -(density * slope)));                             // charm
  STORE(out[10] + i, -(gamma / spot) * FMA(d1, inverse_deviation, 1.0));                // speed
  STORE(out[11] + i, gamma * inverse_volatility * (product - 1.0));                     // zomma
  STORE(out[12] + i, gamma * (FMA(d1, slope, yield) + 0.5 * inverse_time));             // color
  STORE(out[13] + i, vega_over_volatility * inverse_volatility
                               * FMA(product, product - 1.0, -FMA(d1, d1, d2 * d2)));         // ultima
  STORE(out[14] + i, -(strike_part * inverse_strike));                                  // dual delta
  STORE(out[15] + i, (spot * density) * inverse_deviation * inverse_strike * inverse_strike); // dual gamma
}

// A chain: many strikes share spot, time, rate and yield. Terms that depend on these alone are computed once.
typedef struct {
  vec spot, inverse_spot, inverse_square_of_spot;
  vec spot_value; // S e^{-qT}
  vec strike_discount; // e^{-rT}
  vec drift; // (r - q) T
  vec time, root_time, half_inverse_root_time;
  vec rate, yield;
  ints strangeness; // nonzero if a shared input is outside the range
} KERNEL(chain);

INLINE KERNEL(chain) KERNEL(share)(double spot, double time, double rate, double yield) {
  KERNEL(chain) chain;
  chain.spot = spot, chain.time = time, chain.rate = rate, chain.yield = yield;
  vec scaled_time = chain.time * -LOG2_E;
  chain.strike_discount = KERNEL(discount)(chain.rate, scaled_time, FMA(rate, scaled_time, SIXTEENTHS_SHIFT));
  chain.spot_value = chain.spot * KERNEL(discount)(chain.yield, scaled_time, FMA(yield, scaled_time, SIXTEENTHS_SHIFT));
  chain.inverse_spot = 1.0 / chain.spot;
  chain.inverse_square_of_spot = 1.0 / (chain.spot * chain.spot);
  chain.drift = (chain.rate - chain.yield) * chain.time;
  chain.root_time = SQRT(chain.time);
  chain.half_inverse_root_time = 0.5 / chain.root_time;
  chain.strangeness = KERNEL(strangeness)(chain.spot, 1.0, chain.time, chain.rate, chain.yield, 1.0);
  return chain;
}

// The first two passes over a chain.
INLINE void KERNEL(measure_in_chain)(const KERNEL(chain) *chain, vec strike, vec volatility, KERNEL(distances) *at) {
  KERNEL(log_fraction) log = KERNEL(reduce_log)(BITS(chain->spot) + (1L << 51), chain->spot, strike);
  vec deviation = volatility * chain->root_time, half = 0.5 * deviation;
  vec reciprocal = 1.0 / (log.denominator * deviation);
  vec fraction = (log.numerator * deviation) * reciprocal;
  vec inverse_deviation = log.denominator * reciprocal;
  vec x = KERNEL(log_of_fraction)(fraction, FMA(log.binary_orders, LN2 * EXPONENT_UNIT, chain->drift));
  at->inverse_deviation = inverse_deviation;
  at->minus_d1 = FMA(-x, inverse_deviation, -half);
  at->minus_d2 = FMA(-x, inverse_deviation, half);
}

// Fourth pass over a chain.
INLINE void KERNEL(assemble_in_chain)(const KERNEL(chain) *chain, vec strike, vec volatility, ints side,
                                      const KERNEL(distances) *at, const KERNEL(tail_fractions) *fractions,
                                      double *const *out, size_t i) {
  KERNEL(tails) tail = KERNEL(find_tails)(fractions, 1.0);
  vec n1 = (BITS(at->minus_d1) ^ side) < 0 ? chain->spot_value - tail.spot_tail : tail.spot_tail;
  vec strike_rest = FMA(strike, chain->strike_discount, -tail.strike_tail);
  vec n2 = (BITS(at->minus_d2) ^ side) < 0 ? strike_rest : tail.strike_tail;
  vec spot_part = FROM_BITS(BITS(n1) ^ side), strike_part = FROM_BITS(BITS(n2) ^ side);
  vec forward = FMA(strike, -chain->strike_discount, chain->spot_value);
  vec intrinsic = AT_LEAST(0.0, FROM_BITS(BITS(forward) ^ side));
  vec density = tail.density;
  STORE(out[0] + i, AT_LEAST(intrinsic, spot_part - strike_part));
  STORE(out[1] + i, chain->inverse_spot * spot_part);
  STORE(out[2] + i, (density * chain->inverse_square_of_spot) * at->inverse_deviation);
  STORE(out[3] + i, FMA(density * -volatility, chain->half_inverse_root_time,
                        FMA(chain->yield, spot_part, -(chain->rate * strike_part))));
  STORE(out[4] + i, density * chain->root_time);
  STORE(out[5] + i, chain->time * strike_part);
}

// Extends the range check by the options from i on, without the shared inputs of a chain.
INLINE KERNEL(extent) KERNEL(extend_by)(KERNEL(extent) extent, const kernel_options *in, const KERNEL(chain) *chain,
                                        size_t i, const int forward) {
  if (chain)
    return KERNEL(extend)(extent, 1.0, LOAD(in->strike + i), 1.0, 0.0, 0.0, LOAD(in->volatility + i));
  return KERNEL(extend)(extent, LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i),
                        forward ? (vec)0.0 : LOAD(in->yield + i), LOAD(in->volatility + i));
}

// The third pass over a block. If the results are `far`, outside the second-level cache, this pass prefetches their
// lines, because nothing else uses memory here and the fourth pass writes faster than lines arrive.
INLINE void KERNEL(find_all_fractions)(const KERNEL(chain) *chain, size_t vectors, const KERNEL(distances) *at,
                                       KERNEL(tail_fractions) *fractions, double *const *out, const int outputs,
                                       const int far) {
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    if (far)
      for (int column = 0; column < outputs; ++column)
        for (size_t k = 0; k < LANES; k += 8) __builtin_prefetch(out[column] + j * LANES + k);
    vec front = chain ? chain->spot_value : at[j].yield_discount;
    fractions[j] = KERNEL(find_fractions)(front, at[j].minus_d1, at[j].minus_d2);
  }
}

// Runs all passes over `vectors` vectors of options, which share the values of `chain` unless it is NULL. With
// `forward`, spots are forwards, and yields are not read. Lanes outside the range become NaN. Returns whether there are
// any.
INLINE int KERNEL(evaluate_vectors)(const kernel_options *in, const KERNEL(chain) *chain, size_t vectors,
                                    double *const *out, const int outputs, const int forward, int far) {
  KERNEL(distances) at[BLOCK / LANES] __attribute__((aligned(64)));
  KERNEL(tail_fractions) fractions[BLOCK / LANES] __attribute__((aligned(64)));
  KERNEL(extent) extent = {0};
  if (!chain)
    NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
      size_t i = j * LANES;
      if (forward)
        KERNEL(discount_forward)(LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i), &at[j]);
      else
        KERNEL(discount_payments)(LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i), LOAD(in->yield + i),
                                  &at[j]);
      extent = KERNEL(extend_by)(extent, in, chain, i, forward);
    }
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    if (chain)
      KERNEL(measure_in_chain)(chain, LOAD(in->strike + i), LOAD(in->volatility + i), &at[j]);
    else
      KERNEL(measure)(LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->volatility + i), &at[j]);
  }
  if (far)
    KERNEL(find_all_fractions)(chain, vectors, at, fractions, out, outputs, 1);
  else
    KERNEL(find_all_fractions)(chain, vectors, at, fractions, out, outputs, 0);
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    ints side = KERNEL(side)(in->kind + i);
    if (chain)
      KERNEL(assemble_in_chain)(chain, LOAD(in->strike + i), LOAD(in->volatility + i), side, &at[j], &fractions[j],
                                out, i);
    else
      KERNEL(assemble)(LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i),
                       LOAD((forward ? in->rate : in->yield) + i), LOAD(in->volatility + i), side, &at[j],
                       &fractions[j], out, i, outputs, forward);
  }
  // The first passes over a chain have no free registers, so the range check follows here.
  if (chain)
    NO_UNROLL for (size_t j = 0; j < vectors; ++j) extent = KERNEL(extend_by)(extent, in, chain, j * LANES, 0);
  const ints shared = chain ? chain->strangeness : (ints)0;
  if (__builtin_expect(!any((shared | KERNEL(strange_lanes)(extent)) != 0), 1))
    return 0;
  for (size_t j = 0; j < vectors; ++j) {
    extent = KERNEL(extend_by)((KERNEL(extent)){0}, in, chain, j * LANES, forward);
    ints unanswered = (shared | KERNEL(strange_lanes)(extent)) != 0;
    for (int column = 0; column < outputs; ++column) {
      double *result = out[column] + j * LANES;
      STORE(result, unanswered ? (vec)__builtin_nan("") : LOAD(result));
    }
  }
  return 1;
}

#define SHARED KERNEL(chain)
#include "vectors/columns_body.h"
#undef SHARED

static int KERNEL(price)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 1, 0);
}

static int KERNEL(greeks)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 6, 0);
}

static int KERNEL(all_greeks)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 16, 0);
}

static int KERNEL(forward_price)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 1, 1);
}

static int KERNEL(forward_greeks)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 6, 1);
}

static int KERNEL(forward_all_greeks)(size_t count, const kernel_options *in, double *values, size_t row_length) {
  return KERNEL(evaluate)(count, in, NULL, values, row_length, 16, 1);
}

static int KERNEL(chain_greeks)(size_t count, const kernel_options *in, double spot, double time, double rate,
                                double yield, double *values, size_t row_length) {
  KERNEL(chain) chain = KERNEL(share)(spot, time, rate, yield);
  return KERNEL(evaluate)(count, in, &chain, values, row_length, 6, 0);
}
