// Includes BODY once per instruction set that the architecture may have, with the vocabulary it is written in.
// No include guard on purpose. The includer defines BODY and the lanes of a vector on each instruction set:
// LANES_128, LANES_256 and LANES_512, which fill one or two registers of that many bits.
//
// For BODY there are then
//   KERNEL(name)        the name of this instruction set's version of a symbol
//   LANES               options worked on at a time; two registers fill the gaps in each other's chains of operations
//   vec, ints, bytes    LANES doubles, 64-bit integers, bytes; unaligned in memory
//   FMA(a, b, c)        a * b + c, rounded once where the instruction set can, twice on the baseline of x86-64
//   lookup(table, i)    table[i & 15], lane by lane
//   any(mask)           whether a lane of the mask is set

#if defined(__x86_64__)
#include <immintrin.h>

#define LANES LANES_128
#define KERNEL(name) baseline_##name
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LANES LANES_256
#define KERNEL(name) avx2_##name
#define FUSED
#define LOOKUP_AVX2
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl"))), apply_to = function)
#define LANES LANES_512
#define KERNEL(name) avx512_##name
#define FUSED
#define LOOKUP_AVX512
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"
#pragma clang attribute pop
#else
#define LANES LANES_128
#define KERNEL(name) baseline_##name
#define FUSED
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"
#endif

#undef BODY
#undef LANES_128
#undef LANES_256
#undef LANES_512

// Runs this instruction set's version of a kernel.
#undef DISPATCH
#if defined(__x86_64__)
#define DISPATCH(name, ...)                                                                                            \
  switch (isa) {                                                                                                       \
  case KERNEL_AVX512: return avx512_##name(__VA_ARGS__);                                                               \
  case KERNEL_AVX2: return avx2_##name(__VA_ARGS__);                                                                   \
  case KERNEL_BASELINE: break;                                                                                         \
  }                                                                                                                    \
  return baseline_##name(__VA_ARGS__)
#else
#define DISPATCH(name, ...) (void)isa; return baseline_##name(__VA_ARGS__)
#endif
