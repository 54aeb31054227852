// Kinks between nodes. Width-agnostic body, included once per instruction set.
//
// The sum of u(j) w(j) over the nodes, for any smooth w, differs from the integral where u has a kink, by the formula
// of Euler and Maclaurin. With the kink at J + theta and the jumps [u'] and [u''] = g [u'] of a function linear in S,
//
//     integral = sum + B2(theta)/2 [u'] w - B3(theta)/6 ([u''] w + 2 [u'] w')
//
// so that two changed nodes restore the order 4. If the kink is smoothed by a deviation of s nodes, the terms are
// smaller by the factor 6 (s^2 - s sqrt(2/pi) + 1/6), or 6/pi^2 e^{-2 pi^2 s^2} from about 0.3 on.

INLINE vec KERNEL(smoothed)(vec variance) {
  vec s = SQRT(AT_LEAST(0.0, variance));
  vec near = FMA(6.0, s * (s - 0.79788456080286536), (vec)1.0);
  return s < 0.3 ? near : 0.6079271018540267 * KERNEL(exp)(variance * -19.739208802178716);
}

// Corrects u for a kink at `position` whose jump per node is `jump`, convex if positive, in the lanes of `mask`.
static __attribute__((noinline)) void KERNEL(correct_kink)(vec *u, int nodes, const vec *position, const vec *jump,
                                                           vec *g, const ints *mask, int higher) {
  if (!any(*mask)) return;
  vec node = KERNEL(floor)(*position), t = *position - node;
  vec second = FMA(t, t - 1.0, (vec)(1.0 / 6)), third = t * FMA(t, t - 1.5, (vec)0.5);
  vec mass = *jump * FMA(*g * third, (vec)(-1.0 / 6), 0.5 * second), pair = *jump * third * (1.0 / 3);
  ints inside = *mask & (node >= 1.0) & (node <= (double)(nodes - 3));
  // The next terms, for kinks at nodes: -(1/720) ([u'''] w + 3 [u''] w' + 3 [u'] w'').
  vec fourth = higher ? (t == 0.0 ? *jump * (1.0 / 720) : (vec)0.0) : (vec)0.0;
  double *values = (double *)u;
  for (int l = 0; l < LANES; ++l) {
    if (!inside[l]) continue;
    double *at = values + (long)node[l] * LANES + l;
    at[0] += mass[l] * (1 - t[l]) + pair[l] + fourth[l] * (6 - (*g)[l] * (*g)[l]);
    at[LANES] += mass[l] * t[l] - pair[l] - fourth[l] * (3 + 1.5 * (*g)[l]);
    at[-LANES] -= fourth[l] * (3 - 1.5 * (*g)[l]);
  }
}
