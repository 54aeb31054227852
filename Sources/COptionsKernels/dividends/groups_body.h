// Options in groups of equal plans. Width-agnostic body, included once per instruction set.

// A block of options, and what is known of them.
typedef struct {
  const kernel_options *in;
  size_t start; // of the block in the columns
  int american;
  int is_curve;   // whether the options are one option at many spots
  int is_central; // whether the derivative by the rate is
  double *spot; // in units of the strike, in place of the given ones; may be null
  uint32_t kind[DIVIDEND_BLOCK]; // options of the same kind can be planned together
  uint64_t plan[DIVIDEND_BLOCK]; // a hash of the plan
  int rung[DIVIDEND_BLOCK];      // the mesh below the one whose price was accepted
  uint8_t first[DIVIDEND_BLOCK]; // the first mesh whose price may be
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
  o.log_spot = o.log_low = o.log_high = KERNEL(log)(o.spot);
  o.variance = o.volatility * o.volatility, o.drift = o.rate - o.yield - 0.5 * o.variance;
  return o;
}

// Collects up to LANES of the options of `index` from `at` on that have the same kind and key as the first, and moves
// them to the front.
#define COLLECT(group, key, index, at, count)                                                                          \
  do {                                                                                                                 \
    (group).used = 0;                                                                                                  \
    for (int i = (at); i < (count) && (group).used < LANES; ++i) {                                                     \
      int option = (index)[i];                                                                                         \
      if (block->kind[option] != block->kind[(index)[at]]) continue;                                                   \
      if (block->key[option] != block->key[(index)[at]]) continue;                                                     \
      (index)[i] = (index)[(at) + (group).used], (index)[(at) + (group).used] = option;                                \
      (group).lane[(group).used++] = option;                                                                           \
    }                                                                                                                  \
    for (int l = (group).used; l < LANES; ++l) (group).lane[l] = (group).lane[(group).used - 1];                       \
  } while (0)

// Hashes the plans of options of the same kind.
static void KERNEL(hash_plans)(KERNEL(block) *block, const KERNEL(group) *group, const KERNEL(plan) *plan, int count) {
  ints hash = 0L;
  for (int k = 0; k <= count; ++k) {
    hash = (hash ^ (plan->steps[k] * 16 + plan->quiet[k])) * (long)0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  }
  for (int l = 0; l < group->used; ++l) block->plan[group->lane[l]] = (uint64_t)hash[l];
}

// Plans options of the same kind.
static void KERNEL(plan_group)(KERNEL(block) *block, const KERNEL(group) *group, const dividend_schedule *d,
                               const dividend_mesh *mesh) {
  KERNEL(terms) o = KERNEL(gather_terms)(block, group);
  KERNEL(plan) plan;
  KERNEL(make_plan)(&o, d, mesh, 0, &plan);
  KERNEL(hash_plans)(block, group, &plan, o.count);
}

// Plans the options of `index`, which is reordered.
static void KERNEL(plan_options)(KERNEL(block) *block, int *index, int count, const dividend_schedule *d,
                                 const dividend_mesh *mesh) {
  KERNEL(group) group;
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, kind, index, at, count);
    KERNEL(plan_group)(block, &group, d, mesh);
  }
}

// Solves the options of `index`, which is reordered.
static void KERNEL(solve_options)(KERNEL(block) *block, int *index, int count, const dividend_schedule *d,
                                  const dividend_mesh *mesh, vec *memory) {
  KERNEL(space) space = KERNEL(divide_space)(memory, mesh->nodes);
  KERNEL(group) group;
  KERNEL(plan_options)(block, index, count, d, mesh);
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

// Changes an input of options by a little, and returns the change.
INLINE vec KERNEL(bump_terms)(KERNEL(terms) *o, int bump, int is_central) {
  vec change = BUMP;
  if (is_central && (bump == RATE_BUMP || bump == LOWER_RATE_BUMP))
    change = KERNEL(limit)(0.5 * ABS(o->rate), (vec)BUMP, (vec)CENTRAL_BUMP);
  if (bump == VOLATILITY_BUMP) change = BUMP * o->volatility, o->volatility += change;
  else if (bump == RATE_BUMP) o->rate += change;
  else if (bump == LOWER_RATE_BUMP) o->rate -= change;
  else if (bump == YIELD_BUMP) o->yield += change;
  o->variance = o->volatility * o->volatility;
  o->drift = o->rate - o->yield - 0.5 * o->variance;
  return change;
}

// Whether the values of an option are those of exercise.
INLINE int KERNEL(is_exercised)(const KERNEL(block) *block, int option, double sign) {
  return block->american && block->values[1][option] == -sign && block->values[2][option] == 0;
}
