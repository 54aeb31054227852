#include "COptionsKernels.h"

// The number of doubles that fit into the second-level cache with room for other data.
#define CACHED ((size_t)1 << 17)
#define LANES_128 16
#define LANES_256 16
#define LANES_512 32
#define BODY "rows/combine_rows_body.h"
#include "vectors/each_instruction_set.h"

int kernel_combine_rows(kernel_isa isa, size_t count, const double *constant, const intptr_t *start,
                        const intptr_t *row, const double *weight, size_t rows, size_t columns, const double *table,
                        size_t row_length, double *combination, size_t combination_length) {
  DISPATCH(combine_rows, count, constant, start, row, weight, rows, columns, table, row_length, combination,
           combination_length);
}
