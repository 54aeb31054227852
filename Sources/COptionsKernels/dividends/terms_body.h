// The options of a group, and elementary functions. Width-agnostic body, included once per instruction set.

// The options of a group: one in each lane, of the same kind and style, with the same number of dividends. Money is in
// units of the strike.
typedef struct {
  vec strike, price; // in the currency
  vec spot, log_spot, time, rate, yield, volatility;
  vec log_low, log_high; // the logarithms of the lowest and the highest spot, which a grid covers
  vec variance, drift; // of ln S, per year
  vec unit;            // 1 / strike
  double sign;         // 1 for puts, -1 for calls
  int put, american;
  int held;       // whether no option is exercised before its expiration, or before an ex-date for calls
  int count;      // ex-dates before the expiration
  int on_expiry;  // whether dividend `count` is on the expiration
} KERNEL(terms);

INLINE vec KERNEL(log)(vec x) {
  KERNEL(log_fraction) log = KERNEL(reduce_log)(BITS(x) + (1L << 51), x, (vec)1.0);
  return KERNEL(log_of_fraction)(log.numerator / log.denominator, log.binary_orders * (LN2 * EXPONENT_UNIT));
}

INLINE vec KERNEL(exp)(vec x) {
  x = AT_LEAST(-690.0, AT_MOST(690.0, x));
  KERNEL(exponential) e = KERNEL(reduced_exponential)(x, (vec)0.0);
  return FROM_BITS(BITS(1.0 + (e.r + e.p)) + e.power);
}

// The baseline of x86-64 has no instruction. |x| < 2^51.
INLINE vec KERNEL(floor)(vec x) {
#if defined(FUSED)
  return __builtin_elementwise_floor(x);
#else
  vec n = (x + ROUNDING_SHIFT) - ROUNDING_SHIFT;
  return n > x ? n - 1.0 : n;
#endif
}
INLINE vec KERNEL(ceil)(vec x) { return -KERNEL(floor)(-x); }
INLINE vec KERNEL(limit)(vec x, vec least, vec most) { return AT_LEAST(least, AT_MOST(most, x)); }

// The time of ex-date k, counted from 0 before the first to the expiration.
INLINE vec KERNEL(end_of_interval)(const KERNEL(terms) *o, const dividend_schedule *d, int k) {
  return k < o->count ? (vec)d->time[k] : o->time;
}
INLINE vec KERNEL(start_of_interval)(const dividend_schedule *d, int k) {
  return k > 0 ? (vec)d->time[k - 1] : (vec)0.0;
}
