// The search of the combinations of one near pack and many far ones. Width-agnostic body, included once per instruction set; a
// lane is a far pack. Every test is a condition that all combinations with an answer fulfil, with a margin for rounding.

typedef int32_t KERNEL(words) __attribute__((ext_vector_type(LANES), aligned(4)));
#define words KERNEL(words)
#define PAIR(row, index) (*(const floats *)(far->rows + (ptrdiff_t)(row) * far->stride + (index)) + near[row])
#define MOST(a, b) __builtin_elementwise_max(a, b)
#define LEAST(a, b) __builtin_elementwise_min(a, b)

INLINE unsigned KERNEL(pair_bits)(words mask) {
  typedef _Bool flags __attribute__((ext_vector_type(LANES)));
  flags set = __builtin_convertvector(mask, flags);
  unsigned bits = 0;
  __builtin_memcpy(&bits, &set, sizeof set);
  return bits & ((1u << LANES) - 1);
}

int KERNEL(search_pairs)(const kernel_search_packs *far, const float *near, const kernel_search_pair_conditions *c,
                         int *position, int end, int32_t *found, int capacity) {
  floats none = (floats){0};
  int count = 0, index = *position;
  for (; index < end && count + LANES <= capacity; index += LANES) {
    floats cost = PAIR(KERNEL_PAIR_COST, index), value = PAIR(KERNEL_PAIR_VALUE, index) + c->margin;
    words can = (cost <= c->greatest_cost) & (cost >= c->least_cost) & (PAIR(KERNEL_PAIR_SLOPE, index) >= c->least_slope) &
                (PAIR(KERNEL_PAIR_CALLS, index) >= c->least_calls) & (PAIR(KERNEL_PAIR_PUTS, index) >= c->least_puts);
    if (end - index < LANES) {
      for (int lane = end - index; lane < LANES; ++lane) can[lane] = 0;
    }
    // What must be there is at least the cost.
    words reaches = c->is_ratio ? (c->threshold >= 0 ? value >= c->threshold * MOST(cost - c->margin, none) : can) : value >= c->threshold;
    words riskless = can & (value >= c->riskless_value);
    if (!KERNEL(pair_bits)(can & (reaches | riskless))) continue;
    floats least = PAIR(0, index);
    int point = 1;
    while (point < KERNEL_PAIR_POINTS) {
      int stop = point + KERNEL_PAIR_STEP;
      if (stop > KERNEL_PAIR_POINTS) stop = KERNEL_PAIR_POINTS;
      for (; point < stop; ++point) least = LEAST(least, PAIR(point, index));
      floats low = least + c->margin;
      riskless &= low >= c->riskless;
      words covered = low >= -c->greatest_loss;
      if (c->is_ratio && c->threshold >= 0)
        covered &= value >= c->threshold * MOST(MOST(-low, cost - c->margin), none);
      reaches &= covered;
      if (!KERNEL(pair_bits)(can & (reaches | riskless))) break;
    }
    words passes = can & (reaches | riskless);
    if (c->is_ratio && c->threshold < 0 && KERNEL(pair_bits)(passes)) {
      // The loss may be greater between the points.
      floats lower = least;
      for (int i = 0; i < KERNEL_PAIR_POINTS; ++i) {
        floats here = PAIR(i, index);
        floats next = i + 1 < KERNEL_PAIR_POINTS ? PAIR(i + 1, index) : here;
        lower = LEAST(lower, LEAST(here, next) - PAIR(KERNEL_PAIR_POINTS + i, index));
      }
      floats capital = MOST(c->margin - lower, cost + c->margin);
      passes = can & ((reaches & (value >= c->threshold * MOST(capital, none))) | riskless);
    }
    unsigned bits = KERNEL(pair_bits)(passes);
    while (bits) {
      int lane = __builtin_ctz(bits);
      bits &= bits - 1;
      found[count++] = index + lane;
    }
  }
  *position = index;
  return count;
}

#undef words
#undef PAIR
#undef MOST
#undef LEAST
