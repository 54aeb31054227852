// Evaluates columns of options block by block. Included after a body has defined evaluate_vectors:
//
//     int evaluate_vectors(in, shared, vectors, out, outputs, forward, far)
//
// evaluates `vectors` vectors of options, writes the first `outputs` columns of results, and returns whether any option
// is outside the range. The includer defines SHARED, the type of the inputs that all options share; `shared` may be
// NULL. With `forward`, spots are forwards, and yields are not read.

// Evaluates fewer options than lanes.
INLINE int KERNEL(evaluate_few)(const kernel_options *in, const SHARED *shared, size_t start, size_t count,
                                double *const *columns, const int outputs, const int forward) {
  double filled[6][LANES] __attribute__((aligned(64))), results[16][LANES] __attribute__((aligned(64)));
  uint8_t kinds[LANES];
  const double *inputs[6] = {in->strike, in->volatility, in->spot, in->time, in->rate, in->yield};
  KERNEL(fill_up_kinds)(kinds, in->kind + start, count);
  const int used = shared ? 2 : forward ? 5 : 6;
  for (int input = 0; input < used; ++input) KERNEL(fill_up)(filled[input], inputs[input] + start, count);
  kernel_options few = {.kind = kinds, .strike = filled[0], .volatility = filled[1],
                        .spot = filled[2], .time = filled[3], .rate = filled[4], .yield = filled[5]};
  double *out[16];
  for (int column = 0; column < outputs; ++column) out[column] = results[column];
  int unanswered = KERNEL(evaluate_vectors)(&few, shared, 1, out, outputs, forward, 0);
  for (int column = 0; column < outputs; ++column)
    for (size_t k = 0; k < count; ++k) columns[column][start + k] = results[column][k];
  return unanswered;
}

// Blocks start at a cache line if all columns have the same offset within a line: a store across two lines costs about
// eight cycles.
INLINE int KERNEL(evaluate)(size_t count, const kernel_options *in, const SHARED *shared, double *values,
                            size_t row_length, const int outputs, const int forward) {
  double *columns[16];
  for (int column = 0; column < outputs; ++column) columns[column] = values + column * row_length;
  size_t start = (-(uintptr_t)columns[0] & 63) / 8 % LANES;
  for (int column = 1; column < outputs; ++column)
    if (((uintptr_t)columns[column] ^ (uintptr_t)columns[0]) & 63) start = 0;
  if (start > count) start = count;
  int unanswered = 0;
  if (start > 0) unanswered |= KERNEL(evaluate_few)(in, shared, 0, start, columns, outputs, forward);
  while (count - start >= LANES) {
    size_t vectors = (count - start < BLOCK ? count - start : BLOCK) / LANES;
    kernel_options block = {
        .kind = in->kind + start, .strike = in->strike + start, .volatility = in->volatility + start};
    if (!shared) {
      block.spot = in->spot + start;
      block.time = in->time + start;
      block.rate = in->rate + start;
      if (!forward) block.yield = in->yield + start;
    }
    double *out[16];
    for (int column = 0; column < outputs; ++column) out[column] = columns[column] + start;
    unanswered |= KERNEL(evaluate_vectors)(&block, shared, vectors, out, outputs, forward, count >= FAR);
    start += vectors * LANES;
  }
  if (start < count)
    unanswered |= KERNEL(evaluate_few)(in, shared, start, count - start, columns, outputs, forward);
  return unanswered;
}

// Defines the entry point of a kernel, in the file that dispatches.
#define ENTRY(name)                                                                                                    \
  int kernel_##name(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length) {       \
    DISPATCH(name, count, in, values, row_length);                                                                     \
  }
