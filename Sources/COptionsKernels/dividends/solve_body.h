// The solution of a group of options on one mesh. Width-agnostic body, included once per instruction set.

// The eighths of interval k, from its end back, in which no exercise is possible inside the grid.
INLINE vec KERNEL(find_quiet)(const KERNEL(terms) *o, const dividend_schedule *d, int k, const KERNEL(grids) *grids,
                              vec length) {
  if (!o->american || o->held) return 8.0;
  vec half = 0.5 * ABS(grids->spacing[k]), moved = -o->drift * length;
  if (!o->put) { // above r/q, which no price of the grid reaches
    vec top = KERNEL(exp)(grids->origin[k] + half + AT_LEAST(0.0, moved));
    ints unreached = (o->rate > 0.0) & (o->yield * top < o->rate);
    return unreached ? (vec)8.0 : (vec)0.0;
  }
  vec bottom = KERNEL(exp)(grids->origin[k] - half + AT_MOST(0.0, moved));
  ints above = o->yield * bottom > AT_LEAST(0.0, o->rate); // r/q, which is below the grid
  if (k == o->count || d->keep[k] < 1) return above ? (vec)8.0 : (vec)0.0;
  // Interest until the ex-date is less than the dividend, and the boundary is below the grid.
  vec covered = AT_MOST(KERNEL(log)(1.0 + d->amount[k] * o->unit), -KERNEL(log)(1.0 - AT_MOST(0.999, bottom)));
  vec eighths = KERNEL(floor)(AT_MOST(8.0, 8.0 * covered / (o->rate * length)));
  ints waiting = (o->rate > 0.0) & (o->yield >= 0.0);
  return above ? (vec)8.0 : waiting ? eighths : (vec)0.0;
}

// If the last kink is that at the end of the first interval, the relative error of gamma from `steps` steps is
// 0.3 / steps^2. Gamma itself is large for a small spread of the spot; theta contains gamma times the variance.
INLINE vec KERNEL(steps_for_gamma)(const KERNEL(terms) *o, const dividend_mesh *mesh, vec length) {
  vec weight = AT_LEAST(1.0, THETA_WEIGHT * o->variance), most = (double)mesh->steps;
  vec steps = most * SQRT(weight * GAMMA_SPREAD / (o->volatility * SQRT(length)));
  return 8.0 * KERNEL(ceil)(0.125 * AT_MOST(4.0 * most, steps)); // few plans
}

// The steps of the intervals, before a quiet part saves some of them.
static __attribute__((noinline)) void KERNEL(find_steps)(const KERNEL(terms) *o, const dividend_schedule *d,
                                                         const dividend_mesh *mesh, const KERNEL(grids) *grids,
                                                         vec *steps_of) {
  // The grid moves away from a boundary by this many deviations, or interest and yield are large against the
  // volatility.
  vec flow = AT_LEAST(0.0, AT_LEAST(o->rate, o->yield)), moved = AT_LEAST(flow, MORE_STEPS * ABS(o->drift));
  moved *= SQRT(o->time) / o->volatility;
  vec more = moved > 6.0 ? (vec)8.0 : moved > 4.0 ? (vec)6.0 : moved > 3.0 ? (vec)4.0 : moved > 2.0 ? (vec)3.0
             : moved > 1.5 ? (vec)2.0 : moved > 1.0 ? (vec)1.5 : (vec)1.0;
  for (int k = 0; k <= o->count; ++k) {
    vec length = KERNEL(end_of_interval)(o, d, k) - KERNEL(start_of_interval)(d, k);
    vec steps = more * (double)mesh->steps * KERNEL(exp)(0.6 * KERNEL(log)(length / o->time));
    steps = KERNEL(floor)(steps + 0.5);
    vec deviation = o->volatility * SQRT(length) / ABS(grids->spacing[k]); // in nodes
    // Where a boundary retreats, interest at the strike, less the yield, equals the time value after it has moved by
    // this many deviations over the interval; it should move by less than a node a step.
    vec gain = o->put ? o->rate : o->yield, loss = o->put ? o->yield : o->rate;
    vec interest = AT_LEAST(1e-6, AT_LEAST(LEAST_NET * gain, gain - AT_LEAST(0.0, loss))) * SQRT(length);
    vec travel = SQRT(2.0 * KERNEL(log)(AT_LEAST(2.718, o->volatility / interest)));
    vec needed = 8.0 * KERNEL(floor)(FMA(deviation * travel, 0.125 * STEPS_PER_NODE, (vec)0.5)); // few plans
    steps = AT_LEAST((double)LEAST_STEPS, steps);
    // Exercise starts at a kink at the end of the interval.
    if (o->american && !o->held && (k == o->count || !o->put)) {
      steps = AT_LEAST(needed, steps);
      if (k == 0) steps = AT_LEAST(KERNEL(steps_for_gamma)(o, mesh, length), steps);
    }
    steps_of[k] = steps;
  }
}

// Limits that several groups share in their plans: the least steps of each interval, and its most quiet eighths.
typedef struct {
  double steps[MOST_INTERVALS], quiet[MOST_INTERVALS];
} KERNEL(common_plan);

// Plans a group. `common` may be null.
static __attribute__((noinline)) void KERNEL(make_plan)(const KERNEL(terms) *o, const dividend_schedule *d,
                                                        const dividend_mesh *mesh,
                                                        const KERNEL(common_plan) *common,
                                                        KERNEL(plan) *plan) {
  const KERNEL(grids) *grids = &plan->grids;
  vec steps_of[MOST_INTERVALS];
  KERNEL(lay_grids)(o, d, mesh, &plan->grids);
  KERNEL(find_steps)(o, d, mesh, grids, steps_of);
  for (int k = 0; k <= o->count; ++k) {
    vec length = KERNEL(end_of_interval)(o, d, k) - KERNEL(start_of_interval)(d, k), steps = steps_of[k];
    vec deviation = o->volatility * SQRT(length) / ABS(grids->spacing[k]); // in nodes
    vec quiet = KERNEL(find_quiet)(o, d, k, grids, length);
    if (common) steps = AT_LEAST(common->steps[k], steps), quiet = AT_MOST(common->quiet[k], quiet);
    quiet = deviation * deviation * quiet * 0.125 < LEAST_VARIANCE ? (vec)0.0 : quiet;
    ints spreads = (quiet == 0.0) & (deviation * deviation > 4.0 * LEAST_VARIANCE);
    vec fewer = KERNEL(floor)(FMA(steps, SQRT(1.0 - 0.125 * quiet), (vec)0.5));
    steps = quiet > 0.0 ? AT_LEAST(4.0, fewer) : steps;
    plan->steps[k] = __builtin_convertvector(quiet < 8.0 ? steps : (vec)0.0, ints);
    if (o->american && !o->held) quiet = spreads ? (vec)(double)SPREAD : quiet;
    plan->quiet[k] = __builtin_convertvector(quiet, ints);
  }
}

// The result of a solution, in units of the strike.
typedef struct {
  vec price, delta, gamma, theta;
  vec boundary; // of exercise at the valuation; NaN outside the grid
  ints mixed;   // lanes with another plan than the first, which have no solution
  ints exercised;
} KERNEL(solution);

// Fills u with the payoff, and returns the origin of the grid of the last interval, shifted so that the strike is at a
// node.
static vec KERNEL(start_at_expiration)(const KERNEL(terms) *o, const dividend_schedule *d, KERNEL(space) *space,
                                       int nodes, KERNEL(kink) *kink, KERNEL(plan) *plan, int repeated) {
  const int last = o->count;
  vec g = plan->grids.spacing[last], origin = plan->grids.origin[last], amount = 0.0, keep = 1.0;
  if (o->on_expiry) amount = d->amount[last] * o->unit, keep = d->keep[last];
  vec inverse_keep = 1.0 / AT_LEAST(1e-9, keep), at = (1.0 + amount) * inverse_keep, log_at = KERNEL(log)(at);
  vec node = KERNEL(floor)(FMA(log_at - origin, 1.0 / g, (vec)0.5));
  ints inside = (node >= 0.0) & (node <= (double)(nodes - 1));
  if (repeated) inside = plan->aligned[last], node = plan->node[last];
  plan->aligned[last] = inside, plan->node[last] = node;
  origin = inside ? FMA(-g, node, log_at) : origin;
  KERNEL(fill_powers)(space->powers, nodes, g);
  vec scale = KERNEL(exp)(origin), jump = (1.0 + amount) * ABS(g);
  NO_UNROLL for (int j = 0; j < nodes; ++j) {
    vec left = AT_LEAST(0.0, FMA(keep, scale * space->powers[j], -amount));
    space->u[j] = AT_LEAST(0.0, o->sign * (1.0 - left));
  }
  node = inside ? node : (vec)-1.0;
  KERNEL(correct_kink)(space->u, nodes, &node, &jump, &g, &inside, !o->american || o->held);
  if (o->put && o->on_expiry) {
    vec position = (KERNEL(log)(AT_LEAST(NOTHING, amount * inverse_keep)) - origin) / g, concave = -amount * ABS(g);
    ints all = (ints)(amount > 0.0);
    KERNEL(correct_kink)(space->u, nodes, &position, &concave, &g, &all, 0);
  }
  *kink = (KERNEL(kink)){at, 1.0 + amount, 0.0, -1L};
  return origin;
}

// Solves a group back to the valuation: values on the grid of the first interval, which is returned. The plan is
// `repeated` if it belongs to a solution with slightly other terms. `stars`, which may be null, receives the lowest
// prices just before the ex-dates at which calls are exercised.
static __attribute__((noinline)) KERNEL(interval) KERNEL(solve_back)(const KERNEL(terms) *o,
                                                                     const dividend_schedule *d, int nodes,
                                                                     KERNEL(space) *space, KERNEL(plan) *plan,
                                                                     int repeated, vec *stars) {
  KERNEL(kink) kink;
  KERNEL(interval) interval = {.nodes = nodes};
  interval.origin = KERNEL(start_at_expiration)(o, d, space, nodes, &kink, plan, repeated);
  for (int k = o->count;; --k) {
    vec end = KERNEL(end_of_interval)(o, d, k);
    interval.steps = (int)plan->steps[k][0], interval.quiet = (int)plan->quiet[k][0];
    interval.g = plan->grids.spacing[k], interval.length = end - KERNEL(start_of_interval)(d, k);
    interval.remaining = o->time - end, interval.boundary = NO_BOUNDARY;
    KERNEL(pass_interval)(o, space, &interval);
    if (k == 0) break;
    interval.origin = KERNEL(cross_ex_date)(o, d, k - 1, space, &interval, &kink, plan, repeated,
                                             stars ? stars + k - 1 : 0);
  }
  return interval;
}

// Reads the solution at the spots from the given lanes of u and of its interval.
static __attribute__((noinline)) void KERNEL(read_solution)(const KERNEL(terms) *o, const vec *u,
                                                            const KERNEL(interval) *in, ints lane,
                                                            KERNEL(solution) *solution) {
  KERNEL(interval) interval = *in;
  const int nodes = interval.nodes;
  UNROLL for (int l = 0; l < LANES; ++l) {
    long from = lane[l];
    interval.g[l] = in->g[from], interval.origin[l] = in->origin[from], interval.length[l] = in->length[from];
    interval.boundary[l] = in->boundary[from];
    interval.part.alpha[l] = in->part.alpha[from], interval.part.beta[l] = in->part.beta[from];
  }
  vec origin = FMA(-o->drift, interval.length, interval.origin), inverse = 1.0 / interval.g;
  vec position = (o->log_spot - origin) * inverse, start = KERNEL(first_of_six)(position, nodes), f[6];
  KERNEL(gather_six_of)(u, __builtin_convertvector(start, ints), lane, f);
  KERNEL(local) at = KERNEL(quintic)(f, position - start, 1);
  vec linear = interval.part.alpha * KERNEL(exp)(o->log_spot - origin), discount = KERNEL(exp)(-o->rate * o->time);
  vec price = (at.value + (linear + interval.part.beta)) * discount, bent = at.slope * inverse;
  vec first = (bent + linear) * discount, curvature = FMA(at.second * inverse, inverse, -bent) * discount;
  vec delta = first / o->spot, gamma = curvature / (o->spot * o->spot);
  vec theta = o->rate * price - (o->rate - o->yield) * first - 0.5 * o->variance * curvature;
  vec intrinsic = o->sign * (1.0 - o->spot);
  ints exercised = (price <= intrinsic) | ((position <= interval.boundary) & (interval.boundary > NO_BOUNDARY));
  if (!o->american) exercised = 0L;
  solution->exercised = exercised;
  solution->price = exercised ? intrinsic : AT_LEAST(0.0, price);
  solution->delta = exercised ? (vec)-o->sign : delta;
  solution->gamma = exercised ? (vec)0.0 : gamma;
  solution->theta = exercised ? (vec)0.0 : theta;
  vec boundary = KERNEL(exp)(FMA(interval.g, interval.boundary, origin));
  ints crossed = (interval.boundary > NO_BOUNDARY) & (interval.boundary < (double)nodes);
  solution->boundary = crossed ? boundary : (vec)__builtin_nan("");
}

// The lanes whose plan is another than that of the first, which have no solution.
INLINE ints KERNEL(find_mixed)(const KERNEL(plan) *plan, int count) {
  ints mixed = 0L;
  for (int k = 0; k <= count; ++k)
    mixed |= (plan->steps[k] != plan->steps[k][0]) | (plan->quiet[k] != plan->quiet[k][0]);
  return mixed;
}

// Solves a group, each option at its own spot.
static __attribute__((noinline)) void KERNEL(solve)(const KERNEL(terms) *o, const dividend_schedule *d,
                                                    const dividend_mesh *mesh, KERNEL(space) *space,
                                                    KERNEL(plan) *plan, int repeated, KERNEL(solution) *solution,
                                                    vec *stars) {
  if (!repeated) KERNEL(make_plan)(o, d, mesh, 0, plan);
  solution->mixed = KERNEL(find_mixed)(plan, o->count);
  KERNEL(interval) interval = KERNEL(solve_back)(o, d, mesh->nodes, space, plan, repeated, stars);
  KERNEL(read_solution)(o, space->u, &interval, KERNEL(own_lanes)(), solution);
}
