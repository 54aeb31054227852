// The C data and stream interfaces of Apache Arrow, as its specification declares them, and the streams of `strategies`.
#pragma once
#include "native.h"

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children, *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};
struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children, *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

/// Where the columns of legs are in a schema; -1 for one that it lacks.
typedef struct {
  /// The column of lists of legs; -1 if a row is a leg.
  int64_t legs;
  int64_t strategy, type, quantity, strike, premium, shares;
} leg_schema;

/// The legs of strategies: those of rows, and the beginning of each strategy, of which there are `strategies + 1`.
typedef struct {
  size_t legs, strategies, leg_capacity, strategy_capacity;
  uint8_t *kind;
  int64_t *quantity, *shares;
  double *strike, *premium;
  int64_t *ids;
  size_t *starts;
} leg_table;

/// Finds the columns. Returns -1 with an exception if one is absent or has another type.
int find_columns(const struct ArrowSchema *schema, leg_schema *found);

/// Appends the rows of a batch. Returns an error number.
int append_rows(leg_table *table, const struct ArrowSchema *schema, const leg_schema *found, const struct ArrowArray *batch,
                int64_t first_row);

/// Removes all strategies but the last one.
void keep_last(leg_table *table);
void free_legs(leg_table *table);

/// The schema of the results, and a batch of them, which takes over the memory of `metrics` and `ids`.
int result_schema(struct ArrowSchema *out);
int result_batch(struct ArrowArray *out, int64_t count, int64_t *ids, options_metrics *metrics, double *break_evens);
int allocate_metrics(options_metrics *metrics, size_t count);
void free_metrics(options_metrics *metrics);
