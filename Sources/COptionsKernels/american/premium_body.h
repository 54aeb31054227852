// The premium of early exercise of a put. Width-agnostic body, included once per instruction set.
//
// At the price s = e^x above the boundary, with the time t = w^2 until exercise,
//
//     premium = integral over t from 0 to 1 of a e^{-a t} N(-d-) - b s e^{-b t} N(-d+),
//     d+- = (x / v - L) / w + mu w +- v w / 2,       L at the remaining time 1 - t
//
// A boundary is solved for on a horizon c^2, c <= 1. Earlier, it is constant, and the integral up to t1 = 1 - c^2 is
// elementary.

// The integrand at its points, on the horizon. All parts contain the weight of the point.
typedef struct {
  vec root[MOST_PREMIUM_POINTS];        // w
  vec value[MOST_PREMIUM_POINTS];       // F
  vec d_minus[MOST_PREMIUM_POINTS];
  vec density[MOST_PREMIUM_POINTS];     // e^{-a t} phi(d-)
  vec strike_part[MOST_PREMIUM_POINTS]; // e^{-a t} N(-d-)
  vec boundary[MOST_PREMIUM_POINTS];    // B, with a yield only, as the next one
  vec spot_part[MOST_PREMIUM_POINTS];   // s e^{-b t} N(-d+)
} KERNEL(premium_points);

// The premium at s above the boundary; keeps the integrand in `at_point`. Without `paying`, b is 0. Without `cut`, c is 1
// in all lanes.
INLINE vec KERNEL(premium)(KERNEL(premium_points) *at_point, const KERNEL(reduced_put) *put, const KERNEL(boundary) *at,
                           const boundary_grid *grid, const int paying, int cut) {
  const int nodes = grid->nodes, points = grid->premium_points;
  vec a = put->rate, b = put->yield, deviation = put->deviation, horizon = put->horizon;
  vec inverse_deviation = cut ? 1.0 / deviation : at->inverse_deviation;
  vec drift = (a - b) * inverse_deviation, drift_minus = FMA(-0.5, deviation, drift);
  vec binary_rate = a * LOG2_E, binary_yield = b * LOG2_E, binary_deviation = at->deviation * LOG2_E;
  vec from_limit = FMA(put->x, at->inverse_deviation, -at->limit); // in units of the horizon
  vec elapsed = 0.0, square = 1.0, known[MOST_NODES];
  if (cut) square = horizon * horizon, elapsed = 1.0 - square;
  UNROLL for (int j = 0; j < nodes; ++j) known[j] = KERNEL(interpolated)(at->value[j], grid->squared);
  NO_UNROLL for (int p = 0; p < points; ++p) {
    vec w = grid->premium_sine[p], start = grid->premium_inverse_sine[p];
    if (cut) w = SQRT(FMA(square, w * w, elapsed)), start = horizon / w;
    at_point->value[p] = KERNEL(between)(known, grid->premium_interpolation + p * nodes, grid);
    at_point->root[p] = w;
    at_point->d_minus[p] = FMA(from_limit - at_point->value[p], start, drift_minus * w);
  }
  NO_UNROLL for (int p = 0; p < points; ++p) {
    const double weight = grid->premium_weight[p];
    vec t = at_point->root[p] * at_point->root[p], d_minus = at_point->d_minus[p];
    at_point->density[p] = KERNEL(short_exp2)(FMA(d_minus * d_minus, -0.5 * LOG2_E, -binary_rate * t))
                           * (INVERSE_SQRT_2_PI * weight);
    at_point->strike_part[p] = KERNEL(short_exp2)(-binary_rate * t) * weight;
    if (paying) {
      at_point->boundary[p] = KERNEL(short_exp2)(binary_deviation * (at->limit + at_point->value[p]));
      at_point->spot_part[p] = (put->s * weight) * KERNEL(short_exp2)(-binary_yield * t);
    }
  }
  vec sum = 0.0;
  NO_UNROLL for (int p = 0; p < points; ++p) {
    vec d_minus = at_point->d_minus[p], density = at_point->density[p];
    KERNEL(fraction) minus = KERNEL(short_mills)(ABS(d_minus));
    if (paying) {
      vec d_plus = FMA(deviation, at_point->root[p], d_minus);
      KERNEL(fraction) plus = KERNEL(short_mills)(ABS(d_plus));
      vec common = density / (minus.denominator * plus.denominator);
      vec strike_tail = common * (minus.numerator * plus.denominator);
      vec spot_tail = common * (plus.numerator * minus.denominator) * at_point->boundary[p];
      vec strike_part = KERNEL(cumulative)(-d_minus, at_point->strike_part[p], strike_tail);
      vec spot_part = KERNEL(cumulative)(-d_plus, at_point->spot_part[p], spot_tail);
      at_point->strike_part[p] = strike_part, at_point->spot_part[p] = spot_part;
      sum += FMA(a, strike_part, -(b * spot_part));
    } else {
      vec tail = density * (minus.numerator / minus.denominator);
      vec strike_part = KERNEL(cumulative)(-d_minus, at_point->strike_part[p], tail);
      at_point->strike_part[p] = strike_part;
      sum = FMA(a, strike_part, sum);
    }
  }
  if (!cut) return sum;
  KERNEL(passage) passage = KERNEL(pass)(put, at, nodes - 1);
  return FMA(sum, square, KERNEL(constant_premium)(&passage));
}
