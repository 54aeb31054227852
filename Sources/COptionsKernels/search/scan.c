#include <math.h>
#include <stddef.h>
#include "search/prefix.h"

#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "search/scan_body.h"
#include "vectors/each_instruction_set.h"

int kernel_search_scan(kernel_isa isa, const kernel_search_chain *chain, const kernel_search_prefix *prefix,
                       const kernel_search_conditions *conditions, kernel_search_position *position,
                       kernel_search_class *found, int capacity) {
  DISPATCH(search_scan, chain, prefix, conditions, position, found, capacity);
}
