// The limits of the price of an option as a function of the volatility. Width-agnostic body, included once per
// instruction set.

// Prices in units of the strike. The European option on a price without dividends that is worth `shares`, with a strike
// worth `cash`, is worth about as much at every volatility: of each amount, the part of the time after the ex-date is
// taken off the shares, and the rest is added to the strike (Bos and Vandermark, "Finessing fixed dividends", Risk
// 15(9), 2002).
typedef struct {
  vec least, most;
  vec shares, cash;
} KERNEL(limits);

// Exercise of a certain price path: a price that is worth `kept` shares less `taken` now.
typedef struct {
  vec time, kept, taken;
} KERNEL(path);

// Returns the factor e^{-q t} of the time that passes.
INLINE vec KERNEL(let_pass)(const KERNEL(terms) *o, KERNEL(path) *path, vec time) {
  vec decay = KERNEL(exp)(o->yield * (path->time - time));
  path->kept *= decay, path->taken *= decay, path->time = time;
  return decay;
}

INLINE vec KERNEL(value_of_exercise)(const KERNEL(terms) *o, KERNEL(path) path) {
  return o->sign * (KERNEL(exp)(-o->rate * path.time) - FMA(path.kept, o->spot, -path.taken));
}

// The value of exercise at the best time until the next ex-date, whose derivative by time is 0 where the yield on the
// shares equals the interest on the strike.
INLINE vec KERNEL(value_of_turn)(const KERNEL(terms) *o, KERNEL(path) path, vec end) {
  vec yield = o->yield * FMA(path.kept, o->spot, -path.taken), interest = o->rate * KERNEL(exp)(-o->rate * path.time);
  vec ratio = AT_MOST(1e9, AT_LEAST(1e-9, yield / interest)), speed = o->yield - o->rate;
  vec turn = path.time + KERNEL(log)(ratio) / speed;
  KERNEL(let_pass)(o, &path, KERNEL(limit)(turn, path.time, end));
  ints turns = (yield > 0.0) & (interest > 0.0) & (speed != 0.0);
  return turns ? KERNEL(value_of_exercise)(o, path) : (vec)0.0;
}

// Lets the time until the next ex-date, or the expiration, pass. Raises `least` to the best exercise of an American option in it.
INLINE vec KERNEL(pass_until)(const KERNEL(terms) *o, KERNEL(path) *path, vec end, vec *least) {
  if (!o->american) return KERNEL(let_pass)(o, path, end);
  *least = AT_LEAST(AT_LEAST(*least, KERNEL(value_of_exercise)(o, *path)), KERNEL(value_of_turn)(o, *path, end));
  vec decay = KERNEL(let_pass)(o, path, end);
  *least = AT_LEAST(*least, KERNEL(value_of_exercise)(o, *path));
  return decay;
}

static __attribute__((noinline)) KERNEL(limits) KERNEL(find_limits)(const KERNEL(terms) *o,
                                                                    const dividend_schedule *d) {
  KERNEL(path) path = {0.0, 1.0, 0.0};
  vec least = 0.0, shares = 1.0, near = 0.0, far = 0.0;
  const int count = o->count + o->on_expiry;
  for (int k = 0; k < count; ++k) {
    vec time = d->time[k], keep = d->keep[k], share = time / o->time;
    vec decay = KERNEL(pass_until)(o, &path, time, &least);
    vec amount = d->amount[k] * o->unit * KERNEL(exp)(-o->rate * time);
    path.kept *= keep, path.taken = FMA(path.taken, keep, amount);
    shares *= decay * keep, near = FMA(near, decay * keep, amount * (1.0 - share));
    far = FMA(far, decay * keep, amount * share);
    ints gone = path.kept * o->spot <= path.taken;
    path.kept = gone ? (vec)0.0 : path.kept, path.taken = gone ? (vec)0.0 : path.taken;
  }
  vec decay = KERNEL(pass_until)(o, &path, o->time, &least), discount = KERNEL(exp)(-o->rate * o->time);
  least = AT_LEAST(least, KERNEL(value_of_exercise)(o, path));
  shares *= decay * o->spot, near *= decay, far *= decay;
  vec most = o->put ? (o->american ? AT_LEAST(1.0, discount) : discount) : (o->american ? AT_LEAST(o->spot, shares) : shares);
  // Dividends that are not small against the price are added to the strike alone.
  ints large = near > 0.5 * shares;
  return (KERNEL(limits)){least, most, large ? shares : shares - near, discount + far + (large ? near : (vec)0.0)};
}
