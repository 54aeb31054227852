// Elementary functions for integrands that need ten digits. Width-agnostic body, included once per instruction set.

// 2^y. Below 2^-150 the result stays there, so that no product with it is subnormal, which would cost 150 cycles.
INLINE vec KERNEL(short_exp2)(vec y) {
  y = AT_LEAST(-150.0, y);
  vec shifted = y + ROUNDING_SHIFT, n = shifted - ROUNDING_SHIFT, f = y - n;
  vec p = SHORT_EXP2[7];
  UNROLL for (int k = 6; k >= 0; --k) p = FMA(f, p, SHORT_EXP2[k]);
  p = FMA(f, p, 1.0);
  return FROM_BITS(BITS(p) + (BITS(shifted) << 52));
}

// N(-z) / phi(z) for z >= 0, as a fraction.
typedef struct {
  vec numerator, denominator;
} KERNEL(fraction);

INLINE KERNEL(fraction) KERNEL(short_mills)(vec z) {
  vec p = SHORT_MILLS_NUMERATOR[6], q = z + SHORT_MILLS_DENOMINATOR[6];
  UNROLL for (int k = 5; k >= 0; --k) {
    p = FMA(z, p, SHORT_MILLS_NUMERATOR[k]);
    q = FMA(z, q, SHORT_MILLS_DENOMINATOR[k]);
  }
  return (KERNEL(fraction)){p, q};
}

// ln(x / y) for positive x and y.
INLINE vec KERNEL(log_of_ratio)(vec x, vec y) {
  KERNEL(log_fraction) log = KERNEL(reduce_log)(BITS(x) + (1L << 51), x, y);
  return KERNEL(log_of_fraction)(log.numerator / log.denominator, log.binary_orders * (LN2 * EXPONENT_UNIT));
}

// weight * N(d), where `tail` is weight * N(-|d|).
INLINE vec KERNEL(cumulative)(vec d, vec weight, vec tail) { return d > 0.0 ? weight - tail : tail; }
