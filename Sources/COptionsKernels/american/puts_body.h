// Blocks of puts to which options are reduced. Width-agnostic body, included once per instruction set.

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

// Results that puts share if only the price of the underlying differs: the boundary, the boundary after one more step,
// and the factors of that step.
typedef struct {
  int solved, factorised;
  KERNEL(boundary) at, better;
  KERNEL(factors) factors;
} KERNEL(common);

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
  KERNEL(common) *common;        // NULL unless puts differ in the price of the underlying only
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
  // At little interest, the boundary falls far below the strike. Where it starts below the strike, this matters for large v only.
  wide |= ((b <= a) | (v > MOST_CALM)) & (a < level->least_interest * (v * v * v));
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
