#pragma once
#include "table.h"

/// A kernel that computes the first `outputs` values of options.
typedef struct {
  const char *name;
  int (*run)(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
  int outputs;
} value_kernel;

enum { VALUES = 16 };

/// The names of the values in the tables of options on forwards, in the order of the kernels.
extern const char *const value_names[VALUES];

/// Evaluates all rows of a table at once, and once more row by row. Both must give the same bits, and the kernel must
/// report the options that it leaves unanswered, whose values are NaN.
void evaluate(kernel_isa isa, const value_kernel *kernel, const table *t, double values[VALUES][TABLE_MOST]);

/// Prints the comparison of rows evaluated alone with rows evaluated at once, for all calls of evaluate() since the
/// last call of this function.
void evaluation_finish(void);
