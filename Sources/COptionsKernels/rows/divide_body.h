// Width-agnostic body, included once per instruction set by each_instruction_set.h; deliberately without an include
// guard.

// n / d. With FMA, `reciprocal`, the correctly rounded 1 / d, and one step of Newton's iteration give the correctly
// rounded quotient for the integers that the header permits; docs/kernels.md contains the proof. The method is due to
// Markstein ("Computation of elementary functions on the IBM RISC System/6000 processor", IBM J. Res. Dev. 34(1),
// 1990). A division occupies the divider for each lane; these three operations are pipelined.
INLINE vec KERNEL(quotient)(vec n, vec d, vec reciprocal) {
#if defined(FUSED)
  vec estimate = n * reciprocal;
  return FMA(FMA(-estimate, d, n), reciprocal, estimate);
#else
  (void)reciprocal;
  return n / d;
#endif
}

static void KERNEL(divide)(double divisor, size_t count, const int64_t *restrict numerator, double *restrict quotient) {
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
    vec n = FROM_BITS(*(const ints *)(numerator + i) + 0x4338000000000000) - 0x1.8p52;
    STORE(quotient + i, KERNEL(quotient)(n, d, reciprocal));
  }
}
