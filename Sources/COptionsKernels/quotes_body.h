// Inverts columns of quotes block by block. Included after a body has defined `quote`, the type of its intermediate
// values, and classify; the body then defines invert_vectors, which ends with settle.
//
//     ints classify(in, quote, price, i)
//
// returns the statuses of quotes without a volatility, from quote i on.
//
//     int invert_vectors(in, price, vectors, volatility, status)
//
// inverts `vectors` vectors of quotes, and returns whether any quote is unanswered.

INLINE int KERNEL(invert_vectors)(const kernel_options *in, const double *price, size_t vectors, double *volatility,
                                  uint8_t *status);

// Writes the statuses of quotes whose volatilities are known, and NaN where there is none. Returns whether any quote is
// unanswered. `unsolved` is nonzero if any volatility may be NaN.
INLINE int KERNEL(settle)(const kernel_options *in, const KERNEL(quote) *quote, const double *price, size_t vectors,
                          ints unsolved, double *volatility, uint8_t *status) {
  for (size_t i = 0; i < vectors * LANES; ++i) status[i] = KERNEL_OK;
  if (__builtin_expect(!any(unsolved), 1)) return 0;
  ints unanswered = 0;
  for (size_t j = 0; j < vectors; ++j) {
    size_t i = j * LANES;
    vec result = LOAD(volatility + i);
    if (!any(result != result)) continue;
    ints statuses = result != result ? KERNEL(classify)(in, &quote[j], LOAD(price + i), i) : (ints)KERNEL_OK;
    unanswered |= statuses == KERNEL_UNANSWERED;
    STORE(volatility + i, result != result ? (vec)__builtin_nan("") : result);
    *(bytes *)(status + i) = __builtin_convertvector(statuses, bytes);
  }
  return any(unanswered);
}

// With `forward`, spots are forwards, and yields are not read.
INLINE int KERNEL(invert)(size_t count, const kernel_options *in, const double *price, double *volatility,
                          uint8_t *status, const int forward) {
  int unanswered = 0;
  size_t start = 0;
  while (count - start >= LANES) {
    size_t vectors = (count - start < BLOCK ? count - start : BLOCK) / LANES;
    kernel_options block = {.kind = in->kind + start, .spot = in->spot + start, .strike = in->strike + start,
                            .time = in->time + start, .rate = in->rate + start};
    if (!forward) block.yield = in->yield + start;
    unanswered |= KERNEL(invert_vectors)(&block, price + start, vectors, volatility + start, status + start);
    start += vectors * LANES;
  }
  if (start < count) {
    double filled[6][LANES] __attribute__((aligned(64))), results[LANES];
    uint8_t kinds[LANES], statuses[LANES];
    const double *columns[6] = {price, in->spot, in->strike, in->time, in->rate, in->yield};
    const int used = forward ? 5 : 6;
    KERNEL(fill_up_kinds)(kinds, in->kind + start, count - start);
    for (int column = 0; column < used; ++column)
      KERNEL(fill_up)(filled[column], columns[column] + start, count - start);
    kernel_options few = {.kind = kinds, .spot = filled[1], .strike = filled[2],
                          .time = filled[3], .rate = filled[4], .yield = filled[5]};
    unanswered |= KERNEL(invert_vectors)(&few, filled[0], 1, results, statuses);
    for (size_t k = 0; start + k < count; ++k) {
      volatility[start + k] = results[k];
      status[start + k] = statuses[k];
    }
  }
  return unanswered;
}
