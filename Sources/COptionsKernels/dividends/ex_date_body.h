// From the grid after an ex-date to the grid before it. Width-agnostic body, included once per instruction set.

// How a group of options is solved: an option's plan follows from its own terms. A solution with slightly other terms
// repeats the plan, so that its error is almost the same. The solution moves the origins of the grids.
typedef struct {
  KERNEL(grids) grids;
  ints steps[MOST_INTERVALS], quiet[MOST_INTERVALS]; // of the intervals
  vec node[MOST_INTERVALS];                          // at which the kink at the end of an interval is
  ints aligned[MOST_INTERVALS], image[MOST_INTERVALS]; // whether there is one, and whether it is an image
} KERNEL(plan);

// The kink of the payoff, or of the decision at an ex-date, while its smoothing is finer than the grids: its price, its
// slope jump per unit of ln S, and the variance in ln S that has smoothed it since.
typedef struct {
  vec at, jump, variance;
  ints known;
} KERNEL(kink);

// The values beyond the ends of a grid, which are linear in S. A price of zero has the value `bottom`. American options
// are worth at least what exercise pays, sign growth (1 - S).
typedef struct {
  vec bottom, low_price, low_value, low_slope, high_price, high_value, high_slope, paid;
  ints american;
} KERNEL(ends);

INLINE KERNEL(ends) KERNEL(find_ends)(const KERNEL(terms) *o, const vec *u, const vec *E, int nodes, vec scale,
                                      vec growth, KERNEL(linear_part) part) {
  int put = o->put, low = put ? 0 : nodes - 1, high = nodes - 1 - low, in = put ? 1 : -1;
  vec low_price = scale * E[low], high_price = scale * E[high], bottom = put ? 1.0 : 0.0;
  if (put && o->american) bottom = AT_LEAST(1.0, growth);
  vec low_value = FMA(part.alpha, E[low], u[low] + part.beta);
  vec high_value = FMA(part.alpha, E[high], u[high] + part.beta);
  vec low_slope = (low_value - bottom) / low_price, high_slope = part.alpha / scale;
  // Without the payment of exercise, the value of a put is linear down to a price of zero; other values are only
  // convex.
  if (!put || o->american) low_slope = (u[low + in] - u[low]) / (scale * E[low + in] - low_price) + part.alpha / scale;
  if (put) high_slope = AT_MOST(0.0, (u[high] - u[high - in]) / (high_price - scale * E[high - in]));
  return (KERNEL(ends)){bottom, low_price, low_value, low_slope, high_price, high_value, high_slope,
                        o->sign * growth, o->american ? (ints)-1L : (ints)0L};
}

// The value at a price after the ex-date, at most that of the first node.
INLINE vec KERNEL(value_below)(const KERNEL(ends) *ends, vec price) {
  vec value = FMA(ends->low_slope, price - ends->low_price, ends->low_value), paid = ends->paid * (1.0 - price);
  value = AT_LEAST(0.0, ends->american ? AT_LEAST(paid, value) : value);
  return price <= 0.0 ? ends->bottom : value;
}

INLINE vec KERNEL(value_above)(const KERNEL(ends) *ends, vec price) {
  vec value = FMA(ends->high_slope, price - ends->high_price, ends->high_value), paid = ends->paid * (1.0 - price);
  return AT_LEAST(0.0, ends->american ? AT_LEAST(paid, value) : value);
}

// The lowest price before an ex-date at which a call is exercised: the root of V(S keep - D) - (S - K), by Newton's
// method on the polynomial in the grid after the ex-date.
typedef struct {
  vec price, jump; // the jump of the slope per unit of ln S
  ints found;
} KERNEL(decision);

INLINE KERNEL(decision) KERNEL(find_decision)(const KERNEL(space) *space, int nodes, vec g, vec origin, vec growth,
                                              vec keep, vec amount, vec low_slope, KERNEL(linear_part) part) {
  const vec *u = space->u, *E = space->powers;
  vec inverse_keep = 1.0 / AT_LEAST(1e-9, keep);
  vec slope = KERNEL(exp)(origin) * growth * inverse_keep - part.alpha;
  vec constant = FMA(growth, 1.0 - amount * inverse_keep, part.beta);
  // The nodes descend. With a negative yield, the call may be held again at the highest prices.
  ints count = 0;
  NO_UNROLL for (int j = 0; j < nodes; ++j) {
    ints exercised = FMA(-slope, E[j], u[j] + constant) < 0.0;
    count = exercised ? (ints)(j + 1L) : count;
  }
  ints first = count - 3;
  first = first < 0 ? (ints)0L : first;
  first = first > nodes - 6 ? (ints)(long)(nodes - 6) : first;
  vec f[6], e[6];
  KERNEL(gather_six)(u, first, f);
  KERNEL(gather_six)(E, first, e);
  UNROLL for (int i = 0; i < 6; ++i) f[i] = FMA(-slope, e[i], f[i] + constant);
  vec base = __builtin_convertvector(first, vec), from = __builtin_convertvector(count - first, vec) - 1.0;
  vec position = from + 0.5;
  KERNEL(local) at = {0};
  for (int i = 0; i < 5; ++i) {
    at = KERNEL(quintic)(f, position, 1);
    position = KERNEL(limit)(position - at.value / at.slope, from, from + 1.0);
  }
  vec after = KERNEL(exp)(FMA(g, base + position, origin)), price = (after + amount) * inverse_keep;
  vec jump = at.slope * (keep * price) / (after * ABS(g));
  // Below the grid the value is linear, and 0 at a price of zero after the ex-date.
  vec linear = (growth - low_slope * amount) / (growth - low_slope * keep);
  ints nothing = keep * linear <= amount;
  linear = nothing ? (vec)1.0 : linear;
  price = count < nodes ? price : linear;
  jump = count < nodes ? jump : linear * (nothing ? growth : growth - low_slope * keep);
  return (KERNEL(decision)){price, jump, count > 0};
}

// Takes dividend k off: replaces u and the powers by those of the grid of interval k, whose origin is returned, shifted
// by less than a node so that a kink is at a node. `boundary` is that of exercise after the ex-date.
static __attribute__((noinline)) vec KERNEL(cross_ex_date)(const KERNEL(terms) *o, const dividend_schedule *d, int k,
                                                           KERNEL(space) *space, const KERNEL(interval) *after,
                                                           KERNEL(kink) *kink, KERNEL(plan) *plan, int repeated,
                                                           vec *star) {
  vec *u = space->u, *E = space->powers, *w = space->next;
  const int nodes = after->nodes;
  vec amount = d->amount[k] * o->unit, keep = d->keep[k], inverse_keep = 1.0 / AT_LEAST(1e-9, keep);
  vec tau = o->time - d->time[k], growth = KERNEL(exp)(o->rate * tau);
  vec g = after->g, inverse_g = 1.0 / g, origin = FMA(-o->drift, after->length, after->origin);
  vec g_before = plan->grids.spacing[k], g2 = g_before * g_before, inverse_before = 1.0 / g_before;
  KERNEL(ends) ends = KERNEL(find_ends)(o, u, E, nodes, KERNEL(exp)(origin), growth, after->part);
  vec alpha = after->part.alpha * KERNEL(exp)(-origin), beta = after->part.beta;

  // The kinks: of the decision of a call, of a price of zero for a put, and the image of the last one.
  vec moved = kink->at * KERNEL(exp)(-o->drift * after->length), image = (moved + amount) * inverse_keep;
  vec stretch = (moved + amount) / moved;
  vec image_variance = FMA(o->variance, after->length, kink->variance);
  ints smooth_after = image_variance > 0.6 * g * g; // its correction has been spread
  image_variance /= stretch * stretch;
  vec image_jump = kink->jump * stretch;
  ints image_known = kink->known & (image_variance < 0.6 * g2);
  KERNEL(kink) zero = {.at = amount * inverse_keep, .variance = 0.0, .known = 0L};
  if (d->amount[k] > 0) {
    // The slope varies near a price of zero. At this price it gives the sum over the nodes above.
    vec small = ZETA_POINT * ABS(g_before) * amount, position = (KERNEL(log)(small) - origin) * inverse_g;
    vec value = KERNEL(value_between)(u, nodes, KERNEL(limit)(position, (vec)0.0, (vec)(double)(nodes - 1)));
    value += FMA(alpha, small, beta);
    value = small < ends.low_price ? KERNEL(value_below)(&ends, small) : value;
    ints stopped = (position <= after->boundary) & (after->boundary > NO_BOUNDARY);
    value = stopped ? ends.paid * (1.0 - small) : value;
    vec slope = (value - ends.bottom) / small;
    zero.jump = slope * amount, zero.known = o->put ? (ints)-1L : (ints)(slope > 1e-7);
  }
  KERNEL(kink) fresh = zero;
  if (o->american && !o->put) {
    KERNEL(decision) decision = KERNEL(find_decision)(space, nodes, g, origin, growth, keep, amount,
                                                      ends.low_slope, after->part);
    fresh = (KERNEL(kink)){decision.price, decision.jump, 0.0, decision.found};
    if (star) *star = decision.found ? decision.price : (vec)__builtin_nan("");
    // Where the call is exercised, there is no image.
    image_known &= ~decision.found | (image < decision.price);
  }
  // One kink is put at a node: the image for puts, the decision for calls.
  ints use_image = o->put ? image_known : image_known & ~fresh.known;
  if (repeated) use_image = plan->image[k];
  vec aligned = KERNEL(log)(AT_LEAST(NOTHING, use_image ? image : fresh.at)), before = plan->grids.origin[k];
  vec node = KERNEL(floor)(FMA(aligned - before, inverse_before, (vec)0.5));
  ints inside = (use_image | fresh.known) & (node >= 0.0) & (node <= (double)(nodes - 1));
  if (repeated) {
    // A decision that depends on little may move far, or vanish. The grid then stays where it was.
    node = plan->node[k];
    ints near = ABS(aligned - FMA(g_before, node, before)) <= ABS(g_before);
    inside = plan->aligned[k] & (use_image | fresh.known) & near;
  } else {
    plan->image[k] = use_image, plan->aligned[k] = inside, plan->node[k] = node;
  }
  before = inside ? FMA(-g_before, node, aligned) : before;
  if (!repeated) plan->grids.origin[k] = before;

  KERNEL(fill_powers)(E, nodes, g_before);
  vec scale = KERNEL(exp)(before), boundary = after->boundary;
  ints european = o->american ? (ints)0L : (ints)-1L;
  NO_UNROLL for (int j = 0; j < nodes; ++j) {
    vec price = scale * E[j], left = FMA(keep, price, -amount);
    vec position = KERNEL(limit)((KERNEL(log)(AT_LEAST(NOTHING, left)) - origin) * inverse_g, (vec)-1e6, (vec)1e6);
    vec value = KERNEL(value_between)(u, nodes, position);
    if (!o->put) value += FMA(alpha, left, beta);
    if (any((left <= ends.low_price) | (left >= ends.high_price))) {
      vec lower = KERNEL(value_below)(&ends, left), upper = KERNEL(value_above)(&ends, left);
      value = left <= ends.low_price ? lower : left >= ends.high_price ? upper : value;
    }
    // Below the boundary, u holds extensions.
    ints stopped = (position <= boundary) & (boundary > NO_BOUNDARY);
    value = stopped ? o->sign * growth * (1.0 - AT_LEAST(0.0, left)) : value;
    w[j] = european ? value : AT_LEAST(o->sign * growth * (1.0 - price), value);
  }
  vec width = ABS(g_before);
  vec positions[2] = {(KERNEL(log)(AT_LEAST(NOTHING, fresh.at)) - before) * inverse_before,
                      (KERNEL(log)(AT_LEAST(NOTHING, image)) - before) * inverse_before};
  positions[0] = inside & ~use_image ? node : positions[0], positions[1] = inside & use_image ? node : positions[1];
  vec image_share = smooth_after ? KERNEL(smoothed)(image_variance / g2) : (vec)0.0;
  vec jumps[2] = {fresh.jump * width, image_jump * width * image_share};
  KERNEL(correct_kink)(w, nodes, &positions[0], &jumps[0], &g_before, &fresh.known, o->put && !o->american);
  KERNEL(correct_kink)(w, nodes, &positions[1], &jumps[1], &g_before, &image_known, 0);
  if (o->american && !o->put) {
    vec position = (KERNEL(log)(AT_LEAST(NOTHING, zero.at)) - before) * inverse_before, jump = zero.jump * width;
    ints held = zero.known & (~fresh.known | (zero.at < fresh.at)); // below the decision
    KERNEL(correct_kink)(w, nodes, &position, &jump, &g_before, &held, 0);
  }

  // The kink that the next interval starts with.
  ints decided = o->american && !o->put ? fresh.known : (ints)0L;
  kink->at = decided ? fresh.at : image, kink->jump = decided ? fresh.jump : image_jump;
  kink->variance = decided ? (vec)0.0 : image_variance, kink->known = decided | image_known;
  space->u = w, space->next = u;
  return before;
}
