// The first guess of the boundary. Width-agnostic body, included once per instruction set.

// The polynomials of the grids' tables: at the nodes of the coarse grid, within
// a factor of 1.07, or 1.26 if the boundary starts below the strike.
INLINE void KERNEL(guess)(KERNEL(boundary) *at, const boundary_guess *guess, const boundary_grid *grid) {
  const int nodes = grid->nodes, degree = guess->degree;
  vec drift = ABS(at->drift), speed = AT_LEAST(1e-9, drift + SQRT(grid->squared ? at->yield : at->rate));
  vec variables[3], chebyshev[3][8];
  variables[0] = SQRT(KERNEL(log_of_ratio)(speed + 1.0, speed));
  variables[1] = grid->squared ? -at->limit / (1.0 - at->limit) : drift / speed;
  variables[2] = at->deviation / FMA(at->deviation, 0.5, 1.0);
  for (int v = 0; v < 3; ++v) {
    // Outside the range of the fit, polynomials of this degree grow too fast.
    vec y = AT_LEAST(-1.02, AT_MOST(1.02, (variables[v] - guess->origin[v]) * guess->scale[v]));
    chebyshev[v][0] = 1.0, chebyshev[v][1] = y;
    for (int k = 2; k <= degree; ++k) chebyshev[v][k] = FMA(y + y, chebyshev[v][k - 1], -chebyshev[v][k - 2]);
  }
  vec sum[MOST_NODES];
  UNROLL for (int j = 0; j < nodes; ++j) sum[j] = 0.0;
  const double *coefficient = guess->coefficients;
  for (int i = 0; i <= degree; ++i)
    for (int j = 0; j <= degree - i; ++j) {
      vec product = chebyshev[0][i] * chebyshev[1][j];
      NO_UNROLL for (int k = 0; k <= degree - i - j; ++k) {
        vec term = product * chebyshev[2][k];
        UNROLL for (int m = 0; m < nodes; ++m) sum[m] = FMA(term, coefficient[m], sum[m]);
        coefficient += nodes;
      }
    }
  UNROLL for (int j = 0; j < nodes; ++j) at->value[j] = -grid->node[j] * KERNEL(short_exp2)(sum[j] * LOG2_E);
}
