// Boundaries of exercise. Width-agnostic body, included once per instruction set.

// Finds the boundaries of a group, in units of the strike. With `ex_dates`, also those at the ex-dates, in the
// currency, and the spots at which to look for the boundary again.
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
    double found = solution.boundary[l];
    boundary[group->lane[l]] = found;
    if (!ex_dates) continue;
    // Shortly before an ex-date, a call is exercised from about the same price on as at it.
    int earlier = !o.put && o.count > 0 && stars[0][l] < found;
    block->spot[group->lane[l]] = earlier ? stars[0][l] : found;
    for (size_t row = 0; row < rows; ++row) {
      int k = d->element[row];
      // On the expiration, a call is exercised from the strike on.
      double star = k < 0 ? __builtin_nan("") : d->time[k] == o.time[l] ? 1.0 : stars[k][l];
      ex_dates[row * row_length + (size_t)group->lane[l]] = o.put ? __builtin_nan("") : star * o.strike[l];
    }
  }
}

static void KERNEL(find_all_boundaries)(KERNEL(block) *block, int *index, int count, const dividend_schedule *d,
                                        const dividend_mesh *mesh, KERNEL(space) *space, double *boundary, size_t rows,
                                        double *ex_dates, size_t row_length) {
  KERNEL(group) group;
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, kind, index, at, count);
    KERNEL(plan_group)(block, &group, d, mesh);
  }
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, plan, index, at, count);
    KERNEL(find_boundaries)(block, &group, d, mesh, space, boundary, rows, ex_dates, row_length);
  }
}

// The boundaries of a block: first on grids around the strike, then on grids around the boundary.
static int KERNEL(block_boundaries)(KERNEL(block) *block, int count, const dividend_schedule *d, int level,
                                    vec *memory, double *boundary, size_t rows, double *ex_dates, size_t row_length,
                                    uint8_t *status) {
  const dividend_mesh *whole = &BOUNDARY_MESHES[level][0], *near = &BOUNDARY_MESHES[level][1];
  KERNEL(space) space = KERNEL(divide_space)(memory, whole->nodes);
  int index[DIVIDEND_BLOCK], used = 0, failed = 0;
  double spot[DIVIDEND_BLOCK], first[DIVIDEND_BLOCK], second[DIVIDEND_BLOCK];
  for (int i = 0; i < count; ++i) {
    option_place place = place_option(block->in, block->start + (size_t)i, 1, d);
    block->kind[i] = place.kind, status[i] = place.status;
    spot[i] = 1.0, first[i] = __builtin_nan("");
    for (size_t row = 0; row < rows; ++row) ex_dates[row * row_length + (size_t)i] = __builtin_nan("");
    if (place.status == KERNEL_DIVIDENDS_OK) index[used++] = i;
    else failed = 1;
  }
  block->spot = spot;
  KERNEL(find_all_boundaries)(block, index, used, d, whole, &space, first, rows, ex_dates, row_length);
  // Around the decision of the next ex-date, if that is nearer, and around the boundary itself.
  for (int attempt = 0; attempt < 2; ++attempt) {
    int size = 0, left = 0, open[DIVIDEND_BLOCK];
    for (int k = 0; k < used; ++k)
      if (spot[index[k]] > 0x1p-20 && spot[index[k]] < 0x1p20) open[size++] = index[k];
    KERNEL(find_all_boundaries)(block, open, size, d, near, &space, second, rows, 0, row_length);
    for (int k = 0; k < size; ++k) {
      int i = open[k];
      double ratio = second[i] / spot[i];
      if (ratio > 0.8 && ratio < 1.25) first[i] = second[i];
      else if (attempt == 0 && spot[i] != first[i]) spot[i] = first[i], index[left++] = i;
    }
    used = left;
  }
  for (int i = 0; i < count; ++i) boundary[i] = first[i] * block->in->strike[block->start + (size_t)i];
  return failed;
}

static int KERNEL(dividend_boundaries)(int level, size_t count, const kernel_options *in, const dividend_schedule *d,
                                       double *boundary, size_t rows, double *ex_dates, size_t row_length,
                                       uint8_t *status) {
  vec memory[SPACE_OF(MOST_STACK_NODES)] __attribute__((aligned(128)));
  int failed = 0;
  for (size_t start = 0; start < count; start += DIVIDEND_BLOCK) {
    KERNEL(block) block = {.in = in, .start = start, .american = 1};
    int size = count - start < DIVIDEND_BLOCK ? (int)(count - start) : DIVIDEND_BLOCK;
    failed |= KERNEL(block_boundaries)(&block, size, d, level, memory, boundary + start, rows, ex_dates + start,
                                       row_length, status + start);
  }
  return failed;
}
