// Columns of metrics as Arrow arrays, which own their memory.
#if __has_include(<Python.h>)
#include "arrow.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NULLABLE 2
enum { COLUMNS = 6 };

// MARK: Schema

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; ++i) {
    if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  free(schema->children);
  schema->release = NULL;
}

static int add_children(struct ArrowSchema *schema, int64_t count, const struct ArrowSchema *children) {
  schema->children = calloc((size_t)count, sizeof *schema->children);
  if (!schema->children) return ENOMEM;
  for (int64_t i = 0; i < count; ++i) {
    if (!(schema->children[i] = malloc(sizeof **schema->children))) return ENOMEM;
    *schema->children[i] = children[i];
    schema->children[i]->release = release_schema;
    schema->n_children = i + 1;
  }
  return 0;
}

int result_schema(struct ArrowSchema *out) {
  static const struct ArrowSchema columns[COLUMNS] = {
      {.format = "l", .name = "strategy", .flags = NULLABLE},   {.format = "g", .name = "net_cost", .flags = NULLABLE},
      {.format = "g", .name = "max_profit", .flags = NULLABLE}, {.format = "g", .name = "max_loss", .flags = NULLABLE},
      {.format = "+L", .name = "break_even_points"},            {.format = "C", .name = "status"}};
  static const struct ArrowSchema item = {.format = "g", .name = "item"};
  *out = (struct ArrowSchema){.format = "+s", .name = "", .release = release_schema};
  if (!add_children(out, COLUMNS, columns) && !add_children(out->children[4], 1, &item)) return 0;
  release_schema(out);
  return ENOMEM;
}

// MARK: Arrays

int allocate_metrics(options_metrics *m, size_t count) {
  m->net_cost = malloc(count * 8 + 1);
  m->max_profit = malloc(count * 8 + 1);
  m->max_loss = malloc(count * 8 + 1);
  m->status = malloc(count + 1);
  m->break_even_ends = calloc(count + 1, 8);
  if (m->net_cost && m->max_profit && m->max_loss && m->status && m->break_even_ends) return 0;
  free_metrics(m);
  return ENOMEM;
}

void free_metrics(options_metrics *m) {
  free(m->net_cost);
  free(m->max_profit);
  free(m->max_loss);
  free(m->status);
  free(m->break_even_ends);
  memset(m, 0, sizeof *m);
}

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; ++i) {
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  free(array->children);
  for (int64_t i = 0; i < array->n_buffers; ++i) free((void *)array->buffers[i]);
  free(array->buffers);
  array->release = NULL;
}

/// Makes an array, with room for children. It has no buffers until `own` hands them over.
static int make_array(struct ArrowArray *array, int64_t length, int64_t buffers, int64_t children) {
  *array = (struct ArrowArray){.length = length, .release = release_array};
  array->buffers = calloc((size_t)buffers, sizeof *array->buffers);
  if (children > 0) array->children = calloc((size_t)children, sizeof *array->children);
  if (array->buffers && (children == 0 || array->children)) {
    array->n_buffers = buffers;
    for (int64_t i = 0; i < children; ++i) {
      if (!(array->children[i] = calloc(1, sizeof **array->children))) break;
      array->n_children = i + 1;
    }
    if (array->n_children == children) return 0;
  }
  release_array(array);
  return ENOMEM;
}

/// Moves the memory of `values` to an array.
static void own(struct ArrowArray *array, void *values) {
  void **memory = values;
  array->buffers[1] = *memory;
  *memory = NULL;
}

/// Marks elements that are infinite, NaN or INT64_MIN as null.
static int mark_nulls(struct ArrowArray *array, int is_integer) {
  uint8_t *bits = calloc(1, (size_t)array->length / 8 + 1);
  if (!bits) return ENOMEM;
  int64_t valid = 0;
  for (int64_t i = 0; i < array->length; ++i) {
    double number = is_integer ? 0 : ((const double *)array->buffers[1])[i];
    int is_valid = is_integer ? ((const int64_t *)array->buffers[1])[i] != INT64_MIN : number - number == 0;
    bits[i >> 3] |= (uint8_t)(is_valid << (i & 7));
    valid += is_valid;
  }
  array->null_count = array->length - valid;
  array->buffers[0] = bits;
  return 0;
}

int result_batch(struct ArrowArray *out, int64_t count, int64_t *ids, options_metrics *m, double *break_evens) {
  int64_t points = m->break_even_ends[count];
  int error = make_array(out, count, 1, COLUMNS);
  for (int i = 0; !error && i < COLUMNS; ++i) error = make_array(out->children[i], count, 2, i == 4 ? 1 : 0);
  if (!error) error = make_array(out->children[4]->children[0], points, 2, 0);
  if (!error) {
    own(out->children[0], &ids);
    own(out->children[1], &m->net_cost);
    own(out->children[2], &m->max_profit);
    own(out->children[3], &m->max_loss);
    own(out->children[4], &m->break_even_ends);
    own(out->children[4]->children[0], &break_evens);
    own(out->children[5], &m->status);
    for (int i = 0; !error && i < 4; ++i) error = mark_nulls(out->children[i], i == 0);
    if (error) release_array(out);
  }
  free(ids);
  free(break_evens);
  free_metrics(m);
  return error;
}
#endif
