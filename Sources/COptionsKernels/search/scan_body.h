// The search of the classes of a prefix. Width-agnostic body, included once per instruction set; a lane is a strike of the last
// unit. Every test is a condition that all classes with an answer fulfil, with a margin for the rounding of amounts to ticks and
// of floats.

typedef int32_t KERNEL(words) __attribute__((ext_vector_type(LANES), aligned(4)));
#define words KERNEL(words)
#define ROW(index, strike) (*(const words *)(row(chain, index) + (strike)))
#define FLOATS(pointer) (*(const floats *)(pointer))
#define TO_FLOATS(x) __builtin_convertvector(x, floats)
#define TO_WORDS(x) __builtin_convertvector(x, words)
#define MOST(a, b) __builtin_elementwise_max(a, b)
#define LEAST(a, b) __builtin_elementwise_min(a, b)
#define SELECT(mask, a, b) ((floats)(((words)(a) & (mask)) | ((words)(b) & ~(mask))))
#define MAGNITUDE(x) __builtin_elementwise_abs(x)

INLINE unsigned KERNEL(mask_bits)(words mask) {
  typedef _Bool flags __attribute__((ext_vector_type(LANES)));
  flags set = __builtin_convertvector(mask, flags);
  unsigned bits = 0;
  __builtin_memcpy(&bits, &set, sizeof set);
  return bits & ((1u << LANES) - 1);
}

INLINE floats KERNEL(look_up)(const float *table, words index) {
  floats result;
  UNROLL for (int lane = 0; lane < LANES; ++lane) result[lane] = table[index[lane]];
  return result;
}

// A block: the classes of a prefix whose last unit has the same quantities and which have the same number of puts.
typedef struct {
  const kernel_search_chain *chain;
  const kernel_search_prefix *prefix;
  const kernel_search_conditions *conditions;
  int quantity, put_quantity, puts, step;
  // The slopes at 0, beyond the strikes of the prefix, and beyond all strikes.
  int slope[4], inner_slope, end_slope;
  // f - C at 0 and the strikes of the prefix, and their extremes; f - C at strike K is `line` + inner_slope K.
  int32_t value[4], low, high, line;
  // E f - C without the last unit, over all outcomes and in each tail.
  int32_t mean, tail[KERNEL_SEARCH_TAILS];
  // Those of the prefix without and with the last leg as a put.
  int32_t constant[2], least_cost[2], greatest_cost[2], target[2];
} KERNEL(search_block);
#define search_block KERNEL(search_block)

// What is known of classes: C, the extremes, the mean, the greatest profit at the target, and the range of the cost of members.
typedef struct {
  words constant, at_last, low, high, mean, target, least_cost, greatest_cost;
  floats capital, greatest_capital, probability;
} KERNEL(search_lanes);
#define search_lanes KERNEL(search_lanes)

// Returns whether the block has classes that can be traded.
INLINE int KERNEL(begin_block)(search_block *b) {
  const kernel_search_prefix *prefix = b->prefix;
  int is_double = b->put_quantity != 0, puts = PUTS(b->puts);
  int direct = is_double ? puts - b->put_quantity : puts, moved = is_double ? -1 : puts - b->quantity;
  for (int i = 0; i < 2; ++i) {
    int from = i == 0 ? direct : moved;
    int is_known = from >= 0 && from < KERNEL_SEARCH_PUT_COUNTS;
    b->constant[i] = is_known ? prefix->constant[from] : KERNEL_SEARCH_NEVER;
    b->least_cost[i] = is_known ? prefix->least_cost[from] : -KERNEL_SEARCH_NEVER;
    b->greatest_cost[i] = is_known ? prefix->greatest_cost[from] : KERNEL_SEARCH_NEVER;
    b->target[i] = is_known ? prefix->target[from] : KERNEL_SEARCH_NEVER;
  }
  if (b->constant[0] <= TRADABLE && b->constant[1] <= TRADABLE) return 0;
  int units = prefix->units;
  b->step = is_double ? b->quantity + b->put_quantity : b->quantity;
  b->slope[0] = prefix->shares - b->puts;
  b->value[0] = 0;
  b->low = b->high = prefix->held[0];
  for (int i = 0; i < units; ++i) {
    b->value[i + 1] = b->value[i] + b->slope[i] * (prefix->strike[i + 1] - prefix->strike[i]);
    b->slope[i + 1] = b->slope[i] + prefix->step[i];
    b->low = least(b->low, b->value[i + 1] + prefix->held[i + 1]);
    b->high = greatest(b->high, b->value[i + 1] + prefix->held[i + 1]);
  }
  b->inner_slope = b->slope[units];
  b->end_slope = b->inner_slope + b->step;
  b->line = b->value[units] - b->inner_slope * prefix->strike[units];
  b->mean = (int32_t)rint(b->slope[0] * b->chain->mean_price + prefix->mean + b->chain->held_mean);
  for (int i = 0; i < KERNEL_SEARCH_TAILS; ++i)
    b->tail[i] = (int32_t)rint(b->slope[0] * b->chain->tail_price[i] + prefix->tail[i] + b->chain->held_tail[i]);
  return 1;
}

// The profits at the knots of what is held, which may be on either side of the last strike.
INLINE void KERNEL(add_held_knots)(const search_block *b, words strike, search_lanes *c) {
  const kernel_search_chain *chain = b->chain;
  const kernel_search_prefix *prefix = b->prefix;
  for (int i = 1; i < chain->held_knots; ++i) {
    int32_t price = chain->held_price[i], profit = chain->held_profit[i] + b->slope[0] * price;
    for (int k = 0; k < prefix->units; ++k) profit += prefix->step[k] * greatest(price - prefix->strike[k + 1], 0);
    words at = c->constant + profit + b->step * MOST(price - strike, (words)0);
    c->low = LEAST(c->low, at);
    c->high = MOST(c->high, at);
  }
}

INLINE void KERNEL(find_lanes)(const search_block *b, int last, search_lanes *c) {
  const kernel_search_chain *chain = b->chain;
  int is_double = b->put_quantity != 0, q = b->quantity, p = is_double ? b->put_quantity : q;
  words call = ROW(KERNEL_SEARCH_CALL + QUANTITY(q), last), put = ROW(KERNEL_SEARCH_PUT + QUANTITY(p), last);
  words strike = ROW(KERNEL_SEARCH_STRIKE, last), put_cost = p * strike - put;
  if (is_double) {
    words can = (call > TRADABLE) & (put > TRADABLE);
    c->constant = ((b->constant[0] + call + put) & can) | (KERNEL_SEARCH_NEVER & ~can);
    c->least_cost = b->least_cost[0] - call + put_cost;
    c->greatest_cost = b->greatest_cost[0] - call + put_cost;
  } else {
    words can_call = (call > TRADABLE) & (b->constant[0] > TRADABLE ? -1 : 0);
    words can_put = (put > TRADABLE) & (b->constant[1] > TRADABLE ? -1 : 0);
    words never = KERNEL_SEARCH_NEVER;
    c->constant = MOST(((b->constant[0] + call) & can_call) | (never & ~can_call),
                       ((b->constant[1] + put) & can_put) | (never & ~can_put));
    c->least_cost = LEAST(((b->least_cost[0] - call) & can_call) | (-never & ~can_call),
                          ((b->least_cost[1] + put_cost) & can_put) | (-never & ~can_put));
    c->greatest_cost = MOST(((b->greatest_cost[0] - call) & can_call) | (never & ~can_call),
                            ((b->greatest_cost[1] + put_cost) & can_put) | (never & ~can_put));
  }
  c->at_last = c->constant + b->line + b->inner_slope * strike;
  words held_at_last = c->at_last + ROW(KERNEL_SEARCH_HELD, last);
  c->low = LEAST(c->constant + b->low, held_at_last);
  c->high = MOST(c->constant + b->high, held_at_last);
  if (chain->held_knots > 1) KERNEL(add_held_knots)(b, strike, c);
  c->mean = c->constant + b->mean + b->step * ROW(KERNEL_SEARCH_MEAN, last);
}

INLINE words KERNEL(find_target)(const search_block *b, int last) {
  const kernel_search_chain *chain = b->chain;
  int is_double = b->put_quantity != 0, q = b->quantity, p = is_double ? b->put_quantity : q;
  words call = ROW(KERNEL_SEARCH_CALL_TARGET + QUANTITY(q), last);
  words put = ROW(KERNEL_SEARCH_PUT_TARGET + QUANTITY(p), last);
  words best = is_double ? b->target[0] + call + put : MOST(b->target[0] + call, b->target[1] + put);
  return best + chain->held_target;
}

// The probability of a profit between two prices, between which the profit is a line of slope `s` ticks per tick.
INLINE floats KERNEL(stretch)(const kernel_search_chain *chain, words at_lower, floats lower, floats below_lower, floats upper,
                              floats below_upper, int s) {
  if (s == 0) return SELECT(at_lower > 0, below_upper - below_lower, (floats)0);
  floats root = lower - TO_FLOATS(at_lower) * (1 / (chain->ticks_per_price * (float)s));
  root = LEAST(MOST(root, lower), upper) * chain->cells_per_price;
  words cell = LEAST(TO_WORDS(root), (words)chain->cells);
  floats below = KERNEL(look_up)(chain->below, cell) +
                 (root - TO_FLOATS(cell)) * KERNEL(look_up)(chain->below_step, cell);
  return s > 0 ? below_upper - below : below - below_lower;
}

// A bound of the probability of a profit: that of the stretches with a profit at one of their ends.
INLINE floats KERNEL(probability_bound)(const search_block *b, int last, const search_lanes *c) {
  const kernel_search_chain *chain = b->chain;
  const kernel_search_prefix *prefix = b->prefix;
  floats below_last = FLOATS(chain->prices + chain->row_length + last), sum = 0;
  words is_gain = c->constant > 0;
  for (int i = 0; i < prefix->units; ++i) {
    words is_next_gain = c->constant + b->value[i + 1] > 0;
    sum += SELECT(is_gain | is_next_gain, (floats)(prefix->below[i + 1] - prefix->below[i]), (floats)0);
    is_gain = is_next_gain;
  }
  words is_last_gain = c->at_last > 0;
  sum += SELECT(is_gain | is_last_gain, below_last - prefix->below[prefix->units], (floats)0);
  return sum + (b->end_slope > 0 ? 1 - below_last : SELECT(is_last_gain, 1 - below_last, (floats)0));
}

INLINE floats KERNEL(probability)(const search_block *b, int last, const search_lanes *c) {
  const kernel_search_chain *chain = b->chain;
  const kernel_search_prefix *prefix = b->prefix;
  int units = prefix->units;
  floats price = FLOATS(chain->prices + last), below = FLOATS(chain->prices + chain->row_length + last), sum = 0;
  for (int i = 0; i < units; ++i)
    sum += KERNEL(stretch)(chain, c->constant + b->value[i], prefix->price[i], prefix->below[i], prefix->price[i + 1],
                           prefix->below[i + 1], b->slope[i]);
  sum += KERNEL(stretch)(chain, c->constant + b->value[units], prefix->price[units], prefix->below[units], price, below,
                         b->inner_slope);
  return sum + KERNEL(stretch)(chain, c->at_last, price, below, chain->highest_price, 1, b->end_slope);
}

// The value divided by the capital of a member, from above. The capital of a member with d less profit is at most d more than
// `greatest_capital`, so a negative ratio is at most this one, or -1.
INLINE floats KERNEL(per_capital)(floats value, const search_lanes *c) {
  return SELECT(value > 0, value / c->capital, MOST(value / c->greatest_capital, (floats)-1));
}

// What no member of a class exceeds in an objective.
INLINE floats KERNEL(bound)(kernel_search_objective objective, const search_block *b, int last, const search_lanes *c) {
  const kernel_search_chain *chain = b->chain;
  const kernel_search_conditions *conditions = b->conditions;
  floats mean = TO_FLOATS(c->mean) + conditions->amount_error, value;
  switch (objective) {
  case KERNEL_SEARCH_EXPECTED_PROFIT: value = mean; break;
  case KERNEL_SEARCH_EXPECTED_PROFIT_PER_CAPITAL: value = KERNEL(per_capital)(mean, c); break;
  case KERNEL_SEARCH_PROBABILITY_OF_PROFIT: return c->probability + conditions->probability_error;
  case KERNEL_SEARCH_MAX_PROFIT: value = TO_FLOATS(c->high) + conditions->amount_error; break;
  case KERNEL_SEARCH_MAX_PROFIT_PER_CAPITAL:
    value = KERNEL(per_capital)(TO_FLOATS(c->high) + conditions->amount_error, c);
    break;
  case KERNEL_SEARCH_PROFIT_AT_TARGET: value = TO_FLOATS(c->target) + conditions->amount_error; break;
  case KERNEL_SEARCH_PROFIT_AT_TARGET_PER_CAPITAL: {
    // The greatest profit at the target and the least capital may be those of different members.
    floats target = TO_FLOATS(c->target) + conditions->amount_error;
    value = SELECT(target > 0, target / c->capital, (floats)0);
    break;
  }
  case KERNEL_SEARCH_EXPECTED_PROFIT_PER_SHORTFALL: {
    // The shortfall is at least the mean loss under each tail, and at least a hundredth of the capital.
    floats shortfall = c->capital * 0.01f;
    for (int i = 0; i < KERNEL_SEARCH_TAILS; ++i) {
      words mean_in_tail = c->constant + b->tail[i] + b->step * ROW(KERNEL_SEARCH_TAIL + i, last);
      shortfall = MOST(shortfall, -TO_FLOATS(mean_in_tail) * (1 - 1e-6f) - conditions->amount_error);
    }
    value = SELECT(mean > 0, mean / MOST(shortfall, (floats)1e-3f), MOST(mean / c->greatest_capital, (floats)-1));
    break;
  }
  case KERNEL_SEARCH_MAX_LOSS: value = TO_FLOATS(c->low) + conditions->amount_error; break;
  }
  return value + MAGNITUDE(value) * 1e-6f;
}

INLINE words KERNEL(cells)(kernel_search_objective objective, floats bound) {
  words cells;
  UNROLL for (int lane = 0; lane < LANES; ++lane) cells[lane] = kernel_search_cell(objective, bound[lane]);
  return cells;
}

// The lanes from strike `last` that may hold an answer.
INLINE words KERNEL(wanted)(const search_block *b, int last) {
  const kernel_search_chain *chain = b->chain;
  const kernel_search_conditions *conditions = b->conditions;
  search_lanes c;
  KERNEL(find_lanes)(b, last, &c);
  words ok = c.constant > TRADABLE;
  words lane;
  UNROLL for (int i = 0; i < LANES; ++i) lane[i] = i;
  ok &= lane < chain->strikes - last;
  if (b->end_slope >= chain->least_slope) ok &= c.low >= -conditions->greatest_loss;
  ok &= (c.least_cost <= conditions->greatest_cost) & (c.greatest_cost >= conditions->least_cost) &
        (c.mean >= conditions->least_mean);
  c.target = KERNEL(find_target)(b, last);
  ok &= c.target >= conditions->least_target;
  words riskless = c.low >= conditions->riskless;
  if (b->end_slope < chain->least_slope) riskless = 0;
  c.capital = MOST(TO_FLOATS(MOST(-c.low, c.least_cost)) - conditions->amount_error, (floats)1);
  c.greatest_capital = MOST(TO_FLOATS(MOST(-c.low, c.greatest_cost)) + conditions->amount_error, (floats)1);
  words is_gaining = conditions->bounded_profit && b->end_slope >= chain->gaining_slope ? -1 : 0;
  kernel_search_objective first = conditions->objective[0];
  int has_one = conditions->objectives == 1;
  if (has_one && first != KERNEL_SEARCH_PROBABILITY_OF_PROFIT)
    ok &= riskless | ((KERNEL(bound)(first, b, last, &c) >= conditions->threshold) & ~is_gaining);
  if (!KERNEL(mask_bits)(ok)) return ok;
  // Probabilities are bounded only if nothing is held; they may be 1 otherwise.
  c.probability = 1;
  float least_probability = conditions->least_probability;
  if (has_one && first == KERNEL_SEARCH_PROBABILITY_OF_PROFIT && conditions->threshold > least_probability)
    least_probability = conditions->threshold;
  if (!chain->is_held && (least_probability > 0 || !has_one)) {
    least_probability -= conditions->probability_error;
    c.probability = KERNEL(probability_bound)(b, last, &c);
    ok &= (c.probability >= least_probability) | riskless;
    if (!KERNEL(mask_bits)(ok)) return ok;
    c.probability = KERNEL(probability)(b, last, &c);
    ok &= (c.probability >= least_probability) | riskless;
    if (!KERNEL(mask_bits)(ok)) return ok;
  }
  if (!has_one) {
    words row_cell = KERNEL(cells)(conditions->objective[1], KERNEL(bound)(conditions->objective[1], b, last, &c));
    words cell = KERNEL_SEARCH_FRONT_CELLS - 1;
    if (conditions->objectives > 2)
      cell = KERNEL(cells)(conditions->objective[2], KERNEL(bound)(conditions->objective[2], b, last, &c));
    floats best = KERNEL(look_up)(conditions->front, row_cell * KERNEL_SEARCH_FRONT_CELLS + cell);
    ok &= riskless | ((KERNEL(bound)(first, b, last, &c) >= best) & ~is_gaining);
  }
  return ok;
}

// Whether no class of a block of single legs can hold an answer, by the best prices at all strikes above the prefix.
INLINE int KERNEL(is_cut)(const search_block *b) {
  const kernel_search_chain *chain = b->chain;
  const kernel_search_conditions *conditions = b->conditions;
  int first = b->prefix->last + 1, q = QUANTITY(b->quantity);
  int32_t constant = greatest(b->constant[0] + row(chain, KERNEL_SEARCH_BEST_CALL + q)[first],
                              b->constant[1] + row(chain, KERNEL_SEARCH_BEST_PUT + q)[first]);
  int32_t mean = b->mean + greatest(b->constant[0] + row(chain, KERNEL_SEARCH_BEST_CALL_MEAN + q)[first],
                                    b->constant[1] + row(chain, KERNEL_SEARCH_BEST_PUT_MEAN + q)[first]);
  int32_t low = constant + b->low;
  if (low >= conditions->riskless) return 0;
  if (b->end_slope >= chain->least_slope && low < -conditions->greatest_loss) return 1;
  if (mean < conditions->least_mean) return 1;
  if (conditions->objectives > 1) return 0;
  float threshold = conditions->threshold, error = conditions->amount_error;
  float bound = (float)mean + error, loss = (float)low + error;
  switch (conditions->objective[0]) {
  case KERNEL_SEARCH_EXPECTED_PROFIT: return bound + 1e-6f * fabsf(bound) < threshold;
  case KERNEL_SEARCH_EXPECTED_PROFIT_PER_CAPITAL:
    return threshold >= 0 && bound + 1e-6f * fabsf(bound) + threshold * (loss + 1e-6f * fabsf(loss)) < 0;
  case KERNEL_SEARCH_MAX_LOSS: return loss + 1e-6f * fabsf(loss) < threshold;
  default: return 0;
  }
}

// Scans a block from `position->strike` on. Returns whether it is complete; it is not if `found` may overflow.
INLINE int KERNEL(scan_block)(const search_block *b, kernel_search_position *position, kernel_search_class *found, int *count,
                              int capacity) {
  int strikes = b->chain->strikes, last = greatest(position->strike, b->prefix->last + 1);
  for (; last < strikes; last += LANES) {
    if (capacity - *count < LANES) {
      position->strike = last;
      return 0;
    }
    unsigned bits = KERNEL(mask_bits)(KERNEL(wanted)(b, last));
    for (; bits; bits &= bits - 1)
      found[(*count)++] = (kernel_search_class){.strike = last + __builtin_ctz(bits),
                                                .quantity = (int8_t)b->quantity,
                                                .put_quantity = (int8_t)b->put_quantity,
                                                .puts = (int8_t)b->puts};
  }
  position->strike = 0;
  return 1;
}

static int KERNEL(search_scan)(const kernel_search_chain *chain, const kernel_search_prefix *prefix,
                               const kernel_search_conditions *conditions, kernel_search_position *position,
                               kernel_search_class *found, int capacity) {
  int count = 0, index = 0, largest = conditions->largest_quantity;
  search_block b = {.chain = chain, .prefix = prefix, .conditions = conditions};
  for (int q = -largest; q <= largest; ++q)
    for (int p = -largest; p <= largest; ++p) {
      int is_double = p != 0, legs = prefix->legs + 1 + is_double;
      int has_single = prefix->has_single || q == 1 || q == -1 || p == 1 || p == -1;
      if (q == 0 || !has_single || legs < conditions->least_legs || legs > conditions->most_legs) continue;
      int step = q + p;
      int low = prefix->put_low + (is_double ? p : least(q, 0)), high = prefix->put_high + (is_double ? p : greatest(q, 0));
      low = greatest(low, conditions->least_puts[prefix->shares + 1]);
      if (conditions->bounded_loss) high = least(high, prefix->shares + prefix->slope + step - chain->least_slope);
      for (int puts = low; puts <= high; ++puts, ++index) {
        if (index < position->block) continue;
        position->block = index;
        b.quantity = q, b.put_quantity = p, b.puts = puts;
        if (KERNEL(begin_block)(&b) && (is_double || !KERNEL(is_cut)(&b)) &&
            !KERNEL(scan_block)(&b, position, found, &count, capacity))
          return count;
        position->block = index + 1;
        position->strike = 0;
      }
    }
  position->block = -1;
  return count;
}

#undef words
#undef search_block
#undef search_lanes
#undef ROW
#undef FLOATS
#undef TO_FLOATS
#undef TO_WORDS
#undef MOST
#undef LEAST
#undef SELECT
#undef MAGNITUDE
