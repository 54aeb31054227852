#include "COptionsKernels.h"
#include "american/careful.h"
#include "american/functions.h"
#include "american/grids.h"
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

// The plans of options whose boundary is solved for on the fitted grids: how it starts and whether the put pays no
// yield. Options with a shortened horizon follow, in the same order, then those outside the usual range of their level.
// The plans of other options are to be solved one at a time, and none.
enum {
  AT_STRIKE, AT_STRIKE_WITHOUT_YIELD, BELOW_STRIKE, KINDS_OF_BOUNDARY,
  SHORTENED = KINDS_OF_BOUNDARY, WIDE = 2 * SHORTENED, PLANS = 2 * WIDE, CAREFUL = PLANS, NO_PLAN
};

// The largest error of the price that the last attempt on the fitted grids accepts after its last step; remainder in
// fitted_solve_body.h bounds it.
#define LAST_TOLERANCE 1e-10

// Greeks are more sensitive than prices: where the last step changes the boundary by more than this, they are those after one
// step more.
#define MOST_CHANGE 0.03

// The largest error of the price accepted for boundaries of options whose premium is left out.
#define BOUNDARY_TOLERANCE 1e-13

// Up to this v, little interest does not put an option with b > a outside the usual range.
#define MOST_CALM 1.0

// Below this rate times time, all levels shorten horizons as the first one does.
#define SLIGHT_RATE 2e-3

// The work of a level. Newton's steps take place on the coarse grid, then on the level's own. The bound of the error
// after the last step may be at most `tolerance`; the error itself is often 100 times smaller.
typedef struct {
  int coarse_steps[2], fine_steps[2]; // if the boundary starts at the strike; below it
  double tolerance;
  double cut, shortened; // horizons with a reach above `cut` are shortened to a reach of `shortened`
  double negligible;     // a premium below this is left out
  // The usual range: the largest v if the boundary starts at the strike, and if it starts below it; the largest a, b and -b; and the
  // least a/v^3, which does not count if b > a and v <= MOST_CALM. Outside it the grids of this level and of the next one, or at the last level those of the one before and of this
  // one, are both used. Their prices at the boundary and at the strike may differ by difference[0], or by difference[1]
  // if v is above 1.5.
  double most_deviation[2], most_rate, most_yield, most_growth, least_interest, difference[2];
  double careful_rate, careful_growth; // where a or -b is above this, all options are solved one at a time
} american_level;

static const american_level AMERICAN_LEVELS[3] = {
    {.coarse_steps = {1, 1}, .fine_steps = {1, 1}, .tolerance = 3e-5, .cut = 3.9, .shortened = 3.6,
     .negligible = 1e-7,
     .most_deviation = {3.5, 3.5}, .most_rate = 1.0, .most_yield = 1.0, .most_growth = 0.5, .least_interest = 0.0,
     .difference = {3e-5, 3e-5},
     .careful_rate = 1e9, .careful_growth = 1e9},
    {.coarse_steps = {1, 2}, .fine_steps = {1, 1}, .tolerance = 3e-6, .cut = 3.4, .shortened = 3.4,
     .negligible = 4e-9,
     .most_deviation = {2.9, 3.0}, .most_rate = 0.3, .most_yield = 1.0, .most_growth = 0.1, .least_interest = 1e-3,
     .difference = {1.5e-6, 1.5e-6},
     .careful_rate = 1e9, .careful_growth = 1e9},
    {.coarse_steps = {1, 2}, .fine_steps = {2, 2}, .tolerance = 1e-7, .cut = 4.2, .shortened = 4.2,
     .negligible = 6e-10,
     .most_deviation = {3.0, 0.5}, .most_rate = 0.5, .most_yield = 1.0, .most_growth = 0.2, .least_interest = 1e-3,
     .difference = {5e-8, 1e-8},
     .careful_rate = 2.0, .careful_growth = 1.0},
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
#define BODY "american/curve_body.h"
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

int kernel_american_curve(kernel_isa isa, int level, size_t rows, const kernel_options *option, size_t count,
                          const double *spot, double *values, size_t row_length, uint8_t *status) {
  DISPATCH(american_curve, isa, level, rows, option, count, spot, values, row_length, status);
}
