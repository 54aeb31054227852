#include "american/careful.h"
#include "american/edge_grids.h"
#include "american/functions.h"
#include "american/grid.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

// Newton's steps for one boundary, and the sum of the changes of its values by the last one, or that sum and its effect
// if rounding leaves more.
#define MOST_EDGE_STEPS 25
#define LAST_EDGE_CHANGE 1e-9
#define LARGEST_EDGE_NOISE 1e-2
#define LARGEST_EDGE_EFFECT 3e-6
// A boundary that does not end is constant at a reach above the first of these. The others are tried if that fails, and
// if the interest times the error of the boundary is below NEGLECTED_INTEREST.
static const double EDGE_REACHES[3] = {5.0, 4.2, 3.5};
#define NEGLECTED_INTEREST 1e-8
// The prices on two grids, in parts of the strike, differ at most by this.
#define EDGE_TOLERANCE 1e-8
// So do those on the last two.
#define LAST_EDGE_TOLERANCE 3e-8
// A premium below this is left out.
#define NEGLIGIBLE_PREMIUM 1e-11
// With two boundaries, or without interest, exercise at prices below this is left out.
#define LEAST_BOUNDARY 1e-9
// A lower boundary that starts below this is left out.
#define LEAST_LIMIT 1e-12
// An end of exercise is found if it lies between this part of c and c.
#define EARLIEST_MEETING 0.95
#define MOST_HORIZONS 60

// The terms by which there are slopes.
enum { BY_DEVIATION, BY_RATE, BY_YIELD };
// The steps of differences by v, a and b, in parts of the distance over which the price changes.
#define SLOPE_STEP 0x1p-7
// Differences are from both sides down to this part of that distance.
#define LEAST_ROOM 0.004
// The price changes by a over this part of -b at least.
#define LEAST_SCALE 0x1p-6
// That distance is shorter by this factor where a boundary ends.
#define SCALE_AT_END 0x1p-5
// Up to this distance between x and the boundary, in units of v, P_xx has a peak that is sharp for the points.
#define NEAR_EDGE 0.8

// Vectors hold points of integrals, so they have as many lanes on every instruction set.
#define LANES_128 8
#define LANES_256 8
#define LANES_512 8
#define BODY "american/careful_body.h"
#include "vectors/each_instruction_set.h"

int kernel_careful_american(kernel_isa isa, size_t count, const careful_put *puts, careful_answer *answers,
                            careful_slopes *slopes) {
  DISPATCH(careful_american, count, puts, answers, slopes);
}
