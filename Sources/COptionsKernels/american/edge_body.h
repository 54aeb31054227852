// The boundary of a region of exercise, or one of two, on Chebyshev nodes. Width-agnostic body, included once per
// instruction set.
//
// A single boundary, and the unknowns, are those of boundary_body.h, its equation that of newton_body.h. A put on the
// strike 1 with b < a < 0 is exercised early at prices between two boundaries. From above the upper one, the price does
// not reach the lower one without passing through the region, so the upper boundary is what it would be if everything
// below were exercised: the equation of newton_body.h determines it. In the same way, the lower boundary is what it
// would be if everything above were exercised, with the payoff 1 - s at expiration (Andersen and Lake, 2021). It solves
//
//     integral over f from 0 to pi/2 of 2 z cos f { (a - b B_u) e^{-a w^2} phi(d-) / v + b w B e^{-b w^2} N(-d+) } df = 0,
//
// which is the equation of the upper one with -v in place of v, and without the term of the strike. The root z of the
// remaining time runs from 0 to 1, the horizon; B(z) = e^{v L(z)}, with -v for the lower boundary; L = L0 + F, F < 0;
// F^2 is interpolated.
typedef struct {
  double deviation;   // v, or -v
  double rate, yield; // a, b
  double drift;       // (a - b) / deviation
  double limit;       // L0
  int upper;
  double value[MOST_EDGE_NODES]; // F at the nodes
} KERNEL(edge);

INLINE double KERNEL(exponential_of)(double x) { return KERNEL(short_exp2)((vec)(x * LOG2_E))[0]; }
INLINE double KERNEL(logarithm_of)(double x) { return KERNEL(log_of_ratio)((vec)x, (vec)1.0)[0]; }
INLINE double KERNEL(root_of)(double x) { return SQRT((vec)x)[0]; }

// e^x - 1, with all digits where x is small.
INLINE vec KERNEL(exponential_less_one)(vec x) {
  vec y = x * LOG2_E, p = SHORT_EXP2[7], f = AT_LEAST(-0.5, AT_MOST(0.5, y));
  UNROLL for (int k = 6; k >= 0; --k) p = FMA(f, p, SHORT_EXP2[k]);
  return ABS(y) <= 0.5 ? f * p : KERNEL(short_exp2)(y) - 1.0;
}

// The sum of the lanes, in an order that does not depend on the instruction set.
INLINE double KERNEL(sum_of)(vec x) {
  return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

// Begins a boundary of a put on the horizon c^2.
static void KERNEL(begin_edge)(KERNEL(edge) *at, const careful_put *put, double c, int upper) {
  at->deviation = (upper ? put->deviation : -put->deviation) * c;
  at->rate = put->rate * c * c;
  at->yield = put->yield * c * c;
  at->drift = (at->rate - at->yield) / at->deviation;
  int below = !upper || (put->rate > 0.0 && put->yield > put->rate);
  at->limit = below ? KERNEL(log_of_ratio)((vec)at->rate, (vec)at->yield)[0] / at->deviation : 0.0;
  at->upper = upper;
}

// The weights of the nodes in the values at the points u, by the barycentric formula. The value at 0, which is 0, has
// none.
INLINE void KERNEL(fill_row)(vec row[MOST_EDGE_NODES], const edge_grid *grid, vec u) {
  vec sum = 0.5 / u;
  for (int j = 0; j < grid->nodes; ++j) {
    vec distance = u - grid->node[j];
    distance = distance == 0.0 ? (vec)0x1p-60 : distance;
    row[j] = ((j % 2 == 0 ? -1.0 : 1.0) * (j == grid->nodes - 1 ? 0.5 : 1.0)) / distance;
    sum += row[j];
  }
  vec inverse = 1.0 / sum;
  for (int j = 0; j < grid->nodes; ++j) row[j] *= inverse;
}

INLINE vec KERNEL(interpolate)(const vec row[MOST_EDGE_NODES], const double *square, int nodes) {
  vec sum = 0.0;
  for (int j = 0; j < nodes; ++j) sum = FMA(row[j], square[j], sum);
  return -SQRT(AT_LEAST(1e-20, sum));
}

// F at the points u.
static __attribute__((noinline)) void KERNEL(values_at)(const KERNEL(edge) *at, const edge_grid *grid, const double *u,
                                                        double *value) {
  vec row[MOST_EDGE_NODES];
  double square[MOST_EDGE_NODES];
  for (int j = 0; j < grid->nodes; ++j) square[j] = at->value[j] * at->value[j];
  KERNEL(fill_row)(row, grid, LOAD(u));
  STORE(value, KERNEL(interpolate)(row, square, grid->nodes));
}

// ln B of a value.
INLINE double KERNEL(level_of)(const KERNEL(edge) *at, double value) { return at->deviation * (at->limit + value); }

// A guess without tables:
//
//     F = -0.9 / (1/near + 1/far),   near = z sqrt(2 ln(1 + 0.4 / (A z))),   A = (a - b)/v + 1.5 max(b, 0)
//
// and -far is F of the perpetual option, if that is exercised. If the boundary starts below the strike, near = 0.64 z
// until -L0 is reached. It is 10 % too shallow: from there, Newton's method descends steadily; from a boundary that is
// too deep it may jump far away.
static void KERNEL(guess_edge)(KERNEL(edge) *at, const edge_grid *grid) {
  double v = at->deviation, a = at->rate, level = at->limit, m = at->drift - 0.5 * v, square = m * m + 2.0 * a;
  double over_far = 0.0, paid = at->yield > 0.0 ? 1.5 * at->yield : 0.0, flow = level == 0.0 ? at->drift + paid : paid;
  if (square > 0.0 && (a > 0.0 || (at->upper ? m > 0.0 : m < 0.0))) {
    double g = KERNEL(root_of)(square), exponent = m < 0.0 ? 2.0 * a / (g - m) : g + m;
    double far = level - KERNEL(log_of_ratio)((vec)exponent, (vec)(exponent + v))[0] / v;
    over_far = 1.0 / (far > 1e-12 ? far : 1e-12);
  }
  for (int j = 0; j < grid->nodes; ++j) {
    double z = grid->node[j], near = 0.638 * z;
    if (at->upper) {
      double from_strike = z * KERNEL(root_of)(2.0 * KERNEL(logarithm_of)(1.0 + 0.4 / (flow * z)));
      double excess = from_strike + level > 0.0 ? from_strike + level : 0.0;
      near = level == 0.0 ? from_strike : near + excess * from_strike / (from_strike - level);
    }
    at->value[j] = -0.9 / (1.0 / near + over_far);
  }
}

// Solves J step = R by elimination without pivoting; the diagonal dominates. Column `nodes` holds R, which the step
// replaces.
static void KERNEL(eliminate_edge)(double matrix[MOST_EDGE_NODES][MOST_EDGE_NODES + 1], int nodes) {
  for (int p = 0; p < nodes; ++p) {
    double inverse = 1.0 / matrix[p][p];
    for (int j = p + 1; j <= nodes; ++j) matrix[p][j] *= inverse;
    for (int i = p + 1; i < nodes; ++i) {
      double factor = matrix[i][p];
      for (int j = p + 1; j <= nodes; ++j) matrix[i][j] -= factor * matrix[p][j];
    }
  }
  for (int p = nodes - 1; p >= 0; --p)
    for (int i = 0; i < p; ++i) matrix[i][nodes] -= matrix[i][p] * matrix[p][nodes];
}

// Fills row i of the system: dR_i / dF_j, and R_i as the right-hand side. The derivatives are those of newton_body.h.
static __attribute__((noinline)) void KERNEL(linearise_edge)(double *line, const KERNEL(edge) *at, const double *square,
                                                             int i, const edge_grid *grid) {
  const int nodes = grid->nodes;
  const double z = grid->node[i], deviation = at->deviation, a = at->rate, b = at->yield, value = at->value[i];
  const double inverse_deviation = 1.0 / deviation, boundary = deviation * (at->limit + value);
  vec residual = 0.0, slope = 0.0, sum[MOST_EDGE_NODES];
  for (int j = 0; j < nodes; ++j) sum[j] = 0.0;
  for (int p = 0; p < grid->points; p += LANES) {
    vec w = z * LOAD(grid->sine + p), weight = z * LOAD(grid->weight + p), row[MOST_EDGE_NODES];
    KERNEL(fill_row)(row, grid, z * LOAD(grid->cosine + p));
    vec later = KERNEL(interpolate)(row, square, nodes), inverse_w = 1.0 / w, square_w = w * w;
    vec d_minus = FMA(value - later, inverse_w, (at->drift - 0.5 * deviation) * w), d_plus = FMA(deviation, w, d_minus);
    vec density = KERNEL(short_exp2)(FMA(d_minus * d_minus, -0.5, -a * square_w) * LOG2_E) * INVERSE_SQRT_2_PI * weight;
    vec level = AT_MOST(600.0, deviation * (at->limit + later));
    vec whole_level = AT_MOST(600.0, FMA(-b, square_w, boundary));
    vec payment = b * density * KERNEL(short_exp2)(level * LOG2_E);
    // a - b B_u, which is 0 at a limit other than the strike.
    vec flow = at->limit == 0.0 ? (a - b) - b * KERNEL(exponential_less_one)(level)
                                : -a * KERNEL(exponential_less_one)(AT_MOST(600.0, deviation * later));
    KERNEL(fraction) mills = KERNEL(short_mills)(ABS(d_plus));
    vec whole = b * weight * KERNEL(short_exp2)(whole_level * LOG2_E);
    vec dividend = KERNEL(cumulative)(d_plus, whole, payment * (mills.numerator / mills.denominator)) * w;
    payment *= inverse_deviation;
    vec gain = density * flow * inverse_deviation, by_value = d_minus * gain * inverse_w;
    residual += gain - dividend;
    slope += FMA(deviation, payment + dividend, by_value);
    by_value /= later;
    for (int j = 0; j < nodes; ++j) sum[j] = FMA(by_value, row[j], sum[j]);
  }
  for (int j = 0; j < nodes; ++j) line[j] = at->value[j] * KERNEL(sum_of)(sum[j]);
  line[i] -= KERNEL(sum_of)(slope);
  line[nodes] = KERNEL(sum_of)(residual);
  if (!at->upper) return;
  // The European option, and its density at the strike, B e^{-b z^2} phi(d+) = e^{-a z^2} phi(d-).
  vec d_plus = (at->limit + value) / z + (at->drift + 0.5 * deviation) * z, d_minus = d_plus - deviation * z;
  vec density = KERNEL(short_exp2)((d_minus * d_minus * -0.5 - a * z * z) * LOG2_E) * INVERSE_SQRT_2_PI;
  KERNEL(fraction) mills = KERNEL(short_mills)(ABS(d_plus));
  vec whole = KERNEL(short_exp2)((vec)((boundary - b * z * z) * LOG2_E));
  double european = KERNEL(cumulative)(d_plus, whole, density * (mills.numerator / mills.denominator))[0];
  line[i] -= deviation * european + density[0] / z;
  line[nodes] -= european;
}

// The changes of the values by a step: the sum of their magnitudes, and an upper bound of their effect on the price,
// which is in proportion to the flow at the boundary and to z.
typedef struct {
  double change, effect;
} KERNEL(edge_step);

// One step of Newton's method. The whole step is shortened where a value would change by more than a factor of 1.9 or
// 0.4.
static KERNEL(edge_step) KERNEL(improve_edge)(KERNEL(edge) *at, const edge_grid *grid) {
  const int nodes = grid->nodes;
  double matrix[MOST_EDGE_NODES][MOST_EDGE_NODES + 1], square[MOST_EDGE_NODES], fraction = 1.0;
  KERNEL(edge_step) taken = {0.0, 0.0};
  for (int j = 0; j < nodes; ++j) square[j] = at->value[j] * at->value[j];
  for (int i = 0; i < nodes; ++i) KERNEL(linearise_edge)(matrix[i], at, square, i, grid);
  KERNEL(eliminate_edge)(matrix, nodes);
  for (int j = 0; j < nodes; ++j) {
    double step = matrix[j][nodes], ratio = at->value[j] / step, most = ratio > 0.0 ? 0.6 * ratio : -0.9 * ratio;
    double change = step < 0.0 ? -step : step, level = KERNEL(level_of)(at, at->value[j]);
    taken.change += change;
    double interest = at->rate < 0.0 ? -at->rate : at->rate;
    double payment = (at->yield < 0.0 ? -at->yield : at->yield) * KERNEL(exponential_of)(level < 0.0 ? level : 0.0);
    taken.effect += change * grid->node[j] * (interest + payment);
    fraction = most < fraction ? most : fraction;
  }
  for (int j = 0; j < nodes; ++j) at->value[j] -= fraction * matrix[j][nodes];
  return taken;
}

// Takes steps until the boundary stands still; returns whether it does. Where the boundary is almost 0, and next to
// expiration, rounding leaves changes that do not become smaller.
static int KERNEL(settle)(KERNEL(edge) *at, const edge_grid *grid) {
  double last = 0.0;
  for (int k = 0; k < MOST_EDGE_STEPS; ++k) {
    KERNEL(edge_step) taken = KERNEL(improve_edge)(at, grid);
    // A comparison with NaN is false.
    if (!(taken.change < 1e6)) return 0;
    int stands = taken.change < LARGEST_EDGE_NOISE && taken.effect < LARGEST_EDGE_EFFECT && taken.change > 0.25 * last;
    if (taken.change < LAST_EDGE_CHANGE || stands) return 1;
    last = taken.change;
  }
  return 0;
}

// Takes the values from a boundary on another horizon, c of which is smaller by the factor `ratio`, and on another
// grid. Beyond the other horizon it is continued as a straight line.
static void KERNEL(stretch)(KERNEL(edge) *to, const edge_grid *grid, const KERNEL(edge) *from, const edge_grid *known,
                            double ratio) {
  const int last = known->nodes - 1;
  double slope = (from->value[last] - from->value[last - 1]) / (known->node[last] - known->node[last - 1]);
  for (int j = 0; j < grid->nodes; j += LANES) {
    double u[LANES], value[LANES];
    for (int k = 0; k < LANES; ++k) {
      u[k] = grid->node[j + k] * ratio;
      u[k] = u[k] < 1.0 ? u[k] : 1.0;
    }
    KERNEL(values_at)(from, known, u, value);
    for (int k = 0; k < LANES && j + k < grid->nodes; ++k) {
      double z = grid->node[j + k], least = (z < 0.05 ? -0.3 : -0.01) * z;
      if (z * ratio < 1.5 * known->node[0]) least = 0.9 * from->value[0] / known->node[0] * z;
      double stretched = (value[k] + slope * (z * ratio - u[k])) / ratio;
      // The interpolated square may miss 0, or the true value between 0 and the first node, where F/z hardly changes. F
      // is -0.64 z or less next to expiration, and the steps, which are limited to a factor of the value, would leave 0
      // slowly.
      to->value[j + k] = stretched < least ? stretched : least;
    }
  }
}
