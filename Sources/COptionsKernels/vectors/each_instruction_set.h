// Includes BODY once per instruction set of the architecture, together with the macros and types that BODY uses;
// deliberately without an include guard. The includer defines BODY and the lanes of a vector for each register width:
// LANES_128, LANES_256 and LANES_512.
//
// BODY can use
//   KERNEL(name)        the name of this instruction set's version of a symbol
//   LANES               the lanes of a vector; two registers per vector hide each other's latency
//   vec, ints, bytes    LANES doubles, 64-bit integers, bytes; unaligned in memory
//   FMA(a, b, c)        a * b + c, rounded once if the instruction set has FMA, twice on the x86-64 baseline
//   lookup(table, i)    table[i & 15], lane by lane
//   any(mask)           whether any lane of the mask is set

// The same rounding on every instruction set: FMA is used only where the code calls it.
#pragma STDC FP_CONTRACT OFF
// Functions with vector parameters wider than a register are always inlined, so their calling convention does not
// matter.
#pragma clang diagnostic ignored "-Wpsabi"

#if defined(__x86_64__)
#include <immintrin.h>

#define LANES LANES_128
#define KERNEL(name) baseline_##name
#include "vectors/vector_vocabulary.h"
#include BODY
#include "vectors/vector_vocabulary_end.h"

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LANES LANES_256
#define KERNEL(name) avx2_##name
#define FUSED
#define LOOKUP_AVX2
#include "vectors/vector_vocabulary.h"
#include BODY
#include "vectors/vector_vocabulary_end.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl"))), apply_to = function)
#define LANES LANES_512
#define KERNEL(name) avx512_##name
#define FUSED
#define LOOKUP_AVX512
#include "vectors/vector_vocabulary.h"
#include BODY
#include "vectors/vector_vocabulary_end.h"
#pragma clang attribute pop
#else
#define LANES LANES_128
#define KERNEL(name) baseline_##name
#define FUSED
#include "vectors/vector_vocabulary.h"
#include BODY
#include "vectors/vector_vocabulary_end.h"
#endif

#undef BODY
#undef LANES_128
#undef LANES_256
#undef LANES_512

// Calls the version of a kernel for the instruction set `isa`.
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
