// Sums of weighted rows of a table. Width-agnostic body, included once per instruction set.

// Computes LANES columns of one combination. The sums stay in registers from the first row to the last. The lanes
// occupy four registers or more, whose independent chains of additions hide each other's latency. Each lane of the
// result is 0, or NaN if the sum is not finite.
INLINE vec KERNEL(combine_lanes)(double constant, size_t terms, const intptr_t *row, const double *weight,
                                 const double *table, size_t row_length, double *combination) {
  vec sum = 0.0 - constant;
  for (size_t k = 0; k < terms; ++k) sum = FMA(weight[k], LOAD(table + (size_t)row[k] * row_length), sum);
  STORE(combination, sum);
  return sum * 0.0;
}

INLINE double KERNEL(combine_lane)(double constant, size_t terms, const intptr_t *row, const double *weight,
                                   const double *table, size_t row_length, double *combination) {
  double sum = 0.0 - constant;
  for (size_t k = 0; k < terms; ++k) {
    double value = table[(size_t)row[k] * row_length];
#if defined(FUSED)
    sum = __builtin_fma(weight[k], value, sum);
#else
    sum = weight[k] * value + sum;
#endif
  }
  *combination = sum;
  return sum * 0.0;
}

// Computes some columns of one combination.
INLINE vec KERNEL(combine)(double constant, size_t terms, const intptr_t *row, const double *weight, size_t columns,
                           const double *table, size_t row_length, double *combination) {
  vec strange = 0.0;
  size_t i = 0;
  for (; i + LANES <= columns; i += LANES)
    strange += KERNEL(combine_lanes)(constant, terms, row, weight, table + i, row_length, combination + i);
  if (i < columns && i > 0) {
    // The last LANES columns; some of them are computed a second time.
    i = columns - LANES;
    strange += KERNEL(combine_lanes)(constant, terms, row, weight, table + i, row_length, combination + i);
  } else {
    for (; i < columns; ++i)
      strange += KERNEL(combine_lane)(constant, terms, row, weight, table + i, row_length, combination + i);
  }
  return strange;
}

static int KERNEL(combine_rows)(size_t count, const double *constant, const intptr_t *start, const intptr_t *row,
                                const double *weight, size_t rows, size_t columns, const double *table,
                                size_t row_length, double *combination, size_t combination_length) {
  // Processes as many columns at a time as fit into the second-level cache for all rows. Blocks start at a cache line
  // of the first row, because a load across two lines takes twice as long.
  size_t width = CACHED / rows / LANES * LANES;
  if (width < 64) width = 64;
  size_t head = (-(uintptr_t)table & 63) / 8;
  vec strange = 0.0;
  for (size_t first = 0, end = head > 0 ? head : width; first < columns; first = end, end += width) {
    if (end > columns) end = columns;
    for (size_t c = 0; c < count; ++c)
      strange += KERNEL(combine)(constant[c], (size_t)(start[c + 1] - start[c]), row + start[c], weight + start[c],
                                 end - first, table + first, row_length, combination + c * combination_length + first);
  }
  return !any(strange != 0.0);
}
