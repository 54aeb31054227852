// The boundary of exercise between nodes. Width-agnostic body, included once per instruction set.
//
// Above the boundary b, in nodes, the excess c = u - o over the value o of exercise satisfies c(b) = c'(b) = 0 and
//
//     c'' = J = 2 g^2 / sigma^2 (r A - q S)
//
// up to terms of higher order: c = J w^2 / 2 at a distance w. At the first node m above the boundary, the second
// recurrence of the step gives the excess
//
//     kappa = y_m + rho o_{m-1} - o_m = J/2 [w^2 - rho (1 - w)^2]
//
// if the node below has the extension J (1 - w)^2 / 2 of c. This equation determines w. The extension is stored in the
// nodes below, for the next step and for interpolation; values at and below b are those of exercise, not those stored.
// With the slope J' of J, c = (J - w J') w^2 / 2 + J' w^3 / 6, and one step of Newton's method corrects w.

// The value of exercise at node j is constant + factor E_j, up to the linear part that is subtracted from u.
typedef struct {
  vec factor, constant;
  vec J, J_slope; // J at node j is J + J_slope E_j
} KERNEL(obstacle);

// factor E_j by multiplication, which saves a load; from the start of each chunk, so that the bits at a node do not
// depend on where a loop begins.
INLINE vec KERNEL(growing_part)(vec factor, const vec *E, vec ratio, int j) {
  vec part = factor * E[j & -CHUNK];
  for (int k = j & -CHUNK; k < j; ++k) part *= ratio;
  return part;
}

#define PROFILE(w) (FMA(slope * (1.0 / 6), (w), 0.5 * J_boundary) * (w) * (w))

// Where the search for the boundary stands.
typedef struct {
  int node;         // the first node after the search
  vec x, boundary;  // the value at the node before, and the boundary in nodes
  ints exercised;   // lanes that are exercised at all nodes
} KERNEL(crossing);

// Substitutes upwards from node `start`, where u is `x`, until no lane is exercised any more. `old` is the boundary of
// the step before.
INLINE KERNEL(crossing) KERNEL(cross_boundary)(vec *u, const vec *E, int nodes, int start, vec x, ints exercised,
                                               vec old, vec rho, vec g, vec ratio, const KERNEL(obstacle) *o,
                                               const int call) {
  vec boundary = NO_BOUNDARY, inverse_rest = 1.0 / (1.0 - rho), excess_before = 0.0, J_before = 0.0;
  vec lowest = KERNEL(ceil)(old), growing = KERNEL(growing_part)(o->factor, E, ratio, start);
  ints pending = 0;
  int j = start + 1;
  for (; j < nodes && any(exercised); ++j) {
    growing = j % CHUNK ? growing * ratio : o->factor * E[j];
    vec candidate = FMA(rho, x, u[j]), exercise = growing + o->constant, excess = candidate - exercise;
    vec J = AT_LEAST(0.0, FMA(o->J_slope, E[j], o->J));
    ints continued = FMA(0.5 * rho, J, excess) > 0.0;
    // The first node above the old boundary is reliable. The one below it holds an extension, and counts only if the
    // next one is beyond J/2. If it is itself beyond J/2, the boundary has retreated by more than a node, and the
    // parabola reaches down to it; for calls only, because c is flat where the boundary of a put moves fast.
    ints below = lowest - 1.0 == (double)j;
    ints back = exercised & pending & (excess > 0.5 * J);
    ints deep = call ? exercised & below & (excess > 0.5 * J) : (ints)0L;
    ints open = exercised & (lowest <= (double)j) & ~back;
    // A small excess may also be that of a put just before an ex-date, where interest and dividend almost cancel: c is
    // flat, and the next node does not have the excess of a parabola.
    ints flat = open & ~continued & (excess > 0.0);
    if (!call && j + 1 < nodes && any(flat))
      flat &= FMA(rho, candidate, u[j + 1]) - FMA(o->factor, E[j + 1], o->constant) < 0.25 * J;
    else
      flat = 0L;
    ints here = (open & continued) | flat | deep, now = back | here;
    pending = exercised & continued & below & ~deep;
    x = exercised ? exercise : AT_LEAST(exercise, candidate);
    if (any(now)) {
      exercised &= ~now;
      vec J_node = back ? J_before : J, kappa = back ? excess_before : excess;
      vec w = (SQRT(AT_LEAST(0.0, rho + (1.0 - rho) * 2.0 * kappa / AT_LEAST(1e-200, J_node))) - rho) * inverse_rest;
      vec most = deep ? (vec)(EXTENSION + 0.2) : (vec)1.2;
      ints good = now & (J_node > 0.0) & (w <= most) & ~flat;
      w = AT_LEAST(0.0, w);
      vec slope = o->J_slope * g * (back ? E[j - 1] : E[j]), rest = w - 1.0;
      slope = AT_LEAST(-J_node, AT_MOST(J_node, slope));
      vec J_boundary = FMA(-w, slope, J_node);
      vec miss = 0.5 * J_boundary * (w * w - rho * rest * rest)
                 + slope * (1.0 / 6) * (w * w * w - rho * rest * rest * rest) - kappa;
      vec change = J_boundary * (w - rho * rest) + 0.5 * slope * (w * w - rho * rest * rest);
      vec next = w - miss / AT_LEAST(0.1 * J_node, change);
      next = AT_LEAST(0.0, next < most ? next : most);
      w = good ? next : w;
      J_boundary = FMA(-w, slope, J_node);
      // Without a parabola, the larger value counts, and the boundary is half a node below.
      x = here ? (good ? exercise + PROFILE(w) : AT_LEAST(exercise, candidate)) : x;
      vec above = back ? (vec)(double)(j - 1) : (vec)(double)j;
      boundary = now ? above - (good ? w : (vec)0.5) : boundary;
      for (int k = 1; k <= EXTENSION + 1 && j - k >= 0; ++k) {
        vec distance = w - (back ? (vec)(double)(k - 1) : (vec)(double)k);
        u[j - k] = good ? FMA(o->factor, E[j - k], o->constant) + PROFILE(distance) : u[j - k];
      }
      x = back ? AT_LEAST(exercise, FMA(rho, u[j - 1], u[j])) : x;
    }
    excess_before = excess, J_before = J;
    u[j] = x;
  }
  return (KERNEL(crossing)){j, x, boundary, exercised};
}
#undef PROFILE
