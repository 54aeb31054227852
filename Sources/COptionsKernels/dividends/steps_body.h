// The steps of an interval. Width-agnostic body, included once per instruction set.
//
// With the time tau to expiration and nodes that move with the drift, u = e^{r tau} V satisfies u_s = u'' / 2, where s
// counts squared nodes of variance. A step of lambda is Crandall's, of the order 4 in the spacing and 2 in time:
//
//     [1 + (1/12 - lambda/4) delta^2] u' = [1 + (1/12 + lambda/4) delta^2] u
//
// The matrix c (1 - rho E)(1 - rho E^-1) is the product of two recurrences with constant coefficients,
//
//     y_j = rhs_j / c + rho y_{j+1},   u'_j = max(o_j, y_j + rho u'_{j-1})
//
// of which the second starts where options are exercised (Brennan and Schwartz, 1977).

// Functions of their own, so that nothing else competes for registers.
typedef struct {
  vec d, e, rho, y, right, here;
} KERNEL(elimination);

static __attribute__((noinline)) void KERNEL(eliminate)(vec *u, int from, int to, const KERNEL(elimination) *state) {
  vec d = state->d, e = state->e, rho = state->rho, y = state->y, right = state->right, here = state->here;
  NO_UNROLL for (int j = from; j > to; --j) {
    vec left = u[j - 1], rhs = FMA(d, here, e * (left + right));
    y = FMA(rho, y, rhs);
    right = here, here = left;
    u[j] = y;
  }
}

static __attribute__((noinline)) void KERNEL(substitute)(vec *u, int from, int to, const vec *start,
                                                         const vec *factor) {
  vec x = *start, rho = *factor;
  NO_UNROLL for (int j = from; j < to; ++j) u[j] = x = FMA(rho, x, u[j]);
}

static __attribute__((noinline)) void KERNEL(substitute_above)(vec *u, const vec *E, int from, int to, const vec *start,
                                                               const vec *factor, const vec *g_ratio,
                                                               const KERNEL(obstacle) *o) {
  vec x = *start, rho = *factor, ratio = *g_ratio, constant = o->constant;
  vec growing = KERNEL(growing_part)(o->factor, E, ratio, from);
  for (int j = from; j < to;) {
    int end = (j & -CHUNK) + CHUNK;
    end = end < to ? end : to;
    NO_UNROLL for (; j < end; ++j) {
      u[j] = x = AT_LEAST(growing + constant, FMA(rho, x, u[j]));
      growing *= ratio;
    }
    if (j < to) growing = o->factor * E[j];
  }
}

// The linear part alpha E + beta of u at the end deep in the money, whose alpha grows as e^{variance / 2}. It is kept
// apart for calls, whose value is not bounded: convolution and interpolation would lose digits.
typedef struct {
  vec alpha, beta;
} KERNEL(linear_part);

// An interval: what it needs, and the boundary at its start, which it changes.
typedef struct {
  int nodes, steps;
  int quiet; // the eighths of the interval, at its end, that are without exercise; or SPREAD
  vec g, origin, length, remaining; // `remaining` is the time from its end to the expiration
  vec boundary; // in nodes
  KERNEL(linear_part) part; // at its start; u is the rest
} KERNEL(interval);

// Steps back over `length` from the time `elapsed` before the end, with exercise if `bounded`.
static __attribute__((noinline)) void KERNEL(step_back)(const KERNEL(terms) *o, const KERNEL(space) *space,
                                                        KERNEL(interval) *interval, KERNEL(linear_part) part,
                                                        vec length, vec remaining, vec origin, int bounded) {
  vec *u = space->u, g = interval->g, ratio = KERNEL(exp)(g), inverse_square = 1.0 / (g * g);
  const vec *E = space->powers;
  const int nodes = interval->nodes, steps = interval->steps;
  vec low_end = 1.0 / (1.0 - ratio), high_end = 1.0 / (1.0 - 1.0 / ratio);
  vec old = interval->boundary, twice = 2.0 * g * g / o->variance;
  double before = 0.0;
  for (int i = 1; i <= steps; ++i) {
    double fraction = (double)i / steps, after = fraction * fraction;
    vec dt = length * (after - before), elapsed = length * after;
    before = after;
    vec lambda = AT_LEAST(1e-14, 0.25 * (o->variance * dt * inverse_square));
    vec a = 1.0 / 12 - lambda, b = 1.0 - 2.0 * a, e = 1.0 / 12 + lambda, d = 1.0 - 2.0 * e;
    vec inverse = 2.0 / (b + SQRT(1.0 - 4.0 * a)), rho = -a * inverse;
    vec growth = KERNEL(exp)(0.5 * o->variance * dt) - 1.0;
    vec first = FMA((u[0] - u[1]) * low_end, growth, u[0]);
    vec top = (u[nodes - 1] - u[nodes - 2]) * high_end * growth;
    vec last = u[nodes - 1] + top, next = u[nodes - 2] + top / ratio;
    vec y = FMA(-rho, next, last);
    KERNEL(elimination) state = {.d = d * inverse, .e = e * inverse, .rho = rho, .y = y, .right = u[nodes - 1],
                                 .here = u[nodes - 2]};
    u[nodes - 1] = y;
    if (!bounded) {
      KERNEL(eliminate)(u, nodes - 2, 0, &state);
      u[0] = first;
      KERNEL(substitute)(u, 1, nodes, &first, &rho);
      continue;
    }
    // The payoff of exercise, and the speed at which its advantage changes.
    vec tau = remaining + elapsed, cash = o->sign * KERNEL(exp)(o->rate * tau);
    vec shares = -o->sign * KERNEL(exp)(FMA(o->rate, tau, FMA(-o->drift, elapsed, origin)));
    KERNEL(obstacle) obstacle = {.factor = FMA(-part.alpha, KERNEL(exp)(0.5 * o->variance * elapsed), shares),
                                 .constant = cash - part.beta, .J = twice * o->rate * cash,
                                 .J_slope = twice * o->yield * shares};
    // All lanes are exercised below the node `skip`, where nothing is read before the next interval.
    vec earliest = KERNEL(ceil)(old) - 1.0;
    int skip = (int)__builtin_reduce_min(AT_MOST((double)nodes, earliest)) - 2 * EXTENSION;
    skip = skip < 0 ? 0 : skip;
    KERNEL(eliminate)(u, nodes - 2, skip, &state);
    vec exercise = KERNEL(growing_part)(obstacle.factor, E, ratio, skip) + obstacle.constant, x = exercise;
    ints exercised = -1L;
    // `first` may rest on extensions.
    if (skip == 0) exercised = (first <= exercise) | (earliest > 0.0), x = exercised ? exercise : first;
    u[skip] = x;
    if (i == steps) {
      vec growing = obstacle.factor;
      for (int j = 0; j < skip; ++j) {
        growing = j % CHUNK ? growing * ratio : obstacle.factor * E[j];
        u[j] = growing + obstacle.constant;
      }
    }
    KERNEL(crossing) at = o->put
        ? KERNEL(cross_boundary)(u, E, nodes, skip, x, exercised, old, rho, g, ratio, &obstacle, 0)
        : KERNEL(cross_boundary)(u, E, nodes, skip, x, exercised, old, rho, g, ratio, &obstacle, 1);
    // A boundary beyond the grid comes back over its end.
    old = at.exercised ? (vec)(double)(nodes - 3) : at.boundary;
    if (i == steps) interval->boundary = at.exercised ? (vec)(double)nodes : at.boundary;
    if (at.node < nodes) KERNEL(substitute_above)(u, E, at.node, nodes, &at.x, &rho, &ratio, &obstacle);
  }
}

// Moves u from the end of an interval to its start: one convolution over the quiet part, then steps.
static __attribute__((noinline)) void KERNEL(pass_interval)(const KERNEL(terms) *o, const KERNEL(space) *space,
                                                            KERNEL(interval) *interval) {
  vec *u = space->u, g = interval->g;
  const vec *E = space->powers;
  const int nodes = interval->nodes;
  KERNEL(linear_part) part = {0.0, 0.0};
  if (!o->put) {
    part.alpha = (u[0] - u[1]) / (E[0] - E[1]), part.beta = FMA(-part.alpha, E[0], u[0]);
    NO_UNROLL for (int j = 0; j < nodes; ++j) u[j] = FMA(-part.alpha, E[j], u[j] - part.beta);
  }
  vec quiet = interval->length * (interval->quiet * 0.125);
  if (interval->quiet == SPREAD) quiet = LEAST_VARIANCE * g * g / o->variance;
  vec length = interval->length - quiet, remaining = interval->remaining, origin = interval->origin;
  if (interval->quiet > 0) {
    KERNEL(convolve)(space, nodes, g, quiet * o->variance / (g * g), o->put);
    part.alpha *= KERNEL(exp)(0.5 * o->variance * quiet);
    remaining += quiet, origin = FMA(-o->drift, quiet, origin);
    interval->boundary = NO_BOUNDARY;
  }
  if (interval->quiet != 8) {
    KERNEL(step_back)(o, space, interval, part, length, remaining, origin, o->american && !o->held);
    part.alpha *= KERNEL(exp)(0.5 * o->variance * length);
  }
  interval->part = part;
}
