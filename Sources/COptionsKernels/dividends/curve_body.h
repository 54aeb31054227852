// One option at many prices of the underlying. Width-agnostic body, included once per instruction set.
//
// The spots are divided into bands of neighbours. A lane solves a band, on a grid that covers what any of its spots can
// reach, with as much room for each spot as it has alone; the value at a spot is read between the nodes. Bands follow
// from the spots of a block alone, and all take as many steps as the one that needs most, so that few differ in their
// plan, and no bits depend on the number of lanes.

// Bands of options of a block, which are the same but for their spots. `end` is in the order of their spots.
typedef struct {
  dividend_mesh mesh;
  int count;
  int first[DIVIDEND_BLOCK];                           // the option with the lowest spot of each band
  int start[DIVIDEND_BLOCK], end[DIVIDEND_BLOCK];      // by that option: its options in the order of their spots
  KERNEL(common_plan) plan;
} KERNEL(bands);

// Sorts options by their spots. Those of curves mostly are in order.
static void KERNEL(sort_by_spot)(const double *spot, int *index, int count) {
  for (int i = 1; i < count; ++i) {
    int option = index[i], at = i;
    for (; at > 0 && spot[index[at - 1]] > spot[option]; --at) index[at] = index[at - 1];
    index[at] = option;
  }
}

// Divides the options of `index`, which is sorted, into bands that reach from a spot to that times `ratio`.
static void KERNEL(divide_spots)(const double *spot, const int *index, int count, double ratio, KERNEL(bands) *bands) {
  bands->count = 0;
  for (int at = 0; at < count;) {
    int first = index[at], start = at;
    while (at < count && spot[index[at]] <= spot[first] * ratio) ++at;
    bands->first[bands->count++] = first;
    bands->start[first] = start, bands->end[first] = at;
  }
}

// The terms of a group of bands.
INLINE KERNEL(terms) KERNEL(band_terms)(const KERNEL(block) *block, const KERNEL(group) *group, const int *index,
                                        const KERNEL(bands) *bands) {
  KERNEL(terms) o = KERNEL(gather_terms)(block, group);
  vec highest;
  UNROLL for (int l = 0; l < LANES; ++l)
    highest[l] = block->in->spot[block->start + (size_t)index[bands->end[group->lane[l]] - 1]];
  o.log_high = KERNEL(log)(highest * o.unit);
  return o;
}

// Finds the narrowest bands of which there are few enough, and plans them: each has a hash of its plan.
static __attribute__((noinline)) void KERNEL(plan_bands)(KERNEL(block) *block, int *index, int count,
                                                         const dividend_schedule *d, const dividend_mesh *mesh,
                                                         KERNEL(bands) *bands) {
  const double *spot = block->in->spot + block->start;
  KERNEL(sort_by_spot)(spot, index, count);
  size_t any = block->start + (size_t)index[0];
  vec deviation = block->in->volatility[any] * SQRT((vec)block->in->time[any]);
  double width = 0;
  for (int i = 0; i < BAND_WIDTHS && (i == 0 || bands->count > MOST_NARROW_BANDS); ++i) {
    width = BAND_WIDTH[i];
    KERNEL(divide_spots)(spot, index, count, KERNEL(exp)(width * deviation)[0], bands);
  }
  bands->mesh = *mesh;
  bands->mesh.nodes += ((int)(mesh->nodes * width / (2 * mesh->width)) + 3) & -4;

  for (int k = 0; k < MOST_INTERVALS; ++k) bands->plan.steps[k] = 0, bands->plan.quiet[k] = 8;
  KERNEL(group) group;
  for (int pass = 0; pass < 2; ++pass) {
    for (int at = 0; at < bands->count; at += group.used) {
      group.used = bands->count - at < LANES ? bands->count - at : LANES;
      for (int l = 0; l < LANES; ++l) group.lane[l] = bands->first[at + (l < group.used ? l : group.used - 1)];
      KERNEL(terms) o = KERNEL(band_terms)(block, &group, index, bands);
      KERNEL(plan) plan;
      if (pass == 0) {
        vec steps[MOST_INTERVALS];
        KERNEL(lay_grids)(&o, d, &bands->mesh, &plan.grids);
        KERNEL(find_steps)(&o, d, &bands->mesh, &plan.grids, steps);
        for (int k = 0; k <= o.count; ++k) {
          vec length = KERNEL(end_of_interval)(&o, d, k) - KERNEL(start_of_interval)(d, k);
          double most = __builtin_reduce_max(steps[k]);
          double least = __builtin_reduce_min(KERNEL(find_quiet)(&o, d, k, &plan.grids, length));
          if (most > bands->plan.steps[k]) bands->plan.steps[k] = most;
          if (least < bands->plan.quiet[k]) bands->plan.quiet[k] = least;
        }
      } else {
        KERNEL(make_plan)(&o, d, &bands->mesh, &bands->plan, &plan);
        KERNEL(hash_plans)(block, &group, &plan, o.count);
      }
    }
  }
}

// Reads the solution of a group of bands at its spots: rows of price, delta, gamma and theta, by option. `bump` is that
// of the solution.
static __attribute__((noinline)) void KERNEL(read_bands)(const KERNEL(block) *block, const KERNEL(group) *group,
                                                         const int *index, const KERNEL(bands) *bands, const vec *u,
                                                         const KERNEL(interval) *interval, ints mixed, int bump,
                                                         double rows[4][DIVIDEND_BLOCK]) {
  KERNEL(group) spots = {.used = 0};
  int from[LANES];
  for (int l = 0; l < group->used; ++l) {
    const int first = group->lane[l], end = bands->end[first];
    for (int at = bands->start[first]; at < end; ++at) {
      from[spots.used] = l, spots.lane[spots.used++] = index[at];
      if (spots.used < LANES && !(l == group->used - 1 && at == end - 1)) continue;
      ints lane = 0L;
      for (int i = 0; i < LANES; ++i) {
        int used = i < spots.used ? i : spots.used - 1;
        spots.lane[i] = spots.lane[used], lane[i] = from[used];
      }
      KERNEL(terms) o = KERNEL(gather_terms)(block, &spots);
      KERNEL(bump_terms)(&o, bump, block->is_central);
      KERNEL(solution) solution;
      KERNEL(read_solution)(&o, u, interval, lane, &solution);
      vec price = solution.price * o.strike, intrinsic = o.sign * (o.strike - o.price);
      if (o.american) price = solution.exercised ? intrinsic : AT_LEAST(intrinsic, price);
      vec money[4] = {price, solution.delta, solution.gamma * o.unit, solution.theta * o.strike};
      for (int row = 0; row < 4; ++row)
        for (int i = 0; i < spots.used; ++i)
          rows[row][spots.lane[i]] = mixed[from[i]] ? __builtin_nan("") : money[row][i];
      spots.used = 0;
    }
  }
}

// Solves the options of `index`, which is reordered: prices, or the derivatives by volatility, rate and yield.
static __attribute__((noinline)) void KERNEL(solve_bands)(KERNEL(block) *block, int *index, int count,
                                                          const dividend_schedule *d, const dividend_mesh *mesh,
                                                          vec *stack, int derivatives) {
  KERNEL(bands) bands;
  KERNEL(plan_bands)(block, index, count, d, mesh, &bands);
  const int nodes = bands.mesh.nodes;
  void *heap = 0;
  vec *memory = KERNEL(find_memory)(nodes, stack, &heap);
  if (!memory) {
    for (int k = 0; k < count; ++k) block->values[0][index[k]] = __builtin_nan("");
    return;
  }
  KERNEL(space) space = KERNEL(divide_space)(memory, nodes);
  KERNEL(group) group;
  for (int at = 0; at < bands.count; at += group.used) {
    COLLECT(group, plan, bands.first, at, bands.count);
    KERNEL(terms) o = KERNEL(band_terms)(block, &group, index, &bands);
    KERNEL(plan) plan;
    KERNEL(make_plan)(&o, d, &bands.mesh, &bands.plan, &plan);
    ints mixed = KERNEL(find_mixed)(&plan, o.count);
    KERNEL(interval) interval = KERNEL(solve_back)(&o, d, nodes, &space, &plan, 0, 0);
    if (!derivatives) {
      KERNEL(read_bands)(block, &group, index, &bands, space.u, &interval, mixed, NO_BUMP, block->values);
      continue;
    }
    double base[4][DIVIDEND_BLOCK], moved[4][DIVIDEND_BLOCK], lower[4][DIVIDEND_BLOCK];
    KERNEL(read_bands)(block, &group, index, &bands, space.u, &interval, mixed, NO_BUMP, base);
    for (int bump = 0; bump < BUMPED_ROWS; ++bump) {
      KERNEL(terms) other = o;
      vec change = KERNEL(bump_terms)(&other, bump, block->is_central);
      const double *from = base[0];
      interval = KERNEL(solve_back)(&other, d, nodes, &space, &plan, 1, 0);
      KERNEL(read_bands)(block, &group, index, &bands, space.u, &interval, mixed, bump, moved);
      if (bump == RATE_BUMP && block->is_central) {
        other = o;
        change += KERNEL(bump_terms)(&other, LOWER_RATE_BUMP, 1);
        interval = KERNEL(solve_back)(&other, d, nodes, &space, &plan, 1, 0);
        KERNEL(read_bands)(block, &group, index, &bands, space.u, &interval, mixed, LOWER_RATE_BUMP, lower);
        from = lower[0];
      }
      for (int l = 0; l < group.used; ++l)
        for (int i = bands.start[group.lane[l]]; i < bands.end[group.lane[l]]; ++i) {
          int option = index[i];
          double slope = (moved[0][option] - from[option]) / change[0];
          block->values[4 + bump][option] = KERNEL(is_exercised)(block, option, o.sign) ? 0.0 : slope;
        }
    }
  }
  free(heap);
}
