// Newton's method for the boundary. Width-agnostic body, included once per instruction set.
//
// The slope of the price in the underlying is -1 at the boundary. The European part of the equation and the integral
// over later exercise contain densities that cancel, because B e^{-b t} phi(d+) = B_u e^{-a t} phi(d-); what remains
// is, for each node z,
//
//     R = -B e^{-b z^2} N(d+(z; strike)) + integral over f from 0 to pi/2 of 2 z cos f
//             { (a - b B_u) e^{-a w^2} phi(d-) / v - b w B e^{-b w^2} N(d+) } df = 0,
//
//     w = z sin f,   u = z cos f,   d+- = (L(z) - L(u)) / w + mu w +- v w / 2.
//
// Both ends of the integral are smooth in f. Newton's method converges where the fixed-point iterations of Andersen,
// Lake and Offengenden (2016) diverge, which is at low volatilities and high rates.

// Solves J step = R by elimination without pivoting; the diagonal dominates. matrix[i] holds row i of J and R_i, which
// the step replaces. The other elements are then the factors of J: J = L U, where the diagonal of U is 1, and that of L is replaced by
// its inverse.
INLINE void KERNEL(eliminate)(vec matrix[MOST_NODES][MOST_NODES + 1], const int nodes) {
  UNROLL for (int p = 0; p < nodes; ++p) {
    vec inverse = 1.0 / matrix[p][p];
    matrix[p][p] = inverse;
    UNROLL for (int j = p + 1; j <= nodes; ++j) matrix[p][j] *= inverse;
    NO_UNROLL for (int i = p + 1; i < nodes; ++i) {
      vec factor = -matrix[i][p];
      UNROLL for (int j = p + 1; j <= nodes; ++j) matrix[i][j] = FMA(factor, matrix[p][j], matrix[i][j]);
    }
  }
  UNROLL for (int p = nodes - 1; p >= 0; --p)
    UNROLL for (int i = 0; i < p; ++i)
      matrix[i][nodes] = FMA(-matrix[i][p], matrix[p][nodes], matrix[i][nodes]);
}

// The integrand of one node at each of its points; all terms contain the weight.
typedef struct {
  vec value;    // F(u)
  vec d_minus;
  vec density;  // e^{-a w^2} phi(d-) sqrt(2 pi)
  vec payment;  // with a yield: b B_u e^{-a w^2} phi(d-) / v
  vec dividend; // with a yield: b w B e^{-b w^2} N(d+)
} KERNEL(integrand);

// w, 1/w, w^2 and the weights at the points of a node.
typedef struct {
  double root[MOST_POINTS], inverse_root[MOST_POINTS], time[MOST_POINTS], weight[MOST_POINTS];
} KERNEL(points);

INLINE KERNEL(points) KERNEL(points_of)(const boundary_grid *grid, const int i) {
  const double z = grid->node[i], inverse_z = grid->inverse_node[i];
  KERNEL(points) points;
  UNROLL for (int p = 0; p < grid->points; ++p) {
    points.root[p] = z * grid->sine[p];
    points.inverse_root[p] = inverse_z * grid->inverse_sine[p];
    points.time[p] = points.root[p] * points.root[p];
    points.weight[p] = z * grid->weight[p];
  }
  return points;
}

// Short loops over the points: in a single one, chains of dependent operations would stall the processor.
INLINE void KERNEL(integrate)(KERNEL(integrand) at_point[MOST_POINTS], const KERNEL(boundary) *at, const vec *known,
                              const KERNEL(points) *point, const int i, const boundary_grid *grid, const int paying) {
  const int nodes = grid->nodes, points = grid->points;
  const double *weights = grid->interpolation + i * points * nodes;
  vec drift = at->drift - 0.5 * at->deviation, value = at->value[i];
  vec binary_rate = at->rate * LOG2_E, binary_yield = at->yield * LOG2_E, binary_deviation = at->deviation * LOG2_E;
  NO_UNROLL for (int p = 0; p < points; ++p) {
    vec later = KERNEL(between)(known, weights + p * nodes, grid);
    at_point[p].value = later;
    at_point[p].d_minus = FMA(value - later, point->inverse_root[p], drift * point->root[p]);
  }
  NO_UNROLL for (int p = 0; p < points; ++p) {
    vec d = at_point[p].d_minus;
    at_point[p].density =
        KERNEL(short_exp2)(FMA(d * d, -0.5 * LOG2_E, -binary_rate * point->time[p])) * point->weight[p];
  }
  if (!paying) return;
  vec binary_limit = binary_deviation * at->limit, binary_boundary = FMA(binary_deviation, value, binary_limit);
  vec factor = at->yield * INVERSE_SQRT_2_PI;
  NO_UNROLL for (int p = 0; p < points; ++p)
    at_point[p].payment = (KERNEL(short_exp2)(FMA(binary_deviation, at_point[p].value, binary_limit)) * factor)
                          * at_point[p].density;
  NO_UNROLL for (int p = 0; p < points; ++p) {
    vec d_plus = FMA(at->deviation, point->root[p], at_point[p].d_minus);
    KERNEL(fraction) mills = KERNEL(short_mills)(ABS(d_plus));
    vec tail = at_point[p].payment * (mills.numerator / mills.denominator);
    at_point[p].payment *= at->inverse_deviation;
    if (any(d_plus > 0.0)) {
      vec whole = (at->yield * point->weight[p]) * KERNEL(short_exp2)(FMA(-binary_yield, point->time[p], binary_boundary));
      tail = KERNEL(cumulative)(d_plus, whole, tail);
    }
    at_point[p].dividend = tail * point->root[p];
  }
}

// The slopes of the residuals: of R_i by v, a and b at a fixed boundary L, and by L0, which moves all of L.
typedef struct {
  vec deviation[MOST_NODES], rate[MOST_NODES], yield[MOST_NODES], limit[MOST_NODES];
} KERNEL(residual_slopes);

// Adds the terms of one point of the integral to the slopes of R_i. Because B e^{-b w^2} phi(d+) = B_u e^{-a w^2} phi(d-),
// the slopes of all densities are multiples of `turned` = d- gain. b must not be 0.
INLINE void KERNEL(add_slopes)(KERNEL(residual_slopes) *slopes, const KERNEL(boundary) *at,
                               const KERNEL(integrand) *at_point, vec gain, const int i, double w) {
  vec inverse_deviation = at->inverse_deviation, boundary = at->limit + at->value[i];
  vec paid = at_point->payment + at_point->dividend, turned = at_point->d_minus * gain;
  vec interest = at_point->density * (inverse_deviation * INVERSE_SQRT_2_PI); // by a unit of a
  vec d_minus_slope = FMA(-at->drift, inverse_deviation, -0.5) * w, by_drift = turned * (w * inverse_deviation);
  slopes->deviation[i] += FMA(at_point->payment, at_point->d_minus * w, -boundary * paid)
                          - FMA(turned, d_minus_slope, gain * inverse_deviation);
  slopes->rate[i] += FMA(interest, FMA(at->rate, -w * w, 1.0), -by_drift);
  slopes->yield[i] += FMA(-paid, 1.0 / at->yield - w * w, by_drift);
}

// Fills row i of the system: dR_i / dF_j, and R_i as the right-hand side. `slopes` may be NULL; otherwise, `paying` is set.
INLINE void KERNEL(linearise)(vec row[MOST_NODES + 1], KERNEL(residual_slopes) *slopes, const KERNEL(boundary) *at,
                              const vec *known, const int i, const boundary_grid *grid, const int paying) {
  const int nodes = grid->nodes, points = grid->points;
  const double z = grid->node[i], inverse_z = grid->inverse_node[i];
  const double *weights = grid->interpolation + i * points * nodes;
  KERNEL(integrand) at_point[MOST_POINTS];
  const KERNEL(points) point = KERNEL(points_of)(grid, i);
  KERNEL(integrate)(at_point, at, known, &point, i, grid, paying);
  vec residual = 0.0, slope = 0.0, payments = 0.0, sum[MOST_NODES];
  vec factor = at->inverse_deviation * at->rate * INVERSE_SQRT_2_PI;
  UNROLL for (int j = 0; j < nodes; ++j) sum[j] = 0.0;
  if (slopes) slopes->deviation[i] = 0.0, slopes->rate[i] = 0.0, slopes->yield[i] = 0.0;
  NO_UNROLL for (int p = 0; p < points; ++p) {
    vec gain = at_point[p].density * factor;
    if (paying) {
      gain -= at_point[p].payment;
      residual -= at_point[p].dividend;
      payments += at_point[p].payment + at_point[p].dividend;
    }
    residual += gain;
    if (slopes) KERNEL(add_slopes)(slopes, at, &at_point[p], gain, i, point.root[p]);
    vec by_value = at_point[p].d_minus * gain * point.inverse_root[p];
    slope += by_value;
    if (grid->squared) by_value /= at_point[p].value;
    UNROLL for (int j = 0; j < nodes; ++j) sum[j] = FMA(by_value, weights[p * nodes + j], sum[j]);
  }
  // The density at the strike, B e^{-b z^2} phi(d+) = e^{-a z^2} phi(d-).
  vec deviation = at->deviation, boundary = at->limit + at->value[i];
  vec d_plus = FMA(boundary, inverse_z, FMA(0.5, deviation, at->drift) * z), d_minus = FMA(deviation, -z, d_plus);
  vec density = KERNEL(short_exp2)(FMA(d_minus * d_minus, -0.5 * LOG2_E, at->rate * (-LOG2_E * z * z)))
                * INVERSE_SQRT_2_PI;
  KERNEL(fraction) mills = KERNEL(short_mills)(ABS(d_plus));
  vec whole = KERNEL(short_exp2)(FMA(deviation, boundary, at->yield * (-z * z)) * LOG2_E);
  vec european = KERNEL(cumulative)(d_plus, whole, density * (mills.numerator / mills.denominator));
  UNROLL for (int j = 0; j < nodes; ++j) row[j] = grid->squared ? at->value[j] * sum[j] : sum[j];
  row[i] -= FMA(deviation, european + payments, FMA(density, inverse_z, slope));
  row[nodes] = residual - european;
  if (!slopes) return;
  vec d_plus_slope = FMA(-at->drift, at->inverse_deviation, 0.5) * z, by_drift = density * (at->inverse_deviation * z);
  slopes->deviation[i] -= FMA(boundary, european, density * d_plus_slope);
  slopes->rate[i] -= by_drift;
  slopes->yield[i] += FMA(european, z * z, by_drift);
  slopes->limit[i] = -FMA(deviation, european + payments, density * inverse_z);
}

// One step. Without `paying`, b is 0. The whole step is shortened where a value would change by more than a factor of
// 1.9 or 0.4: single values that are limited would make the boundary rough, and the next step worse.
INLINE void KERNEL(improve)(KERNEL(boundary) *at, const boundary_grid *grid, const int paying) {
  const int nodes = grid->nodes;
  vec matrix[MOST_NODES][MOST_NODES + 1], known[MOST_NODES];
  UNROLL for (int j = 0; j < nodes; ++j) known[j] = KERNEL(interpolated)(at->value[j], grid->squared);
  NO_UNROLL for (int i = 0; i < nodes; ++i) KERNEL(linearise)(matrix[i], NULL, at, known, i, grid, paying);
  KERNEL(eliminate)(matrix, nodes);
  vec change = 0.0, fraction = 1.0;
  UNROLL for (int j = 0; j < nodes; ++j) {
    vec step = matrix[j][nodes], ratio = at->value[j] / step;
    change = FMA(ABS(step), SQRT((vec)grid->node[j]), change);
    fraction = AT_MOST(fraction, ratio > 0.0 ? 0.6 * ratio : -0.9 * ratio);
  }
  UNROLL for (int j = 0; j < nodes; ++j) at->value[j] = FMA(-fraction, matrix[j][nodes], at->value[j]);
  at->change = change;
}
