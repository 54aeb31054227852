#include <math.h>
#include "search/prefix.h"

void kernel_search_begin(const kernel_search_chain *chain, int shares, int32_t price, int32_t target,
                         kernel_search_prefix *prefix) {
  *prefix = (kernel_search_prefix){.last = -1, .shares = shares, .legs = shares != 0, .has_single = shares != 0};
  for (int i = 0; i < KERNEL_SEARCH_PUT_COUNTS; ++i) {
    prefix->constant[i] = prefix->greatest_cost[i] = prefix->target[i] = KERNEL_SEARCH_NEVER;
    prefix->least_cost[i] = -KERNEL_SEARCH_NEVER;
  }
  int none = PUTS(0);
  prefix->constant[none] = -shares * price;
  prefix->least_cost[none] = prefix->greatest_cost[none] = shares * price;
  prefix->target[none] = target;
  prefix->held[0] = chain->held_profit[0];
}

// Offers a way to reach a number of puts: from the prefix with `from` puts and a unit of this constant, cost and target.
static void offer(const kernel_search_prefix *prefix, int from, int32_t constant, int32_t cost, int32_t target,
                  kernel_search_prefix *extended, int to) {
  if (from < 0 || from >= KERNEL_SEARCH_PUT_COUNTS || prefix->constant[from] <= TRADABLE || constant <= TRADABLE) return;
  extended->constant[to] = greatest(extended->constant[to], prefix->constant[from] + constant);
  extended->least_cost[to] = least(extended->least_cost[to], prefix->least_cost[from] + cost);
  extended->greatest_cost[to] = greatest(extended->greatest_cost[to], prefix->greatest_cost[from] + cost);
  extended->target[to] = greatest(extended->target[to], prefix->target[from] + target);
}

void kernel_search_extend(const kernel_search_chain *chain, const kernel_search_prefix *prefix, int strike, int quantity,
                          int put_quantity, kernel_search_prefix *extended) {
  *extended = *prefix;
  int is_double = put_quantity != 0, step = quantity + put_quantity, unit = prefix->units;
  extended->units = unit + 1;
  extended->legs += 1 + is_double;
  extended->last = strike;
  extended->slope += step;
  extended->step[unit] = step;
  if (quantity == 1 || quantity == -1 || put_quantity == 1 || put_quantity == -1) extended->has_single = 1;
  // The number of puts of the unit lies between these.
  int low = is_double ? put_quantity : least(quantity, 0), high = is_double ? put_quantity : greatest(quantity, 0);
  extended->put_low += low;
  extended->put_high += high;
  int32_t ticks = row(chain, KERNEL_SEARCH_STRIKE)[strike];
  int32_t call = row(chain, KERNEL_SEARCH_CALL + QUANTITY(quantity))[strike];
  int32_t call_target = row(chain, KERNEL_SEARCH_CALL_TARGET + QUANTITY(quantity))[strike];
  int put_index = QUANTITY(is_double ? put_quantity : quantity), puts = is_double ? put_quantity : quantity;
  int32_t put = row(chain, KERNEL_SEARCH_PUT + put_index)[strike];
  int32_t put_target = row(chain, KERNEL_SEARCH_PUT_TARGET + put_index)[strike];
  int32_t put_cost = puts * ticks - put;
  for (int i = 0; i < KERNEL_SEARCH_PUT_COUNTS; ++i) {
    extended->constant[i] = extended->greatest_cost[i] = extended->target[i] = KERNEL_SEARCH_NEVER;
    extended->least_cost[i] = -KERNEL_SEARCH_NEVER;
  }
  for (int i = PUTS(extended->put_low); i <= PUTS(extended->put_high); ++i) {
    if (is_double) {
      int32_t both = call <= TRADABLE || put <= TRADABLE ? KERNEL_SEARCH_NEVER : call + put;
      offer(prefix, i - puts, both, put_cost - call, call_target + put_target, extended, i);
    } else {
      offer(prefix, i, call, -call, call_target, extended, i);
      offer(prefix, i - puts, put, put_cost, put_target, extended, i);
    }
  }
  extended->mean += step * (double)row(chain, KERNEL_SEARCH_MEAN)[strike];
  for (int i = 0; i < KERNEL_SEARCH_TAILS; ++i)
    extended->tail[i] += step * (double)row(chain, KERNEL_SEARCH_TAIL + i)[strike];
  if (unit < 3) {
    extended->strike[unit + 1] = ticks;
    extended->held[unit + 1] = row(chain, KERNEL_SEARCH_HELD)[strike];
    extended->price[unit + 1] = chain->prices[strike];
    extended->below[unit + 1] = chain->prices[chain->row_length + strike];
  }
}

// Four cells an octave for the magnitude of an amount or a ratio, more for positive values than for negative ones; for a
// probability, 16 an octave of the probability of no profit, since many are close to 1.
int kernel_search_cell(kernel_search_objective objective, float value) {
  union {
    float value;
    int32_t bits;
  } number;
  if (objective == KERNEL_SEARCH_PROBABILITY_OF_PROFIT) {
    number.value = 1 - value;
    if (!(number.value > 0)) return KERNEL_SEARCH_FRONT_CELLS - 1;
    int cell = (127 << 4) - (number.bits >> 19);
    return cell < 0 ? 0 : cell > KERNEL_SEARCH_FRONT_CELLS - 2 ? KERNEL_SEARCH_FRONT_CELLS - 2 : cell;
  }
  number.value = value < 0 ? -value : value;
  // From 2^-5 to 2^27 for amounts in ticks, from 2^-20 to 2^12 for ratios.
  int is_ratio = objective == KERNEL_SEARCH_EXPECTED_PROFIT_PER_CAPITAL ||
                 objective == KERNEL_SEARCH_MAX_PROFIT_PER_CAPITAL ||
                 objective == KERNEL_SEARCH_PROFIT_AT_TARGET_PER_CAPITAL ||
                 objective == KERNEL_SEARCH_EXPECTED_PROFIT_PER_SHORTFALL;
  int cell = (number.bits >> 21) - ((127 - (is_ratio ? 20 : 5)) << 2);
  int most = KERNEL_SEARCH_FRONT_CELLS / 2 - 1;
  cell = cell < 0 ? 0 : cell > most ? most : cell;
  return value < 0 ? most - cell : KERNEL_SEARCH_FRONT_CELLS / 2 + cell;
}
