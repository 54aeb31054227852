// Dividend prices: options in groups of equal plans. Width-agnostic body, included once per instruction set.

// A block of options, and what is known of them.
typedef struct {
  const kernel_options *in;
  size_t start; // of the block in the columns
  int american;
  double *spot; // in units of the strike, in place of the given ones; may be null
  uint32_t kind[DIVIDEND_BLOCK]; // options of the same kind can be planned together
  uint64_t plan[DIVIDEND_BLOCK]; // a hash of kind and plan
  int rung[DIVIDEND_BLOCK];      // the mesh below the one whose price was accepted
  double values[GREEK_ROWS][DIVIDEND_BLOCK];
} KERNEL(block);

// Which options of a block are solved together: the lanes of a vector, the last of which fill it up.
typedef struct {
  int lane[LANES], used;
} KERNEL(group);

INLINE KERNEL(terms) KERNEL(gather_terms)(const KERNEL(block) *block, const KERNEL(group) *group) {
  KERNEL(terms) o = {.american = block->american};
  const kernel_options *in = block->in;
  UNROLL for (int l = 0; l < LANES; ++l) {
    size_t i = block->start + (size_t)group->lane[l];
    o.strike[l] = in->strike[i], o.price[l] = in->spot[i], o.time[l] = in->time[i], o.rate[l] = in->rate[i];
    o.yield[l] = in->yield[i], o.volatility[l] = in->volatility[i];
  }
  uint32_t kind = block->kind[group->lane[0]];
  o.put = kind & 1, o.held = kind >> 1 & 1, o.on_expiry = kind >> 2 & 1, o.count = (int)(kind >> 3);
  o.sign = o.put ? 1.0 : -1.0;
  o.unit = 1.0 / o.strike, o.spot = o.price * o.unit;
  if (block->spot)
    UNROLL for (int l = 0; l < LANES; ++l) o.spot[l] = block->spot[group->lane[l]];
  o.log_spot = KERNEL(log)(o.spot);
  o.variance = o.volatility * o.volatility, o.drift = o.rate - o.yield - 0.5 * o.variance;
  return o;
}

// Collects up to LANES of the options of `index` from `at` on that have the same key as the first, and moves them to
// the front.
#define COLLECT(group, key, index, at, count)                                                                          \
  do {                                                                                                                 \
    (group).used = 0;                                                                                                  \
    for (int i = (at); i < (count) && (group).used < LANES; ++i) {                                                     \
      int option = (index)[i];                                                                                         \
      if (block->key[option] != block->key[(index)[at]]) continue;                                                     \
      (index)[i] = (index)[(at) + (group).used], (index)[(at) + (group).used] = option;                                \
      (group).lane[(group).used++] = option;                                                                           \
    }                                                                                                                  \
    for (int l = (group).used; l < LANES; ++l) (group).lane[l] = (group).lane[(group).used - 1];                       \
  } while (0)

// Plans options of the same kind.
static void KERNEL(plan_group)(KERNEL(block) *block, const KERNEL(group) *group, const dividend_schedule *d,
                               const dividend_mesh *mesh) {
  KERNEL(terms) o = KERNEL(gather_terms)(block, group);
  KERNEL(plan) plan;
  KERNEL(make_plan)(&o, d, mesh, &plan);
  ints hash = (long)block->kind[group->lane[0]];
  for (int k = 0; k <= o.count; ++k) {
    hash = (hash ^ (plan.steps[k] * 16 + plan.quiet[k])) * (long)0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  }
  for (int l = 0; l < group->used; ++l) block->plan[group->lane[l]] = (uint64_t)hash[l];
}

// Solves the options of `index`, which is reordered.
static void KERNEL(solve_options)(KERNEL(block) *block, int *index, int count, const dividend_schedule *d,
                                  const dividend_mesh *mesh, vec *memory) {
  KERNEL(space) space = KERNEL(divide_space)(memory, mesh->nodes);
  KERNEL(group) group;
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, kind, index, at, count);
    KERNEL(plan_group)(block, &group, d, mesh);
  }
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, plan, index, at, count);
    KERNEL(terms) o = KERNEL(gather_terms)(block, &group);
    KERNEL(solution) solution;
    KERNEL(plan) plan;
    KERNEL(solve)(&o, d, mesh, &space, &plan, 0, &solution, 0);
    vec price = solution.price * o.strike, intrinsic = o.sign * (o.strike - o.price);
    if (o.american) price = solution.exercised ? intrinsic : AT_LEAST(intrinsic, price);
    vec money[4] = {price, solution.delta, solution.gamma * o.unit, solution.theta * o.strike};
    for (int row = 0; row < 4; ++row) {
      vec values = solution.mixed ? (vec)__builtin_nan("") : money[row];
      for (int l = 0; l < group.used; ++l) block->values[row][group.lane[l]] = values[l];
    }
  }
}

// The same in memory of its own, if the mesh needs more than the stack has.
static void KERNEL(solve_on_heap)(KERNEL(block) *block, int *index, int count, const dividend_schedule *d,
                                  const dividend_mesh *mesh) {
  size_t size = SPACE_OF((size_t)mesh->nodes) * sizeof(vec);
  void *memory = malloc(size + 128);
  if (memory) {
    KERNEL(solve_options)(block, index, count, d, mesh, (vec *)(((uintptr_t)memory + 127) & -(uintptr_t)128));
    free(memory);
  } else {
    for (int k = 0; k < count; ++k) block->values[0][index[k]] = __builtin_nan("");
  }
}

static void KERNEL(solve_on)(KERNEL(block) *block, const int *index, int count, const dividend_schedule *d,
                             const dividend_mesh *mesh, vec *memory) {
  int ordered[DIVIDEND_BLOCK];
  memcpy(ordered, index, (size_t)count * sizeof(int));
  if (mesh->nodes <= MOST_STACK_NODES) KERNEL(solve_options)(block, ordered, count, d, mesh, memory);
  else KERNEL(solve_on_heap)(block, ordered, count, d, mesh);
}

// Prices the options of `index` on the meshes of a ladder.
static void KERNEL(climb)(KERNEL(block) *block, const int *index, int count, const dividend_schedule *d,
                          const dividend_ladder *ladder, vec *memory) {
  if (!ladder->checked) {
    for (int k = 0; k < count; ++k) block->rung[index[k]] = 0;
    KERNEL(solve_on)(block, index, count, d, &ladder->meshes[1], memory);
    return;
  }
  int open[DIVIDEND_BLOCK];
  double before[DIVIDEND_BLOCK];
  memcpy(open, index, (size_t)count * sizeof(int));
  for (int step = 0; step < MOST_RUNGS && count > 0; ++step) {
    KERNEL(solve_on)(block, open, count, d, &ladder->meshes[step], memory);
    int left = 0;
    for (int k = 0; k < count; ++k) {
      int option = open[k];
      size_t i = block->start + (size_t)option;
      double larger = block->in->spot[i] > block->in->strike[i] ? block->in->spot[i] : block->in->strike[i];
      double price = block->values[0][option];
      // A comparison with NaN is false.
      int agreed = step > 0 && __builtin_fabs(price - before[option]) <= ladder->tolerance[step] * larger;
      if (!agreed) open[left++] = option;
      block->rung[option] = step - 1;
      before[option] = price;
    }
    count = left;
  }
  for (int k = 0; k < count; ++k) block->values[0][open[k]] = __builtin_nan("");
}

// The derivatives by volatility, rate and yield: differences on the mesh below the one of the price, with the plan of
// the undisturbed solution. An option that is exercised has none.
static void KERNEL(differentiate)(KERNEL(block) *block, int *index, int count, const dividend_schedule *d,
                                  const dividend_mesh *mesh, vec *memory) {
  KERNEL(space) space = KERNEL(divide_space)(memory, mesh->nodes);
  KERNEL(group) group;
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, kind, index, at, count);
    KERNEL(plan_group)(block, &group, d, mesh);
  }
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, plan, index, at, count);
    KERNEL(terms) o = KERNEL(gather_terms)(block, &group);
    KERNEL(solution) solution, moved;
    KERNEL(plan) plan;
    KERNEL(solve)(&o, d, mesh, &space, &plan, 0, &solution, 0);
    for (int which = 0; which < 3; ++which) {
      KERNEL(terms) other = o;
      vec change = BUMP;
      if (which == 0) change = BUMP * o.volatility, other.volatility += change;
      else if (which == 1) other.rate += change;
      else other.yield += change;
      other.variance = other.volatility * other.volatility;
      other.drift = other.rate - other.yield - 0.5 * other.variance;
      KERNEL(solve)(&other, d, mesh, &space, &plan, 1, &moved, 0);
      vec slope = (moved.price - solution.price) * o.strike / change;
      for (int l = 0; l < group.used; ++l) {
        int option = group.lane[l], exercised = block->american && block->values[1][option] == -o.sign
                                                && block->values[2][option] == 0;
        block->values[4 + which][option] = exercised ? 0.0 : slope[l];
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
    // The finest meshes need more memory than there is, and more time than derivatives are worth.
    const dividend_mesh *mesh = &ladder->meshes[rung];
    while (mesh->nodes > MOST_STACK_NODES) --mesh;
    KERNEL(differentiate)(block, now, size, d, mesh, memory);
  }
}

// Evaluates the options of a block. Returns whether any of them has no price.
static int KERNEL(evaluate_block)(KERNEL(block) *block, int count, const dividend_schedule *d, int level, int rows,
                                  double *values, size_t row_length, uint8_t *status) {
  int index[LADDERS][DIVIDEND_BLOCK], size[LADDERS] = {0};
  for (int i = 0; i < count; ++i) {
    option_place place = place_option(block->in, block->start + (size_t)i, block->american, d);
    for (int row = 0; row < rows; ++row) block->values[row][i] = __builtin_nan("");
    block->kind[i] = place.kind;
    status[i] = place.status;
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
