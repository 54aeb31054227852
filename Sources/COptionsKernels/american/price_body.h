// American prices. Width-agnostic body, included once per instruction set.
//
// Every option becomes a put on the strike 1: a put is K P(S/K; r, q), a call S P(K/S; q, r). The reach of its
// boundary,
//
//     kappa^2 = a + (mu - v/2)^2 / 2,
//
// says where the boundary becomes constant: errors in it decay as e^{-kappa^2}. A boundary is solved for on the
// horizon c^2 T with c = SHORTENED / kappa at most, and is constant beyond. This bounds the grids that options need.
//
// Which grid, how many steps and which variant of the code an option gets follows from its own terms, so its price has
// the same bits alone and among others. Options with the same plan share vectors.

#include "vectors/elementary_body.h"
#include "american/functions_body.h"
#include "american/boundary_body.h"
#include "american/guess_body.h"
#include "american/newton_body.h"
#include "american/boundary_response_body.h"
#include "american/constant_boundary_body.h"
#include "american/premium_body.h"
#include "american/premium_slopes_body.h"

// The slopes of the premiums of a block.
typedef struct {
  double by_x[AMERICAN_BLOCK], by_deviation[AMERICAN_BLOCK], by_rate[AMERICAN_BLOCK], by_yield[AMERICAN_BLOCK];
  double curvature[AMERICAN_BLOCK], boundary[AMERICAN_BLOCK];
  long exercised[AMERICAN_BLOCK];
} KERNEL(slope_columns);

// Premiums at which two grids are compared: at the boundary of the first one, where errors are greatest, and at the
// strike. They do not depend on the spot, and so neither do the way that an option takes and its boundary.
typedef struct {
  int second; // whether the first grid is solved
  double x[AMERICAN_BLOCK];
  double at_boundary[AMERICAN_BLOCK], at_strike[AMERICAN_BLOCK];
} KERNEL(probes);

// A block of reduced puts, and what is known of them.
typedef struct {
  double s[AMERICAN_BLOCK], x[AMERICAN_BLOCK], rate[AMERICAN_BLOCK], yield[AMERICAN_BLOCK];
  double deviation[AMERICAN_BLOCK], horizon[AMERICAN_BLOCK];
  long plan[AMERICAN_BLOCK], status[AMERICAN_BLOCK];
  long boundary_plan[AMERICAN_BLOCK]; // the plan, also where the premium is left out
  double premium[AMERICAN_BLOCK];
  double boundary[AMERICAN_BLOCK], second[AMERICAN_BLOCK]; // now; NaN without one
  KERNEL(slope_columns) *slopes; // NULL if only prices are wanted
  KERNEL(probes) *probes;        // NULL unless grids are compared
} KERNEL(puts);

// Whether a put is never exercised early: without interest to gain, or dividends to avoid.
INLINE ints KERNEL(never_exercised)(vec a, vec b) { return (a <= 0.0) & (b >= a); }

// Reduces LANES options from i on, and plans them.
INLINE void KERNEL(reduce)(KERNEL(puts) *puts, const kernel_options *in, size_t i, const american_level *level) {
  ints put = __builtin_convertvector(*(const bytes *)(in->kind + i), ints) != 0;
  vec spot = LOAD(in->spot + i), strike = LOAD(in->strike + i), time = LOAD(in->time + i);
  vec rate = LOAD(in->rate + i), yield = LOAD(in->yield + i), volatility = LOAD(in->volatility + i);
  vec s = (put ? spot : strike) / (put ? strike : spot);
  vec x = KERNEL(log_of_ratio)(put ? spot : strike, put ? strike : spot);
  vec v = volatility * SQRT(time), a = (put ? rate : yield) * time, b = (put ? yield : rate) * time;
  vec shape = (a - b) / v - 0.5 * v, reach = SQRT(AT_LEAST(0.0, FMA(0.5 * shape, shape, a)));
  // At rates of almost 0, shorter horizons do, because hardly any interest is earned at the boundary, and converge
  // better.
  ints slight = a < SLIGHT_RATE;
  ints cut = reach > (slight ? (vec)AMERICAN_LEVELS[0].cut : (vec)level->cut);
  vec horizon = cut ? (slight ? (vec)AMERICAN_LEVELS[0].shortened : (vec)level->shortened) / reach : (vec)1.0;

  ints inside = (spot >= 0x1p-32) & (spot < 0x1p32) & (strike >= 0x1p-32) & (strike < 0x1p32) & (s >= LEAST_RATIO)
                & (s <= 1.0 / LEAST_RATIO) & (time >= LEAST_TIME) & (time <= MOST_TIME) & (rate >= LEAST_RATE)
                & (rate <= MOST_RATE) & (yield >= LEAST_RATE) & (yield <= MOST_RATE) & (volatility >= LEAST_VOLATILITY)
                & (volatility <= MOST_VOLATILITY);
  // If interest and dividends are both negative, and dividends more so, a put is exercised between two boundaries.
  ints both = (a < 0.0) & (b < a);
  ints never = KERNEL(never_exercised)(a, b);
  // The premium is at most a + max(-b, 0) e^{max(-b, 0)} of the larger of spot and strike.
  ints small = AT_LEAST(0.0, a) + AT_LEAST(0.0, -b) < level->negligible;
  ints plan = b > a ? (ints)BELOW_STRIKE : (b == 0.0 ? (ints)AT_STRIKE_WITHOUT_YIELD : (ints)AT_STRIKE);
  plan += cut ? (ints)SHORTENED : (ints)0;
  vec most = b > a ? (vec)level->most_deviation[1] : (vec)level->most_deviation[0];
  ints wide = (v > most) | (a > level->most_rate) | (b > level->most_yield) | (-b > level->most_growth);
  // At little interest, the boundary falls far below the strike.
  wide |= a < level->least_interest * (v * v * v);
  wide |= (b > a) & (b - a < LITTLE_BELOW * v * a);
  plan += wide ? (ints)WIDE : (ints)0;
  ints careful = both | (a > level->careful_rate) | (-b > level->careful_growth);
  plan = careful ? (ints)CAREFUL : plan;
  plan = inside & ~never ? plan : (ints)NO_PLAN;
  *(ints *)(puts->boundary_plan + i) = both & small ? (ints)NO_PLAN : plan;
  plan = small ? (ints)NO_PLAN : plan;
  ints status = inside ? (ints)KERNEL_AMERICAN_OK : (ints)KERNEL_AMERICAN_OUTSIDE;
  STORE(puts->s + i, s);
  STORE(puts->x + i, x);
  STORE(puts->rate + i, a);
  STORE(puts->yield + i, b);
  STORE(puts->deviation + i, v);
  STORE(puts->horizon + i, horizon);
  STORE(puts->premium + i, (vec)0.0);
  STORE(puts->boundary + i, (vec)__builtin_nan(""));
  STORE(puts->second + i, (vec)__builtin_nan(""));
  *(ints *)(puts->plan + i) = plan;
  *(ints *)(puts->status + i) = status;
}

INLINE vec KERNEL(gather)(const double *column, const int *index) {
  vec gathered;
  UNROLL for (int k = 0; k < LANES; ++k) gathered[k] = column[index[k]];
  return gathered;
}

INLINE KERNEL(reduced_put) KERNEL(gather_puts)(const KERNEL(puts) *puts, const int *index) {
  return (KERNEL(reduced_put)){.s = KERNEL(gather)(puts->s, index),
                               .x = KERNEL(gather)(puts->x, index),
                               .rate = KERNEL(gather)(puts->rate, index),
                               .yield = KERNEL(gather)(puts->yield, index),
                               .deviation = KERNEL(gather)(puts->deviation, index),
                               .horizon = KERNEL(gather)(puts->horizon, index)};
}

INLINE void KERNEL(scatter_slopes)(KERNEL(slope_columns) *columns, const KERNEL(premium_slopes) *slopes,
                                   const int *index, int count) {
  for (int k = 0; k < count; ++k) {
    columns->by_x[index[k]] = slopes->by_x[k];
    columns->by_deviation[index[k]] = slopes->by_deviation[k];
    columns->by_rate[index[k]] = slopes->by_rate[k];
    columns->by_yield[index[k]] = slopes->by_yield[k];
    columns->curvature[index[k]] = slopes->curvature[k];
    columns->boundary[index[k]] = slopes->boundary[k];
    columns->exercised[index[k]] = slopes->exercised[k];
  }
}

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
      KERNEL(premium_slopes) * slopes, const KERNEL(reduced_put) * put, const KERNEL(boundary) * at, int cut) {        \
    KERNEL(premium_points) at_point;                                                                                   \
    vec premium = KERNEL(premium)(&at_point, put, at, &grid, paying, cut);                                             \
    if (!slopes) return premium;                                                                                       \
    KERNEL(boundary) better = *at;                                                                                     \
    vec better_premium = premium;                                                                                      \
    if (any(at->change > MOST_CHANGE)) {                                                                               \
      KERNEL(finish_##grid##_##paying)(&better, 1);                                                                    \
      KERNEL(keep_small_changes)(&better, at, grid.nodes);                                                             \
      better_premium = KERNEL(premium)(&at_point, put, &better, &grid, paying, cut);                                   \
    }                                                                                                                  \
    if (!paying) KERNEL(add_spot_parts)(&at_point, put, &better, &grid);                                               \
    KERNEL(exposure) exposure;                                                                                         \
    *slopes = KERNEL(slopes_at_boundary)(&exposure, &at_point, put, &better, &grid, cut);                              \
    KERNEL(follow_##grid)(slopes, better_premium, put, &better, &exposure);                                            \
    KERNEL(decide)(slopes, put, at, grid.nodes - 1);                                                                   \
    return premium;                                                                                                    \
  }                                                                                                                    \
  static __attribute__((noinline)) void KERNEL(solve_##grid##_##paying)(                                               \
      KERNEL(puts) * puts, const int *index, int count, int cut, int coarse_steps, int fine_steps, double tolerance) { \
    KERNEL(reduced_put) put = KERNEL(gather_puts)(puts, index);                                                        \
    KERNEL(boundary) at;                                                                                               \
    KERNEL(begin_on_horizon)(&at, &put, below);                                                                        \
    KERNEL(start_##grid##_##paying)(&at, coarse_steps);                                                                \
    KERNEL(finish_##grid##_##paying)(&at, fine_steps);                                                                 \
    KERNEL(premium_slopes) slopes;                                                                                     \
    vec premium = KERNEL(premium_##grid##_##paying)(puts->slopes ? &slopes : NULL, &put, &at, cut);                    \
    if (puts->slopes) KERNEL(scatter_slopes)(puts->slopes, &slopes, index, count);                                     \
    premium = KERNEL(held_premium)(&put, &at, premium, grid.nodes - 1, tolerance);                                     \
    vec boundary = KERNEL(boundary_now)(&at, grid.nodes - 1);                                                          \
    for (int k = 0; k < count; ++k) puts->premium[index[k]] = premium[k], puts->boundary[index[k]] = boundary[k];      \
    if (!puts->probes) return;                                                                                         \
    put = KERNEL(put_at_probe)(&put, puts->probes, &at, grid.nodes - 1, index, count);                                 \
    premium = KERNEL(premium_##grid##_##paying)(NULL, &put, &at, cut);                                                 \
    for (int k = 0; k < count; ++k) puts->probes->at_boundary[index[k]] = premium[k];                                  \
    put.s = 1.0, put.x = 0.0;                                                                                          \
    premium = KERNEL(premium_##grid##_##paying)(NULL, &put, &at, cut);                                                 \
    for (int k = 0; k < count; ++k) puts->probes->at_strike[index[k]] = premium[k];                                    \
  }
#define FOLLOW(grid)                                                                                                   \
  static __attribute__((noinline)) void KERNEL(follow_##grid)(                                                         \
      KERNEL(premium_slopes) * slopes, vec premium, const KERNEL(reduced_put) * put, const KERNEL(boundary) * at,      \
      KERNEL(exposure) * exposure) {                                                                                   \
    KERNEL(follow_boundary)(slopes, premium, put, at, exposure, &grid);                                                \
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

// Solves the options of one plan, whose indices are given, on the grids of a level, LANES at a time. An index fills up
// the last vector. What does not converge is solved again, with one step more on each grid, and with `attempts` of 3
// with many more on the finest grids. The indices of options that do not converge then, whose premium is NaN, come
// first; returns their number.
static int KERNEL(solve_on_level)(KERNEL(puts) *puts, int *index, int count, int plan, int level_number, int attempts) {
  const american_level *level = &AMERICAN_LEVELS[level_number];
  const int below = plan % KINDS_OF_BOUNDARY == BELOW_STRIKE;
  int coarse_steps = level->coarse_steps[below], fine_steps = level->fine_steps[below];
  for (int attempt = 0; attempt < attempts && count > 0; ++attempt) {
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

// Solves the options whose indices are given one at a time.
static void KERNEL(solve_carefully)(kernel_isa isa, KERNEL(puts) *puts, const kernel_options *in,
                                    const double *european, const int *index, int count) {
  for (int k = 0; k < count; ++k) {
    int i = index[k];
    double held = european[i] / (in->kind[i] ? in->strike[i] : in->spot[i]);
    careful_put put = {.deviation = puts->deviation[i], .rate = puts->rate[i], .yield = puts->yield[i],
                       .s = puts->s[i], .x = puts->x[i], .european = held};
    careful_answer answer;
    careful_slopes slopes;
    if (kernel_careful_american(isa, 1, &put, &answer, puts->slopes ? &slopes : NULL)) {
      puts->premium[i] = answer.exercised ? 0.0 : answer.price - held;
      // Rounded towards exercise, so that an option at a boundary is exercised.
      puts->boundary[i] = answer.upper * (1.0 - 0x1p-47);
      puts->second[i] = answer.lower * (1.0 + 0x1p-47);
      if (puts->slopes) KERNEL(keep_slopes)(puts->slopes, &slopes, &answer, i);
    } else {
      puts->status[i] = KERNEL_AMERICAN_NOT_CONVERGED;
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

// Adds the premium of LANES options to their European prices.
INLINE void KERNEL(add_premium)(const KERNEL(puts) *puts, const kernel_options *in, const double *european, size_t i,
                                double *price) {
  ints put = __builtin_convertvector(*(const bytes *)(in->kind + i), ints) != 0;
  vec spot = LOAD(in->spot + i), strike = LOAD(in->strike + i), held = LOAD(european + i);
  vec intrinsic = AT_LEAST(0.0, put ? strike - spot : spot - strike);
  vec value = AT_LEAST(held, FMA(put ? strike : spot, LOAD(puts->premium + i), held));
  // Without a premium by reason of its terms, the price is the European one to the last digit.
  ints never = KERNEL(never_exercised)(LOAD(puts->rate + i), LOAD(puts->yield + i));
  value = never ? held : AT_LEAST(intrinsic, value);
  ints solved = *(const ints *)(puts->status + i) == KERNEL_AMERICAN_OK;
  STORE(price + i, solved ? value : (vec)__builtin_nan(""));
}

// Copies of the columns of a block, filled up to whole vectors. For long times, all rates are per shorter unit of
// time, because the European kernel is limited to 32 years.
typedef struct {
  uint8_t kind[AMERICAN_BLOCK];
  double spot[AMERICAN_BLOCK], strike[AMERICAN_BLOCK], time[AMERICAN_BLOCK];
  double rate[AMERICAN_BLOCK], yield[AMERICAN_BLOCK], volatility[AMERICAN_BLOCK];
} KERNEL(columns);

INLINE kernel_options KERNEL(options)(const KERNEL(columns) *columns) {
  return (kernel_options){.kind = columns->kind, .spot = columns->spot, .strike = columns->strike,
                          .time = columns->time, .rate = columns->rate, .yield = columns->yield,
                          .volatility = columns->volatility};
}

INLINE kernel_options KERNEL(copy)(KERNEL(columns) *to, const kernel_options *from, size_t start, size_t count) {
  size_t rounded = (count + LANES - 1) / LANES * LANES;
  const double *inputs[6] = {from->spot, from->strike, from->time, from->rate, from->yield, from->volatility};
  double *outputs[6] = {to->spot, to->strike, to->time, to->rate, to->yield, to->volatility};
  for (int c = 0; c < 6; ++c)
    for (size_t k = 0; k < rounded; ++k) outputs[c][k] = inputs[c][start + (k < count ? k : count - 1)];
  for (size_t k = 0; k < rounded; ++k) to->kind[k] = from->kind[start + (k < count ? k : count - 1)];
  return KERNEL(options)(to);
}

INLINE void KERNEL(shorten_unit)(KERNEL(columns) *columns, size_t i) {
  vec time = LOAD(columns->time + i);
  ints longer = time >= 32.0;
  STORE(columns->time + i, longer ? time * 0.5625 : time);
  STORE(columns->rate + i, longer ? LOAD(columns->rate + i) / 0.5625 : LOAD(columns->rate + i));
  STORE(columns->yield + i, longer ? LOAD(columns->yield + i) / 0.5625 : LOAD(columns->yield + i));
  STORE(columns->volatility + i, longer ? LOAD(columns->volatility + i) / 0.75 : LOAD(columns->volatility + i));
}

// `boundary` and `second` may be null.
static int KERNEL(american_price)(kernel_isa isa, int level_number, size_t count, const kernel_options *in,
                                  double *price, uint8_t *status, double *boundary, double *second) {
  const american_level *level = &AMERICAN_LEVELS[level_number];
  int unsolved = 0;
  for (size_t start = 0; start < count; start += AMERICAN_BLOCK) {
    KERNEL(columns) columns;
    KERNEL(puts) puts;
    puts.slopes = NULL, puts.probes = NULL;
    double european[AMERICAN_BLOCK], prices[AMERICAN_BLOCK];
    size_t size = count - start < AMERICAN_BLOCK ? count - start : AMERICAN_BLOCK;
    kernel_options block = KERNEL(copy)(&columns, in, start, size);
    for (size_t i = 0; i < size; i += LANES) KERNEL(reduce)(&puts, &block, i, level);
    for (size_t i = 0; i < size; i += LANES) KERNEL(shorten_unit)(&columns, i);
    kernel_price(isa, (size + LANES - 1) / LANES * LANES, &block, european, AMERICAN_BLOCK);
    KERNEL(solve_all)(isa, &puts, &block, european, (int)size, level_number);
    for (size_t i = 0; i < size; i += LANES) KERNEL(add_premium)(&puts, &block, european, i, prices);
    for (size_t i = 0; i < size; ++i) {
      price[start + i] = prices[i];
      status[start + i] = (uint8_t)puts.status[i];
      unsolved |= puts.status[i] != KERNEL_AMERICAN_OK;
    }
    // A call is exercised at prices above K/B.
    for (size_t i = 0; boundary && i < size; ++i) {
      int put = in->kind[start + i], solved = puts.status[i] == KERNEL_AMERICAN_OK;
      double strike = in->strike[start + i], none = __builtin_nan("");
      boundary[start + i] = !solved ? none : put ? strike * puts.boundary[i] : strike / puts.boundary[i];
      second[start + i] = !solved ? none : put ? strike * puts.second[i] : strike / puts.second[i];
    }
  }
  return unsolved;
}
