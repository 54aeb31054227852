// The slopes of a premium that is solved for one at a time. Width-agnostic body, included once per instruction set.
//
// The values F of the boundaries solve R(F; v, a, b) = 0. Where J = dR/dF, they move by F' = -J^-1 R' with a term. The
// slope of the premium P is then that of P(F + h F', v + h) by h, and so for a and b. R' and this one are differences
// of fourth order. Nothing is solved for anew, so rounding in the values affects both ends of a difference alike.
//
// Near the boundary, P is smooth only on one side of it. There x moves with the boundary, and P_x times that is taken
// off.

// Differences of fourth order: the slope is the sum of weight[k] times the value at the offset step[k].
typedef struct {
  double step[5], weight[5];
  int count;
} KERNEL(stencil);

// Where the price is smooth over the distances `below` and `above`, and changes over the distance `scale`.
static KERNEL(stencil) KERNEL(stencil_between)(double below, double above, double scale) {
  double both = below < above ? below : above;
  double h = SLOPE_STEP * (both < scale ? both : scale);
  if (both >= LEAST_ROOM * scale || both >= 0.25 * (below + above))
    return (KERNEL(stencil)){{-2.0 * h, -h, h, 2.0 * h},
                             {1.0 / (12.0 * h), -2.0 / (3.0 * h), 2.0 / (3.0 * h), -1.0 / (12.0 * h)}, 4};
  // At the edge of such an interval, from one side.
  double wider = below < above ? above : below;
  h = (below < above ? 1.0 : -1.0) * SLOPE_STEP * (wider < scale ? wider : scale);
  return (KERNEL(stencil)){{0.0, h, 2.0 * h, 3.0 * h, 4.0 * h},
                           {-25.0 / (12.0 * h), 4.0 / h, -3.0 / h, 4.0 / (3.0 * h), -0.25 / h}, 5};
}

// Boundaries start in another way where a passes b, and where it passes 0. Where b > a or a < 0, one
// starts at L0 = ln(a/b) / v. Where boundaries meet, they move fast.
static KERNEL(stencil) KERNEL(stencil_of)(const careful_put *put, int term, int ends) {
  double v = put->deviation, a = put->rate, b = put->yield, far = 1e9, unit = v < 1.0 ? v : 1.0;
  if (ends) unit *= SCALE_AT_END;
  if (term == BY_DEVIATION) return KERNEL(stencil_between)(v, far, unit);
  double gap = a < b ? b - a : a - b, rate = a < 0.0 ? -a : a, scale = rate;
  if (term == BY_YIELD && gap > scale) scale = gap;
  if (term == BY_RATE && scale < -LEAST_SCALE * b) scale = -LEAST_SCALE * b;
  if (b > a || a < 0.0 || ends) scale *= unit;
  if (scale > unit) scale = unit;
  if (term == BY_YIELD) return KERNEL(stencil_between)(b > a ? gap : far, b > a ? far : gap, scale);
  if (a < 0.0) return KERNEL(stencil_between)(gap, rate, scale);
  return b > a ? KERNEL(stencil_between)(a, gap, scale) : KERNEL(stencil_between)(a < gap ? a : gap, far, scale);
}

static careful_put KERNEL(moved_put)(const careful_put *put, int term, double step) {
  careful_put moved = *put;
  *(term == BY_DEVIATION ? &moved.deviation : term == BY_RATE ? &moved.rate : &moved.yield) += step;
  return moved;
}

// J of a boundary, by rows of which the last element is free.
typedef struct {
  double row[MOST_EDGE_NODES][MOST_EDGE_NODES + 1];
} KERNEL(jacobian);

static void KERNEL(fill_jacobian)(KERNEL(jacobian) *jacobian, const KERNEL(edge) *at, const edge_grid *grid) {
  double square[MOST_EDGE_NODES];
  for (int j = 0; j < grid->nodes; ++j) square[j] = at->value[j] * at->value[j];
  for (int i = 0; i < grid->nodes; ++i) KERNEL(linearise_edge)(jacobian->row[i], at, square, i, grid);
}

// The boundary of a put with other terms, and the same values.
static void KERNEL(move_edge)(KERNEL(edge) *to, const KERNEL(edge) *from, const careful_put *moved, double horizon) {
  *to = *from;
  KERNEL(begin_edge)(to, moved, horizon, from->upper);
}

// F', the slopes of the values by a term.
static void KERNEL(follow_edge)(double by_term[MOST_EDGE_NODES], const KERNEL(edge) *at,
                                const KERNEL(jacobian) *jacobian, const KERNEL(stencil) *stencil,
                                const careful_put *put, int term, double horizon, const edge_grid *grid) {
  KERNEL(jacobian) system = *jacobian, moved_system;
  for (int i = 0; i < grid->nodes; ++i) system.row[i][grid->nodes] = 0.0;
  for (int k = 0; k < stencil->count; ++k) {
    careful_put moved = KERNEL(moved_put)(put, term, stencil->step[k]);
    KERNEL(edge) edge;
    KERNEL(move_edge)(&edge, at, &moved, horizon);
    KERNEL(fill_jacobian)(&moved_system, &edge, grid);
    for (int i = 0; i < grid->nodes; ++i)
      system.row[i][grid->nodes] -= stencil->weight[k] * moved_system.row[i][grid->nodes];
  }
  KERNEL(eliminate_edge)(system.row, grid->nodes);
  for (int i = 0; i < grid->nodes; ++i) by_term[i] = system.row[i][grid->nodes];
}

// Adds the slopes of e^-a - s e^-b less the European put, which is a European call sold.
static void KERNEL(add_sold_call)(careful_slopes *slopes, const careful_put *put) {
  double v = put->deviation, a = put->rate, b = put->yield;
  vec d_minus = (put->x + a - b) / v - 0.5 * v, d_plus = d_minus + v;
  vec strike = KERNEL(exponential_of)(-a), spot = put->s * KERNEL(exponential_of)(-b);
  vec density = spot * KERNEL(short_exp2)(d_plus * d_plus * (-0.5 * LOG2_E)) * INVERSE_SQRT_2_PI;
  KERNEL(fraction) minus = KERNEL(short_mills)(ABS(d_minus)), plus = KERNEL(short_mills)(ABS(d_plus));
  double strike_part = KERNEL(cumulative)(d_minus, strike, density * (minus.numerator / minus.denominator))[0];
  double spot_part = KERNEL(cumulative)(d_plus, spot, density * (plus.numerator / plus.denominator))[0];
  slopes->by_x -= spot_part;
  slopes->curvature -= density[0] / v;
  slopes->by_deviation -= density[0];
  slopes->by_rate -= strike_part;
  slopes->by_yield += spot_part;
}

// The regions of puts with other terms, which do not depend on the price of the underlying.
typedef struct {
  KERNEL(stencil) stencil[3];
  KERNEL(region) moved[3][5];
} KERNEL(variations);

// Moves the upper boundary, the lower one, or both.
static __attribute__((noinline)) void KERNEL(vary)(KERNEL(variations) *to, const KERNEL(region) *region,
                                                   const careful_put *put, const edge_grid *grid, int upper,
                                                   int lower) {
  KERNEL(jacobian) upper_jacobian, lower_jacobian;
  if (upper) KERNEL(fill_jacobian)(&upper_jacobian, &region->upper, grid);
  if (lower) KERNEL(fill_jacobian)(&lower_jacobian, &region->lower, grid);
  for (int term = BY_DEVIATION; term <= BY_YIELD; ++term) {
    KERNEL(stencil) stencil = to->stencil[term] = KERNEL(stencil_of)(put, term, region->ends);
    double upper_change[MOST_EDGE_NODES] = {0.0}, lower_change[MOST_EDGE_NODES] = {0.0}, c = region->horizon;
    if (upper) KERNEL(follow_edge)(upper_change, &region->upper, &upper_jacobian, &stencil, put, term, c, grid);
    if (lower) KERNEL(follow_edge)(lower_change, &region->lower, &lower_jacobian, &stencil, put, term, c, grid);
    for (int k = 0; k < stencil.count; ++k) {
      careful_put moved = KERNEL(moved_put)(put, term, stencil.step[k]);
      KERNEL(region) *other = &to->moved[term][k];
      *other = *region;
      KERNEL(move_edge)(&other->upper, &region->upper, &moved, c);
      KERNEL(move_edge)(&other->lower, &region->lower, &moved, c);
      for (int j = 0; j < grid->nodes; ++j) {
        other->upper.value[j] += stencil.step[k] * upper_change[j];
        other->lower.value[j] += stencil.step[k] * lower_change[j];
      }
      if (region->ends) {
        KERNEL(find_end)(other, grid);
        other->ends = 1;
      }
    }
  }
}

static __attribute__((noinline)) careful_slopes KERNEL(slopes_of)(const KERNEL(variations) *variations,
                                                                  const KERNEL(region) *region, const careful_put *put,
                                                                  const careful_answer *answer, const edge_grid *grid) {
  const int below = !region->ends && put->s < answer->lower;
  KERNEL(part) premium = KERNEL(premium_of)(region, put, below, grid);
  double v = put->deviation, a = put->rate, b = put->yield;
  double distance = (put->x - KERNEL(logarithm_of)(region->ends ? 1.0 : below ? answer->lower : answer->upper)) / v;
  const int near = !region->ends && (below ? -distance : distance) < NEAR_EDGE;
  double slope[3];
  for (int term = BY_DEVIATION; term <= BY_YIELD; ++term) {
    const KERNEL(stencil) *stencil = &variations->stencil[term];
    slope[term] = 0.0;
    for (int k = 0; k < stencil->count; ++k) {
      const KERNEL(region) *other = &variations->moved[term][k];
      careful_put moved = KERNEL(moved_put)(put, term, stencil->step[k]);
      if (near) {
        const KERNEL(edge) *edge = below ? &other->lower : &other->upper;
        moved.x = KERNEL(level_of)(edge, edge->value[grid->nodes - 1]) + distance * moved.deviation;
        moved.s = KERNEL(precise_exponential)(moved.x);
        slope[term] -= stencil->weight[k] * premium.by_x[0] * moved.x;
      }
      slope[term] += stencil->weight[k] * KERNEL(premium_of)(other, &moved, below, grid).value[0];
    }
  }
  careful_slopes slopes = {premium.by_x[0], slope[BY_DEVIATION], slope[BY_RATE], slope[BY_YIELD], premium.curvature[0]};
  if (near) {
    // The equation of Black and Scholes: premium_slopes_body.h.
    double decay = 0.5 * v * slopes.by_deviation + a * slopes.by_rate + b * slopes.by_yield;
    slopes.curvature = 2.0 * (a * premium.value[0] + decay - (a - b) * slopes.by_x) / (v * v);
  }
  if (below) KERNEL(add_sold_call)(&slopes, put);
  return slopes;
}
