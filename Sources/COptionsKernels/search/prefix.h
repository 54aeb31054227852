#pragma once
#include "COptionsKernels.h"

// The index of a put count, and of a quantity.
#define PUTS(count) ((count) + KERNEL_SEARCH_PUT_COUNTS / 2)
#define QUANTITY(q) ((q) + KERNEL_SEARCH_QUANTITIES / 2)
// Amounts below this contain a contract that must not be traded.
#define TRADABLE (KERNEL_SEARCH_NEVER / 2)

static inline const int32_t *row(const kernel_search_chain *chain, int index) {
  return chain->rows + (ptrdiff_t)index * chain->row_length;
}

static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t greatest(int32_t a, int32_t b) { return a > b ? a : b; }
