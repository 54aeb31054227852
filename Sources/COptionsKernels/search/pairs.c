#include <stddef.h>
#include "COptionsKernels.h"

#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "search/pairs_body.h"
#include "vectors/each_instruction_set.h"

int kernel_search_pairs(kernel_isa isa, const kernel_search_packs *far, const float *near,
                        const kernel_search_pair_conditions *conditions, int *position, int end, int32_t *found,
                        int capacity) {
  DISPATCH(search_pairs, far, near, conditions, position, end, found, capacity);
}
