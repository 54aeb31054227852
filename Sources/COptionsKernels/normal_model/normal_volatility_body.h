// Bachelier implied volatility of options on a forward. Width-agnostic body, included once per instruction set.
// docs/kernels.md contains the derivation, docs/accuracy.md the errors.
//
// Put–call parity converts every quote to the discounted value w of the option out of the money. With the distance
// m = D |F - K|, the standard deviation s = D sigma sqrt(T) and z = m / s,
//
//     w = s phi(z) L(z),   L(z) = 1 - z N(-z) / phi(z)
//
// An initial guess with a relative error of 3e-5 and one step of fourth order in ln w give s to the last digits. L is
// also the condition number, d ln s = L d ln w, and is at most 1.

#include "vectors/elementary_body.h"

// The intermediate values that one pass over a block leaves for the next.
typedef struct {
  vec distance; // m
  vec value; // w; NaN if the quote is not answered here
  vec ratio; // m / w
  vec unit; // D sqrt(T)
  vec deviation; // s
  vec z;
  vec scaled_value; // w / (sqrt(2 pi) phi(z))
  vec loss, denominator; // L
} KERNEL(quote);

// D, with its rounding error alone.
INLINE vec KERNEL(exact_discount)(vec exponent, vec time, vec rate) {
  KERNEL(exponential) e = KERNEL(reduced_exponential)(exponent, FMA(-rate, time, -exponent));
  return FROM_BITS(BITS(1.0 + (e.r + e.p)) + e.power);
}

// Nonzero in the lanes outside the range, from quote i on.
INLINE ints KERNEL(strange_quotes)(const kernel_options *in, size_t i) {
  return KERNEL(normal_strangeness)(LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i), LOAD(in->rate + i),
                                    1.0);
}

// First pass: from the quote to w and m. The difference F - K is rounded once, which does not affect s by more than one
// rounding error out of the money, because d ln s = (1 - L) d ln m.
INLINE KERNEL(quote) KERNEL(transform_normal)(vec price, vec forward, vec strike, vec time, vec rate, ints strange,
                                              ints side) {
  KERNEL(quote) result;
  vec exponent = -(rate * time);
  vec discount = KERNEL(exact_discount)(exponent, time, rate);
  vec difference = forward - strike, positive = ABS(difference);
  vec intrinsic = AT_LEAST(0.0, FROM_BITS(BITS(difference) ^ side));
  vec value = FMA(-intrinsic, discount, price);
  result.distance = positive * discount;
  // The lower bounds keep the distance z below 37 and every product in the range of doubles. A value that is a small
  // remainder of the price needs more digits.
  vec least = FMA(result.distance, 0x1p-960, 0x1p-900);
  ints determined = (value > least) & (value > price * 0x1p-44) & (value < 0x1p500) & (strange == 0);
#if !defined(FUSED)
  // Without FMA the rounding error of the exponent remains.
  determined &= ABS(exponent) <= 1.0;
#endif
  result.value = determined ? value : (vec)__builtin_nan("");
  result.ratio = result.distance / result.value;
  result.unit = discount * SQRT(time);
  return result;
}

// Second pass: the initial guess. With l = ln(1 + m / w), s l / m is a function of l alone. Seven digits suffice, and
// divisions of floats take a third of the time.
INLINE vec KERNEL(guess_deviation)(const KERNEL(quote) *q) {
  vec l = KERNEL(coarse_log)(q->ratio + 1.0);
  vec inverse = __builtin_convertvector((floats)1.0f / __builtin_convertvector(l, floats), vec);
  vec scale = q->ratio < 1e-6 ? q->value : q->distance * inverse;
  vec u = FMA(l, GUESS_CORE_SCALE, 1.0);
  floats root = __builtin_convertvector(u, floats);
  vec r = __builtin_convertvector((floats)1.0f / SQRT(root), vec);
  vec p = NORMAL_GUESS[9];
  UNROLL for (int k = 8; k >= 0; --k) p = FMA(p, r, NORMAL_GUESS[k]);
  return scale * p * (r * u);
}

// Third pass: z, L, and the value in units of the density.
INLINE void KERNEL(place_normal)(KERNEL(quote) *q) {
  vec z = q->distance / q->deviation;
  // w e^{z^2 / 2} = 2^n w (1 + r + p). The power of two multiplies the value, so that it cannot overflow.
  vec square = z * z;
  KERNEL(exponential) growth = KERNEL(reduced_exponential)(square * 0.5, FMA(z, z, -square) * 0.5);
  vec scaled = FROM_BITS(BITS(q->value) + growth.power);
  KERNEL(normal_ratios) ratios = KERNEL(normal_loss)(z, 1.0);
  q->z = z;
  q->scaled_value = FMA(scaled, growth.r + growth.p, scaled);
  q->loss = ratios.loss;
  q->denominator = ratios.denominator;
}

// Fourth pass: the Taylor series of the inverse function in delta = ln(w / model). The derivative of s with respect to
// ln w is s L, and that of L with respect to ln s is 1 - (1 + z^2) L. Returns the volatility, or NaN.
INLINE vec KERNEL(step_normal)(const KERNEL(quote) *q) {
  vec s = q->deviation;
  vec market = q->scaled_value * q->denominator, model = (s * INVERSE_SQRT_2_PI) * q->loss;
  vec sum = market + model;
  vec reciprocal = 1.0 / (sum * q->denominator);
  vec g = q->loss * (sum * reciprocal);
  vec y = (market - model) * (q->denominator * reciprocal);
  vec y2 = y * y;
  vec odd = FMA(y2, FMA(y2, FMA(y2, 2.0 / 9, 2.0 / 7), 2.0 / 5), 2.0 / 3);
  vec delta = FMA(y * y2, odd, y + y); // 2 artanh y
  vec x = q->z * q->z * g, rest = 1.0 - x;
  vec third = FMA(g * 3.0, x, rest * FMA(x, -2.0, 1.0));
  vec move = g * delta * FMA(delta, FMA(delta, third * (1.0 / 6), rest * 0.5), 1.0);
  // If the value is NaN, the scaled value may still be a number.
  return q->value > 0.0 ? FMA(s, move, s) / q->unit : (vec)__builtin_nan("");
}

// The statuses of quotes without a volatility: a price clearly below the intrinsic value, and a price of 0 out of the
// money. All others need more digits.
INLINE ints KERNEL(classify)(const kernel_options *in, const KERNEL(quote) *q, vec price, size_t i) {
  (void)q;
  vec forward = LOAD(in->spot + i), strike = LOAD(in->strike + i), time = LOAD(in->time + i), rate = LOAD(in->rate + i);
  vec discount = KERNEL(exact_discount)(-(rate * time), time, rate);
  vec intrinsic = FROM_BITS(BITS(forward - strike) ^ KERNEL(side)(in->kind + i));
  ints known = (KERNEL(strange_quotes)(in, i) == 0) & (price >= 0.0) & (price < __builtin_inf());
  ints below = (intrinsic > 0.0)
               & (FMA(-intrinsic, discount, price) < (ABS(forward) + ABS(strike)) * discount * -0x1p-45);
  ints worthless = (intrinsic <= 0.0) & (price == 0.0);
  return known & below       ? (ints)KERNEL_BELOW_INTRINSIC
         : known & worthless ? (ints)KERNEL_NOT_DETERMINABLE
                             : (ints)KERNEL_UNANSWERED;
}

#include "quotes_body.h"

// Runs all passes. Returns whether any quote is unanswered.
INLINE int KERNEL(invert_vectors)(const kernel_options *in, const double *price, size_t vectors, double *volatility,
                                  uint8_t *status) {
  KERNEL(quote) quote[BLOCK / LANES] __attribute__((aligned(64)));
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    quote[j] = KERNEL(transform_normal)(LOAD(price + i), LOAD(in->spot + i), LOAD(in->strike + i), LOAD(in->time + i),
                                        LOAD(in->rate + i), KERNEL(strange_quotes)(in, i), KERNEL(side)(in->kind + i));
  }
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) quote[j].deviation = KERNEL(guess_deviation)(&quote[j]);
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) KERNEL(place_normal)(&quote[j]);
  ints unsolved = 0;
  NO_UNROLL for (size_t j = 0; j < vectors; ++j) {
    vec result = KERNEL(step_normal)(&quote[j]);
    unsolved |= result != result;
    STORE(volatility + j * LANES, result);
  }
  return KERNEL(settle)(in, quote, price, vectors, unsolved, volatility, status);
}

static int KERNEL(normal_volatility)(size_t count, const kernel_options *in, const double *price, double *volatility,
                                     uint8_t *status) {
  return KERNEL(invert)(count, in, price, volatility, status, 1);
}
