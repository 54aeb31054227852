// Regions of exercise with one boundary or two, solved for one at a time. Width-agnostic body, included once per
// instruction set.

// The region of exercise on the horizon c^2.
typedef struct {
  KERNEL(edge) upper, lower;
  double horizon; // c
  double floor;   // the logarithm of the lowest price at which exercise matters
  int has_lower;  // whether there is a lower boundary that may be above that
  int ends;       // whether the upper boundary reaches the lower one or the floor
  int negligible; // whether it does so before exercise is worth anything
  double end;     // z where it does, otherwise 1
} KERNEL(region);

static void KERNEL(begin_region)(KERNEL(region) *region, const careful_put *put, double c) {
  region->horizon = c;
  KERNEL(begin_edge)(&region->upper, put, c, 1);
  KERNEL(begin_edge)(&region->lower, put, c, 0);
  region->floor = put->rate > 0.0 ? -1e300 : KERNEL(logarithm_of)(LEAST_BOUNDARY);
  region->has_lower = put->rate < 0.0 && put->rate < LEAST_LIMIT * put->yield;
  region->ends = 0;
  region->negligible = 0;
  region->end = 1.0;
}

static void KERNEL(stretch_region)(KERNEL(region) *to, const edge_grid *grid, const KERNEL(region) *from,
                                   const edge_grid *known) {
  double ratio = to->horizon / from->horizon;
  KERNEL(stretch)(&to->upper, grid, &from->upper, known, ratio);
  if (to->has_lower) KERNEL(stretch)(&to->lower, grid, &from->lower, known, ratio);
}

static int KERNEL(settle_region)(KERNEL(region) *region, const edge_grid *grid) {
  return KERNEL(settle)(&region->upper, grid) && (!region->has_lower || KERNEL(settle)(&region->lower, grid));
}

// ln of the ratio of the boundaries for values of both.
INLINE double KERNEL(gap)(const KERNEL(region) *region, double upper, double lower) {
  double below = region->floor;
  if (region->has_lower) {
    double level = KERNEL(level_of)(&region->lower, lower);
    below = level > below ? level : below;
  }
  return KERNEL(level_of)(&region->upper, upper) - below;
}

// Finds where the upper boundary ends on the horizon, by parting an interval in nine.
static void KERNEL(find_end)(KERNEL(region) *region, const edge_grid *grid) {
  int last = grid->nodes - 1;
  region->ends = !(KERNEL(gap)(region, region->upper.value[last], region->lower.value[last]) > 0.0);
  region->end = 1.0;
  if (!region->ends) return;
  double low = 0.0, step = 1.0 / (LANES + 1), u[LANES], upper[LANES], lower[LANES] = {0.0};
  for (int k = 0; k < 16; ++k, step /= LANES + 1) {
    for (int p = 0; p < LANES; ++p) u[p] = low + step * (p + 1);
    KERNEL(values_at)(&region->upper, grid, u, upper);
    if (region->has_lower) KERNEL(values_at)(&region->lower, grid, u, lower);
    for (int p = 0; p < LANES && KERNEL(gap)(region, upper[p], lower[p]) > 0.0; ++p) low = u[p];
  }
  region->end = low;
}

// Solves for the region up to now or, if the upper boundary ends before, up to there: on longer and longer horizons,
// each from the last one. A little beyond the time where it meets the lower one, the upper boundary ceases to exist.
static int KERNEL(find_region)(KERNEL(region) *region, const careful_put *put, const edge_grid *grid, double reach) {
  double v = put->deviation, a = put->rate, b = put->yield, drift = (a - b) / v, m = drift - 0.5 * v;
  double square = m * m + 2.0 * a, most = 1.0;
  if ((a > 0.0 || m > 0.0) && square > 2.0 * reach * reach) most = reach / KERNEL(root_of)(0.5 * square);
  KERNEL(begin_region)(region, put, most);
  double room = KERNEL(gap)(region, 0.0, 0.0), c = most;
  // The guesses of the boundaries leave half of the room.
  for (int k = 0; a <= 0.0 && k < 200; ++k, c *= 0.85) {
    double fall = v * c * (0.638 + KERNEL(root_of)(2.0 * KERNEL(logarithm_of)(1.0 + 0.4 / (drift * c))));
    if (fall < 0.5 * room) break;
  }
  KERNEL(region) next;
  double good = 0.0, bad = 1e9;
  for (int k = 0; k < MOST_HORIZONS; ++k) {
    KERNEL(begin_region)(&next, put, c);
    if (good > 0.0) {
      KERNEL(stretch_region)(&next, grid, region, grid);
    } else {
      KERNEL(guess_edge)(&next.upper, grid);
      if (next.has_lower) KERNEL(guess_edge)(&next.lower, grid);
    }
    if (KERNEL(settle_region)(&next, grid)) {
      KERNEL(find_end)(&next, grid);
      if (!next.ends || next.end >= EARLIEST_MEETING) {
        *region = next;
        if (next.ends || c >= most) return 1;
        good = c;
        c = c * 1.3 < most ? c * 1.3 : most;
        if (c >= bad) c = KERNEL(root_of)(good * bad);
      } else {
        // A horizon that ends shortly after the boundary.
        bad = c < bad ? c : bad;
        c *= next.end * 1.02;
      }
    } else if (good > 0.0) {
      bad = c < bad ? c : bad;
      c = KERNEL(root_of)(good * bad);
    } else {
      c *= 0.6;
    }
  }
  return 0;
}
