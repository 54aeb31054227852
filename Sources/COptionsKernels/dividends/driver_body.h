// Which meshes options are solved on. Width-agnostic body, included once per instruction set.

static void KERNEL(solve_on)(KERNEL(block) *block, const int *index, int count, const dividend_schedule *d,
                             const dividend_mesh *mesh, vec *stack) {
  int ordered[DIVIDEND_BLOCK];
  memcpy(ordered, index, (size_t)count * sizeof(int));
  if (block->is_curve) {
    KERNEL(solve_bands)(block, ordered, count, d, mesh, stack, 0);
    return;
  }
  void *heap = 0;
  vec *memory = KERNEL(find_memory)(mesh->nodes, stack, &heap);
  if (memory) KERNEL(solve_options)(block, ordered, count, d, mesh, memory);
  else
    for (int k = 0; k < count; ++k) block->values[0][index[k]] = __builtin_nan("");
  free(heap);
}

// Prices the options of `index` on the meshes of a ladder.
static void KERNEL(climb)(KERNEL(block) *block, const int *index, int count, const dividend_schedule *d,
                          const dividend_ladder *ladder, vec *memory) {
  if (ladder->rungs == 1) {
    for (int k = 0; k < count; ++k) block->rung[index[k]] = 0;
    KERNEL(solve_on)(block, index, count, d, &ladder->meshes[0], memory);
    return;
  }
  int open[DIVIDEND_BLOCK];
  double before[DIVIDEND_BLOCK];
  memcpy(open, index, (size_t)count * sizeof(int));
  for (int step = 0; step < ladder->rungs && count > 0; ++step) {
    KERNEL(solve_on)(block, open, count, d, &ladder->meshes[step], memory);
    int left = 0;
    for (int k = 0; k < count; ++k) {
      int option = open[k];
      size_t i = block->start + (size_t)option;
      double larger = block->in->spot[i] > block->in->strike[i] ? block->in->spot[i] : block->in->strike[i];
      double price = block->values[0][option];
      // A comparison with NaN is false.
      int agreed = step >= block->first[option]
                   && __builtin_fabs(price - before[option]) <= ladder->tolerance[step] * larger;
      if (!agreed) open[left++] = option;
      block->rung[option] = step - 1;
      before[option] = price;
    }
    count = left;
  }
  for (int k = 0; k < count; ++k) block->values[0][open[k]] = __builtin_nan("");
}

// The derivatives by volatility, rate and yield: differences on the mesh below the one of the price, with the plan of
// the undisturbed solution. A boundary that reaches another node disturbs the derivative by the rate most, of which a
// precise one is a central difference. An option that is exercised has none.
static void KERNEL(differentiate)(KERNEL(block) *block, int *index, int count, const dividend_schedule *d,
                                  const dividend_mesh *mesh, vec *memory) {
  KERNEL(space) space = KERNEL(divide_space)(memory, mesh->nodes);
  KERNEL(group) group;
  KERNEL(plan_options)(block, index, count, d, mesh);
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, plan, index, at, count);
    KERNEL(terms) o = KERNEL(gather_terms)(block, &group);
    KERNEL(solution) solution, moved, lower;
    KERNEL(plan) plan;
    KERNEL(solve)(&o, d, mesh, &space, &plan, 0, &solution, 0);
    for (int bump = 0; bump < BUMPED_ROWS; ++bump) {
      KERNEL(terms) other = o;
      vec change = KERNEL(bump_terms)(&other, bump, block->is_central), from = solution.price;
      KERNEL(solve)(&other, d, mesh, &space, &plan, 1, &moved, 0);
      if (bump == RATE_BUMP && block->is_central) {
        other = o;
        change += KERNEL(bump_terms)(&other, LOWER_RATE_BUMP, 1);
        KERNEL(solve)(&other, d, mesh, &space, &plan, 1, &lower, 0);
        from = lower.price;
      }
      vec slope = (moved.price - from) * o.strike / change;
      for (int l = 0; l < group.used; ++l) {
        int option = group.lane[l];
        block->values[4 + bump][option] = KERNEL(is_exercised)(block, option, o.sign) ? 0.0 : slope[l];
      }
    }
  }
}

static void KERNEL(differentiate_all)(KERNEL(block) *block, const int *index, int count, const dividend_schedule *d,
                                      const dividend_ladder *ladder, vec *memory) {
  for (int rung = 0; rung < MOST_RUNGS; ++rung) {
    int now[DIVIDEND_BLOCK], size = 0;
    for (int k = 0; k < count; ++k)
      if (block->rung[index[k]] == rung) now[size++] = index[k];
    if (size == 0) continue;
    const dividend_mesh *mesh = rung == 0 ? &ladder->coarse : &ladder->meshes[rung];
    if (block->is_curve) {
      KERNEL(solve_bands)(block, now, size, d, mesh, memory, 1);
      continue;
    }
    // Without memory, the derivatives are those of the coarse mesh, which needs none.
    void *heap = 0;
    vec *place = KERNEL(find_memory)(mesh->nodes, memory, &heap);
    if (!place) mesh = &ladder->coarse, place = memory;
    KERNEL(differentiate)(block, now, size, d, mesh, place);
    free(heap);
  }
}

// Evaluates the options of a block. Returns whether any of them has no price.
static int KERNEL(evaluate_block)(KERNEL(block) *block, int count, const dividend_schedule *d, int level, int rows,
                                  double *values, size_t row_length, uint8_t *status) {
  int index[LADDERS][DIVIDEND_BLOCK], size[LADDERS] = {0};
  block->is_central = level == KERNEL_DIVIDENDS_PRECISE;
  // The mesh of the fast level has nothing to spare for the width of a band.
  if (block->is_curve && level == KERNEL_DIVIDENDS_FAST) level = KERNEL_DIVIDENDS_DEFAULT;
  for (int i = 0; i < count; ++i) {
    option_place place = place_option(block->in, block->start + (size_t)i, block->american, d);
    for (int row = 0; row < rows; ++row) block->values[row][i] = __builtin_nan("");
    block->kind[i] = place.kind;
    status[i] = place.status;
    block->first[i] = (uint8_t)place.first;
    int ladder = choose_ladder(level, place.ease);
    if (place.status == KERNEL_DIVIDENDS_OK) index[ladder][size[ladder]++] = i;
  }
  vec memory[SPACE_OF(MOST_STACK_NODES)] __attribute__((aligned(128)));
  for (int choice = 0; choice < LADDERS; ++choice) {
    if (size[choice] == 0) continue;
    const dividend_ladder *ladder = &DIVIDEND_LADDERS[block->american][choice];
    KERNEL(climb)(block, index[choice], size[choice], d, ladder, memory);
    if (rows > 1) KERNEL(differentiate_all)(block, index[choice], size[choice], d, ladder, memory);
  }
  int failed = 0;
  for (int i = 0; i < count; ++i) {
    double price = block->values[0][i];
    if (price != price && status[i] == KERNEL_DIVIDENDS_OK) status[i] = KERNEL_DIVIDENDS_NOT_CONVERGED;
    for (int row = 0; row < rows; ++row)
      values[(size_t)row * row_length + (size_t)i] = price != price ? price : block->values[row][i];
    failed |= status[i] != KERNEL_DIVIDENDS_OK;
  }
  return failed;
}

static int KERNEL(dividend_values)(int american, int level, int rows, size_t count, const kernel_options *in,
                                   const dividend_schedule *d, double *values, size_t row_length, uint8_t *status) {
  int failed = 0;
  for (size_t start = 0; start < count; start += DIVIDEND_BLOCK) {
    KERNEL(block) block = {.in = in, .start = start, .american = american};
    int size = count - start < DIVIDEND_BLOCK ? (int)(count - start) : DIVIDEND_BLOCK;
    failed |= KERNEL(evaluate_block)(&block, size, d, level, rows, values + start, row_length, status + start);
  }
  return failed;
}

// The values of one option at many spots.
static int KERNEL(dividend_curve)(int american, int level, int rows, const kernel_options *option,
                                  const dividend_schedule *d, size_t count, const double *spot, double *values,
                                  size_t row_length, uint8_t *status) {
  uint8_t kind[DIVIDEND_BLOCK];
  double columns[5][DIVIDEND_BLOCK];
  const double terms[5] = {option->strike[0], option->time[0], option->rate[0], option->yield[0],
                           option->volatility[0]};
  memset(kind, option->kind[0], sizeof kind);
  for (int column = 0; column < 5; ++column)
    for (int i = 0; i < DIVIDEND_BLOCK; ++i) columns[column][i] = terms[column];
  int failed = 0;
  for (size_t start = 0; start < count; start += DIVIDEND_BLOCK) {
    const kernel_options in = {kind, spot + start, columns[0], columns[1], columns[2], columns[3], columns[4]};
    KERNEL(block) block = {.in = &in, .american = american, .is_curve = 1};
    int size = count - start < DIVIDEND_BLOCK ? (int)(count - start) : DIVIDEND_BLOCK;
    failed |= KERNEL(evaluate_block)(&block, size, d, level, rows, values + start, row_length, status + start);
  }
  return failed;
}
