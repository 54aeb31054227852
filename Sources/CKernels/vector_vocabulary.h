// The vocabulary of each_instruction_set.h. No include guard on purpose.

typedef double KERNEL(vec) __attribute__((ext_vector_type(LANES), aligned(8)));
typedef long KERNEL(ints) __attribute__((ext_vector_type(LANES), aligned(8)));
typedef uint8_t KERNEL(bytes) __attribute__((ext_vector_type(LANES), aligned(1)));
typedef float KERNEL(floats) __attribute__((ext_vector_type(LANES), aligned(4)));
#define vec KERNEL(vec)
#define ints KERNEL(ints)
#define bytes KERNEL(bytes)
#define floats KERNEL(floats)

#define INLINE static inline __attribute__((always_inline))
#define NO_UNROLL _Pragma("clang loop unroll(disable)")
#define UNROLL _Pragma("clang loop unroll(full)")

#if defined(FUSED)
#define FMA(a, b, c) __builtin_elementwise_fma((vec)(a), (vec)(b), (vec)(c))
#else
#define FMA(a, b, c) ((vec)(a) * (vec)(b) + (vec)(c))
#endif

#define LOAD(pointer) (*(const vec *)(pointer))
#define STORE(pointer, value) (*(vec *)(pointer) = (value))
#define SQRT(x) __builtin_elementwise_sqrt(x)
#define ABS(x) __builtin_elementwise_abs(x)
// One instruction each; where x is not a number, so is the result.
#define AT_MOST(bound, x) ((vec)((vec)(bound) < (x) ? (vec)(bound) : (x)))
#define AT_LEAST(bound, x) ((vec)((vec)(bound) > (x) ? (vec)(bound) : (x)))
// Bit patterns of lanes.
#define BITS(x) ((ints)(x))
#define FROM_BITS(i) ((vec)(i))

INLINE ints KERNEL(lookup)(const long *table, ints index) {
#if defined(LOOKUP_AVX512) && LANES == 16
  // Vector extensions have no permutation by a variable.
  typedef long half __attribute__((ext_vector_type(8), aligned(8)));
  __m512i low = (__m512i)__builtin_shufflevector(index, index, 0, 1, 2, 3, 4, 5, 6, 7);
  __m512i high = (__m512i)__builtin_shufflevector(index, index, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i first = _mm512_load_si512(table), second = _mm512_load_si512(table + 8);
  half a = (half)_mm512_permutex2var_epi64(first, low, second);
  half b = (half)_mm512_permutex2var_epi64(first, high, second);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif defined(LOOKUP_AVX2) && LANES == 8
  typedef long half __attribute__((ext_vector_type(4), aligned(8)));
  index &= 15;
  __m256i low = (__m256i)__builtin_shufflevector(index, index, 0, 1, 2, 3);
  __m256i high = (__m256i)__builtin_shufflevector(index, index, 4, 5, 6, 7);
  half a = (half)_mm256_i64gather_epi64((const long long *)table, low, 8);
  half b = (half)_mm256_i64gather_epi64((const long long *)table, high, 8);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  ints result;
  UNROLL for (int lane = 0; lane < LANES; ++lane) result[lane] = table[index[lane] & 15];
  return result;
#endif
}
#define lookup(table, index) KERNEL(lookup)(table, index)

// |x|, and 64 beyond it.
INLINE vec KERNEL(abs_at_most_64)(vec x) {
#if defined(LOOKUP_AVX512) && LANES == 16
  // One instruction for which vector extensions have no name.
  typedef double half __attribute__((ext_vector_type(8), aligned(8)));
  __m512d low = (__m512d)__builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7);
  __m512d high = (__m512d)__builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15);
  half a = (half)_mm512_range_pd(low, _mm512_set1_pd(64.0), 10);
  half b = (half)_mm512_range_pd(high, _mm512_set1_pd(64.0), 10);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  return AT_MOST(64.0, ABS(x));
#endif
}
#define ABS_AT_MOST_64(x) KERNEL(abs_at_most_64)(x)

INLINE int KERNEL(any)(ints mask) {
  typedef _Bool flags __attribute__((ext_vector_type(LANES)));
  return __builtin_reduce_or(__builtin_convertvector(mask, flags));
}
#define any(mask) KERNEL(any)(mask)

// n for the bit pattern n * 2^52, |n| < 1024, as a double in units of EXPONENT_UNIT. Only AVX-512 converts integers of
// 64 bits; elsewhere they become the last digits of a double.
#if defined(LOOKUP_AVX512)
#define EXPONENT_UNIT 0x1p-52
INLINE vec KERNEL(exponent)(ints bits) { return __builtin_convertvector(bits, vec); }
#else
#define EXPONENT_UNIT 1.0
INLINE vec KERNEL(exponent)(ints bits) {
  typedef unsigned long naturals __attribute__((ext_vector_type(LANES), aligned(8)));
  ints shifted = (ints)((naturals)(bits + (1024L << 52)) >> 52);
  return FROM_BITS(shifted | 0x4330000000000000) - (0x1p52 + 1024.0);
}
#endif
