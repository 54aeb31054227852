// The slopes of the premium. Width-agnostic body, included once per instruction set.
//
// The premium depends on x, v, a and b by itself and, except for x, through the boundary. With g = (a - b B) e^{-a t}
// phi(d-), a term of its integral has the slope -g d-' through d- and d+ = d- + v w, because s e^{-b t} phi(d+) = B e^{-a t}
// phi(d-), and b B w e^{-a t} phi(d-) more by v.
//
// The horizon c is held fixed: the premium does not depend on it, apart from the error that limits its choice.
typedef struct {
  vec by_x, by_deviation, by_rate, by_yield;
  vec curvature; // P_xx - P_x = s^2 P_ss
  vec boundary;  // B now
  ints exercised;
} KERNEL(premium_slopes);

// Returns to the boundary before a step in the lanes in which the step before was small enough.
INLINE void KERNEL(keep_small_changes)(KERNEL(boundary) *at, const KERNEL(boundary) *before, const int nodes) {
  ints small = ~(before->change > MOST_CHANGE);
  for (int j = 0; j < nodes; ++j) at->value[j] = small ? before->value[j] : at->value[j];
}

// The terms that `premium` omits if b is 0.
INLINE void KERNEL(add_spot_parts)(KERNEL(premium_points) *at_point, const KERNEL(reduced_put) *put,
                                   const KERNEL(boundary) *at, const boundary_grid *grid) {
  vec binary_deviation = at->deviation * LOG2_E;
  NO_UNROLL for (int p = 0; p < grid->premium_points; ++p) {
    vec boundary = KERNEL(short_exp2)(binary_deviation * (at->limit + at_point->value[p]));
    vec d_plus = FMA(put->deviation, at_point->root[p], at_point->d_minus[p]);
    KERNEL(fraction) plus = KERNEL(short_mills)(ABS(d_plus));
    vec tail = at_point->density[p] * boundary * (plus.numerator / plus.denominator);
    at_point->boundary[p] = boundary;
    at_point->spot_part[p] = KERNEL(cumulative)(-d_plus, put->s * grid->premium_weight[p], tail);
  }
}

// Up to this distance between x and the boundary, in units of v, the integrand of the slopes has a peak at w = 0 that is
// sharp for the points.
#define NEAR_BOUNDARY 0.8

// The error of the quadrature at the peak: the integral of g / w, with the present boundary at all times, less its sum over the points.
// With h = x / v - L now, and E1 and E2 of constant_boundary_body.h,
//
//     integral over w from 0 to 1 of 2 e^{-a w^2} phi(h/w + m- w) = (E1 - E2) / g
INLINE vec KERNEL(missed_peak)(const KERNEL(reduced_put) *put, const KERNEL(boundary) *at, const boundary_grid *grid) {
  vec level = at->limit + at->value[grid->nodes - 1], h = FMA(put->x, at->inverse_deviation, -level);
  ints near = h < NEAR_BOUNDARY;
  if (!any(near)) return 0.0;
  h = AT_LEAST(0.0, h);
  vec a = put->rate, binary_rate = a * LOG2_E, m = FMA(-0.5, at->deviation, at->drift);
  vec g = AT_LEAST(1e-5, SQRT(FMA(m, m, 2.0 * a))), d_minus = h + m, nearer = h - g;
  vec density = KERNEL(short_exp2)(FMA(d_minus * d_minus, -0.5 * LOG2_E, -binary_rate)) * INVERSE_SQRT_2_PI;
  KERNEL(fraction) near_tail = KERNEL(short_mills)(ABS(nearer)), far_tail = KERNEL(short_mills)(h + g);
  vec passage = KERNEL(short_exp2)(h * (m < 0.0 ? 2.0 * a / (g - m) : g + m) * -LOG2_E);
  vec first = KERNEL(cumulative)(-nearer, passage, density * (near_tail.numerator / near_tail.denominator));
  vec second = density * (far_tail.numerator / far_tail.denominator), sum = 0.0;
  NO_UNROLL for (int p = 0; p < grid->premium_points; ++p) {
    const double w = grid->premium_sine[p], start = grid->premium_inverse_sine[p];
    vec d = FMA(h, start, m * w);
    sum += KERNEL(short_exp2)(FMA(d * d, -0.5 * LOG2_E, -binary_rate * (w * w)))
           * (INVERSE_SQRT_2_PI * start * grid->premium_weight[p]);
  }
  vec gain = FMA(-put->yield, KERNEL(short_exp2)(at->deviation * LOG2_E * level), a);
  return near ? gain * ((first - second) / g - sum) : (vec)0.0;
}

// The slopes at a fixed boundary, from the integrand, and the exposure to the boundary.
INLINE KERNEL(premium_slopes) KERNEL(slopes_at_boundary)(KERNEL(exposure) *exposure,
                                                         const KERNEL(premium_points) *at_point,
                                                         const KERNEL(reduced_put) *put, const KERNEL(boundary) *at,
                                                         const boundary_grid *grid, int cut) {
  const int nodes = grid->nodes;
  vec a = put->rate, b = put->yield, inverse_deviation = cut ? 1.0 / put->deviation : at->inverse_deviation;
  vec from_strike = put->x * inverse_deviation * inverse_deviation;
  vec drift_slope = FMA(-(a - b) * inverse_deviation, inverse_deviation, -0.5);
  KERNEL(premium_slopes) slopes = {
      .by_x = 0.0, .by_deviation = 0.0, .by_rate = 0.0, .by_yield = 0.0, .curvature = 0.0};
  vec by_limit = 0.0, by_value[MOST_NODES];
  UNROLL for (int j = 0; j < nodes; ++j) by_value[j] = 0.0;
  NO_UNROLL for (int p = 0; p < grid->premium_points; ++p) {
    vec w = at_point->root[p], t = w * w, start = grid->premium_inverse_sine[p];
    if (cut) start = 1.0 / w;
    vec paid = b * at_point->boundary[p] * at_point->density[p], gain = FMA(a, at_point->density[p], -paid);
    vec by_distance = gain * start, by_drift = gain * w * inverse_deviation;
    slopes.by_x -= FMA(by_distance, inverse_deviation, b * at_point->spot_part[p]);
    slopes.curvature += start * inverse_deviation
                        * FMA(by_distance * inverse_deviation, at_point->d_minus[p], a * at_point->density[p]);
    slopes.by_deviation += FMA(paid, w, FMA(by_distance, from_strike, -(gain * w * drift_slope)));
    slopes.by_rate += FMA(at_point->strike_part[p], FMA(-a, t, 1.0), -by_drift);
    slopes.by_yield += FMA(at_point->spot_part[p], FMA(b, t, -1.0), by_drift);
    by_limit += by_distance;
    vec through_square = grid->squared ? by_distance / at_point->value[p] : by_distance;
    UNROLL for (int j = 0; j < nodes; ++j)
      by_value[j] = FMA(through_square, grid->premium_interpolation[p * nodes + j], by_value[j]);
  }
  UNROLL for (int j = 0; j < nodes; ++j)
    exposure->by_value[j] = grid->squared ? by_value[j] * at->value[j] : by_value[j];
  exposure->by_limit = by_limit;
  if (!cut) {
    vec missed = KERNEL(missed_peak)(put, at, grid);
    slopes.by_x = FMA(-missed, inverse_deviation, slopes.by_x);
    slopes.by_deviation = FMA(missed, from_strike, slopes.by_deviation);
    exposure->by_value[nodes - 1] += missed;
    exposure->by_limit += missed;
    return slopes;
  }
  // The integral over the horizon is in its units, and so is L, which is c L there.
  vec horizon = put->horizon, square = horizon * horizon, cube = square * horizon;
  KERNEL(passage) passage = KERNEL(pass)(put, at, nodes - 1);
  KERNEL(constant_slopes) before = KERNEL(slopes_of_constant)(put, &passage);
  slopes.by_x = FMA(slopes.by_x, square, before.by_x);
  slopes.curvature = FMA(slopes.curvature, square, before.curvature);
  slopes.by_deviation = FMA(slopes.by_deviation, square, before.by_deviation);
  slopes.by_rate = FMA(slopes.by_rate, square, before.by_rate);
  slopes.by_yield = FMA(slopes.by_yield, square, before.by_yield);
  UNROLL for (int j = 0; j < nodes; ++j) exposure->by_value[j] *= cube;
  exposure->by_value[nodes - 1] = FMA(horizon, before.by_limit, exposure->by_value[nodes - 1]);
  exposure->by_limit = FMA(exposure->by_limit, cube, horizon * before.by_limit);
  return slopes;
}

// Near the boundary, the curvature is that of the equation of Black and Scholes,
//
//     v^2 (P_xx - P_x) / 2 + (a - b) P_x - a P = v P_v / 2 + a P_a + b P_b
//
// because its integrand has an even sharper peak. Elsewhere, the equation would amplify errors of P_v by 1/v.

// The boundary that decides on exercise, after one step of Newton's method, because users compare it with spots.
INLINE void KERNEL(decide)(KERNEL(premium_slopes) *slopes, const KERNEL(reduced_put) *put, const KERNEL(boundary) *at,
                           const int last_node) {
  vec last = at->limit + at->value[last_node], logarithm = at->deviation * last;
  vec boundary = KERNEL(short_exp2)(logarithm * LOG2_E);
  slopes->boundary = FMA(boundary, logarithm - KERNEL(log_of_ratio)(boundary, (vec)1.0), boundary);
  slopes->exercised = put->x * at->inverse_deviation <= last;
}

// Adds what the boundary contributes. Its terms are those of the horizon: c v, c^2 a and c^2 b.
INLINE void KERNEL(follow_boundary)(KERNEL(premium_slopes) *slopes, vec premium, const KERNEL(reduced_put) *put,
                                    const KERNEL(boundary) *at, KERNEL(factors) *factors, KERNEL(exposure) *exposure,
                                    const boundary_grid *grid) {
  KERNEL(response) response = KERNEL(respond)(factors, at, exposure, grid);
  vec horizon = put->horizon, square = horizon * horizon;
  slopes->by_deviation = FMA(response.by_deviation, horizon, slopes->by_deviation);
  slopes->by_rate = FMA(response.by_rate, square, slopes->by_rate);
  slopes->by_yield = FMA(response.by_yield, square, slopes->by_yield);
  vec v = put->deviation, a = put->rate, b = put->yield;
  vec decay = FMA(0.5 * v, slopes->by_deviation, FMA(a, slopes->by_rate, b * slopes->by_yield));
  vec by_equation = 2.0 * (FMA(a, premium, decay) - (a - b) * slopes->by_x) / (v * v);
  vec distance = horizon * (put->x * at->inverse_deviation - (at->limit + at->value[grid->nodes - 1]));
  slopes->curvature = distance > NEAR_BOUNDARY ? slopes->curvature : by_equation;
}
