// The first guess of the boundary. Width-agnostic body, included once per instruction set.

// Chebyshev polynomials up to a degree. Outside the range of the fit, they grow too fast.
INLINE void KERNEL(chebyshev)(vec *polynomial, const int degree, vec y) {
  y = AT_LEAST(-1.02, AT_MOST(1.02, y));
  polynomial[0] = 1.0, polynomial[1] = y;
  for (int k = 2; k <= degree; ++k) polynomial[k] = FMA(y + y, polynomial[k - 1], -polynomial[k - 2]);
}

// The polynomials of the grids' tables: at the nodes of the coarse grid, within a factor of 1.07.
//
// Where the boundary starts below the strike, F is -0.64 z at first. Later, the boundary follows the one that would start at the
// strike. The variable `bend` is negative at nodes before this bend, and positive beyond it.
INLINE void KERNEL(guess)(KERNEL(boundary) *at, const boundary_guess *guess, const boundary_grid *grid) {
  const int nodes = grid->nodes;
  vec drift = ABS(at->drift), speed = AT_LEAST(1e-9, drift + SQRT(grid->squared ? at->yield : at->rate));
  vec slowness = SQRT(KERNEL(log_of_ratio)(speed + 1.0, speed)), width = at->deviation / FMA(at->deviation, 0.5, 1.0);
  vec by_slowness[SLOWNESS_DEGREE + 1], by_width[WIDTH_DEGREE + 1], bend[MOST_NODES];
  KERNEL(chebyshev)(by_slowness, SLOWNESS_DEGREE, (slowness - guess->origin[0]) * guess->scale[0]);
  KERNEL(chebyshev)(by_width, WIDTH_DEGREE, (width - guess->origin[1]) * guess->scale[1]);
  UNROLL for (int m = 0; m < nodes; ++m) {
    if (grid->squared) {
      vec y = FMA(at->limit, grid->inverse_node[m], 0x1.6a09e667f3bcdp+0 * slowness);
      bend[m] = y / SQRT(FMA(y, y, 2.0));
    } else {
      bend[m] = FMA(2.0, drift / speed, -1.0);
    }
  }
  // Clenshaw's recurrence by the polynomials in `bend`.
  vec above[MOST_NODES], sum[MOST_NODES];
  UNROLL for (int m = 0; m < nodes; ++m) above[m] = 0.0, sum[m] = 0.0;
  const double *coefficient = guess->coefficients;
  NO_UNROLL for (int j = BEND_DEGREE; j >= 0; --j) {
    vec next[MOST_NODES];
    UNROLL for (int m = 0; m < nodes; ++m) {
      vec turn = j > 0 ? bend[m] + bend[m] : bend[m];
      next[m] = FMA(turn, sum[m], -above[m]), above[m] = sum[m];
    }
    for (int i = 0; i <= GUESS_TERMS(j, 0, SLOWNESS_DEGREE); ++i)
      NO_UNROLL for (int k = 0; k <= GUESS_TERMS(j, i, WIDTH_DEGREE); ++k) {
        vec term = by_slowness[i] * by_width[k];
        UNROLL for (int m = 0; m < nodes; ++m) next[m] = FMA(term, coefficient[m], next[m]);
        coefficient += nodes;
      }
    UNROLL for (int m = 0; m < nodes; ++m) sum[m] = next[m];
  }
  UNROLL for (int m = 0; m < nodes; ++m) at->value[m] = -grid->node[m] * KERNEL(short_exp2)(sum[m] * LOG2_E);
}
