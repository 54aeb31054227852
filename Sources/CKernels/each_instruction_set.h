// Includes BODY once per instruction set that the architecture may have, with the vocabulary it is written in.
// No include guard on purpose. The includer defines BODY.
//
// For BODY there are then
//   KERNEL(name)        the name of this instruction set's version of a symbol
//   LANES               options worked on at a time: two registers, whose chains of operations fill each other's gaps
//   vec, ints, bytes    LANES doubles, 64-bit integers, bytes; unaligned in memory
//   FMA(a, b, c)        a * b + c, rounded once where the instruction set can, twice on the baseline of x86-64
//   lookup(table, i)    table[i & 15], lane by lane
//   any(mask)           whether a lane of the mask is set

#if defined(__x86_64__)
#define LANES 4
#define KERNEL(name) baseline_##name
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LANES 8
#define KERNEL(name) avx2_##name
#define FUSED
#define LOOKUP_AVX2
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl"))), apply_to = function)
#define LANES 16
#define KERNEL(name) avx512_##name
#define FUSED
#define LOOKUP_AVX512
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"
#pragma clang attribute pop
#else
#define LANES 4
#define KERNEL(name) baseline_##name
#define FUSED
#include "vector_vocabulary.h"
#include BODY
#include "vector_vocabulary_end.h"
#endif

#undef BODY
