// American prices with a check of their errors, one at a time. Width-agnostic body, included once per instruction set.
//
// They are for options for which the fitted grids fail, and for those that are exercised between two boundaries. The
// upper one of these starts at the strike and falls with the time to expiration, the lower one starts at a/b of it and
// rises. For v up to sqrt(-2b) - sqrt(-2a) they never meet. Otherwise they may meet; with more time to expiration, the
// put is not exercised. The premium is the interest earned, less the dividends lost, while the price is between the
// boundaries. A single boundary ends where it is almost 0, if there is no interest (a = 0).

#include "vectors/elementary_body.h"
#include "american/functions_body.h"
#include "american/boundary_body.h"
#include "american/constant_boundary_body.h"
#include "american/edge_body.h"
#include "american/region_body.h"

// A part of the premium, by_x is its slope P_x, and curvature P_xx - P_x.
typedef struct {
  vec value, by_x, curvature;
} KERNEL(part);

INLINE KERNEL(part) KERNEL(add_part)(KERNEL(part) sum, KERNEL(part) part, vec weight) {
  return (KERNEL(part)){FMA(part.value, weight, sum.value), FMA(part.by_x, weight, sum.by_x),
                        FMA(part.curvature, weight, sum.curvature)};
}

// The interest earned less the dividends lost, per unit of time, at the time w^2 from now, if prices below the boundary
// with the logarithm `level` are exercised; with a negative deviation, prices above it. Its slopes are those of
// premium_slopes_body.h.
INLINE KERNEL(part) KERNEL(flow)(const careful_put *put, double deviation, vec w, vec level) {
  double a = put->rate, b = put->yield;
  vec t = w * w, d_minus = FMA(put->x - level, 1.0 / (deviation * w), ((a - b) / deviation - 0.5 * deviation) * w);
  vec d_plus = FMA(deviation, w, d_minus);
  vec rate_factor = KERNEL(short_exp2)(t * (-a * LOG2_E));
  vec yield_factor = put->s * KERNEL(short_exp2)(t * (-b * LOG2_E));
  vec density = rate_factor * KERNEL(short_exp2)(d_minus * d_minus * (-0.5 * LOG2_E)) * INVERSE_SQRT_2_PI;
  KERNEL(fraction) minus = KERNEL(short_mills)(ABS(d_minus)), plus = KERNEL(short_mills)(ABS(d_plus));
  vec boundary = KERNEL(short_exp2)(level * LOG2_E);
  vec strike_part = KERNEL(cumulative)(-d_minus, rate_factor, density * (minus.numerator / minus.denominator));
  vec spot_part = KERNEL(cumulative)(-d_plus, yield_factor, density * boundary * (plus.numerator / plus.denominator));
  vec interest = a * density, by_distance = 1.0 / (deviation * w);
  vec gain = interest - b * (density * boundary);
  return (KERNEL(part)){.value = a * strike_part - b * spot_part,
                        .by_x = -FMA(gain, by_distance, b * spot_part),
                        .curvature = by_distance * FMA(gain * by_distance, d_minus, interest)};
}

INLINE vec KERNEL(levels_at)(const KERNEL(edge) *at, const edge_grid *grid, vec u) {
  double points[LANES], values[LANES];
  STORE(points, u);
  KERNEL(values_at)(at, grid, points, values);
  return at->deviation * (at->limit + LOAD(values));
}

INLINE KERNEL(part) KERNEL(sum_of_part)(KERNEL(part) sum, double weight) {
  return (KERNEL(part)){weight * KERNEL(sum_of)(sum.value), weight * KERNEL(sum_of)(sum.by_x),
                        weight * KERNEL(sum_of)(sum.curvature)};
}

// The premium over the European put if the upper boundary ends: by exercise between both.
static KERNEL(part) KERNEL(premium_between)(const KERNEL(region) *region, const careful_put *put,
                                            const edge_grid *grid) {
  double c = region->horizon * region->end, v = put->deviation, a = put->rate, b = put->yield;
  KERNEL(part) sum = {0.0, 0.0, 0.0};
  for (int p = 0; p < EDGE_PREMIUM_POINTS; p += LANES) {
    vec sine = LOAD(EDGE_PREMIUM_SINE + p), u = region->end * LOAD(EDGE_PREMIUM_COSINE + p);
    vec t = FMA(c * c * sine, sine, (1.0 - c * c)), w = SQRT(t), weight = LOAD(EDGE_PREMIUM_WEIGHT + p);
    KERNEL(part) flow = KERNEL(flow)(put, v, w, KERNEL(levels_at)(&region->upper, grid, u));
    if (region->has_lower) {
      vec spot_part = b * put->s * KERNEL(short_exp2)(t * (-b * LOG2_E));
      KERNEL(part) all = {a * KERNEL(short_exp2)(t * (-a * LOG2_E)) - spot_part, -spot_part, 0.0};
      KERNEL(part) lower = KERNEL(flow)(put, -v, w, KERNEL(levels_at)(&region->lower, grid, u));
      flow = KERNEL(add_part)(KERNEL(add_part)(flow, lower, 1.0), all, -1.0);
    }
    sum = KERNEL(add_part)(sum, flow, weight);
  }
  return KERNEL(sum_of_part)(sum, c * c);
}

// The premium over a European payoff if everything beyond one boundary is exercised: premium_body.h.
static KERNEL(part) KERNEL(premium_beyond)(const KERNEL(edge) *at, double horizon, const careful_put *put,
                                           const edge_grid *grid) {
  double c = horizon, v = at->upper ? put->deviation : -put->deviation;
  KERNEL(part) sum = {0.0, 0.0, 0.0};
  for (int p = 0; p < EDGE_PREMIUM_POINTS; p += LANES) {
    vec sine = LOAD(EDGE_PREMIUM_SINE + p), w = SQRT(FMA(c * c * sine, sine, (1.0 - c * c)));
    KERNEL(part) flow = KERNEL(flow)(put, v, w, KERNEL(levels_at)(at, grid, LOAD(EDGE_PREMIUM_COSINE + p)));
    sum = KERNEL(add_part)(sum, flow, LOAD(EDGE_PREMIUM_WEIGHT + p));
  }
  KERNEL(part) later = KERNEL(sum_of_part)(sum, c * c);
  if (c >= 1.0) return later;
  double level = KERNEL(level_of)(at, at->value[grid->nodes - 1]);
  KERNEL(reduced_put) reduced = {.s = put->s, .x = put->x, .rate = put->rate, .yield = put->yield, .deviation = v};
  KERNEL(passage) passage = KERNEL(pass_constant)(&reduced, (vec)((put->x - level) / v),
                                                  (vec)KERNEL(exponential_of)(level), (vec)(1.0 - c * c));
  KERNEL(constant_slopes) slopes = KERNEL(slopes_of_constant)(&reduced, &passage);
  KERNEL(part) before = {KERNEL(constant_premium)(&passage), slopes.by_x, slopes.curvature};
  return KERNEL(add_part)(later, before, 1.0);
}

// The premium over the European put above the upper boundary, or over the European payoff 1 - s below the lower one.
static KERNEL(part) KERNEL(premium_of)(const KERNEL(region) *region, const careful_put *put, int below,
                                       const edge_grid *grid) {
  if (region->ends) return KERNEL(premium_between)(region, put, grid);
  return KERNEL(premium_beyond)(below ? &region->lower : &region->upper, region->horizon, put, grid);
}

// e^x, with all digits, after a step of Newton's method.
INLINE double KERNEL(precise_exponential)(double x) {
  double y = KERNEL(exponential_of)(x);
  return y + y * (x - KERNEL(logarithm_of)(y));
}

// The boundary now, which users compare with spots.
INLINE double KERNEL(boundary_of)(const KERNEL(edge) *at, const edge_grid *grid) {
  return KERNEL(precise_exponential)(KERNEL(level_of)(at, at->value[grid->nodes - 1]));
}

// The price, and the boundaries now.
static careful_answer KERNEL(value_of)(const KERNEL(region) *region, const careful_put *put,
                                            const edge_grid *grid) {
  double none = __builtin_nan("");
  if (region->negligible) return (careful_answer){put->european, none, none, 0};
  if (region->ends)
    return (careful_answer){put->european + KERNEL(premium_between)(region, put, grid).value[0], none, none, 0};
  careful_answer answer = {1.0 - put->s, KERNEL(boundary_of)(&region->upper, grid), none, 0};
  if (region->has_lower) answer.lower = KERNEL(boundary_of)(&region->lower, grid);
  if (put->s > answer.upper) {
    answer.price = put->european + KERNEL(premium_beyond)(&region->upper, region->horizon, put, grid).value[0];
  } else if (put->s < answer.lower) {
    double all = KERNEL(exponential_of)(-put->rate) - put->s * KERNEL(exponential_of)(-put->yield);
    answer.price = all + KERNEL(premium_beyond)(&region->lower, region->horizon, put, grid).value[0];
  } else {
    answer.exercised = 1;
  }
  return answer;
}

#include "american/careful_slopes_body.h"

// Prices of the underlying at which grids are compared: at the boundaries, where errors are greatest, and at the
// strike. They do not depend on the spot, and so neither do the grid that is taken and its boundaries.
typedef struct {
  double x[3];
  int below[3]; // whether the price is below the lower boundary
  int count;
} KERNEL(probes);

static KERNEL(probes) KERNEL(probes_of)(const KERNEL(region) *region, const edge_grid *grid) {
  int last = grid->nodes - 1;
  KERNEL(probes) probes = {.x = {0.0, KERNEL(level_of)(&region->upper, region->upper.value[last])}, .count = 2};
  if (!region->has_lower) return probes;
  probes.x[2] = KERNEL(level_of)(&region->lower, region->lower.value[last]);
  probes.below[2] = !region->ends;
  probes.count = 3;
  return probes;
}

static void KERNEL(premiums_at)(double premium[3], const KERNEL(probes) *probes, const KERNEL(region) *region,
                                const careful_put *put, const edge_grid *grid) {
  careful_put moved = *put;
  for (int k = 0; k < probes->count; ++k) {
    moved.x = probes->x[k];
    moved.s = KERNEL(exponential_of)(moved.x);
    premium[k] = KERNEL(premium_of)(region, &moved, probes->below[k], grid).value[0];
  }
}

// Whether premiums differ at most by `most`.
INLINE int KERNEL(agree)(const double one[3], const double other[3], int count, double most) {
  int agree = 1;
  for (int k = 0; k < count; ++k) {
    double difference = one[k] - other[k];
    // A comparison with NaN is false.
    agree &= (difference < 0.0 ? -difference : difference) <= most;
  }
  return agree;
}

// Solves on one grid after the other, until the prices on two of them agree. Returns the last grid, or null.
static const edge_grid *KERNEL(agree_on_two_grids)(KERNEL(region) *region, const careful_put *put, double reach) {
  KERNEL(region) finer;
  KERNEL(probes) probes;
  double last[3], premium[3];
  const edge_grid *known = 0;
  for (int k = 0; k < EDGE_GRID_COUNT; ++k) {
    const edge_grid *grid = &EDGE_GRIDS[k];
    if (!known) {
      if (!KERNEL(find_region)(&finer, put, grid, reach)) continue;
      // Exercise up to the end earns at most a - b, in parts of the strike and per unit of time, and that at growth.
      double most = (put->rate - put->yield) * KERNEL(exponential_of)(-put->rate) * finer.horizon * finer.horizon;
      finer.negligible = finer.ends && most < NEGLIGIBLE_PREMIUM;
      if (finer.negligible) {
        *region = finer;
        return grid;
      }
      probes = KERNEL(probes_of)(&finer, grid);
    } else {
      KERNEL(begin_region)(&finer, put, region->horizon);
      KERNEL(stretch_region)(&finer, grid, region, known);
      if (!KERNEL(settle_region)(&finer, grid)) continue;
      KERNEL(find_end)(&finer, grid);
      // On this grid the end may be just beyond the horizon.
      finer.ends |= region->ends;
    }
    KERNEL(premiums_at)(premium, &probes, &finer, put, grid);
    double most = k == EDGE_GRID_COUNT - 1 ? LAST_EDGE_TOLERANCE : EDGE_TOLERANCE;
    *region = finer;
    if (known && KERNEL(agree)(premium, last, probes.count, most)) return grid;
    for (int p = 0; p < probes.count; ++p) last[p] = premium[p];
    known = grid;
  }
  return 0;
}

// Beyond shorter horizons, the boundary is constant only to some digits. That is of no consequence where little
// interest is earned: with hardly any, a negative yield and a large v, the boundary is close to 0, and longer horizons
// may not converge.
static int KERNEL(careful_american)(size_t count, const careful_put *puts, careful_answer *answers,
                                    careful_slopes *slopes) {
  KERNEL(region) region;
  const edge_grid *grid = 0;
  for (int k = 0; k < 3 && !grid; ++k) {
    double reach = EDGE_REACHES[k], neglected = puts->rate * KERNEL(exponential_of)(-reach * reach);
    if (k > 0 && !(puts->rate > 0.0 && neglected < NEGLECTED_INTEREST)) return 0;
    grid = KERNEL(agree_on_two_grids)(&region, puts, reach);
  }
  if (!grid) return 0;
  int upper = 0, lower = 0;
  for (size_t i = 0; i < count; ++i) {
    answers[i] = KERNEL(value_of)(&region, &puts[i], grid);
    if (answers[i].exercised) continue;
    int below = !region.ends && puts[i].s < answers[i].lower;
    upper |= !below;
    lower |= region.has_lower && (below || region.ends);
  }
  if (!slopes || !(upper || lower)) return 1;
  KERNEL(variations) variations;
  if (!region.negligible) KERNEL(vary)(&variations, &region, puts, grid, upper, lower);
  for (size_t i = 0; i < count; ++i) {
    if (answers[i].exercised) continue;
    slopes[i] = (careful_slopes){0.0, 0.0, 0.0, 0.0, 0.0};
    if (!region.negligible) slopes[i] = KERNEL(slopes_of)(&variations, &region, &puts[i], &answers[i], grid);
  }
  return 1;
}
