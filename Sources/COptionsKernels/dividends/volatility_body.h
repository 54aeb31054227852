// Implied volatilities with dividends. Width-agnostic body, included once per instruction set.
//
// The price P rises with the volatility sigma from a least price. The search is for a root of
//
//     h(sigma) = sqrt(w(P(sigma))^2 - w0^2)
//
// where w is the volatility of a European option without dividends at that price, and w0 that of the price of a certain
// path, 0 if there is none. h is almost linear, so that few secants suffice. They start on one mesh without a check,
// and end at the level itself, whose first price often is close enough. Every quote has its own course; those of a
// round are evaluated together. A bracket makes every search end.

typedef struct {
  double target[DIVIDEND_BLOCK], least[DIVIDEND_BLOCK], most[DIVIDEND_BLOCK];
  double accuracy[DIVIDEND_BLOCK];                     // of prices
  double shares[DIVIDEND_BLOCK], cash[DIVIDEND_BLOCK]; // of the European option
  double least_european[DIVIDEND_BLOCK], sought[DIVIDEND_BLOCK]; // w0, and h of the target
  double guess[DIVIDEND_BLOCK], found[DIVIDEND_BLOCK]; // `found` is to be checked
  double low[DIVIDEND_BLOCK], high[DIVIDEND_BLOCK];    // the bracket: 0 and infinity before any evaluation
  // The evaluation before, the last step, and the slopes of h and of the price, 0 if they are not known.
  double before[DIVIDEND_BLOCK], h_before[DIVIDEND_BLOCK], price_before[DIVIDEND_BLOCK], step[DIVIDEND_BLOCK];
  double slope[DIVIDEND_BLOCK], price_slope[DIVIDEND_BLOCK];
  int stage[DIVIDEND_BLOCK], rounds[DIVIDEND_BLOCK];
  int is_above[DIVIDEND_BLOCK]; // whether the price is known to be above the least one
  uint8_t status[DIVIDEND_BLOCK];
} KERNEL(search);

#include "volatility_search_body.h"

// h of a price whose European volatility is w; 0 if w is at most w0, or NaN.
INLINE double KERNEL(transform)(double w, double least_european) {
  double square = w * w - least_european * least_european;
  return square > 0.0 ? __builtin_sqrt(square) : 0.0;
}

// Settles a quote whose volatility has been found, unless its price may be the least one within the accuracy. The least
// price takes long to compute, so that one at a lower volatility comes first.
static void KERNEL(accept)(KERNEL(search) *search, int i, double volatility) {
  double rise = (volatility - LEAST_SOUGHT) * search->price_slope[i];
  if (search->is_above[i] || rise > CLEAR_RISE * search->accuracy[i]) {
    KERNEL(settle)(search, i, KERNEL_OK, volatility);
    return;
  }
  search->stage[i] = CHECKING, search->found[i] = volatility;
  search->guess[i] = 0.5 * volatility > LEAST_SOUGHT ? 0.5 * volatility : LEAST_SOUGHT;
}

// Settles a quote by its price at the least volatility, or a low one, if that decides.
static void KERNEL(compare_with_least)(KERNEL(search) *search, int i, double price) {
  double excess = search->target[i] - price, accuracy = search->accuracy[i];
  const int is_checking = search->stage[i] == CHECKING;
  if (excess > accuracy && !is_checking) return;
  if (excess > accuracy && search->found[i] > 0.0) KERNEL(settle)(search, i, KERNEL_OK, search->found[i]);
  else if (search->guess[i] > LEAST_SOUGHT) search->guess[i] = LEAST_SOUGHT;
  else KERNEL(settle)(search, i, excess < -accuracy ? KERNEL_BELOW_INTRINSIC : KERNEL_NOT_DETERMINABLE, 0.0);
}

// A guess inside the bracket; the ends of the domain themselves, unless they have been evaluated.
INLINE double KERNEL(bisect)(double guess, double low, double high, int rise) {
  const int is_open = rise ? high == __builtin_inf() : low == 0.0;
  double end = is_open ? (rise ? MOST_SOUGHT : LEAST_SOUGHT) : rise ? high : low;
  if (is_open && (rise ? 1.5 * guess >= end : guess <= 1.5 * end)) return end;
  return KERNEL(bisect_towards)(end, guess, rise);
}

// Updates the slopes of a quote by its evaluation: that of a line through 0 at first, then secants. Between points that
// are close, a step of the price from mesh to mesh would count for much.
INLINE void KERNEL(update_slopes)(KERNEL(search) *search, int i, double price, double h) {
  double guess = search->guess[i], change = guess - search->before[i];
  if (search->slope[i] == 0.0) search->slope[i] = h / guess;
  if (!(search->before[i] > 0.0 && search->h_before[i] > 0.0 && h > 0.0)) return;
  double slope = (h - search->h_before[i]) / change, ratio = slope / search->slope[i];
  if (!(slope > 0.0) || (__builtin_fabs(change) < APART * guess && !(ratio > 0.5 && ratio < 2.0))) return;
  search->slope[i] = slope;
  search->price_slope[i] = (price - search->price_before[i]) / change;
}

// Moves the guess of a quote after its evaluation, or settles it.
static void KERNEL(advance)(KERNEL(search) *search, int i, double price, double w) {
  const double guess = search->guess[i], target = search->target[i];
  if (++search->rounds[i] > MOST_ROUNDS) {
    KERNEL(settle)(search, i, KERNEL_UNANSWERED, 0.0);
    return;
  }
  if (price != price) { // The prices on successive grids did not agree.
    if (search->stage[i] == CHECKING) {
      KERNEL(settle)(search, i, KERNEL_UNANSWERED, 0.0);
      return;
    }
    KERNEL(step_aside)(search, i, LEAST_SOUGHT, MOST_SOUGHT);
    return;
  }
  const int rise = price < target, is_rough = search->stage[i] == APPROACHING;
  if (!is_rough) {
    if (price < target - search->accuracy[i]) search->is_above[i] = 1;
    if (guess == LEAST_SOUGHT || search->stage[i] == CHECKING) KERNEL(compare_with_least)(search, i, price);
    else if (guess == MOST_SOUGHT && price <= target) {
      if (price < target - search->accuracy[i]) KERNEL(settle)(search, i, KERNEL_NOT_DETERMINABLE, 0.0);
      else KERNEL(accept)(search, i, guess);
    }
    if (search->stage[i] != REFINING) return;
  }
  *(rise ? search->low + i : search->high + i) = guess;
  double h = KERNEL(transform)(w, search->least_european[i]);
  KERNEL(update_slopes)(search, i, price, h);
  const double low = search->low[i], high = search->high[i];
  double step = h > 0.0 ? (search->sought[i] - h) / search->slope[i] : __builtin_nan("");
  double next = guess + step, length = __builtin_fabs(step);
  search->before[i] = guess, search->h_before[i] = h, search->price_before[i] = price;
  // Comparisons with NaN are false.
  const int is_inside = next > low && next < high && next > LEAST_SOUGHT && next < MOST_SOUGHT;
  const int is_close = is_inside && search->price_slope[i] > 0.0 && length <= CLOSE_STEP * guess;
  if (is_rough) {
    const int is_end = guess == LEAST_SOUGHT || guess == MOST_SOUGHT;
    if (is_close || is_end || search->rounds[i] >= MOST_ROUGH_ROUNDS) {
      // The bracket of the rough prices has their errors.
      search->stage[i] = REFINING;
      search->low[i] = 0.0, search->high[i] = __builtin_inf(), search->before[i] = search->step[i] = 0.0;
      if (is_inside) search->guess[i] = next;
      return;
    }
  } else if (is_close && __builtin_fabs(price - target) <= LAST_DIFFERENCE * search->accuracy[i]) {
    KERNEL(accept)(search, i, next);
    return;
  } else if (high - low <= NARROW * low) {
    KERNEL(accept)(search, i, guess);
    return;
  }
  // Secants that do not become shorter are not trusted.
  const int is_slow = search->step[i] > 0.0 && length > 0.5 * search->step[i];
  const int is_secant = is_inside && !is_slow;
  search->guess[i] = is_secant ? next : KERNEL(bisect)(guess, low, high, rise);
  search->step[i] = is_secant ? length : 0.0;
}

// Begins the search of a quote, whose limits are known, or settles it.
static void KERNEL(begin_search)(KERNEL(search) *search, int i, int put, int is_refined) {
  double target = search->target[i], least = search->least[i], most = search->most[i], accuracy = search->accuracy[i];
  // Where the price may be more than the European option is worth, that is replaced by one without interest.
  double *unit = (put ? search->cash : search->shares) + i, *other = (put ? search->shares : search->cash) + i;
  if (target > 0.9 * *unit) {
    *unit = most;
    *other = *other > most - least ? *other : most - least;
  }
  search->stage[i] = is_refined && target - least > ROUGH_VALUE * accuracy ? APPROACHING : REFINING;
  search->rounds[i] = search->is_above[i] = 0;
  search->low[i] = 0.0, search->high[i] = __builtin_inf();
  search->before[i] = search->step[i] = search->slope[i] = search->price_slope[i] = 0.0;
  if (!(target >= 0.0 && target < __builtin_inf())) KERNEL(settle)(search, i, KERNEL_UNANSWERED, 0.0);
  else if (target < least - accuracy) KERNEL(settle)(search, i, KERNEL_BELOW_INTRINSIC, 0.0);
  else if (target >= most) KERNEL(settle)(search, i, KERNEL_ABOVE_MAXIMUM, 0.0);
  // The least volatility decides what the price is not.
  search->found[i] = 0.0;
  if (search->stage[i] != SETTLED && target <= least + accuracy) search->stage[i] = CHECKING;
}

// The European volatilities w of prices of the quotes of `index`.
static void KERNEL(find_european)(kernel_isa isa, const KERNEL(search) *search, const kernel_options *in,
                                  const int *index, int count, const double *price, double *w) {
  uint8_t kind[DIVIDEND_BLOCK], status[DIVIDEND_BLOCK];
  double shares[DIVIDEND_BLOCK], cash[DIVIDEND_BLOCK], time[DIVIDEND_BLOCK], zero[DIVIDEND_BLOCK];
  for (int k = 0; k < count; ++k) {
    int i = index[k];
    kind[k] = in->kind[i], shares[k] = search->shares[i], cash[k] = search->cash[i];
    time[k] = in->time[i], zero[k] = 0.0;
  }
  const kernel_options options = {kind, shares, cash, time, zero, zero, zero};
  kernel_implied_volatility(isa, (size_t)count, &options, price, w, status);
}

// Begins the search of a quote at the line through 0 and the h of a near price, whose volatility is known. Between
// points that are close, a secant would not be trusted.
static void KERNEL(begin_near)(KERNEL(search) *search, int i, double price, double volatility, double h) {
  double guess = volatility * search->sought[i] / h;
  // Comparisons with NaN are false.
  if (search->stage[i] > REFINING || !(h > 0.0 && guess > LEAST_SOUGHT && guess < MOST_SOUGHT)) return;
  search->stage[i] = REFINING;
  search->guess[i] = guess, search->slope[i] = h / volatility;
  if (!(__builtin_fabs(guess - volatility) >= APART * guess)) return;
  search->before[i] = volatility, search->h_before[i] = h, search->price_before[i] = price;
}

// Begins the searches of the quotes of `index` that have a near price.
static void KERNEL(begin_all_near)(kernel_isa isa, KERNEL(search) *search, const kernel_options *in, const int *index,
                                   int count, const double *near_price, const double *near_volatility) {
  double price[DIVIDEND_BLOCK], w[DIVIDEND_BLOCK];
  for (int k = 0; k < count; ++k) price[k] = near_price[index[k]];
  KERNEL(find_european)(isa, search, in, index, count, price, w);
  for (int k = 0; k < count; ++k) {
    int i = index[k];
    KERNEL(begin_near)(search, i, price[k], near_volatility[i], KERNEL(transform)(w[k], search->least_european[i]));
  }
}

// Finds the limits of the prices of the options of `index`, which is reordered.
static void KERNEL(find_all_limits)(KERNEL(search) *search, const KERNEL(block) *block, int *index, int count,
                                    const dividend_schedule *d) {
  KERNEL(group) group;
  for (int at = 0; at < count; at += group.used) {
    COLLECT(group, kind, index, at, count);
    KERNEL(terms) o = KERNEL(gather_terms)(block, &group);
    KERNEL(limits) limits = KERNEL(find_limits)(&o, d);
    for (int l = 0; l < group.used; ++l) {
      int i = group.lane[l];
      search->least[i] = limits.least[l] * o.strike[l], search->most[i] = limits.most[l] * o.strike[l];
      search->shares[i] = limits.shares[l] * o.strike[l], search->cash[i] = limits.cash[l] * o.strike[l];
    }
  }
}

// Begins the searches of a block of quotes, whose volatilities in `in` are any of the domain.
static void KERNEL(begin_searches)(kernel_isa isa, KERNEL(search) *search, const kernel_options *in, int count,
                                   int american, const dividend_schedule *d, int level, const double *near_price,
                                   const double *near_volatility) {
  int index[DIVIDEND_BLOCK], used = 0;
  KERNEL(block) block = {.in = in, .american = american};
  for (int i = 0; i < count; ++i) {
    option_place place = place_option(in, (size_t)i, american, d);
    block.kind[i] = place.kind;
    double larger = in->spot[i] > in->strike[i] ? in->spot[i] : in->strike[i];
    search->accuracy[i] = DIVIDEND_ACCURACY[american][level] * larger;
    if (place.status == KERNEL_DIVIDENDS_OK) index[used++] = i;
    else KERNEL(settle)(search, i, KERNEL_UNANSWERED, 0.0);
  }
  KERNEL(find_all_limits)(search, &block, index, used, d);
  for (int k = 0; k < used; ++k)
    KERNEL(begin_search)(search, index[k], in->kind[index[k]] != 0, level != KERNEL_DIVIDENDS_FAST);
  int open = 0;
  double price[DIVIDEND_BLOCK], w[DIVIDEND_BLOCK];
  for (int k = 0; k < used; ++k)
    if (search->stage[index[k]] != SETTLED) index[open] = index[k], price[open++] = search->least[index[k]];
  KERNEL(find_european)(isa, search, in, index, open, price, w);
  for (int k = 0; k < open; ++k) {
    search->least_european[index[k]] = w[k] == w[k] ? w[k] : 0.0;
    price[k] = search->target[index[k]];
  }
  KERNEL(find_european)(isa, search, in, index, open, price, w);
  for (int k = 0; k < open; ++k) {
    int i = index[k];
    double guess = w[k] == w[k] ? w[k] : USUAL_VOLATILITY;
    search->sought[i] = KERNEL(transform)(w[k], search->least_european[i]);
    if (search->stage[i] == CHECKING) guess = LEAST_SOUGHT;
    search->guess[i] = guess < LEAST_SOUGHT ? LEAST_SOUGHT : guess > MOST_SOUGHT ? MOST_SOUGHT : guess;
  }
  if (near_volatility)
    KERNEL(begin_all_near)(isa, search, in, index, open, near_price, near_volatility);
}

// Evaluates the quotes of `index` at their guesses, and advances them.
static void KERNEL(evaluate_guesses)(kernel_isa isa, KERNEL(search) *search, const kernel_options *in, int american,
                                     const dividend_schedule *d, int level, const int *index, int count) {
  uint8_t kind[DIVIDEND_BLOCK], status[DIVIDEND_BLOCK];
  double columns[6][DIVIDEND_BLOCK], price[DIVIDEND_BLOCK], w[DIVIDEND_BLOCK];
  for (int k = 0; k < count; ++k) {
    int i = index[k];
    kind[k] = in->kind[i], columns[0][k] = in->spot[i], columns[1][k] = in->strike[i], columns[2][k] = in->time[i];
    columns[3][k] = in->rate[i], columns[4][k] = in->yield[i], columns[5][k] = search->guess[i];
  }
  const kernel_options options = {kind, columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
  KERNEL(block) block = {.in = &options, .american = american};
  KERNEL(evaluate_block)(&block, count, d, level, 1, price, DIVIDEND_BLOCK, status);
  KERNEL(find_european)(isa, search, in, index, count, price, w);
  for (int k = 0; k < count; ++k) KERNEL(advance)(search, index[k], price[k], w[k]);
}

static int KERNEL(dividend_volatility)(kernel_isa isa, int american, int level, size_t count, const kernel_options *in,
                                       const dividend_schedule *d, const double *price, const double *near_price,
                                       const double *near_volatility, double *volatility, uint8_t *status) {
  double usual[DIVIDEND_BLOCK];
  for (int i = 0; i < DIVIDEND_BLOCK; ++i) usual[i] = USUAL_VOLATILITY;
  int unanswered = 0;
  for (size_t start = 0; start < count; start += DIVIDEND_BLOCK) {
    KERNEL(search) search;
    int size = count - start < DIVIDEND_BLOCK ? (int)(count - start) : DIVIDEND_BLOCK;
    const kernel_options part = {in->kind + start, in->spot + start, in->strike + start, in->time + start,
                                 in->rate + start, in->yield + start, usual};
    memcpy(search.target, price + start, (size_t)size * sizeof(double));
    KERNEL(begin_searches)(isa, &search, &part, size, american, d, level, near_price ? near_price + start : NULL,
                           near_volatility ? near_volatility + start : NULL);
    for (int open = 1; open;) {
      open = 0;
      for (int stage = APPROACHING; stage < SETTLED; ++stage) {
        int index[DIVIDEND_BLOCK], length = 0;
        for (int i = 0; i < size; ++i)
          if (search.stage[i] == stage) index[length++] = i;
        if (length == 0) continue;
        open = 1;
        KERNEL(evaluate_guesses)(isa, &search, &part, american, d, stage == APPROACHING ? ROUGH : level, index, length);
      }
    }
    for (int i = 0; i < size; ++i) {
      volatility[start + (size_t)i] = search.guess[i], status[start + (size_t)i] = search.status[i];
      unanswered |= search.status[i] == KERNEL_UNANSWERED;
    }
  }
  return unanswered;
}
