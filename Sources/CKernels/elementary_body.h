// Logarithm, exponentials and normal distribution, inlined into the kernels. Width-agnostic body, included once per
// instruction set; the coefficients are those of coefficients.h, their errors stand there.

// The sign bit for a put and 0 for a call.
INLINE ints KERNEL(side)(const uint8_t *kind) {
  return __builtin_convertvector(*(const bytes *)kind, ints) << 63;
}

// Fewer options than lanes, 0 < count <= LANES, are filled up with copies of the last one, which for a single option
// are stores of whole vectors; loads behind narrower ones would wait for the cache.
INLINE void KERNEL(fill_up)(double *filled, const double *values, size_t count) {
  STORE(filled, (vec)values[count - 1]);
  for (size_t k = 0; k < count - 1; ++k) filled[k] = values[k];
}

INLINE void KERNEL(fill_up_kinds)(uint8_t *filled, const uint8_t *kinds, size_t count) {
  *(bytes *)filled = kinds[count - 1];
  for (size_t k = 0; k < count - 1; ++k) filled[k] = kinds[k];
}

// What tells whether options are answered. An input of those that are not is not a number, not positive (of rate and
// yield: any sign), or so large or small that an intermediate result might leave the doubles. Spot, strike and
// volatility must lie in [2^-32, 2^32) and time in [2^-59, 2^5): the top bits of the differences of bit patterns are then
// 0. Rate and yield must be below 2 in magnitude: the top bit of their exponents is then 0. The bits of many options are
// collected and masked once.
typedef struct {
  ints magnitudes, rates;
} KERNEL(extent);

INLINE KERNEL(extent) KERNEL(extend)(KERNEL(extent) extent, vec spot, vec strike, vec time, vec rate, vec yield,
                                     vec volatility) {
  const long lowest = 991L << 52, lowest_time = 964L << 52;
  extent.magnitudes |= (BITS(spot) - lowest) | (BITS(strike) - lowest) | (BITS(volatility) - lowest)
                       | (BITS(time) - lowest_time);
  extent.rates |= BITS(rate) | BITS(yield);
  return extent;
}

// Not 0 in the lanes that are not answered.
INLINE ints KERNEL(strange_lanes)(KERNEL(extent) extent) {
  return (extent.magnitudes & (long)0xFC00000000000000) | (extent.rates & 0x4000000000000000);
}

INLINE ints KERNEL(strangeness)(vec spot, vec strike, vec time, vec rate, vec yield, vec volatility) {
  return KERNEL(strange_lanes)(
      KERNEL(extend)((KERNEL(extent)){0}, spot, strike, time, rate, yield, volatility));
}

// ln(S / K) = F (2 + F^2 p(F^2)) + n ln 2, F = (S - K') / (S + K'), K' = K 2^n within a factor 1.5 of S.
// S - K' is exact near the money, and |F| <= 0.2.
typedef struct {
  vec numerator, denominator;
  vec binary_orders; // n in units of EXPONENT_UNIT
} KERNEL(log_fraction);

INLINE KERNEL(log_fraction) KERNEL(reduce_log)(ints spot_bits_and_half, vec spot, vec strike) {
  ints orders = (spot_bits_and_half - BITS(strike)) & (long)0xFFF0000000000000ULL;
  vec aligned_strike = FROM_BITS(BITS(strike) + orders);
  return (KERNEL(log_fraction)){spot - aligned_strike, spot + aligned_strike, KERNEL(exponent)(orders)};
}

// Even and odd powers of F^2 apart: half of the latency for one operation more.
INLINE vec KERNEL(log_of_fraction)(vec fraction, vec rest) {
  vec square = fraction * fraction;
  vec fourth = square * square;
  vec even = FMA(fourth, LOG_POLYNOMIAL[6], LOG_POLYNOMIAL[4]), odd = FMA(fourth, LOG_POLYNOMIAL[5], LOG_POLYNOMIAL[3]);
  even = FMA(fourth, even, LOG_POLYNOMIAL[2]), odd = FMA(fourth, odd, LOG_POLYNOMIAL[1]);
  even = FMA(fourth, even, LOG_POLYNOMIAL[0]), odd = FMA(fourth, odd, 2.0);
  return FMA(fraction, FMA(square, even, odd), rest);
}

// 2^(f/16) - 1 for |f| <= 1/2.
INLINE vec KERNEL(exp2_of_fraction)(vec f) {
  vec p = EXP2_POLYNOMIAL[5];
  UNROLL for (int k = 4; k >= 0; --k) p = FMA(f, p, EXP2_POLYNOMIAL[k]);
  return f * p;
}

// 2^(n/16), where n was rounded to an integer by adding ROUNDING_SHIFT: table entry n mod 16, its exponent raised by
// n div 16.
INLINE vec KERNEL(exp2_of_integer)(vec shifted) {
  return FROM_BITS(lookup(EXP2_TABLE, BITS(shifted)) + (BITS(shifted) << 48));
}

// e^{-rate * time}, where scaled_time = -16 log2(e) time; `shifted` is rate * scaled_time, rounded by ROUNDING_SHIFT.
INLINE vec KERNEL(discount)(vec rate, vec scaled_time, vec shifted) {
  vec f = FMA(rate, scaled_time, ROUNDING_SHIFT - shifted);
  vec power = KERNEL(exp2_of_integer)(shifted);
  return FMA(power, KERNEL(exp2_of_fraction)(f), power);
}

// 2^128 phi(z) for |z| <= 64; the factor keeps densities below the smallest normal double precise. It comes with the
// shift: in y it would cost seven binary digits. An exponent below 0 wraps into the sign and may look like that of NaN;
// it becomes 0.
INLINE vec KERNEL(scaled_density)(vec z) {
  const double shift = ROUNDING_SHIFT + 16 * 128;
  vec y = FMA(z * z, -8 * LOG2_E, LOG2_DENSITY_16);
  vec shifted = y + shift;
  vec f = y - (shifted - shift);
  vec power = KERNEL(exp2_of_integer)(shifted);
  power = power > 0.0 ? power : (vec)0.0;
  return FMA(power, KERNEL(exp2_of_fraction)(f), power);
}

// Numerators and denominators of m(z1) and m(z2), 0 <= z <= 64. All coefficients are positive: nothing cancels.
typedef struct {
  vec numerator1, denominator1, numerator2, denominator2;
} KERNEL(mills_ratios);

INLINE KERNEL(mills_ratios) KERNEL(mills)(vec z1, vec z2) {
  vec p1 = FMA(z1, MILLS_NUMERATOR[9], MILLS_NUMERATOR[8]), p2 = FMA(z2, MILLS_NUMERATOR[9], MILLS_NUMERATOR[8]);
  vec q1 = FMA(z1, z1 + MILLS_DENOMINATOR[9], MILLS_DENOMINATOR[8]);
  vec q2 = FMA(z2, z2 + MILLS_DENOMINATOR[9], MILLS_DENOMINATOR[8]);
  UNROLL for (int k = 7; k >= 0; --k) {
    p1 = FMA(z1, p1, MILLS_NUMERATOR[k]);
    p2 = FMA(z2, p2, MILLS_NUMERATOR[k]);
    q1 = FMA(z1, q1, MILLS_DENOMINATOR[k]);
    q2 = FMA(z2, q2, MILLS_DENOMINATOR[k]);
  }
  return (KERNEL(mills_ratios)){p1, q1, p2, q2};
}
