// The boundary of early exercise of a put, on a grid. Width-agnostic body, included once per instruction set.
//
// A put on the strike 1 depends on v = sigma sqrt(T), a = rT and b = qT alone. Where the root of the remaining time,
// in units of sqrt(T), is z, it is exercised at prices up to
//
//     B(z) = e^{v L(z)},   L = L0 + F,   L0 = min(0, ln(a/b)) / v          the limit at expiration
//
// F is 0 at z = 0 and negative elsewhere.
typedef struct {
  vec deviation;         // v
  vec inverse_deviation; // 1 / v
  vec rate, yield;       // a, b
  vec drift;             // mu = (a - b) / v
  vec limit;             // L0
  vec value[MOST_NODES]; // F at the nodes
  vec change;            // the sum of sqrt(z) times the magnitudes by which the last step changes the values
} KERNEL(boundary);

// With `limited`, b may be above a, and L0 below 0.
INLINE void KERNEL(begin)(KERNEL(boundary) *at, vec deviation, vec rate, vec yield, const int limited) {
  at->deviation = deviation;
  at->inverse_deviation = 1.0 / deviation;
  at->rate = rate;
  at->yield = yield;
  at->drift = (rate - yield) * at->inverse_deviation;
  at->limit = 0.0;
  if (limited) at->limit = KERNEL(log_of_ratio)(rate, yield) * at->inverse_deviation;
  at->change = 0.0;
}

// The interpolated quantity: F, or F^2.
INLINE vec KERNEL(interpolated)(vec value, const int squared) { return squared ? value * value : value; }

// F between the nodes. `weights` has one weight for each node.
INLINE vec KERNEL(between)(const vec *interpolated, const double *weights, const boundary_grid *grid) {
  vec even = weights[0] * interpolated[0], odd = weights[1] * interpolated[1];
  UNROLL for (int j = 2; j < grid->nodes; j += 2) {
    even = FMA(interpolated[j], weights[j], even);
    if (j + 1 < grid->nodes) odd = FMA(interpolated[j + 1], weights[j + 1], odd);
  }
  vec sum = even + odd;
  return grid->squared ? -SQRT(AT_LEAST(1e-20, sum)) : sum;
}

// Replaces the values at the nodes of the coarse grid by values at those of the fine one.
INLINE void KERNEL(prolong)(KERNEL(boundary) *at, const boundary_grid *coarse, const boundary_grid *fine) {
  vec known[MOST_NODES];
  UNROLL for (int j = 0; j < coarse->nodes; ++j) known[j] = KERNEL(interpolated)(at->value[j], fine->squared);
  UNROLL for (int i = 0; i < fine->nodes; ++i) {
    vec sum = 0.0;
    UNROLL for (int j = 0; j < coarse->nodes; ++j)
      sum = FMA(known[j], fine->prolongation[i * coarse->nodes + j], sum);
    // A sum of squares may miss 0 from above or below. F = -0.64 z next to expiration, and the steps, which are
    // limited to a factor of the value, would leave 0 slowly.
    const double z = fine->node[i], least = (z < 0.2 ? 0.09 : 1e-4) * z * z;
    at->value[i] = fine->squared ? -SQRT(AT_LEAST(least, sum)) : sum;
  }
}

// A put on the strike 1.
typedef struct {
  vec s, x;        // the price and its logarithm
  vec rate, yield; // a, b
  vec deviation;   // v
  vec horizon;     // c: the boundary is solved for on the last part c^2 of the time, and is constant before
} KERNEL(reduced_put);
