// An interval without exercise, in one step. Width-agnostic body, included once per instruction set.

// Replaces u by its convolution with the normal density of `variance`, in squared nodes. The trapezoidal rule has an
// error of e^{-2 pi^2 variance}. The density is cut at CONVOLUTION_WIDTH deviations, in each lane at its own. Beyond
// the ends, u is linear in S; above the grid, where the powers grow and would multiply noise, at most constant and at
// least 0.
static __attribute__((noinline)) void KERNEL(convolve)(const KERNEL(space) *space, int nodes, vec g, vec variance,
                                                       int put) {
  vec *u = space->u, *padded = space->padded, *weight = space->weight;
  vec cut = KERNEL(floor)(CONVOLUTION_WIDTH * SQRT(variance)) + 1.0;
  cut = AT_MOST((double)nodes, cut);
  int width = (int)__builtin_reduce_max(cut);
  vec scale = -0.5 / variance, sum = 1.0;
  weight[0] = 1.0;
  NO_UNROLL for (int k = 1; k <= width; ++k) {
    vec density = KERNEL(exp)(scale * (double)(k * k));
    weight[k] = (double)k <= cut ? density : (vec)0.0;
    sum = FMA(2.0, weight[k], sum);
  }
  vec inverse = 1.0 / sum;
  NO_UNROLL for (int k = 0; k <= width; ++k) weight[k] *= inverse;

  vec ratio = KERNEL(exp)(g), back = 1.0 / ratio, e = back, f = ratio;
  vec low_slope = (u[0] - u[1]) / (1.0 - ratio), low = u[0] - low_slope;
  vec high_slope = (u[nodes - 1] - u[nodes - 2]) / (1.0 - back), high = u[nodes - 1] - high_slope;
  if (put) high_slope = AT_MOST(0.0, high_slope), high = u[nodes - 1] - high_slope;
  NO_UNROLL for (int k = 1; k <= width; ++k) {
    vec before = FMA(low_slope, e, low), after = FMA(high_slope, f, high);
    padded[width - k] = put ? before : u[0];
    padded[width + nodes - 1 + k] = put ? AT_LEAST(0.0, after) : after;
    e *= back, f *= ratio;
  }
  memcpy(padded + width, u, (size_t)nodes * sizeof(vec));

  // Four sums at a time share the loads.
  int i = 0;
  for (; i + 4 <= nodes; i += 4) {
    const vec *at = padded + width + i;
    vec s0 = weight[0] * at[0], s1 = weight[0] * at[1], s2 = weight[0] * at[2], s3 = weight[0] * at[3];
    vec l0 = at[0], l1 = at[1], l2 = at[2], r1 = at[1], r2 = at[2], r3 = at[3];
    NO_UNROLL for (int k = 1; k <= width; ++k) {
      vec w = weight[k], left = at[-k], right = at[3 + k];
      s0 = FMA(w, left + r1, s0), s1 = FMA(w, l0 + r2, s1), s2 = FMA(w, l1 + r3, s2), s3 = FMA(w, l2 + right, s3);
      l2 = l1, l1 = l0, l0 = left, r1 = r2, r2 = r3, r3 = right;
    }
    u[i] = s0, u[i + 1] = s1, u[i + 2] = s2, u[i + 3] = s3;
  }
  for (; i < nodes; ++i) {
    const vec *at = padded + width + i;
    vec s = weight[0] * at[0];
    NO_UNROLL for (int k = 1; k <= width; ++k) s = FMA(weight[k], at[-k] + at[k], s);
    u[i] = s;
  }
}
