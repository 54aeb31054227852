// Boundaries of exercise. Width-agnostic body, included once per instruction set.

// Finds the boundaries of the options of a group, on grids that do not depend on the spot.
static void KERNEL(find_boundaries)(KERNEL(block) *block, const KERNEL(group) *group, const dividend_schedule *d,
                                    const dividend_mesh *mesh, KERNEL(space) *space, double *boundary, size_t rows,
                                    double *ex_dates, size_t row_length) {
  KERNEL(terms) o = KERNEL(gather_terms)(block, group);
  KERNEL(solution) solution;
  KERNEL(plan) plan;
  vec stars[MOST_DIVIDENDS];
  for (int k = 0; k < d->count; ++k) stars[k] = __builtin_nan("");
  KERNEL(solve)(&o, d, mesh, space, &plan, 0, &solution, stars);
  for (int l = 0; l < group->used; ++l) {
    size_t i = block->start + (size_t)group->lane[l];
    double strike = o.strike[l];
    boundary[i] = solution.boundary[l] * strike;
    for (size_t row = 0; row < rows; ++row) {
      int k = d->element[row];
      // On the expiration, a call is exercised from the strike on.
      double star = k < 0 ? __builtin_nan("") : d->time[k] == o.time[l] ? 1.0 : stars[k][l];
      ex_dates[row * row_length + i] = o.put ? __builtin_nan("") : star * strike;
    }
  }
}

static int KERNEL(dividend_boundaries)(int level, size_t count, const kernel_options *in, const dividend_schedule *d,
                                       double *boundary, size_t rows, double *ex_dates, size_t row_length,
                                       uint8_t *status) {
  const dividend_mesh *mesh = &BOUNDARY_MESHES[level];
  vec memory[SPACE_OF(MOST_STACK_NODES)] __attribute__((aligned(128)));
  int failed = 0;
  for (size_t start = 0; start < count; start += DIVIDEND_BLOCK) {
    KERNEL(block) all = {.in = in, .start = start, .american = 1, .whole = 1}, *block = &all;
    KERNEL(space) space = KERNEL(divide_space)(memory, mesh->nodes);
    int size = count - start < DIVIDEND_BLOCK ? (int)(count - start) : DIVIDEND_BLOCK, index[DIVIDEND_BLOCK], used = 0;
    for (int i = 0; i < size; ++i) {
      option_place place = place_option(in, start + (size_t)i, 1, d);
      block->kind[i] = place.kind, status[start + (size_t)i] = place.status;
      boundary[start + (size_t)i] = __builtin_nan("");
      for (size_t row = 0; row < rows; ++row) ex_dates[row * row_length + start + (size_t)i] = __builtin_nan("");
      if (place.status == KERNEL_DIVIDENDS_OK) index[used++] = i;
      else failed = 1;
    }
    KERNEL(group) group;
    for (int at = 0; at < used; at += group.used) {
      COLLECT(group, kind, index, at, used);
      KERNEL(plan_group)(block, &group, d, mesh);
    }
    for (int at = 0; at < used; at += group.used) {
      COLLECT(group, plan, index, at, used);
      KERNEL(find_boundaries)(block, &group, d, mesh, &space, boundary, rows, ex_dates, row_length);
    }
  }
  return failed;
}
