// Solves a block of puts, each by the grids that its terms need. Width-agnostic body, included once per instruction
// set.

// Solves the options of one plan, whose indices are given, on the grids of a level, LANES at a time. An index fills up
// the last vector. What does not converge is solved again, with one step more on each grid, and with `attempts` of 3
// with many more on the finest grids. The indices of options that do not converge then, whose premium is NaN, come
// first; returns their number.
static int KERNEL(solve_on_level)(KERNEL(puts) *puts, int *index, int count, int plan, int level_number, int attempts) {
  const american_level *level = &AMERICAN_LEVELS[level_number];
  const int below = plan % KINDS_OF_BOUNDARY == BELOW_STRIKE;
  int coarse_steps = level->coarse_steps[below], fine_steps = level->fine_steps[below];
  for (int attempt = 0; attempt < attempts && count > 0; ++attempt) {
    if (puts->common) puts->common->solved = 0;
    for (int start = 0; start < count; start += LANES) {
      int used = count - start < LANES ? count - start : LANES, lanes[LANES];
      for (int k = 0; k < LANES; ++k) lanes[k] = index[start + (k < used ? k : used - 1)];
      if (attempt < 2)
        KERNEL(solve)(puts, lanes, used, plan, level_number, coarse_steps + attempt, fine_steps + attempt,
                      level->tolerance);
      else
        KERNEL(solve)(puts, lanes, used, plan, KERNEL_PRECISE, 8, 8, LAST_TOLERANCE);
    }
    int left = 0;
    for (int k = 0; k < count; ++k)
      if (puts->premium[index[k]] != puts->premium[index[k]]) index[left++] = index[k];
    count = left;
  }
  return count;
}

// Solves the options of one plan, whose indices are given. The indices of options that are to be solved one at a time
// come first; returns their number.
static int KERNEL(solve_plan)(KERNEL(puts) *puts, int *index, int count, int plan, int level_number) {
  if (plan < WIDE) return KERNEL(solve_on_level)(puts, index, count, plan, level_number, 3);
  // The difference of two grids is about the error of the coarser one.
  int coarser = level_number == KERNEL_PRECISE ? KERNEL_STANDARD : level_number, left = 0, order[AMERICAN_BLOCK];
  KERNEL(probes) coarse, fine;
  KERNEL(slope_columns) *slopes = puts->slopes;
  int converged[AMERICAN_BLOCK];
  for (int k = 0; k < count; ++k) order[k] = index[k];
  coarse.second = 0;
  puts->slopes = NULL, puts->probes = &coarse;
  KERNEL(solve_on_level)(puts, order, count, plan, coarser, 2);
  for (int k = 0; k < count; ++k) {
    int i = index[k];
    order[k] = i, converged[k] = puts->premium[i] == puts->premium[i], fine.x[i] = coarse.x[i];
  }
  fine.second = 1;
  puts->slopes = slopes, puts->probes = &fine;
  KERNEL(solve_on_level)(puts, order, count, plan, coarser + 1, 2);
  puts->probes = NULL;
  for (int k = 0; k < count; ++k) {
    int i = index[k];
    double at_boundary = __builtin_fabs(fine.at_boundary[i] - coarse.at_boundary[i]);
    double at_strike = __builtin_fabs(fine.at_strike[i] - coarse.at_strike[i]);
    double most = AMERICAN_LEVELS[level_number].difference[puts->deviation[i] > 1.5];
    // Comparisons with NaN are false.
    converged[k] &= puts->premium[i] == puts->premium[i] && at_boundary <= most && at_strike <= most;
    if (!converged[k]) index[left++] = i;
  }
  return left;
}

INLINE void KERNEL(keep_slopes)(KERNEL(slope_columns) *columns, const careful_slopes *slopes,
                                const careful_answer *answer, int i) {
  columns->boundary[i] = answer->upper;
  columns->exercised[i] = answer->exercised ? -1 : 0;
  if (answer->exercised) return;
  columns->by_x[i] = slopes->by_x;
  columns->by_deviation[i] = slopes->by_deviation;
  columns->by_rate[i] = slopes->by_rate;
  columns->by_yield[i] = slopes->by_yield;
  columns->curvature[i] = slopes->curvature;
}

// Solves the options whose indices are given one at a time, or together if they differ in the price of the underlying
// only.
static void KERNEL(solve_carefully)(kernel_isa isa, KERNEL(puts) *puts, const kernel_options *in,
                                    const double *european, const int *index, int count) {
  careful_put put[AMERICAN_BLOCK];
  careful_answer answer[AMERICAN_BLOCK];
  careful_slopes slopes[AMERICAN_BLOCK];
  for (int k = 0; k < count; ++k) {
    int i = index[k];
    put[k] = (careful_put){.deviation = puts->deviation[i], .rate = puts->rate[i], .yield = puts->yield[i],
                           .s = puts->s[i], .x = puts->x[i],
                           .european = european[i] / (in->kind[i] ? in->strike[i] : in->spot[i])};
  }
  for (int start = 0, together = puts->common ? count : 1; start < count; start += together) {
    int solved = kernel_careful_american(isa, together, put + start, answer + start,
                                         puts->slopes ? slopes + start : NULL);
    for (int k = start; k < start + together; ++k) {
      int i = index[k];
      if (!solved) {
        puts->status[i] = KERNEL_AMERICAN_NOT_CONVERGED;
        continue;
      }
      puts->premium[i] = answer[k].exercised ? 0.0 : answer[k].price - put[k].european;
      // Rounded towards exercise, so that an option at a boundary is exercised.
      puts->boundary[i] = answer[k].upper * (1.0 - 0x1p-47);
      puts->second[i] = answer[k].lower * (1.0 + 0x1p-47);
      if (puts->slopes) KERNEL(keep_slopes)(puts->slopes, &slopes[k], &answer[k], i);
    }
  }
}

// Solves the options of a block that have a plan.
static void KERNEL(solve_all)(kernel_isa isa, KERNEL(puts) *puts, const kernel_options *in, const double *european,
                              int count, int level_number) {
  int index[NO_PLAN + 1][AMERICAN_BLOCK], length[NO_PLAN + 1] = {0};
  for (int i = 0; i < count; ++i) index[puts->plan[i]][length[puts->plan[i]]++] = i;
  for (int plan = 0; plan < PLANS; ++plan)
    for (int k = KERNEL(solve_plan)(puts, index[plan], length[plan], plan, level_number); k > 0; --k)
      index[CAREFUL][length[CAREFUL]++] = index[plan][k - 1];
  KERNEL(solve_carefully)(isa, puts, in, european, index[CAREFUL], length[CAREFUL]);
}
