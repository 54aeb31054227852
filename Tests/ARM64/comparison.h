#pragma once
#include <stddef.h>

/// The row of an error that several rows contribute to.
#define NO_ROW ((size_t)-1)

/// Errors of one kernel in one table, and the bound that none of them may exceed.
typedef struct {
  const char *kernel, *table;
  double bound;
  const char *unit;        ///< The unit of the bound and the errors.
  double worst;            ///< The greatest error so far.
  const char *worst_value; ///< The name of its value.
  size_t worst_row;        ///< The row that contains it.
  size_t compared;         ///< The number of values so far.
  size_t unanswered;       ///< The number of values that the kernel leaves to its caller.
} comparison;

/// Records the error of one value. NaN counts as an infinite error.
void comparison_add(comparison *all, double error, const char *value, size_t row);

/// Prints the comparison as `kernel, table: worst error unit, bound`. It fails if the worst error exceeds the bound, if
/// fewer than `least` values were compared, if no value was compared, or if the number of compared and unanswered
/// values is not `expected`.
void comparison_finish(const comparison *all, size_t expected, size_t least);

/// The number of comparisons that failed so far.
extern size_t comparison_failures;
