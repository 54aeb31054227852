#include "american/two_boundaries.h"
#include "american/edge_grids.h"
#include "american/functions.h"
#include "american/grid.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

// Newton's steps for one boundary, the sum of the changes of its values by the last one, and their effect if rounding leaves more.
#define MOST_EDGE_STEPS 25
#define LAST_EDGE_CHANGE 1e-9
#define LAST_EDGE_EFFECT 1e-8
// Where the boundaries never meet, they are constant at a reach above this.
#define EDGE_REACH 5.0
// The prices on two grids, in parts of the larger of spot and strike, differ at most by this.
#define EDGE_TOLERANCE 3e-8
// A premium below this is left out.
#define NEGLIGIBLE_PREMIUM 1e-11
// Exercise at prices below this is left out.
#define LEAST_BOUNDARY 1e-9
// A lower boundary that starts below this is left out.
#define LEAST_LIMIT 1e-12
// The boundaries meet between this part of c and c.
#define EARLIEST_MEETING 0.95
#define MOST_HORIZONS 60

// Vectors hold points of integrals, so they have as many lanes on every instruction set.
#define LANES_128 8
#define LANES_256 8
#define LANES_512 8
#define BODY "american/two_boundaries_body.h"
#include "vectors/each_instruction_set.h"

int kernel_two_boundaries(kernel_isa isa, const two_boundary_put *put, two_boundary_answer *answer) {
  DISPATCH(two_boundaries, put, answer);
}
