// The premium of early exercise of a put. Width-agnostic body, included once per instruction set.
//
// At the price s = e^x above the boundary, with the time t = w^2 until exercise,
//
//     premium = integral over t from 0 to 1 of a e^{-a t} N(-d-) - b s e^{-b t} N(-d+),
//     d+- = (x / v - L) / w + mu w +- v w / 2,       L at the remaining time 1 - t
//
// A boundary is solved for on a horizon c^2, c <= 1. Earlier, it is constant, and the integral up to t1 = 1 - c^2 is
// elementary.
typedef struct {
  vec s, x;
  vec rate, yield; // a, b
  vec deviation;   // v
  vec horizon;     // c
} KERNEL(reduced_put);

// The integral over t from 0 to t1 for a constant boundary. With h = x / v - L, m+- = mu +- v / 2 and
// g = sqrt(m-^2 + 2 a) = sqrt(m+^2 + 2 b), integration by parts gives first-passage probabilities:
//
//     s e^{-b t1} N(-d+) - e^{-a t1} N(-d-) + E1 {(1 - m-/g) - B (1 - m+/g)} / 2 + E2 {(1 + m-/g) - B (1 + m+/g)} / 2
//     E1 = e^{-h (g + m-)} N((g t1 - h) / w1),   E2 = e^{h (g - m-)} N(-(g t1 + h) / w1),   w1 = sqrt(t1)
//
// All normal probabilities share the density D = e^{-a t1} phi(d-): E2 = D m((h + g t1) / w1) with the Mills ratio m,
// and so on.
INLINE vec KERNEL(constant_premium)(const KERNEL(reduced_put) *put, vec drift, vec distance, vec boundary,
                                  vec elapsed) {
  vec root = SQRT(elapsed), deviation = put->deviation, half = 0.5 * deviation;
  vec m_minus = drift - half, m_plus = drift + half, g = SQRT(FMA(m_minus, m_minus, 2.0 * put->rate));
  vec start = distance / root, d_minus = FMA(m_minus, root, start), d_plus = FMA(deviation, root, d_minus);
  vec rate_factor = KERNEL(short_exp2)(put->rate * elapsed * -LOG2_E);
  vec yield_factor = put->s * KERNEL(short_exp2)(put->yield * elapsed * -LOG2_E);
  vec density = rate_factor * KERNEL(short_exp2)(d_minus * d_minus * (-0.5 * LOG2_E)) * INVERSE_SQRT_2_PI;
  vec nearer = FMA(-g, root, start), further = FMA(g, root, start);
  KERNEL(fraction) minus = KERNEL(short_mills)(ABS(d_minus)), plus = KERNEL(short_mills)(ABS(d_plus));
  KERNEL(fraction) near = KERNEL(short_mills)(ABS(nearer)), far = KERNEL(short_mills)(further);
  // g + m- loses its digits if m- is negative and a is small.
  vec exponent = m_minus < 0.0 ? 2.0 * put->rate / (g - m_minus) : g + m_minus;
  vec passage = KERNEL(short_exp2)(distance * exponent * -LOG2_E);
  vec first = KERNEL(cumulative)(-nearer, passage, density * (near.numerator / near.denominator));
  vec second = density * (far.numerator / far.denominator);
  vec strike_part = KERNEL(cumulative)(-d_minus, rate_factor, density * (minus.numerator / minus.denominator));
  vec spot_part = KERNEL(cumulative)(-d_plus, yield_factor, density * boundary * (plus.numerator / plus.denominator));
  vec ratio_minus = m_minus / g, ratio_plus = m_plus / g;
  vec early = FMA(first, (1.0 - ratio_minus) - boundary * (1.0 - ratio_plus),
                  second * ((1.0 + ratio_minus) - boundary * (1.0 + ratio_plus)));
  return FMA(0.5, early, spot_part - strike_part);
}

// The premium at s above the boundary. Without `paying`, b is 0. Without `cut`, c is 1 in all lanes.
INLINE vec KERNEL(premium)(const KERNEL(reduced_put) *put, const KERNEL(boundary) *at, const boundary_grid *grid,
                           const int paying, int cut) {
  const int nodes = grid->nodes, points = grid->premium_points;
  vec a = put->rate, b = put->yield, deviation = put->deviation, horizon = put->horizon;
  vec inverse_deviation = cut ? 1.0 / deviation : at->inverse_deviation;
  vec drift = (a - b) * inverse_deviation, drift_minus = FMA(-0.5, deviation, drift);
  vec binary_rate = a * LOG2_E, binary_yield = b * LOG2_E, binary_deviation = at->deviation * LOG2_E;
  vec from_limit = FMA(put->x, at->inverse_deviation, -at->limit); // in units of the horizon
  vec elapsed = 0.0, square = 1.0, known[MOST_NODES];
  if (cut) square = horizon * horizon, elapsed = 1.0 - square;
  UNROLL for (int j = 0; j < nodes; ++j) known[j] = KERNEL(interpolated)(at->value[j], grid->squared);
  vec root[MOST_PREMIUM_POINTS], value[MOST_PREMIUM_POINTS], d_minus[MOST_PREMIUM_POINTS], density[MOST_PREMIUM_POINTS];
  vec rate_weight[MOST_PREMIUM_POINTS], yield_weight[MOST_PREMIUM_POINTS], payment[MOST_PREMIUM_POINTS];
  NO_UNROLL for (int p = 0; p < points; ++p) {
    vec w = grid->premium_sine[p], start = grid->premium_inverse_sine[p];
    if (cut) w = SQRT(FMA(square, w * w, elapsed)), start = horizon / w;
    value[p] = KERNEL(between)(known, grid->premium_interpolation + p * nodes, grid);
    root[p] = w;
    d_minus[p] = FMA(from_limit - value[p], start, drift_minus * w);
  }
  NO_UNROLL for (int p = 0; p < points; ++p) {
    const double weight = grid->premium_weight[p];
    vec t = root[p] * root[p];
    density[p] = KERNEL(short_exp2)(FMA(d_minus[p] * d_minus[p], -0.5 * LOG2_E, -binary_rate * t))
                 * (INVERSE_SQRT_2_PI * weight);
    rate_weight[p] = KERNEL(short_exp2)(-binary_rate * t) * weight;
    if (paying) {
      payment[p] = KERNEL(short_exp2)(binary_deviation * (at->limit + value[p]));
      yield_weight[p] = (put->s * weight) * KERNEL(short_exp2)(-binary_yield * t);
    }
  }
  vec sum = 0.0;
  NO_UNROLL for (int p = 0; p < points; ++p) {
    KERNEL(fraction) minus = KERNEL(short_mills)(ABS(d_minus[p]));
    if (paying) {
      vec d_plus = FMA(deviation, root[p], d_minus[p]);
      KERNEL(fraction) plus = KERNEL(short_mills)(ABS(d_plus));
      vec common = density[p] / (minus.denominator * plus.denominator);
      vec strike_tail = common * (minus.numerator * plus.denominator);
      vec spot_tail = common * (plus.numerator * minus.denominator) * payment[p];
      vec strike_part = KERNEL(cumulative)(-d_minus[p], rate_weight[p], strike_tail);
      vec spot_part = KERNEL(cumulative)(-d_plus, yield_weight[p], spot_tail);
      sum += FMA(a, strike_part, -(b * spot_part));
    } else {
      vec tail = density[p] * (minus.numerator / minus.denominator);
      sum = FMA(a, KERNEL(cumulative)(-d_minus[p], rate_weight[p], tail), sum);
    }
  }
  if (!cut) return sum;
  vec level = at->limit + at->value[nodes - 1];
  vec boundary = KERNEL(short_exp2)(binary_deviation * level);
  vec distance = horizon * FMA(put->x, at->inverse_deviation, -level);
  return FMA(sum, square, KERNEL(constant_premium)(put, drift, distance, boundary, elapsed));
}
