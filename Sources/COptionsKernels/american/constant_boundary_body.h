// The premium while the boundary is constant, and its slopes. Width-agnostic body, included once per instruction set.
//
// With h = x / v - L, m+- = mu +- v / 2 and g = sqrt(m-^2 + 2 a) = sqrt(m+^2 + 2 b), integration by parts turns the integral
// over t from 0 to t1 into first-passage probabilities:
//
//     s e^{-b t1} N(-d+) - e^{-a t1} N(-d-) + E1 {(1 - m-/g) - B (1 - m+/g)} / 2 + E2 {(1 + m-/g) - B (1 + m+/g)} / 2
//     E1 = e^{-h (g + m-)} N((g t1 - h) / w1),   E2 = e^{h (g - m-)} N(-(g t1 + h) / w1),   w1 = sqrt(t1)
//
// All normal probabilities share the density D = e^{-a t1} phi(d-): E2 = D m((h + g t1) / w1) with the Mills ratio m,
// and so on.
typedef struct {
  vec elapsed, root;   // t1, w1
  vec distance;        // h
  vec boundary;        // B
  vec m_minus, g, ratio_minus, ratio_plus; // m-, g, m-/g, m+/g
  vec exponent;        // g + m-
  vec density;         // D
  vec first, second;   // E1, E2
  vec strike_part, spot_part; // e^{-a t1} N(-d-), s e^{-b t1} N(-d+)
} KERNEL(passage);

// From h, B and t1.
INLINE KERNEL(passage) KERNEL(pass_constant)(const KERNEL(reduced_put) *put, vec distance, vec boundary, vec elapsed) {
  vec root = SQRT(elapsed), deviation = put->deviation, half = 0.5 * deviation, drift = (put->rate - put->yield) * (1.0 / deviation);
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
  return (KERNEL(passage)){
      .elapsed = elapsed, .root = root, .distance = distance, .boundary = boundary, .m_minus = m_minus, .g = g,
      .ratio_minus = m_minus / g, .ratio_plus = m_plus / g, .exponent = exponent, .density = density,
      .first = KERNEL(cumulative)(-nearer, passage, density * (near.numerator / near.denominator)),
      .second = density * (far.numerator / far.denominator),
      .strike_part = KERNEL(cumulative)(-d_minus, rate_factor, density * (minus.numerator / minus.denominator)),
      .spot_part =
          KERNEL(cumulative)(-d_plus, yield_factor, density * boundary * (plus.numerator / plus.denominator))};
}

// Before the horizon, the boundary has the value of its last node.
INLINE KERNEL(passage) KERNEL(pass)(const KERNEL(reduced_put) *put, const KERNEL(boundary) *at, const int last) {
  vec level = at->limit + at->value[last], distance = put->horizon * FMA(put->x, at->inverse_deviation, -level);
  vec boundary = KERNEL(short_exp2)(at->deviation * LOG2_E * level);
  return KERNEL(pass_constant)(put, distance, boundary, 1.0 - put->horizon * put->horizon);
}

INLINE vec KERNEL(constant_premium)(const KERNEL(passage) *at) {
  vec early = FMA(at->first, (1.0 - at->ratio_minus) - at->boundary * (1.0 - at->ratio_plus),
                  at->second * ((1.0 + at->ratio_minus) - at->boundary * (1.0 + at->ratio_plus)));
  return FMA(0.5, early, at->spot_part - at->strike_part);
}

typedef struct {
  vec by_x, by_limit, by_deviation, by_rate, by_yield; // by x, L, v, a and b
  vec curvature;                                       // P_xx - P_x
} KERNEL(constant_slopes);

// The slope through m- and m+, and through g: by the limits of the normal probabilities, whose terms all contain D, by m-/g
// and m+/g, and by the exponents. `alpha` and `beta` are the terms of the premium with E1 and E2.
INLINE vec KERNEL(slope_by_drift)(const KERNEL(passage) *at, vec alpha, vec beta, vec minus_slope, vec plus_slope,
                                  vec g_slope) {
  vec by_limits = (minus_slope - at->boundary * plus_slope)
                  + FMA(at->boundary, at->ratio_plus, -at->ratio_minus) * g_slope;
  vec by_ratios = FMA(-at->ratio_minus, g_slope, minus_slope)
                  - at->boundary * FMA(-at->ratio_plus, g_slope, plus_slope);
  vec by_exponents = FMA(beta, g_slope - minus_slope, -(alpha * (g_slope + minus_slope)));
  return FMA(at->density * at->root, by_limits,
             FMA(0.5 * (at->second - at->first) / at->g, by_ratios, at->distance * by_exponents));
}

INLINE KERNEL(constant_slopes) KERNEL(slopes_of_constant)(const KERNEL(reduced_put) *put, const KERNEL(passage) *at) {
  vec inverse = 1.0 / put->deviation, first = 0.5 * at->first, second = 0.5 * at->second;
  vec alpha = first * ((1.0 - at->ratio_minus) - at->boundary * (1.0 - at->ratio_plus));
  vec beta = second * ((1.0 + at->ratio_minus) - at->boundary * (1.0 + at->ratio_plus));
  vec by_distance = FMA(beta, at->g - at->m_minus, -(alpha * at->exponent));
  vec by_log_boundary = -at->boundary * FMA(first, 1.0 - at->ratio_plus, second * (1.0 + at->ratio_plus));
  vec drift_slope = -(put->rate - put->yield) * inverse * inverse, from_strike = put->x * inverse;
  vec minus_slope = drift_slope - 0.5, plus_slope = drift_slope + 0.5;
  vec by_drift = KERNEL(slope_by_drift)(at, alpha, beta, minus_slope, plus_slope, at->ratio_minus * minus_slope);
  return (KERNEL(constant_slopes)){
      .by_x = FMA(by_distance, inverse, at->spot_part),
      // All terms with D cancel.
      .curvature = FMA(alpha * at->exponent, at->exponent + put->deviation,
                       beta * (at->g - at->m_minus) * (at->g - at->m_minus - put->deviation))
                   * (inverse * inverse),
      .by_limit = FMA(put->deviation, by_log_boundary, -by_distance),
      .by_deviation =
          by_drift + FMA(from_strike - at->distance, by_log_boundary, -(from_strike * inverse * by_distance)),
      .by_rate = FMA(at->elapsed, at->strike_part,
                     KERNEL(slope_by_drift)(at, alpha, beta, inverse, inverse,
                                            FMA(at->ratio_minus, inverse, 1.0 / at->g))),
      .by_yield = FMA(-at->elapsed, at->spot_part,
                      KERNEL(slope_by_drift)(at, alpha, beta, -inverse, -inverse, -(at->ratio_minus * inverse)))};
}
