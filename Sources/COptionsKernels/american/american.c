#include "COptionsKernels.h"
#include "american/chebyshev_grid.h"
#include "american/functions.h"
#include "american/grids.h"
#include "american/two_boundaries.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

// The domain of CONTRACT.md: time from one second to fifty years, with room for a year of 366 days.
#define LEAST_TIME 3.1e-8
#define MOST_TIME 50.0
#define LEAST_VOLATILITY 0.001
#define MOST_VOLATILITY 10.0
#define LEAST_RATE -0.1
#define MOST_RATE 1.0
// The limits of S/K are 1e-4 and 1e4, with room for rounding.
#define LEAST_RATIO (1e-4 * (1 - 1e-12))

#define AMERICAN_BLOCK 512

// The plans of options whose premium is computed: how the boundary starts and whether the put pays no yield. Options
// with a shortened horizon follow, in the same order, then those with two boundaries. The other options have no plan.
enum {
  AT_STRIKE, AT_STRIKE_WITHOUT_YIELD, BELOW_STRIKE, PLAIN_PLANS,
  PLANS = 2 * PLAIN_PLANS, TWO_BOUNDARIES = PLANS, NO_PLAN
};

// The largest error of the price that the slow attempts accept after their last step; remainder in price_body.h bounds it.
#define SLOW_TOLERANCE 1e-10

// Greeks are more sensitive than prices: where the last step changes the boundary by more than this, they are those after one
// step more.
#define MOST_CHANGE 0.03

// The largest error of the price accepted for boundaries of options whose premium is left out.
#define BOUNDARY_TOLERANCE 1e-13

// The reaches to which the last two attempts shorten horizons, and what the last one may neglect by that.
#define LEAST_SHORTENED 3.9
#define SHORTEST 1.75
#define NEGLECTED 1e-8
// A boundary that starts this little below the strike is taken to start at it by the last attempt.
#define LITTLE_BELOW 0.03

// Below this rate times time, all levels shorten horizons as the first one does.
#define SLIGHT_RATE 2e-3

// The work of a level. Newton's steps take place on the coarse grid, then on the level's own. The bound of the error after
// the last step may be at most `tolerance`; the error itself is often 100 times smaller.
typedef struct {
  int coarse_steps[2], fine_steps[2]; // if the boundary starts at the strike; below it
  double tolerance;
  double cut, shortened; // horizons with a reach above `cut` are shortened to a reach of `shortened`
  double negligible;     // a premium below this is left out
} american_level;

static const american_level AMERICAN_LEVELS[3] = {
    {.coarse_steps = {1, 2}, .fine_steps = {1, 1}, .tolerance = 1e-4, .cut = 3.9, .shortened = 3.6,
     .negligible = 1e-7},
    {.coarse_steps = {1, 2}, .fine_steps = {1, 1}, .tolerance = 4e-6, .cut = 3.9, .shortened = 3.6,
     .negligible = 4e-9},
    {.coarse_steps = {1, 2}, .fine_steps = {1, 2}, .tolerance = 3e-7, .cut = 4.7, .shortened = 4.2,
     .negligible = 6e-10},
};

// The columns of greeks, in the order of the header. European ones end with rho.
enum { PRICE, DELTA, GAMMA, THETA, VEGA, RHO, EPSILON, BOUNDARY, SECOND_BOUNDARY, EUROPEAN, AMERICAN_COLUMNS };
#define EUROPEAN_COLUMNS 6

// The stages of the search for a volatility: at the level `screen`, and at the level that is asked for.
enum { SCREENING, REFINING, SETTLED };

// The accuracy of the levels, in parts of the larger of spot and strike.
static const double ACCURACY[3] = {1e-5, 2e-7, 3e-8};

// Steps, relative to the volatility, after which the search goes on at the level itself, and ends. Its error is about the
// square of the last step.
#define CLOSE_STEP 0.05
#define LAST_STEP 1e-4
// Brackets this narrow, relative to the volatility, end the search.
#define NARROW 1e-6
// Time values below this part of the larger of spot and strike are not screened.
#define SCREENED 3e-4
#define MOST_SCREENINGS 6
#define MOST_ROUNDS 80

#define LANES_128 2
#define LANES_256 4
#define LANES_512 8
#define BODY "american/volatility_body.h"
#include "vectors/each_instruction_set.h"

int kernel_american_price(kernel_isa isa, int level, size_t count, const kernel_options *in, double *price,
                          uint8_t *status) {
  DISPATCH(american_price, isa, level, count, in, price, status, (double *)0, (double *)0);
}

int kernel_american_boundaries(kernel_isa isa, int level, size_t count, const kernel_options *in, double *price,
                               uint8_t *status, double *boundary, double *second) {
  DISPATCH(american_price, isa, level, count, in, price, status, boundary, second);
}

int kernel_american_greeks(kernel_isa isa, int level, size_t count, const kernel_options *in, double *values,
                           size_t row_length, uint8_t *status) {
  DISPATCH(american_greeks, isa, level, count, in, values, row_length, status);
}

int kernel_american_volatility(kernel_isa isa, int level, size_t count, const kernel_options *in, const double *price,
                               double *volatility, uint8_t *status) {
  DISPATCH(american_volatility, isa, level, count, in, price, volatility, status);
}
