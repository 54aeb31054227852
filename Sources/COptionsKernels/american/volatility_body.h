// American implied volatilities. Width-agnostic body, included once per instruction set.
//
// The price P rises with the volatility sigma from a least price, at which the option is exercised now or, without any
// randomness, at its best time. Each evaluation of P gives its slope too. Newton's method is applied to
//
//     h(sigma) = sqrt(w(P(sigma))^2 - w0^2)
//
// where w is the implied volatility of the European option at that price, and w0 that of the least price, 0 if there is none.
// Out of the money, h is almost sigma. Where the option is about to be exercised, P grows with the square of a distance in
// sigma, and h with the distance. Because the American price is above the European one, w(target) is an upper bound, and the
// first guess. One or two evaluations at the level `screen` and one at the level itself suffice for most quotes; a bracket
// makes every search end.

#include "american/greeks_body.h"

// The search of a block of quotes. Volatilities are per year.
typedef struct {
  double target[AMERICAN_BLOCK], least[AMERICAN_BLOCK], most[AMERICAN_BLOCK]; // prices
  double guess[AMERICAN_BLOCK];            // sigma
  double low[AMERICAN_BLOCK], high[AMERICAN_BLOCK]; // the bracket of sigma
  double bound[AMERICAN_BLOCK];            // its upper end before any evaluation
  double least_european[AMERICAN_BLOCK];   // w0
  double sought[AMERICAN_BLOCK];           // h of the target, NaN if it has no w
  int stage[AMERICAN_BLOCK], rounds[AMERICAN_BLOCK];
  uint8_t status[AMERICAN_BLOCK];
} KERNEL(search);

#include "volatility_search_body.h"

// e^{-rate t}, to the last digit.
INLINE vec KERNEL(full_discount)(vec rate, vec time) {
  vec scaled = time * -LOG2_E;
  return KERNEL(discount)(rate, scaled, FMA(rate, scaled, SIXTEENTHS_SHIFT));
}

// The least price, at volatility 0, and the limit at infinite volatility. Without randomness, the holder receives
// unit e^{-a t} - other e^{-b t} at the best time t, which is inside the horizon if 0 < a < b or b < a < 0, and
// e^{(b - a) t} = b s / a.
INLINE void KERNEL(bound_prices)(KERNEL(search) *search, const KERNEL(puts) *puts, const kernel_options *in, size_t i) {
  ints put = __builtin_convertvector(*(const bytes *)(in->kind + i), ints) != 0;
  vec spot = LOAD(in->spot + i), strike = LOAD(in->strike + i), unit = put ? strike : spot, other = put ? spot : strike;
  vec a = LOAD(puts->rate + i), b = LOAD(puts->yield + i), s = LOAD(puts->s + i);
  ints between = ((a > 0.0) & (b > a)) | ((a < 0.0) & (b < a));
  vec best = KERNEL(log_of_ratio)(between ? ABS(b) * s : (vec)1.0, between ? ABS(a) : (vec)1.0)
             / (between ? b - a : (vec)1.0);
  best = AT_LEAST(0.0, AT_MOST(1.0, best));
  vec last = FMA(unit, KERNEL(full_discount)(a, 1.0), -(other * KERNEL(full_discount)(b, 1.0)));
  vec interior = FMA(unit, KERNEL(full_discount)(a, best), -(other * KERNEL(full_discount)(b, best)));
  STORE(search->least + i, AT_LEAST(AT_LEAST(0.0, unit - other), AT_LEAST(last, between ? interior : last)));
  STORE(search->most + i, unit * AT_LEAST(1.0, KERNEL(full_discount)(a, 1.0)));
}

// The unit of the volatility in which shorten_unit states it.
INLINE double KERNEL(european_unit)(double time) { return time >= 32.0 ? 0.75 : 1.0; }

// American values of quotes at their guesses, and the European volatilities w of these values.
typedef struct {
  double price[AMERICAN_BLOCK], slope[AMERICAN_BLOCK];             // P, dP / dsigma
  double european[AMERICAN_BLOCK], european_slope[AMERICAN_BLOCK]; // w, dP / dw
} KERNEL(evaluation);

static void KERNEL(evaluate_guesses)(kernel_isa isa, int level_number, KERNEL(evaluation) *at, const KERNEL(search) *search,
                                     const kernel_options *in, const int *index, int count) {
  const american_level *level = &AMERICAN_LEVELS[level_number];
  KERNEL(columns) columns, shortened;
  KERNEL(puts) puts;
  KERNEL(slope_columns) slopes;
  double european[EUROPEAN_COLUMNS][AMERICAN_BLOCK];
  uint8_t statuses[AMERICAN_BLOCK];
  const int rounded = (count + LANES - 1) / LANES * LANES;
  for (int k = 0; k < rounded; ++k) {
    int i = index[k < count ? k : count - 1];
    columns.kind[k] = in->kind[i], columns.spot[k] = in->spot[i], columns.strike[k] = in->strike[i];
    columns.time[k] = in->time[i], columns.rate[k] = in->rate[i], columns.yield[k] = in->yield[i];
    columns.volatility[k] = search->guess[i];
  }
  shortened = columns;
  kernel_options options = KERNEL(options)(&columns), shortened_options = KERNEL(options)(&shortened);
  puts.slopes = &slopes, puts.probes = NULL, puts.common = NULL;
  for (int k = 0; k < rounded; k += LANES) KERNEL(reduce)(&puts, &options, k, level);
  for (int k = 0; k < rounded; k += LANES) KERNEL(shorten_unit)(&shortened, k);
  kernel_greeks(isa, rounded, &shortened_options, european[0], AMERICAN_BLOCK);
  for (int k = 0; k < rounded; k += LANES) KERNEL(restore_unit)(european, LOAD(columns.time + k), k);
  KERNEL(solve_all)(isa, &puts, &options, european[PRICE], count, level_number);
  for (int k = 0; k < rounded; k += LANES) KERNEL(add_premium)(&puts, &options, european[PRICE], k, at->price);
  for (int k = 0; k < count; ++k) {
    double unit = columns.kind[k] ? columns.strike[k] : columns.spot[k];
    const int planned = puts.plan[k] != NO_PLAN;
    const int exercised = planned ? slopes.exercised[k] != 0 : at->price[k] > european[PRICE][k];
    double of_premium = planned ? unit * __builtin_sqrt(columns.time[k]) * slopes.by_deviation[k] : 0.0;
    at->slope[k] = exercised ? 0.0 : european[VEGA][k] + of_premium;
  }
  kernel_implied_volatility(isa, rounded, &shortened_options, at->price, at->european, statuses);
  for (int k = 0; k < rounded; ++k) shortened.volatility[k] = at->european[k];
  kernel_greeks(isa, rounded, &shortened_options, european[0], AMERICAN_BLOCK);
  for (int k = 0; k < count; ++k) {
    at->european[k] *= KERNEL(european_unit)(columns.time[k]);
    at->european_slope[k] = european[VEGA][k] / KERNEL(european_unit)(columns.time[k]);
  }
}

// Whether a step is what the slope and the distance of the price from the target suggest, up to the curvature. Digits are lost
// in w and h where the price is almost the least one.
INLINE int KERNEL(agrees)(const KERNEL(search) *search, const KERNEL(evaluation) *at, int k, int i, double step) {
  double distance = __builtin_fabs(at->price[k] - search->target[i]);
  return distance <= 5.0 * at->slope[k] * __builtin_fabs(step) + 1e-14 * search->most[i];
}

// The step of Newton's method for h; failing this, for the square root of the time value; NaN if neither is known.
INLINE double KERNEL(step_of_search)(const KERNEL(search) *search, const KERNEL(evaluation) *at, int k, int i) {
  double w = at->european[k], w0 = search->least_european[i], square = w * w - w0 * w0;
  double h = __builtin_sqrt(square > 0.0 ? square : 0.0);
  double step = (h - search->sought[i]) * h * at->european_slope[k] / (w * at->slope[k]);
  if (KERNEL(agrees)(search, at, k, i, step)) return step;
  double value = at->price[k] - search->least[i], sought = search->target[i] - search->least[i];
  step = 2.0 * (value - __builtin_sqrt(value > 0.0 ? value * sought : 0.0)) / at->slope[k];
  return KERNEL(agrees)(search, at, k, i, step) ? step : __builtin_nan("");
}

// A guess inside the bracket; the ends of the domain themselves, unless they have been evaluated.
INLINE double KERNEL(bisect)(double guess, double low, double high, int rise) {
  if (rise && high == MOST_VOLATILITY && 2.0 * guess > high) return high;
  if (!rise && low == LEAST_VOLATILITY && 0.5 * guess < low) return low;
  return KERNEL(bisect_towards)(rise ? high : low, guess, rise);
}

// Moves the guess of a quote after its evaluation, or settles it. Every quote has its own course.
static void KERNEL(advance)(KERNEL(search) *search, const KERNEL(evaluation) *at, int k, int i) {
  double guess = search->guess[i], price = at->price[k];
  if (++search->rounds[i] > MOST_ROUNDS) {
    KERNEL(settle)(search, i, KERNEL_UNANSWERED, 0.0);
    return;
  }
  if (price != price) { // The boundary did not converge.
    KERNEL(step_aside)(search, i, LEAST_VOLATILITY, MOST_VOLATILITY);
    return;
  }
  const int rise = price < search->target[i], screening = search->stage[i] == SCREENING;
  if ((rise && guess == MOST_VOLATILITY) || (!rise && guess == LEAST_VOLATILITY)) {
    KERNEL(settle)(search, i, KERNEL_NOT_DETERMINABLE, 0.0);
    return;
  }
  *(rise ? search->low + i : search->high + i) = guess;
  double low = search->low[i], high = search->high[i], step = KERNEL(step_of_search)(search, at, k, i);
  double next = guess - step, length = __builtin_fabs(step);
  if (screening && (length <= CLOSE_STEP * guess || search->rounds[i] >= MOST_SCREENINGS)) {
    // The bracket of the screen has its errors.
    search->stage[i] = REFINING;
    search->low[i] = LEAST_VOLATILITY, search->high[i] = search->bound[i];
    if (next > LEAST_VOLATILITY && next < search->bound[i]) search->guess[i] = next;
  } else if (length <= LAST_STEP * guess || high - low <= NARROW * low) {
    KERNEL(settle)(search, i, KERNEL_OK, next >= low * (1.0 - LAST_STEP) && next <= high * (1.0 + LAST_STEP) ? next : guess);
  } else {
    search->guess[i] = next > low && next < high ? next : KERNEL(bisect)(guess, low, high, rise);
  }
}

// Begins the search of a quote, or settles it. `european` is w of the target, with its status.
static void KERNEL(begin_search)(KERNEL(search) *search, const KERNEL(puts) *puts, const KERNEL(columns) *columns, int i,
                                 int level_number, double european, double least_european, int european_status) {
  double target = search->target[i], least = search->least[i];
  double larger = columns->spot[i] > columns->strike[i] ? columns->spot[i] : columns->strike[i];
  double accuracy = ACCURACY[level_number] * larger;
  int early = puts->boundary_plan[i] != NO_PLAN;
  search->rounds[i] = 0;
  if (puts->status[i] != KERNEL_AMERICAN_OK || !(target >= 0.0 && target < __builtin_inf()))
    KERNEL(settle)(search, i, KERNEL_UNANSWERED, 0.0);
  else if (early && target < least - 0x1p-50 * larger)
    KERNEL(settle)(search, i, KERNEL_BELOW_INTRINSIC, 0.0);
  else if (early && target <= least + accuracy)
    KERNEL(settle)(search, i, KERNEL_NOT_DETERMINABLE, 0.0);
  else if (early && target >= search->most[i])
    KERNEL(settle)(search, i, KERNEL_ABOVE_MAXIMUM, 0.0);
  else if (european < LEAST_VOLATILITY)
    KERNEL(settle)(search, i, KERNEL_NOT_DETERMINABLE, 0.0);
  else if (puts->plan[i] == NO_PLAN)
    KERNEL(settle)(search, i, european > MOST_VOLATILITY ? KERNEL_NOT_DETERMINABLE : european_status, european);
  else {
    double w0 = least_european == least_european ? least_european : 0.0, square = european * european - w0 * w0;
    int known = european == european;
    double scale = 1.0 / __builtin_sqrt(columns->time[i]);
    search->least_european[i] = w0;
    search->sought[i] = __builtin_sqrt(square > 0.0 || !known ? square : 0.0);
    search->bound[i] = known && european < MOST_VOLATILITY ? european * (1.0 + NARROW) : MOST_VOLATILITY;
    search->guess[i] = known ? european : scale < 0.1 ? 0.1 : scale;
    if (search->guess[i] > MOST_VOLATILITY) search->guess[i] = MOST_VOLATILITY;
    search->low[i] = LEAST_VOLATILITY, search->high[i] = search->bound[i];
    search->stage[i] = level_number != KERNEL_SCREEN && target - least > SCREENED * larger ? SCREENING : REFINING;
  }
}

static int KERNEL(american_volatility)(kernel_isa isa, int level_number, size_t count, const kernel_options *in,
                                       const double *price, double *volatility, uint8_t *status) {
  int unanswered = 0;
  for (size_t start = 0; start < count; start += AMERICAN_BLOCK) {
    KERNEL(columns) columns, shortened;
    KERNEL(puts) puts;
    KERNEL(search) search;
    double european[AMERICAN_BLOCK], least_european[AMERICAN_BLOCK];
    uint8_t statuses[AMERICAN_BLOCK], least_statuses[AMERICAN_BLOCK];
    const int size = (int)(count - start < AMERICAN_BLOCK ? count - start : AMERICAN_BLOCK);
    const int rounded = (size + LANES - 1) / LANES * LANES;
    kernel_options readable = *in;
    readable.volatility = in->time; // any column
    kernel_options options = KERNEL(copy)(&columns, &readable, start, size);
    for (int i = 0; i < rounded; ++i) {
      columns.volatility[i] = 1.0;
      search.target[i] = price[start + (i < size ? i : size - 1)];
    }
    for (int i = 0; i < rounded; i += LANES) KERNEL(reduce)(&puts, &options, i, &AMERICAN_LEVELS[level_number]);
    for (int i = 0; i < rounded; i += LANES) KERNEL(bound_prices)(&search, &puts, &options, i);
    shortened = columns;
    kernel_options shortened_options = KERNEL(options)(&shortened);
    for (int i = 0; i < rounded; i += LANES) KERNEL(shorten_unit)(&shortened, i);
    kernel_implied_volatility(isa, rounded, &shortened_options, search.target, european, statuses);
    kernel_implied_volatility(isa, rounded, &shortened_options, search.least, least_european, least_statuses);
    for (int i = 0; i < size; ++i) {
      double unit = KERNEL(european_unit)(columns.time[i]);
      KERNEL(begin_search)(&search, &puts, &columns, i, level_number, european[i] * unit, least_european[i] * unit,
                           statuses[i]);
    }
    for (int open = 1; open;) {
      open = 0;
      for (int stage = SCREENING; stage <= REFINING; ++stage) {
        int index[AMERICAN_BLOCK], length = 0;
        KERNEL(evaluation) evaluation;
        for (int i = 0; i < size; ++i)
          if (search.stage[i] == stage) index[length++] = i;
        if (length == 0) continue;
        open = 1;
        KERNEL(evaluate_guesses)(isa, stage == SCREENING ? KERNEL_SCREEN : level_number, &evaluation, &search, &options,
                                 index, length);
        for (int k = 0; k < length; ++k) KERNEL(advance)(&search, &evaluation, k, index[k]);
      }
    }
    for (int i = 0; i < size; ++i) {
      volatility[start + i] = search.guess[i];
      status[start + i] = search.status[i];
      unanswered |= search.status[i] == KERNEL_UNANSWERED;
    }
  }
  return unanswered;
}
