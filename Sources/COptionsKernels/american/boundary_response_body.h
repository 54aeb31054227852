// The response of the boundary to the terms of the option. Width-agnostic body, included once per instruction set.
//
// The equations R(F; v, a, b) = 0 hold at all v, so that J F_v = -R_v. A price with the slopes u_j by the values F_j then
// moves by u F_v = -lambda R_v with J^T lambda = u: one system gives its response by v, a and b.

// Solves J^T result = right in place, from the factors that eliminate leaves in the matrix. An element that is known is taken off all
// others at once: sums one after the other would wait for each other.
INLINE void KERNEL(solve_transposed)(vec matrix[MOST_NODES][MOST_NODES + 1], vec right[MOST_NODES], const int nodes) {
  UNROLL for (int p = 0; p < nodes; ++p)
    UNROLL for (int j = p + 1; j < nodes; ++j) right[j] = FMA(-matrix[p][j], right[p], right[j]);
  UNROLL for (int k = nodes - 1; k >= 0; --k) {
    right[k] *= matrix[k][k];
    UNROLL for (int i = 0; i < k; ++i) right[i] = FMA(-matrix[k][i], right[k], right[i]);
  }
}

// How a price changes with the boundary: by L at the nodes, where F varies and L0 is fixed, and by L0.
typedef struct {
  vec by_value[MOST_NODES], by_limit;
} KERNEL(exposure);

// The change of that price by the terms of the boundary's horizon, which the boundary follows.
typedef struct {
  vec by_deviation, by_rate, by_yield;
} KERNEL(response);

// At a yield of 0, a tiny one stands for it, because terms in proportion to b are divided by it.
#define TINY_YIELD 1e-100

// The factors of J, and the slopes of R.
typedef struct {
  vec matrix[MOST_NODES][MOST_NODES + 1];
  KERNEL(residual_slopes) slopes;
} KERNEL(factors);

INLINE void KERNEL(factorise)(KERNEL(factors) *factors, const KERNEL(boundary) *solved, const boundary_grid *grid) {
  const int nodes = grid->nodes;
  KERNEL(boundary) at = *solved;
  at.yield = at.yield == 0.0 ? (vec)TINY_YIELD : at.yield;
  vec known[MOST_NODES];
  UNROLL for (int j = 0; j < nodes; ++j) known[j] = KERNEL(interpolated)(at.value[j], grid->squared);
  NO_UNROLL for (int i = 0; i < nodes; ++i)
    KERNEL(linearise)(factors->matrix[i], &factors->slopes, &at, known, i, grid, 1);
  KERNEL(eliminate)(factors->matrix, nodes);
}

INLINE KERNEL(response) KERNEL(respond)(KERNEL(factors) *factors, const KERNEL(boundary) *solved,
                                        KERNEL(exposure) *exposure, const boundary_grid *grid) {
  const int nodes = grid->nodes;
  const KERNEL(boundary) at = *solved;
  const KERNEL(residual_slopes) *slopes = &factors->slopes;
  KERNEL(solve_transposed)(factors->matrix, exposure->by_value, nodes);
  vec by_deviation = 0.0, by_rate = 0.0, by_yield = 0.0, by_limit = exposure->by_limit;
  NO_UNROLL for (int i = 0; i < nodes; ++i) {
    vec multiplier = exposure->by_value[i];
    by_deviation = FMA(-multiplier, slopes->deviation[i], by_deviation);
    by_rate = FMA(-multiplier, slopes->rate[i], by_rate);
    by_yield = FMA(-multiplier, slopes->yield[i], by_yield);
    by_limit = FMA(-multiplier, slopes->limit[i], by_limit);
  }
  // L0 = ln(a/b) / v, where it is not 0.
  ints below = at.limit < 0.0;
  by_deviation = FMA(by_limit, -at.limit * at.inverse_deviation, by_deviation);
  by_rate = below ? FMA(by_limit, at.inverse_deviation / at.rate, by_rate) : by_rate;
  by_yield = below ? FMA(by_limit, -at.inverse_deviation / at.yield, by_yield) : by_yield;
  return (KERNEL(response)){.by_deviation = by_deviation, .by_rate = by_rate, .by_yield = by_yield};
}
