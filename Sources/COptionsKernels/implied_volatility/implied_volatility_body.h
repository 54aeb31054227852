// Black implied volatility. Width-agnostic body, included once per instruction set. docs/kernels.md contains the
// derivation, docs/accuracy.md the errors.
//
// Put–call parity converts every quote to an out-of-the-money value w, a log-moneyness a = |ln(F/K)| >= 0 and the upper
// bound b = min(F, K) of w, with F and K discounted. With total volatility s = sigma sqrt(T), h = a/s, t = s/2:
//
//     w = b phi(z1) D,   D = M(z1) - M(-z2),   z1 = t - h,  z2 = t + h,  M(z) = N(z) / phi(z)
//
// and near the upper bound b - w = b phi(z1) E, E = M(-z1) + M(-z2). An initial guess with an error of 4e-4 and one
// step of fifth order in ln w give s to the last digits.

#include "vectors/elementary_body.h"

// The intermediate values that one pass over a block leaves for the next.
typedef struct {
  vec log_moneyness; // a
  vec value; // w
  vec target; // w; near the upper bound -(b - w), whose sign selects the formula
  vec largest; // b
  vec difference; // F - K for a call, K - F for a put
  vec rounding; // the magnitude whose rounding errors affect the difference
  vec ratio; // |F - K| / w
  vec root_time;
  vec total_volatility; // s
  vec h;
  vec u1, u2; // z1 and -z2 as z / (MILLS_POLE - z)
  vec scaled_target; // |target| / (sqrt(2 pi) phi(z1))
  vec sensitivity; // G = D / s, near the upper bound -E / s: d ln s = G d ln w
  ints coarse; // whether the step was too long to be the last one
} KERNEL(quote);

// The polynomial in x whose coefficients are polynomials in y of the given degrees.
INLINE vec KERNEL(polynomial)(const double *coefficients, const int *degrees, int count, vec x, vec y) {
  vec result = 0.0;
  int end = 0;
  UNROLL for (int i = 0; i < count; ++i) end += degrees[i] + 1;
  UNROLL for (int i = count - 1; i >= 0; --i) {
    int start = end - degrees[i] - 1;
    vec inner = coefficients[end - 1];
    UNROLL for (int j = end - 2; j >= start; --j) inner = FMA(inner, y, coefficients[j]);
    result = i == count - 1 ? inner : FMA(result, x, inner);
    end = start;
  }
  return result;
}

// The target of the last step: w, or near the upper bound -(b - w).
INLINE vec KERNEL(target)(vec value, vec largest) { return value > largest * 0.683 ? value - largest : value; }

// First pass: from the quote to w, a and b.
//
// The accuracy depends on F - K, in which leading digits cancel near the money. S e^{-qT} = S' (1 + r + p) and K
// e^{-rT}, which has the same form, are therefore subtracted part by part: S' - K', then S' r - K' r, then the
// remainder. The logarithm of F/K is computed from the same difference, so that a keeps its relative precision at the
// forward.
INLINE KERNEL(quote) KERNEL(transform)(vec price, vec spot, vec strike, vec time, vec rate, vec yield, ints side) {
  KERNEL(quote) result;
  ints strange = KERNEL(strangeness)(spot, strike, time, rate, yield, 1.0);
  vec spot_exponent = -(yield * time), strike_exponent = -(rate * time);
  KERNEL(exponential) of_spot = KERNEL(reduced_exponential)(spot_exponent, FMA(-yield, time, -spot_exponent));
  KERNEL(exponential) of_strike = KERNEL(reduced_exponential)(strike_exponent, FMA(-rate, time, -strike_exponent));
  spot = FROM_BITS(BITS(spot) + of_spot.power);
  strike = FROM_BITS(BITS(strike) + of_strike.power);
  vec forward_value = FMA(spot, of_spot.r + of_spot.p, spot);
  vec strike_value = FMA(strike, of_strike.r + of_strike.p, strike);

  // The strike times the power of two that brings it within a factor of sqrt(2) of the forward; see reduce_log.
  ints orders = (BITS(forward_value) + (1L << 51) - BITS(strike_value)) & (long)0xFFF0000000000000;
  vec aligned = FROM_BITS(BITS(strike) + orders);
  vec strike_middle = aligned * of_strike.r;
  vec middle = FMA(spot, of_spot.r, -strike_middle);
  vec spot_rest = spot * of_spot.p, strike_rest = FMA(aligned, of_strike.p, FMA(aligned, of_strike.r, -strike_middle));
  vec numerator = (spot - aligned) + (middle + (spot_rest - strike_rest));
  vec denominator = forward_value + FROM_BITS(BITS(strike_value) + orders);
  vec difference = orders == 0 ? numerator : forward_value - strike_value;
  result.rounding = ABS(middle) + (spot_rest + strike_rest); // the remainders are positive
#if !defined(FUSED)
  // Without FMA the products are rounded.
  result.rounding += 3.0 * (forward_value * ABS(spot_exponent) + strike_value * ABS(strike_exponent));
#endif
  result.difference = FROM_BITS(BITS(difference) ^ side);
  vec intrinsic = AT_LEAST(0.0, result.difference);
  vec value = price - intrinsic;
  vec largest = forward_value < strike_value ? forward_value : strike_value;

  // The logarithm and |F - K| / w share one division.
  vec reciprocal = 1.0 / (denominator * value);
  vec inverse_denominator = value * reciprocal;
  vec fraction = numerator * inverse_denominator;
#if defined(FUSED)
  fraction = FMA(FMA(-fraction, denominator, numerator), inverse_denominator, fraction);
#else
  fraction = numerator / denominator;
#endif
  vec square = fraction * fraction, fourth = square * square;
  vec p = FMA(square, ATANH_POLYNOMIAL[7], ATANH_POLYNOMIAL[6]);
  UNROLL for (int k = 4; k >= 0; k -= 2)
    p = FMA(p, fourth, FMA(square, ATANH_POLYNOMIAL[k + 1], ATANH_POLYNOMIAL[k]));
  vec binary_orders = KERNEL(exponent)(orders);
  vec tail = FMA(fraction * square, p, binary_orders * (LN2_LOW * EXPONENT_UNIT));
  result.log_moneyness = ABS(FMA(binary_orders, LN2_HIGH * EXPONENT_UNIT, (fraction + fraction) + tail));

  // A quote has no target if it is outside the no-arbitrage bounds or within rounding of them, if an input is outside
  // the range, or if rounding may have changed its value or moneyness. Either error is compared with |F - K| + 2 w,
  // which is about b a + b s.
  vec least = FMA(intrinsic, 0x1p-51, FMA(largest, 0x1p-1000, 0x1p-1000));
  ints has_target = (value > least) & (largest - value > least) & (strange == 0)
                    & (result.rounding <= FMA(value, 2 * ROUNDING_LIMIT, ABS(difference) * ROUNDING_LIMIT));
  result.target = has_target ? KERNEL(target)(value, largest) : (vec)__builtin_nan("");
  result.value = value;
  result.largest = largest;
  result.ratio = ABS(difference) * (denominator * reciprocal);
  result.root_time = SQRT(time); // the divider is idle here
  return result;
}

// Far from the money and near the upper bound: z1 from lambda = -ln(|target| / b) and a.
INLINE vec KERNEL(guess_outside)(const KERNEL(quote) *q) {
  vec lambda = -KERNEL(coarse_log)(ABS(q->target) / q->largest);
  lambda = AT_MOST(745.0, AT_LEAST(1e-3, lambda)) + 1.0;
  vec r = 1.0 / SQRT(lambda), alpha = 1.0 / SQRT(q->log_moneyness + 1.0);
  ints upper = q->target < 0.0;
  vec z = upper ? KERNEL(polynomial)(GUESS_UPPER, GUESS_UPPER_DEGREES, 7, r, alpha)
                : KERNEL(polynomial)(GUESS_OUTER, GUESS_OUTER_DEGREES, 11, r, alpha);
  z *= r * lambda;
  vec twice = q->log_moneyness + q->log_moneyness;
  vec root = SQRT(FMA(z, z, twice));
  return z > 0.0 ? z + root : twice / (root - z);
}

// Second pass: the initial guess. l = ln(in-the-money value / w) and rho = a / l determine s / rho, a smooth function
// that depends only weakly on rho. Seven digits suffice, and divisions of floats take a third of the time.
INLINE vec KERNEL(guess)(const KERNEL(quote) *q) {
  vec l = KERNEL(coarse_log)(q->ratio + 1.0);
  floats quotient = __builtin_convertvector(q->log_moneyness, floats) / __builtin_convertvector(l, floats);
  vec rho = __builtin_convertvector(quotient, vec);
  // At the money rho tends to w / b; very close to it, a underflows as a float.
  ints near = q->ratio < 1e-6, tiny = q->log_moneyness < 1e-30;
  if (__builtin_expect(any(near | tiny), 0)) {
    rho = tiny ? q->log_moneyness / l : rho;
    rho = near ? q->target / q->largest : rho;
  }
  vec u = FMA(l, GUESS_CORE_SCALE, 1.0);
  floats root = __builtin_convertvector(u, floats);
  vec r = __builtin_convertvector((floats)1.0f / SQRT(root), vec);
  vec s = rho * KERNEL(polynomial)(GUESS_CORE, GUESS_CORE_DEGREES, 8, r, rho * rho) * (r * u);
  ints outside = (q->target < 0.0) | (q->log_moneyness > 2.0);
  if (__builtin_expect(any(outside), 0)) s = outside ? KERNEL(guess_outside)(q) : s;
  return s;
}

// Third pass: z1, z2 and the target in units of the model.
INLINE void KERNEL(place)(KERNEL(quote) *q) {
  vec s = q->total_volatility;
  vec h = q->log_moneyness / s, t = s * 0.5;
  vec z1 = t - h, z2 = t + h;
  // |target| e^{z1^2 / 2} = 2^n |target| (1 + r + p). The power of two multiplies the target, so that it cannot
  // overflow.
  vec square = z1 * z1;
  KERNEL(exponential) growth = KERNEL(reduced_exponential)(square * 0.5, FMA(z1, z1, -square) * 0.5);
  vec scaled = FROM_BITS(BITS(ABS(q->target)) + growth.power);
  q->scaled_target = FMA(scaled, growth.r + growth.p, scaled);
  z1 = q->target < 0.0 ? -ABS(z1) : z1;
  z1 = AT_MOST(1.01, z1);
  vec k1 = MILLS_POLE - z1, k2 = MILLS_POLE + z2;
  vec reciprocal = 1.0 / (k1 * k2);
  q->h = h;
  q->u1 = z1 * (reciprocal * k2);
  q->u2 = -z2 * (reciprocal * k1);
  q->sensitivity = reciprocal;
}

// Fourth pass: the divided difference of M between the two arguments, without subtraction. With u = z / (c - z), M(z)
// is a polynomial P(u), and exactly u1 - u2 = c (z1 + z2) / ((c - z1)(c + z2)). A nested Horner scheme computes the
// divided difference of P. G = D / s therefore keeps all digits for arbitrarily small s.
INLINE void KERNEL(divide_difference)(KERNEL(quote) *q) {
  vec b = MILLS_DIVIDED[23], d = b;
  UNROLL for (int k = 22; k >= 1; --k) {
    b = FMA(b, q->u1, MILLS_DIVIDED[k]);
    d = FMA(d, q->u2, b);
  }
  q->sensitivity *= d;
}

// Fifth pass: the Taylor series of the inverse function to fifth order in delta = ln(target / model). The derivative of
// s with respect to ln w is s G. With respect to t, G' = 1 - (1 + W) G, W' = -2V, V' = -2W, where W = h^2 - t^2 and V =
// h^2 + t^2. Returns the volatility, or NaN if the price does not determine it.
INLINE vec KERNEL(step)(KERNEL(quote) *q, vec price) {
  vec s = q->total_volatility, h = q->h, t = s * 0.5;
  vec g = q->sensitivity, d = g * s;
  ints upper = q->target < 0.0;
  if (__builtin_expect(any(upper), 0)) {
    vec m1 = MILLS_PLAIN[20], m2 = m1;
    UNROLL for (int k = 19; k >= 0; --k) {
      m1 = FMA(m1, q->u1, MILLS_PLAIN[k]);
      m2 = FMA(m2, q->u2, MILLS_PLAIN[k]);
    }
    vec e = m1 + m2;
    d = upper ? e : d;
    g = upper ? -e / s : g;
  }
  g *= SQRT_2_PI;
  vec model = d * q->largest;
  vec z = (q->scaled_target - model) / (q->scaled_target + model);
  vec z2 = z * z;
  vec delta = FMA(z * z2, FMA(z2, FMA(z2, 2.0 / 7, 2.0 / 5), 2.0 / 3), z + z); // 2 artanh z
  vec v = FMA(h, h, t * t), w = (h - t) * (h + t);
  vec x = w * g, y = v * g, rest = 1.0 - x;
  vec third = FMA(g, FMA(y, 2.0, x), rest * FMA(x, -2.0, 1.0));
  vec xy = x + y;
  vec inner = FMA(g * -6.0, xy, FMA(x, (xy + y) * -7.0, (xy + y) * 6.0));
  vec fourth = FMA(g, inner, rest * FMA(x, FMA(x, 6.0, -6.0), 1.0));
  vec series = FMA(delta, FMA(delta, FMA(delta, fourth * (1.0 / 24), third * (1.0 / 6)), rest * 0.5), 1.0);
  vec move = g * delta * series;
  s = FMA(s, move, s);
  q->total_volatility = s;
  // The condition number is price |G| / |target|.
  ints determined = ABS(g) * price <= ABS(q->target) * CONDITION_LIMIT;
  // The guesses have an error of 4e-4, for which one step suffices. For a > 24 they are less accurate, so the step must
  // be shorter.
  vec enough = q->log_moneyness > 24.0 ? (vec)1e-6 : (vec)1e-3;
  q->coarse = determined & (ABS(move) > enough);
  return determined ? s / q->root_time : (vec)__builtin_nan("");
}

// The status of quotes without a volatility. Each bound is compared within the possible rounding errors. If the
// condition number exceeds CONDITION_LIMIT, the value is below about 2^-52 of the price, because G > 1/80 in that case.
INLINE ints KERNEL(classify)(const kernel_options *in, const KERNEL(quote) *q, vec price, size_t i) {
  ints strange = KERNEL(strangeness)(LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i),
                                     LOAD(in->yield + i), 1.0);
  ints known = (strange == 0) & (price >= 0.0) & (price < __builtin_inf());
  const vec half_ulp = 0x1p-53;
  vec greater = q->largest + ABS(q->difference), least = price * (0.85 * 0x1p-52);
  vec error = (ABS(q->difference) + 2.0 * q->rounding) * half_ulp;
  ints in_the_money = q->difference > 0.0;
  vec excess = in_the_money ? q->value + error : q->value;
  vec room = q->largest - q->value + (in_the_money ? error : (vec)0.0) + q->largest * half_ulp;
  ints undetermined = (excess <= (in_the_money ? least : (vec)0.0)) | (room <= least)
                      | (ABS(q->sensitivity) * price > ABS(q->target) * CONDITION_LIMIT);
  vec maximum = in_the_money ? greater : q->largest;
  ints below = in_the_money & (excess < greater * -0x1p-52), above = room < maximum * -0x1p-52;
  ints status = undetermined ? (ints)KERNEL_NOT_DETERMINABLE : (ints)KERNEL_UNANSWERED;
  status = below ? (ints)KERNEL_BELOW_INTRINSIC : above ? (ints)KERNEL_ABOVE_MAXIMUM : status;
  return known ? status : (ints)KERNEL_UNANSWERED;
}

#include "quotes_body.h"

// Runs further steps for the lanes in which one step was not enough. The other lanes keep their values, so that results
// do not depend on neighbouring lanes.
INLINE void KERNEL(refine)(KERNEL(quote) *q, const double *price, double *volatility) {
  ints coarse = q->coarse;
  for (int steps = 1; steps < MOST_STEPS && any(coarse); ++steps) {
    KERNEL(place)(q);
    KERNEL(divide_difference)(q);
    vec result = KERNEL(step)(q, LOAD(price));
    STORE(volatility, coarse ? result : LOAD(volatility));
    coarse &= q->coarse;
  }
  if (any(coarse)) STORE(volatility, coarse ? (vec)__builtin_nan("") : LOAD(volatility));
}

// Runs the second and all later passes. If the caller transformed the quotes, `in` is NULL and no statuses are written.
INLINE int KERNEL(solve)(KERNEL(quote) *quote, const kernel_options *in, const double *price, size_t vectors,
                         double *volatility, uint8_t *status) {
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) quote[j].total_volatility = KERNEL(guess)(&quote[j]);
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) KERNEL(place)(&quote[j]);
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) KERNEL(divide_difference)(&quote[j]);
  ints unsolved = 0, coarse = 0;
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    vec result = KERNEL(step)(&quote[j], LOAD(price + j * LANES));
    unsolved |= result != result;
    coarse |= quote[j].coarse;
    STORE(volatility + j * LANES, result);
  }
  if (__builtin_expect(any(coarse), 0)) {
    for (size_t j = 0; j < vectors; ++j) KERNEL(refine)(&quote[j], price + j * LANES, volatility + j * LANES);
    unsolved |= coarse; // further steps may have found no volatility
  }
  if (!in) return 0;
  return KERNEL(settle)(in, quote, price, vectors, unsolved, volatility, status);
}

INLINE int KERNEL(invert_vectors)(const kernel_options *in, const double *price, size_t vectors, double *volatility,
                                  uint8_t *status) {
  KERNEL(quote) quote[BLOCK / LANES] __attribute__((aligned(64)));
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    quote[j] = KERNEL(transform)(LOAD(price + i), LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i),
                                 LOAD(in->rate + i), LOAD(in->yield + i), KERNEL(side)(in->kind + i));
  }
  return KERNEL(solve)(quote, in, price, vectors, volatility, status);
}

// Solves one quote that the caller has transformed. Not every instruction set's version is used.
static __attribute__((unused)) double KERNEL(total_volatility)(double price, double value, double largest,
                                                               double log_moneyness, double ratio) {
  KERNEL(quote) quote;
  double prices[LANES], results[LANES];
  STORE(prices, (vec)price);
  quote.log_moneyness = log_moneyness, quote.target = KERNEL(target)(value, largest);
  quote.largest = largest, quote.ratio = ratio;
  quote.rounding = 0.0, quote.difference = 0.0, quote.root_time = 1.0;
  KERNEL(solve)(&quote, NULL, prices, 1, results, NULL);
  return results[0];
}

static int KERNEL(implied_volatility)(size_t count, const kernel_options *in, const double *price,
                                      double *volatility, uint8_t *status) {
  return KERNEL(invert)(count, in, price, volatility, status, 0);
}
