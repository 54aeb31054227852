#include "COptionsKernels.h"

#define LANES_128 2
#define LANES_256 4
#define LANES_512 8
#define BODY "rows/divide_body.h"
#include "vectors/each_instruction_set.h"

void kernel_divide(kernel_isa isa, double divisor, size_t count, const int64_t *numerator, double *quotient) {
  DISPATCH(divide, divisor, count, numerator, quotient);
}
