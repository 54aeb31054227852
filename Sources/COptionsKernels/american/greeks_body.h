// American greeks. Width-agnostic body, included once per instruction set.
//
// Greeks are those of the European option and of the premium. The premium of a put is K P(ln(S/K); v, a, b), that of a call
// S P(ln(K/S); v, a, b) with rates and yields exchanged. Both have a gamma of (P_xx - P_x) K / S^2 or S / S^2.

#include "american/price_body.h"

typedef struct {
  double column[AMERICAN_COLUMNS][AMERICAN_BLOCK];
} KERNEL(american_values);

// Greeks per the shorter unit of time become greeks per year.
INLINE void KERNEL(restore_unit)(double european[EUROPEAN_COLUMNS][AMERICAN_BLOCK], vec time, size_t i) {
  ints longer = time >= 32.0;
  vec theta = LOAD(european[THETA] + i), vega = LOAD(european[VEGA] + i), rho = LOAD(european[RHO] + i);
  STORE(european[THETA] + i, longer ? theta * 0.5625 : theta);
  STORE(european[VEGA] + i, longer ? vega / 0.75 : vega);
  STORE(european[RHO] + i, longer ? rho / 0.5625 : rho);
}

// Assembles the greeks of LANES options from i on. The price is that of add_premium.
INLINE void KERNEL(assemble_american)(KERNEL(american_values) *values, const KERNEL(puts) *puts, const kernel_options *in,
                                      const double european[EUROPEAN_COLUMNS][AMERICAN_BLOCK], size_t i) {
  ints put = __builtin_convertvector(*(const bytes *)(in->kind + i), ints) != 0;
  vec spot = LOAD(in->spot + i), strike = LOAD(in->strike + i), time = LOAD(in->time + i);
  vec unit = put ? strike : spot, v = LOAD(puts->deviation + i), a = LOAD(puts->rate + i), b = LOAD(puts->yield + i);
  const KERNEL(slope_columns) *slopes = puts->slopes;
  vec premium = LOAD(puts->premium + i), by_x = LOAD(slopes->by_x + i), by_v = LOAD(slopes->by_deviation + i);
  vec by_a = LOAD(slopes->by_rate + i), by_b = LOAD(slopes->by_yield + i);

  vec decay = FMA(0.5 * v, by_v, FMA(a, by_a, b * by_b)); // by the logarithm of the time
  vec greek[AMERICAN_COLUMNS];
  greek[DELTA] = put ? by_x * unit / spot : premium - by_x;
  greek[GAMMA] = unit * LOAD(slopes->curvature + i) / (spot * spot);
  greek[THETA] = -(unit * decay) / time;
  greek[VEGA] = unit * SQRT(time) * by_v;
  greek[RHO] = unit * time * (put ? by_a : by_b);
  greek[EPSILON] = unit * time * (put ? by_b : by_a);

  vec held[AMERICAN_COLUMNS];
  for (int c = DELTA; c < EPSILON; ++c) held[c] = LOAD(european[c] + i);
  held[EPSILON] = -(time * (spot * held[DELTA]));
  // Without a premium, greeks are European to the last digit.
  ints planned = *(const ints *)(puts->plan + i) != NO_PLAN;
  ints between = planned & (a < 0.0) & (b < a);
  ints solved = *(const ints *)(puts->status + i) == KERNEL_AMERICAN_OK;
  vec intrinsic = put ? strike - spot : spot - strike;
  ints early = *(const ints *)(puts->boundary_plan + i) != NO_PLAN;
  ints exercised = planned ? *(const ints *)(slopes->exercised + i)
                           : early & (intrinsic > 0.0) & (intrinsic >= LOAD(european[PRICE] + i));
  vec boundary = LOAD(slopes->boundary + i);
  // Rounded towards exercise, so that an option at the boundary is exercised.
  boundary = put ? strike * boundary * (1.0 - 0x1p-47) : strike / boundary * (1.0 + 0x1p-47);
  // Whether spot and boundary are in the order that `exercised` implies must not depend on rounding.
  ints above = exercised == put;
  vec least = exercised ? spot : spot * (1.0 + 0x1p-52), most = exercised ? spot : spot * (1.0 - 0x1p-53);
  boundary = above ? AT_LEAST(least, boundary) : AT_MOST(most, boundary);
  for (int c = DELTA; c <= EPSILON; ++c) {
    vec value = planned ? held[c] + greek[c] : held[c];
    vec immediate = c == DELTA ? (put ? (vec)-1.0 : (vec)1.0) : (vec)0.0;
    STORE(values->column[c] + i, solved ? (exercised ? immediate : value) : (vec)__builtin_nan(""));
  }
  vec upper = LOAD(puts->boundary + i), lower = LOAD(puts->second + i);
  boundary = between ? (put ? strike * upper : strike / upper) : boundary;
  vec second = between ? (put ? strike * lower : strike / lower) : (vec)__builtin_nan("");
  STORE(values->column[BOUNDARY] + i, early & solved ? boundary : (vec)__builtin_nan(""));
  STORE(values->column[SECOND_BOUNDARY] + i, solved ? second : (vec)__builtin_nan(""));
  STORE(values->column[EUROPEAN] + i, solved ? LOAD(european[PRICE] + i) : (vec)__builtin_nan(""));
}

// Finds the boundaries of the options whose premium is left out, with many steps on the finest grids, or one at a time.
static void KERNEL(find_other_boundaries)(kernel_isa isa, KERNEL(puts) *puts, const kernel_options *in,
                                          const double *european, int count) {
  KERNEL(slope_columns) *slopes = puts->slopes;
  int careful[AMERICAN_BLOCK], careful_count = 0;
  for (int plan = 0; plan <= CAREFUL; ++plan) {
    int index[AMERICAN_BLOCK], length = 0;
    for (int i = 0; i < count; ++i)
      if (puts->plan[i] == NO_PLAN && puts->boundary_plan[i] == plan) index[length++] = i;
    if (puts->common) puts->common->solved = 0;
    for (int start = 0; plan < CAREFUL && start < length; start += LANES) {
      int used = length - start < LANES ? length - start : LANES, lanes[LANES];
      for (int k = 0; k < LANES; ++k) lanes[k] = index[start + (k < used ? k : used - 1)];
      KERNEL(solve)(puts, lanes, used, plan, KERNEL_PRECISE, 8, 8, BOUNDARY_TOLERANCE);
    }
    for (int k = 0; k < length; ++k) {
      double *premium = puts->premium + index[k];
      if (plan == CAREFUL || *premium != *premium) careful[careful_count++] = index[k];
      *premium = 0.0;
    }
  }
  puts->slopes = NULL;
  KERNEL(solve_carefully)(isa, puts, in, european, careful, careful_count);
  puts->slopes = slopes;
  for (int k = 0; k < careful_count; ++k) {
    int i = careful[k];
    slopes->boundary[i] = puts->status[i] == KERNEL_AMERICAN_OK ? puts->boundary[i] : __builtin_nan("");
    puts->status[i] = KERNEL_AMERICAN_OK;
    puts->premium[i] = 0.0;
  }
}

// Values a block of options, of which the columns are filled up to whole vectors. `common` may be null.
static void KERNEL(value_block)(kernel_isa isa, int level_number, KERNEL(american_values) *values, KERNEL(puts) *puts,
                                KERNEL(common) *common, const KERNEL(columns) *columns, size_t size) {
  KERNEL(columns) shortened = *columns;
  KERNEL(slope_columns) slopes;
  double european[EUROPEAN_COLUMNS][AMERICAN_BLOCK];
  kernel_options block = KERNEL(options)(columns), shortened_block = KERNEL(options)(&shortened);
  puts->slopes = &slopes, puts->probes = NULL, puts->common = common;
  for (size_t i = 0; i < size; i += LANES) KERNEL(reduce)(puts, &block, i, &AMERICAN_LEVELS[level_number]);
  for (size_t i = 0; i < size; i += LANES) KERNEL(shorten_unit)(&shortened, i);
  kernel_greeks(isa, (size + LANES - 1) / LANES * LANES, &shortened_block, european[0], AMERICAN_BLOCK);
  for (size_t i = 0; i < size; i += LANES) KERNEL(restore_unit)(european, LOAD(columns->time + i), i);
  KERNEL(solve_all)(isa, puts, &block, european[PRICE], (int)size, level_number);
  KERNEL(find_other_boundaries)(isa, puts, &block, european[PRICE], (int)size);
  for (size_t i = 0; i < size; i += LANES) {
    KERNEL(add_premium)(puts, &block, european[PRICE], i, values->column[PRICE]);
    KERNEL(assemble_american)(values, puts, &block, european, i);
  }
}

static int KERNEL(american_greeks)(kernel_isa isa, int level_number, size_t count, const kernel_options *in,
                                   double *values, size_t stride, uint8_t *status) {
  int unsolved = 0;
  for (size_t start = 0; start < count; start += AMERICAN_BLOCK) {
    KERNEL(columns) columns;
    KERNEL(puts) puts;
    KERNEL(american_values) block_values;
    size_t size = count - start < AMERICAN_BLOCK ? count - start : AMERICAN_BLOCK;
    KERNEL(copy)(&columns, in, start, size);
    KERNEL(value_block)(isa, level_number, &block_values, &puts, NULL, &columns, size);
    for (int c = 0; c < AMERICAN_COLUMNS; ++c)
      for (size_t i = 0; i < size; ++i) values[c * stride + start + i] = block_values.column[c][i];
    for (size_t i = 0; i < size; ++i) {
      status[start + i] = (uint8_t)puts.status[i];
      unsolved |= puts.status[i] != KERNEL_AMERICAN_OK;
    }
  }
  return unsolved;
}
