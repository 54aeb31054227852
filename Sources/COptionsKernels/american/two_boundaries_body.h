// Options that are exercised between two boundaries. Width-agnostic body, included once per instruction set.
//
// The upper boundary starts at the strike and falls with the time to expiration, the lower one starts at a/b of it and rises. For v
// up to sqrt(-2b) - sqrt(-2a) they never meet. Otherwise they may meet at a time before expiration, before which the put
// is not exercised. The premium is the interest earned, less the dividends lost, while the price is between the boundaries.

#include "vectors/elementary_body.h"
#include "american/functions_body.h"
#include "american/boundary_body.h"
#include "american/constant_boundary_body.h"
#include "american/premium_body.h"
#include "american/edge_body.h"

// The region of exercise on the horizon c^2.
typedef struct {
  KERNEL(edge) upper, lower;
  double horizon; // c
  double floor;   // the logarithm of the lowest price at which exercise matters
  int has_lower;  // whether the lower boundary may be above that
  int meet;
  double end;     // z where they meet, otherwise 1
} KERNEL(region);

static void KERNEL(begin_region)(KERNEL(region) *region, const two_boundary_put *put, double c) {
  region->horizon = c;
  KERNEL(begin_edge)(&region->upper, put, c, 1);
  KERNEL(begin_edge)(&region->lower, put, c, 0);
  region->floor = KERNEL(logarithm_of)(LEAST_BOUNDARY);
  region->has_lower = put->rate < LEAST_LIMIT * put->yield;
  region->meet = 0;
  region->end = 1.0;
}

static void KERNEL(stretch_region)(KERNEL(region) *to, const edge_grid *grid, const KERNEL(region) *from,
                                   const edge_grid *known) {
  double ratio = to->horizon / from->horizon;
  KERNEL(stretch)(&to->upper, grid, &from->upper, known, ratio);
  if (to->has_lower) KERNEL(stretch)(&to->lower, grid, &from->lower, known, ratio);
}

static int KERNEL(settle_region)(KERNEL(region) *region, const edge_grid *grid) {
  return KERNEL(settle)(&region->upper, grid) && (!region->has_lower || KERNEL(settle)(&region->lower, grid));
}

// ln of the ratio of the boundaries for values of both.
INLINE double KERNEL(gap)(const KERNEL(region) *region, double upper, double lower) {
  double below = region->floor;
  if (region->has_lower) {
    double level = KERNEL(level_of)(&region->lower, lower);
    below = level > below ? level : below;
  }
  return KERNEL(level_of)(&region->upper, upper) - below;
}

// Finds where the boundaries meet on the horizon, by parting an interval in nine.
static void KERNEL(find_meeting)(KERNEL(region) *region, const edge_grid *grid) {
  int last = grid->nodes - 1;
  region->meet = !(KERNEL(gap)(region, region->upper.value[last], region->lower.value[last]) > 0.0);
  region->end = 1.0;
  if (!region->meet) return;
  double low = 0.0, step = 1.0 / (LANES + 1), u[LANES], upper[LANES], lower[LANES] = {0.0};
  for (int k = 0; k < 16; ++k, step /= LANES + 1) {
    for (int p = 0; p < LANES; ++p) u[p] = low + step * (p + 1);
    KERNEL(values_at)(&region->upper, grid, u, upper);
    if (region->has_lower) KERNEL(values_at)(&region->lower, grid, u, lower);
    for (int p = 0; p < LANES && KERNEL(gap)(region, upper[p], lower[p]) > 0.0; ++p) low = u[p];
  }
  region->end = low;
}

// Solves for the region on the time of expiration or, if the boundaries meet, up to there: on longer and longer horizons, each from
// the last one. Shortly before the time where they meet, counted from now, the upper boundary ceases to exist.
static int KERNEL(find_region)(KERNEL(region) *region, const two_boundary_put *put, const edge_grid *grid) {
  double v = put->deviation, a = put->rate, b = put->yield, drift = (a - b) / v, m = drift - 0.5 * v;
  double square = m * m + 2.0 * a, most = 1.0;
  if (m > 0.0 && square > 2.0 * EDGE_REACH * EDGE_REACH) most = EDGE_REACH / KERNEL(root_of)(0.5 * square);
  KERNEL(begin_region)(region, put, most);
  double room = KERNEL(gap)(region, 0.0, 0.0), c = most;
  // The guesses of the boundaries leave half of the room.
  for (int k = 0; k < 200; ++k, c *= 0.85) {
    double fall = v * c * (0.638 + KERNEL(root_of)(2.0 * KERNEL(logarithm_of)(1.0 + 0.4 / (drift * c))));
    if (fall < 0.5 * room) break;
  }
  KERNEL(region) next;
  double good = 0.0, bad = 1e9;
  for (int k = 0; k < MOST_HORIZONS; ++k) {
    KERNEL(begin_region)(&next, put, c);
    if (good > 0.0) {
      KERNEL(stretch_region)(&next, grid, region, grid);
    } else {
      KERNEL(guess_edge)(&next.upper, grid);
      if (next.has_lower) KERNEL(guess_edge)(&next.lower, grid);
    }
    if (KERNEL(settle_region)(&next, grid)) {
      KERNEL(find_meeting)(&next, grid);
      if (!next.meet || next.end >= EARLIEST_MEETING) {
        *region = next;
        if (next.meet || c >= most) return 1;
        good = c;
        c = c * 1.3 < most ? c * 1.3 : most;
        if (c >= bad) c = KERNEL(root_of)(good * bad);
      } else {
        // A horizon that ends shortly after the meeting.
        bad = c < bad ? c : bad;
        c *= next.end * 1.02;
      }
    } else if (good > 0.0) {
      bad = c < bad ? c : bad;
      c = KERNEL(root_of)(good * bad);
    } else {
      c *= 0.6;
    }
  }
  return 0;
}

// The interest earned less the dividends lost, per unit of time, at the time w^2 from now, if prices below the boundary
// with the logarithm `level` are exercised; with a negative deviation, prices above it.
INLINE vec KERNEL(flow)(const two_boundary_put *put, double deviation, vec w, vec level) {
  double a = put->rate, b = put->yield;
  vec t = w * w, d_minus = FMA(put->x - level, 1.0 / (deviation * w), ((a - b) / deviation - 0.5 * deviation) * w);
  vec d_plus = FMA(deviation, w, d_minus);
  vec rate_factor = KERNEL(short_exp2)(t * (-a * LOG2_E)), yield_factor = put->s * KERNEL(short_exp2)(t * (-b * LOG2_E));
  vec density = rate_factor * KERNEL(short_exp2)(d_minus * d_minus * (-0.5 * LOG2_E)) * INVERSE_SQRT_2_PI;
  KERNEL(fraction) minus = KERNEL(short_mills)(ABS(d_minus)), plus = KERNEL(short_mills)(ABS(d_plus));
  vec boundary = KERNEL(short_exp2)(level * LOG2_E);
  vec strike_part = KERNEL(cumulative)(-d_minus, rate_factor, density * (minus.numerator / minus.denominator));
  vec spot_part = KERNEL(cumulative)(-d_plus, yield_factor, density * boundary * (plus.numerator / plus.denominator));
  return a * strike_part - b * spot_part;
}

INLINE vec KERNEL(levels_at)(const KERNEL(edge) *at, const edge_grid *grid, vec u) {
  double points[LANES], values[LANES];
  STORE(points, u);
  KERNEL(values_at)(at, grid, points, values);
  return at->deviation * (at->limit + LOAD(values));
}

// The premium over the European put if the boundaries meet: by exercise between both.
static double KERNEL(premium_between)(const KERNEL(region) *region, const two_boundary_put *put, const edge_grid *grid) {
  double c = region->horizon * region->end, v = put->deviation, a = put->rate, b = put->yield;
  vec sum = 0.0;
  for (int p = 0; p < EDGE_PREMIUM_POINTS; p += LANES) {
    vec sine = LOAD(EDGE_PREMIUM_SINE + p), u = region->end * LOAD(EDGE_PREMIUM_COSINE + p);
    vec t = FMA(c * c * sine, sine, (1.0 - c * c)), w = SQRT(t);
    vec flow = KERNEL(flow)(put, v, w, KERNEL(levels_at)(&region->upper, grid, u));
    if (region->has_lower) {
      vec all = a * KERNEL(short_exp2)(t * (-a * LOG2_E)) - b * put->s * KERNEL(short_exp2)(t * (-b * LOG2_E));
      flow += KERNEL(flow)(put, -v, w, KERNEL(levels_at)(&region->lower, grid, u)) - all;
    }
    sum = FMA(flow, LOAD(EDGE_PREMIUM_WEIGHT + p), sum);
  }
  return c * c * KERNEL(sum_of)(sum);
}

// The premium over a European payoff if everything beyond one boundary is exercised: premium_body.h.
static double KERNEL(premium_beyond)(const KERNEL(edge) *at, double horizon, const two_boundary_put *put,
                                     const edge_grid *grid) {
  double c = horizon, v = at->upper ? put->deviation : -put->deviation;
  vec sum = 0.0;
  for (int p = 0; p < EDGE_PREMIUM_POINTS; p += LANES) {
    vec sine = LOAD(EDGE_PREMIUM_SINE + p), w = SQRT(FMA(c * c * sine, sine, (1.0 - c * c)));
    vec flow = KERNEL(flow)(put, v, w, KERNEL(levels_at)(at, grid, LOAD(EDGE_PREMIUM_COSINE + p)));
    sum = FMA(flow, LOAD(EDGE_PREMIUM_WEIGHT + p), sum);
  }
  double later = c * c * KERNEL(sum_of)(sum);
  if (c >= 1.0) return later;
  double level = KERNEL(level_of)(at, at->value[grid->nodes - 1]);
  KERNEL(reduced_put) reduced = {.s = put->s, .rate = put->rate, .yield = put->yield, .deviation = v};
  KERNEL(passage) passage = KERNEL(pass_constant)(&reduced, (vec)((put->x - level) / v),
                                                  (vec)KERNEL(exponential_of)(level), (vec)(1.0 - c * c));
  return later + KERNEL(constant_premium)(&passage)[0];
}

// The price, and the boundaries now.
static two_boundary_answer KERNEL(value_of)(const KERNEL(region) *region, const two_boundary_put *put,
                                            const edge_grid *grid) {
  double none = __builtin_nan("");
  if (region->meet)
    return (two_boundary_answer){put->european + KERNEL(premium_between)(region, put, grid), none, none};
  int last = grid->nodes - 1;
  double upper = KERNEL(level_of)(&region->upper, region->upper.value[last]);
  double lower = region->floor, lowest = none;
  if (region->has_lower) {
    lower = KERNEL(level_of)(&region->lower, region->lower.value[last]);
    lowest = KERNEL(exponential_of)(lower);
  }
  double price = 1.0 - put->s;
  if (put->x > upper) {
    price = put->european + KERNEL(premium_beyond)(&region->upper, region->horizon, put, grid);
  } else if (put->x < lower) {
    double all = KERNEL(exponential_of)(-put->rate) - put->s * KERNEL(exponential_of)(-put->yield);
    price = all + KERNEL(premium_beyond)(&region->lower, region->horizon, put, grid);
  }
  return (two_boundary_answer){price, KERNEL(exponential_of)(upper), lowest};
}

// Solves on two grids, or on three if their prices differ.
static int KERNEL(two_boundaries)(const two_boundary_put *put, two_boundary_answer *answer) {
  KERNEL(region) region, finer;
  if (!KERNEL(find_region)(&region, put, &EDGE_GRIDS[0])) return 0;
  // Exercise earns at most a - b, in parts of the strike and per unit of time, and that at growth.
  double most = (put->rate - put->yield) * KERNEL(exponential_of)(-put->rate) * region.horizon * region.horizon;
  if (region.meet && most < NEGLIGIBLE_PREMIUM) {
    *answer = (two_boundary_answer){put->european, __builtin_nan(""), __builtin_nan("")};
    return 1;
  }
  double last = KERNEL(value_of)(&region, put, &EDGE_GRIDS[0]).price, unit = put->s > 1.0 ? put->s : 1.0;
  for (int k = 1; k < 3; ++k) {
    const edge_grid *grid = &EDGE_GRIDS[k];
    KERNEL(begin_region)(&finer, put, region.horizon);
    KERNEL(stretch_region)(&finer, grid, &region, &EDGE_GRIDS[k - 1]);
    if (!KERNEL(settle_region)(&finer, grid)) return 0;
    KERNEL(find_meeting)(&finer, grid);
    // On this grid they may meet just beyond the horizon.
    finer.meet |= region.meet;
    *answer = KERNEL(value_of)(&finer, put, grid);
    double difference = answer->price - last;
    if ((difference < 0.0 ? -difference : difference) <= EDGE_TOLERANCE * unit) return 1;
    last = answer->price;
    region = finer;
  }
  return 0;
}
