#pragma once
#include "COptionsKernels.h"
#include "json.h"

enum { TABLE_MOST = 1024 };

/// Rows of a reference table as the columns that the kernels read.
typedef struct {
  size_t count;
  const json *row[TABLE_MOST];
  uint8_t kind[TABLE_MOST];
  double spot[TABLE_MOST], strike[TABLE_MOST], time[TABLE_MOST], rate[TABLE_MOST], yield[TABLE_MOST],
      volatility[TABLE_MOST], price[TABLE_MOST];
} table;

/// Returns the array `cases` of the table `name` in the folder of the reference tables. If the file or the array is
/// missing, or the array is empty, prints the reason and exits with status 1.
const json *table_cases(const char *name);

/// The folder that table_cases reads.
extern const char *table_folder;

/// Appends an option. The row gives type, strike, time and volatility, and the rate if it has one.
void table_append(table *t, const json *row, double spot, double yield);

/// Requires that the member `key` of every case of a table is one of `names`, the groups of rows that the checks
/// select. Otherwise, prints the reason and exits with status 1.
void table_require_groups(const char *name, const char *key, const char *const *names, size_t count);

/// Returns the columns from row `start` on.
kernel_options table_columns(const table *t, size_t start);

/// Returns d1 of an option: (ln(S/K) + (r - q) T) / s + s / 2 with s = sigma sqrt(T).
double table_upper_distance(const table *t, size_t i);

/// Returns 1 + d1^2 + d2^2 + (1 + |d1|) / s, the factor of the bounds in docs/accuracy.md.
double table_conditioning(const table *t, size_t i);
