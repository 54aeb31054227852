// Width-agnostic body, included once per instruction set; deliberately without an include guard.
// The includer defines LANES, KERNEL(name) and, if the instruction set has FMA, FUSED.

typedef double KERNEL(vec) __attribute__((ext_vector_type(LANES), aligned(8)));

#if defined(FUSED)
// n / d by multiplication. `reciprocal` is the correctly rounded 1 / d. One step of Newton's iteration gives the
// correctly rounded quotient for the integers that the header permits; docs/kernels.md contains the proof. The method
// is due to Markstein ("Computation of elementary functions on the IBM RISC System/6000 processor", IBM J. Res. Dev.
// 34(1), 1990). A division occupies the divider for each lane; these three operations are pipelined.
static inline KERNEL(vec) KERNEL(quotient)(KERNEL(vec) n, KERNEL(vec) d, KERNEL(vec) reciprocal) {
  KERNEL(vec) estimate = n * reciprocal;
  KERNEL(vec) remainder = __builtin_elementwise_fma(-estimate, d, n);
  return __builtin_elementwise_fma(remainder, reciprocal, estimate);
}
#else
static inline KERNEL(vec) KERNEL(quotient)(KERNEL(vec) n, KERNEL(vec) d, KERNEL(vec) reciprocal) {
  (void)reciprocal;
  return n / d;
}
#endif

static void KERNEL(line)(double knot, double value, double slope, double divisor, size_t count,
                         const double *restrict scaled_price, double *restrict price, double *restrict profit) {
  typedef KERNEL(vec) vec;
  const vec d = divisor;
  const vec reciprocal = 1 / divisor;
  size_t i = 0;
  for (; i + LANES <= count; i += LANES) {
    vec s = *(const vec *)(scaled_price + i);
    *(vec *)(price + i) = KERNEL(quotient)(s, d, reciprocal);
    *(vec *)(profit + i) = KERNEL(quotient)(value + slope * (s - knot), d, reciprocal);
  }
  for (; i < count; ++i) {
    price[i] = scaled_price[i] / divisor;
    profit[i] = (value + slope * (scaled_price[i] - knot)) / divisor;
  }
}

static void KERNEL(divide)(double divisor, size_t count, const int64_t *restrict numerator, double *restrict quotient) {
  typedef KERNEL(vec) vec;
  typedef long ints __attribute__((ext_vector_type(LANES), aligned(8)));
  const vec d = divisor;
  const vec reciprocal = 1 / divisor;
  if (count < LANES) {
    for (size_t i = 0; i < count; ++i) quotient[i] = (double)numerator[i] / divisor;
    return;
  }
  for (size_t start = 0; start < count; start += LANES) {
    // The last vector overlaps the one before it.
    size_t i = start + LANES <= count ? start : count - LANES;
    // Only AVX-512 converts integers of 64 bits; below 2^51 they are the last digits of a double.
    vec n = (vec)(*(const ints *)(numerator + i) + 0x4338000000000000) - 0x1.8p52;
    *(vec *)(quotient + i) = KERNEL(quotient)(n, d, reciprocal);
  }
}

#undef LANES
#undef KERNEL
#undef FUSED
