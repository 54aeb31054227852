// Premiums and their slopes by the fitted grids, a vector of puts at a time. Width-agnostic body, included once per
// instruction set.

// Begins the boundary of a put on its horizon.
INLINE void KERNEL(begin_on_horizon)(KERNEL(boundary) *at, const KERNEL(reduced_put) *put, const int limited) {
  vec square = put->horizon * put->horizon;
  KERNEL(begin)(at, put->deviation * put->horizon, put->rate * square, put->yield * square, limited);
}

// An upper bound of the error of the price after a step that changes the boundary by `change`: the error of the
// boundary is about the square of the change, or more where the change is large, and its effect on the price is in
// proportion to the interest.
INLINE vec KERNEL(remainder)(const KERNEL(boundary) *at) {
  vec flow = AT_LEAST(0.0, at->rate) + AT_LEAST(0.0, -at->yield);
  vec square = at->change * at->change;
  return flow * square * FMA(10.0, square, 1.0);
}

INLINE vec KERNEL(level_now)(const KERNEL(boundary) *at, const int last) {
  return at->deviation * (at->limit + at->value[last]);
}

// The boundary at the end of the horizon, which is that of the option now.
INLINE vec KERNEL(boundary_now)(const KERNEL(boundary) *at, const int last) {
  return KERNEL(short_exp2)(KERNEL(level_now)(at, last) * LOG2_E);
}

// The premium where the option is held, 0 where it is exercised; NaN where the boundary did not converge.
INLINE vec KERNEL(held_premium)(const KERNEL(reduced_put) *put, const KERNEL(boundary) *at, vec premium,
                                const int last, double tolerance) {
  ints exercised = put->x * at->inverse_deviation <= at->limit + at->value[last];
  premium = exercised ? (vec)0.0 : premium;
  // The premium is below all interest on the strike and, for a negative yield, on the underlying, at their growth.
  vec growth = AT_LEAST(0.0, -put->yield);
  vec most = AT_LEAST(0.0, put->rate) + growth * put->s * KERNEL(short_exp2)(growth * LOG2_E);
  // A comparison with NaN is false.
  ints converged = (KERNEL(remainder)(at) <= tolerance) & (at->value[last] < 0.0) & (premium >= -1e-9)
                   & (premium <= FMA(most, 1.0 + 1e-9, 1e-9));
  return converged ? premium : (vec)__builtin_nan("");
}

INLINE KERNEL(reduced_put) KERNEL(put_at_probe)(const KERNEL(reduced_put) *put, KERNEL(probes) *probes,
                                                const KERNEL(boundary) *at, const int last, const int *index,
                                                int count) {
  KERNEL(reduced_put) probe = *put;
  probe.x = KERNEL(level_now)(at, last);
  if (probes->second) probe.x = KERNEL(gather)(probes->x, index);
  probe.s = KERNEL(short_exp2)(probe.x * LOG2_E);
  for (int k = 0; k < count; ++k) probes->x[index[k]] = probe.x[k];
  return probe;
}

// Functions of their own, because every level has its own copy of each, for every kind of boundary.
#define STAGES(grid, coarse, guess_table, below, paying)                                                               \
  static __attribute__((noinline)) void KERNEL(start_##grid##_##paying)(KERNEL(boundary) * at, int steps) {            \
    KERNEL(guess)(at, &guess_table, &coarse);                                                                          \
    for (int k = 0; k < steps; ++k) KERNEL(improve)(at, &coarse, paying);                                              \
    KERNEL(prolong)(at, &coarse, &grid);                                                                               \
  }                                                                                                                    \
  static __attribute__((noinline)) void KERNEL(finish_##grid##_##paying)(KERNEL(boundary) * at, int steps) {           \
    for (int k = 0; k < steps; ++k) KERNEL(improve)(at, &grid, paying);                                                \
  }                                                                                                                    \
  static __attribute__((noinline)) vec KERNEL(premium_##grid##_##paying)(                                              \
      KERNEL(premium_slopes) * slopes, KERNEL(common) * common, const KERNEL(reduced_put) * put,                       \
      const KERNEL(boundary) * at, int cut) {                                                                          \
    KERNEL(premium_points) at_point;                                                                                   \
    vec premium = KERNEL(premium)(&at_point, put, at, &grid, paying, cut);                                             \
    if (!slopes) return premium;                                                                                       \
    KERNEL(common) own;                                                                                                \
    if (!common) common = &own, common->factorised = 0;                                                                \
    KERNEL(boundary) *better = &common->better;                                                                        \
    vec better_premium = premium;                                                                                      \
    const int again = any(at->change > MOST_CHANGE);                                                                   \
    if (!common->factorised) {                                                                                         \
      *better = *at;                                                                                                   \
      if (again) {                                                                                                     \
        KERNEL(finish_##grid##_##paying)(better, 1);                                                                   \
        KERNEL(keep_small_changes)(better, at, grid.nodes);                                                            \
      }                                                                                                                \
      KERNEL(factorise_##grid)(&common->factors, better);                                                              \
      common->factorised = 1;                                                                                          \
    }                                                                                                                  \
    if (again) better_premium = KERNEL(premium)(&at_point, put, better, &grid, paying, cut);                           \
    if (!paying) KERNEL(add_spot_parts)(&at_point, put, better, &grid);                                                \
    KERNEL(exposure) exposure;                                                                                         \
    *slopes = KERNEL(slopes_at_boundary)(&exposure, &at_point, put, better, &grid, cut);                               \
    KERNEL(follow_##grid)(slopes, better_premium, put, better, &common->factors, &exposure);                           \
    KERNEL(decide)(slopes, put, at, grid.nodes - 1);                                                                   \
    return premium;                                                                                                    \
  }                                                                                                                    \
  static __attribute__((noinline)) void KERNEL(solve_##grid##_##paying)(                                               \
      KERNEL(puts) * puts, const int *index, int count, int cut, int coarse_steps, int fine_steps, double tolerance) { \
    KERNEL(reduced_put) put = KERNEL(gather_puts)(puts, index);                                                        \
    KERNEL(boundary) at;                                                                                               \
    KERNEL(common) *common = puts->common;                                                                             \
    if (common && common->solved) {                                                                                    \
      at = common->at;                                                                                                 \
    } else {                                                                                                           \
      KERNEL(begin_on_horizon)(&at, &put, below);                                                                      \
      KERNEL(start_##grid##_##paying)(&at, coarse_steps);                                                              \
      KERNEL(finish_##grid##_##paying)(&at, fine_steps);                                                               \
      if (common) common->at = at, common->solved = 1, common->factorised = 0;                                         \
    }                                                                                                                  \
    KERNEL(premium_slopes) slopes;                                                                                     \
    vec premium = KERNEL(premium_##grid##_##paying)(puts->slopes ? &slopes : NULL, common, &put, &at, cut);            \
    if (puts->slopes) KERNEL(scatter_slopes)(puts->slopes, &slopes, index, count);                                     \
    premium = KERNEL(held_premium)(&put, &at, premium, grid.nodes - 1, tolerance);                                     \
    vec boundary = KERNEL(boundary_now)(&at, grid.nodes - 1);                                                          \
    for (int k = 0; k < count; ++k) puts->premium[index[k]] = premium[k], puts->boundary[index[k]] = boundary[k];      \
    if (!puts->probes) return;                                                                                         \
    put = KERNEL(put_at_probe)(&put, puts->probes, &at, grid.nodes - 1, index, count);                                 \
    premium = KERNEL(premium_##grid##_##paying)(NULL, NULL, &put, &at, cut);                                           \
    for (int k = 0; k < count; ++k) puts->probes->at_boundary[index[k]] = premium[k];                                  \
    put.s = 1.0, put.x = 0.0;                                                                                          \
    premium = KERNEL(premium_##grid##_##paying)(NULL, NULL, &put, &at, cut);                                           \
    for (int k = 0; k < count; ++k) puts->probes->at_strike[index[k]] = premium[k];                                    \
  }
#define FOLLOW(grid)                                                                                                   \
  static __attribute__((noinline)) void KERNEL(follow_##grid)(                                                         \
      KERNEL(premium_slopes) * slopes, vec premium, const KERNEL(reduced_put) * put, const KERNEL(boundary) * at,      \
      KERNEL(factors) * factors, KERNEL(exposure) * exposure) {                                                        \
    KERNEL(follow_boundary)(slopes, premium, put, at, factors, exposure, &grid);                                       \
  }                                                                                                                    \
  static __attribute__((noinline)) void KERNEL(factorise_##grid)(KERNEL(factors) * factors,                            \
                                                                 const KERNEL(boundary) * at) {                        \
    KERNEL(factorise)(factors, at, &grid);                                                                             \
  }
#define LEVEL_STAGES(level)                                                                                            \
  FOLLOW(level##_AT_STRIKE)                                                                                            \
  FOLLOW(level##_BELOW_STRIKE)                                                                                         \
  STAGES(level##_AT_STRIKE, COARSE_AT_STRIKE, GUESS_AT_STRIKE, 0, 1)                                                   \
  STAGES(level##_AT_STRIKE, COARSE_AT_STRIKE, GUESS_AT_STRIKE, 0, 0)                                                   \
  STAGES(level##_BELOW_STRIKE, COARSE_BELOW_STRIKE, GUESS_BELOW_STRIKE, 1, 1)
LEVEL_STAGES(SCREEN)
LEVEL_STAGES(STANDARD)
LEVEL_STAGES(PRECISE)
#undef STAGES
#undef FOLLOW
#undef LEVEL_STAGES

// Solves LANES puts of one plan on the grids of a level.
static void KERNEL(solve)(KERNEL(puts) *puts, const int *index, int count, int plan, int level, int coarse_steps,
                          int fine_steps, double tolerance) {
  int cut = plan % WIDE >= SHORTENED;
#define SOLVE(grid, paying)                                                                                            \
  KERNEL(solve_##grid##_##paying)(puts, index, count, cut, coarse_steps, fine_steps, tolerance);                       \
  break
#define LEVEL(name, number)                                                                                            \
  case number * KINDS_OF_BOUNDARY + AT_STRIKE: SOLVE(name##_AT_STRIKE, 1);                                             \
  case number * KINDS_OF_BOUNDARY + AT_STRIKE_WITHOUT_YIELD: SOLVE(name##_AT_STRIKE, 0);                               \
  case number * KINDS_OF_BOUNDARY + BELOW_STRIKE: SOLVE(name##_BELOW_STRIKE, 1)
  switch (level * KINDS_OF_BOUNDARY + plan % KINDS_OF_BOUNDARY) {
    LEVEL(SCREEN, 0);
    LEVEL(STANDARD, 1);
    LEVEL(PRECISE, 2);
  }
#undef SOLVE
#undef LEVEL
}
