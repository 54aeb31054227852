// The grids of the intervals between ex-dates. Width-agnostic body, included once per instruction set.
//
// The nodes of an interval are at ln S = origin + spacing j at its end, and move with the drift of ln S. Node 0 is the
// end deep in the money: the spacing is positive for puts, negative for calls. A grid covers the prices that
//
// - the spot, or any of a band of spots, can reach: within `width` deviations, dividends taken off, and
// - from which the value still depends on the strike, on a boundary of exercise, or on a price of zero after an
// ex-date.
//
// Elsewhere the value is linear in S, or does not matter.

typedef struct {
  vec origin[MOST_INTERVALS], spacing[MOST_INTERVALS];
} KERNEL(grids);

// The logarithm of the price after ex-date k, at least `least`.
INLINE vec KERNEL(log_after)(const KERNEL(terms) *o, const dividend_schedule *d, int k, vec x, vec least) {
  return KERNEL(log)(AT_LEAST(least, FMA(KERNEL(exp)(x), d->keep[k], -d->amount[k] * o->unit)));
}

// The logarithm of the price before ex-date k that becomes e^x.
INLINE vec KERNEL(log_before)(const KERNEL(terms) *o, const dividend_schedule *d, int k, vec x) {
  return KERNEL(log)((KERNEL(exp)(x) + d->amount[k] * o->unit) * (1.0 / AT_LEAST(0x1p-52, (vec)d->keep[k])));
}

// The prices within reach of the spot at the ends of the intervals, as logarithms.
typedef struct {
  vec low[MOST_INTERVALS], high[MOST_INTERVALS];
  vec least, most; // the lowest and the highest spot, moved to the end of the first interval
} KERNEL(reach);

static __attribute__((noinline)) void KERNEL(find_reach)(const KERNEL(terms) *o, const dividend_schedule *d,
                                                         const dividend_mesh *mesh, KERNEL(reach) *reach) {
  vec deviations = mesh->width * o->volatility, low = o->log_low, high = o->log_high, past = 0.0, root = 0.0;
  if (mesh->whole) {
    // As if the price had been at the strike before, or where yield and interest are equal: there is a boundary.
    vec equal = KERNEL(log)(AT_LEAST(1e-3, o->rate) / AT_LEAST(1e-3, o->yield));
    equal = KERNEL(limit)(equal, (vec)-MOST_BOUNDARY_LOG, (vec)MOST_BOUNDARY_LOG);
    past = o->time, root = SQRT(past);
    low = FMA(-deviations, root, o->put ? AT_MOST(0.0, equal) : (vec)0.0);
    high = FMA(deviations, root, o->put ? (vec)0.0 : AT_LEAST(0.0, equal));
  }
  for (int k = 0; k <= o->count; ++k) {
    vec end = KERNEL(end_of_interval)(o, d, k), length = end - KERNEL(start_of_interval)(d, k), next = SQRT(past + end);
    vec spread = deviations * (next - root);
    low += FMA(o->drift, length, -spread), high += FMA(o->drift, length, spread);
    if (k == 0) reach->least = FMA(o->drift, length, o->log_low), reach->most = FMA(o->drift, length, o->log_high);
    // A call is worth shares, under whose measure prices are higher.
    if (!o->put) high = FMA(o->variance, length, high);
    root = next;
    reach->low[k] = low, reach->high[k] = high;
    if (k == o->count) break;
    low = KERNEL(log_after)(o, d, k, low, (vec)NOTHING);
    high = KERNEL(log_after)(o, d, k, high, (vec)NOTHING);
  }
}

// An edge of the prices from which the value depends on a feature, the strike for example: the value is smoothed over
// `age` since the feature, whose logarithm is `center`, arose.
typedef struct {
  vec center, age;
} KERNEL(edge);

INLINE vec KERNEL(position)(KERNEL(edge) edge, vec deviations) { return FMA(deviations, SQRT(edge.age), edge.center); }

// Moves an edge to the time before ex-date k, which changes distances.
INLINE KERNEL(edge) KERNEL(edge_before)(const KERNEL(terms) *o, const dividend_schedule *d, int k, KERNEL(edge) edge,
                                        vec deviations) {
  vec x = KERNEL(log_before)(o, d, k, KERNEL(position)(edge, deviations));
  vec center = KERNEL(log_before)(o, d, k, edge.center), spread = (x - center) / deviations;
  return (KERNEL(edge)){center, spread * spread};
}

// The edge of the constant value where nothing is left after ex-date k.
INLINE KERNEL(edge) KERNEL(edge_at_zero)(const KERNEL(terms) *o, const dividend_schedule *d, int k) {
  return (KERNEL(edge)){AT_LEAST(LEAST_LOG, KERNEL(log_before)(o, d, k, (vec)-NOTHING_LOG)), 0.0};
}

static __attribute__((noinline)) void KERNEL(lay_grids)(const KERNEL(terms) *o, const dividend_schedule *d,
                                                        const dividend_mesh *mesh, KERNEL(grids) *grids) {
  KERNEL(reach) reach;
  KERNEL(find_reach)(o, d, mesh, &reach);
  const int last = o->count, exercised = o->american && !o->held, deciding = o->american && !o->put;
  vec up = mesh->width * o->volatility, down = -up;
  KERNEL(edge) top = {0.0, 0.0}, bottom = top, decision = {1e9, 0.0};
  // Where interest and yield are equal, a boundary of exercise starts at the expiration if that is deeper in the money
  // than the strike.
  vec equal = KERNEL(log)(AT_LEAST(1e-9, o->rate) / AT_LEAST(1e-9, o->yield));
  KERNEL(edge) flow = {o->put ? KERNEL(limit)(equal, (vec)LEAST_LOG, (vec)0.0) : AT_LEAST(0.0, equal), 0.0};
  int far = 0; // whether a proportion may be a reason for exercise far above the strike
  if (o->on_expiry) {
    top = bottom = KERNEL(edge_before)(o, d, last, top, up);
    if (o->put && d->amount[last] > 0) bottom = KERNEL(edge_at_zero)(o, d, last);
  }
  for (int k = last; k >= 0; --k) {
    vec length = KERNEL(end_of_interval)(o, d, k) - KERNEL(start_of_interval)(d, k), shift = o->drift * length;
    top.age += length, bottom.age += length, decision.age += length, flow.age += length;
    // A boundary of exercise stays where it is, while the grid moves.
    if (exercised) {
      vec rise = AT_LEAST(0.0, shift), fall = AT_MOST(0.0, shift);
      top.center += rise, bottom.center += fall, decision.center += fall, flow.center += o->put ? fall : rise;
    }
    vec low = AT_MOST(KERNEL(position)(decision, down), KERNEL(position)(bottom, down));
    vec high = far ? (vec)1e9 : KERNEL(position)(top, up);
    // With a negative yield, a call is held again at high prices.
    if (deciding) high = o->yield < 0.0 ? (vec)1e9 : high;
    if (exercised) {
      // In a brief last interval it makes no difference whether exercise away from the strike is at its start or later.
      // Before an ex-date, a put is exercised from a price of zero on.
      ints brief = o->yield * o->volatility * length * SQRT(length) < BRIEF;
      vec farthest = KERNEL(position)(flow, o->put ? down : up), nearest = o->put ? low : high;
      if (k == last) farthest = brief ? nearest : farthest;
      if (o->put) low = AT_MOST(low, k < last ? (vec)LEAST_LOG : farthest);
      else high = AT_LEAST(high, farthest);
    }
    low = KERNEL(limit)(low, reach.low[k], reach.high[k]), high = KERNEL(limit)(high, reach.low[k], reach.high[k]);
    if (k == 0) low = AT_MOST(reach.least, low), high = AT_LEAST(reach.most, high);
    // A convolution needs room.
    vec lacking = AT_LEAST(0.0, FMA(1.6 * up, SQRT(length), low - high));
    low = FMA(-0.5, lacking, low), high = FMA(0.5, lacking, high);
    grids->spacing[k] = o->sign * (high - low) * (1.0 / (mesh->nodes - 1));
    grids->origin[k] = o->put ? low : high;
    if (k == 0) break;

    top.center -= shift, bottom.center -= shift, decision.center -= shift, flow.center -= shift;
    flow = KERNEL(edge_before)(o, d, k - 1, flow, up);
    top = KERNEL(edge_before)(o, d, k - 1, top, up);
    // The value has a kink where nothing is left, for calls if volatility is so high that small prices are worth much.
    ints kinked = o->put ? (ints)-1L : (ints)(o->variance * bottom.age > KINKED_VARIANCE);
    bottom = KERNEL(edge_before)(o, d, k - 1, bottom, down);
    if (d->amount[k - 1] > 0) {
      KERNEL(edge) zero = KERNEL(edge_at_zero)(o, d, k - 1);
      bottom.center = kinked ? zero.center : bottom.center, bottom.age = kinked ? zero.age : bottom.age;
    }
    if (deciding) {
      // Calls are exercised just before the ex-date from the strike on, or from a higher price.
      vec before = KERNEL(position)(KERNEL(edge_before)(o, d, k - 1, decision, down), down);
      vec spread = AT_LEAST(0.0, -before) / up;
      decision = (KERNEL(edge)){0.0, spread * spread};
      if (d->keep[k - 1] < 1) far = 1;
    }
  }
}

// The powers e^{g j} at the nodes.
INLINE void KERNEL(fill_powers)(vec *E, int nodes, vec g) {
  NO_UNROLL for (int j = 0; j < CHUNK; ++j) E[j] = KERNEL(exp)(g * (double)j);
  vec ratio = KERNEL(exp)(g * (double)CHUNK);
  NO_UNROLL for (int j = CHUNK; j < nodes; ++j) E[j] = E[j - CHUNK] * ratio;
}

// The value and two derivatives of a polynomial.
typedef struct {
  vec value, slope, second;
} KERNEL(local);

// The polynomial through f[0..5] at 0..5, by Newton's form.
INLINE KERNEL(local) KERNEL(quintic)(const vec *f, vec x, const int derivatives) {
  vec d1[5], d2[4], d3[3], d4[2];
  UNROLL for (int i = 0; i < 5; ++i) d1[i] = f[i + 1] - f[i];
  UNROLL for (int i = 0; i < 4; ++i) d2[i] = d1[i + 1] - d1[i];
  UNROLL for (int i = 0; i < 3; ++i) d3[i] = d2[i + 1] - d2[i];
  UNROLL for (int i = 0; i < 2; ++i) d4[i] = d3[i + 1] - d3[i];
  vec c[6] = {f[0], d1[0], d2[0] * 0.5, d3[0] * (1.0 / 6), d4[0] * (1.0 / 24), (d4[1] - d4[0]) * (1.0 / 120)};
  vec p = c[5], dp = 0.0, ddp = 0.0;
  UNROLL for (int k = 4; k >= 0; --k) {
    vec z = x - (double)k;
    if (derivatives) ddp = FMA(z, ddp, dp + dp), dp = FMA(z, dp, p);
    p = FMA(z, p, c[k]);
  }
  return (KERNEL(local)){p, dp, ddp};
}

// Six values from a node on, which each lane has its own of, of the given lanes of u.
INLINE void KERNEL(gather_six_of)(const vec *u, ints node, ints lane, vec *f) {
  const double *base = (const double *)u;
  UNROLL for (int l = 0; l < LANES; ++l) {
    const double *at = base + node[l] * LANES + lane[l];
    UNROLL for (int k = 0; k < 6; ++k) f[k][l] = at[k * LANES];
  }
}

INLINE ints KERNEL(own_lanes)(void) {
  ints own = 0L;
  UNROLL for (int l = 0; l < LANES; ++l) own[l] = l;
  return own;
}

INLINE void KERNEL(gather_six)(const vec *u, ints node, vec *f) {
  KERNEL(gather_six_of)(u, node, KERNEL(own_lanes)(), f);
}

// The first of the six nodes around a position.
INLINE vec KERNEL(first_of_six)(vec position, int nodes) {
  return KERNEL(limit)(KERNEL(floor)(position) - 2.0, (vec)0.0, (vec)(double)(nodes - 6));
}

INLINE vec KERNEL(value_between)(const vec *u, int nodes, vec position) {
  vec start = KERNEL(first_of_six)(position, nodes), f[6];
  KERNEL(gather_six)(u, __builtin_convertvector(start, ints), f);
  return KERNEL(quintic)(f, position - start, 0).value;
}
