#include "COptionsKernels.h"
#include "dividends/place.h"
#include "dividends/schedule.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"
#include <stdlib.h>
#include <string.h>

// The nodes of a grid, the steps of the whole time to expiration, and the deviations of the spot that a grid covers.
typedef struct {
  int nodes, steps;
  double width;
  int whole; // whether the grids cover all prices of interest rather than those that the spot can reach
} dividend_mesh;

// The meshes on which options are priced, from coarse to fine. From the second on, a price is accepted if it differs
// from that of the mesh before by at most the tolerance, in parts of the larger of spot and strike; at the most precise
// level, that of an American option with a large deviation from a later one on. If there is one mesh, its price is
// accepted. Derivatives by volatility, rate and yield are those of the mesh before the one of the price, or of
// `coarse` if the price is that of the first mesh that may be accepted.
#define MOST_RUNGS 7
typedef struct {
  int rungs;
  dividend_mesh coarse, meshes[MOST_RUNGS];
  double tolerance[MOST_RUNGS];
} dividend_ladder;

#define MESH(nodes, steps, width) {nodes, steps, width, 0}
#define EUROPEAN_MESHES                                                                                                \
  {MESH(128, 64, 5.6), MESH(256, 128, 5.8), MESH(512, 256, 6.0), MESH(768, 384, 6.2), MESH(1024, 512, 6.4),            \
   MESH(1536, 512, 6.4), MESH(2048, 512, 6.4)}
#define AMERICAN_MESHES                                                                                                \
  {MESH(96, 48, 5.5), MESH(192, 128, 5.8), MESH(384, 256, 6.2), MESH(768, 512, 6.4), MESH(1024, 1024, 6.4)}

// dividends_greeks_check.py replaces it by a finer one.
#if !defined(PRECISE_AMERICAN_LADDER)
#define PRECISE_AMERICAN_LADDER {5, MESH(88, 44, 5.4), AMERICAN_MESHES, {0, 4e-6, 4e-6, 4e-6, 8e-6}}
#endif

// Which ladder an option climbs at a level: of these, at the fast and the default level the first one that is enough.
enum { FAST_LADDER, DEFAULT_LADDER, HARD_LADDER, PRECISE_LADDER, LADDERS };

// By style.
static const dividend_ladder DIVIDEND_LADDERS[2][LADDERS] = {
    {{1, MESH(64, 32, 5.3), {MESH(96, 48, 5.6)}, {0}},
     {1, MESH(96, 48, 5.6), {MESH(192, 64, 5.6)}, {0}},
     {7, MESH(128, 64, 5.6), EUROPEAN_MESHES, {0, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6}},
     {7, MESH(128, 64, 5.6), EUROPEAN_MESHES, {0, 1e-7, 1e-7, 1e-7, 1e-7, 1e-7, 1e-7}}},
    {{1, MESH(44, 22, 5.0), {MESH(64, 32, 5.3)}, {0}},
     {1, MESH(40, 20, 5.0), {MESH(120, 56, 5.3)}, {0}},
     {5, MESH(88, 44, 5.4), AMERICAN_MESHES, {0, 2e-5, 2e-5, 2e-5, 2e-5}},
     PRECISE_AMERICAN_LADDER},
};

// A level below all others, for the first evaluations of a search: one coarse mesh for every option.
#define ROUGH -1

static int choose_ladder(int level, int ease) {
  if (level == ROUGH) return FAST_LADDER;
  if (level == KERNEL_DIVIDENDS_PRECISE) return PRECISE_LADDER;
  if (ease == KERNEL_DIVIDENDS_PRECISE) return HARD_LADDER;
  return level == KERNEL_DIVIDENDS_FAST && ease == KERNEL_DIVIDENDS_FAST ? FAST_LADDER : DEFAULT_LADDER;
}

// The meshes of boundaries of exercise, by level: the first around the strike, the second around the boundary.
static const dividend_mesh BOUNDARY_MESHES[3][2] = {
    {{128, 64, 5.3, 1}, MESH(128, 64, 5.3)},
    {{192, 96, 5.3, 1}, MESH(192, 96, 5.3)},
    {{256, 192, 5.3, 1}, MESH(256, 192, 5.3)}};

// The relative change of the volatility, and the change of rate and yield, for their derivatives. The most precise
// derivative by the rate is central, with at most CENTRAL_BUMP.
#define BUMP 1e-4
#define CENTRAL_BUMP 5e-4
enum { VOLATILITY_BUMP, RATE_BUMP, YIELD_BUMP, BUMPED_ROWS, LOWER_RATE_BUMP = BUMPED_ROWS, NO_BUMP };
// The rows of greeks: price, delta, gamma, theta, vega, rho, epsilon.
#define GREEK_ROWS 7

#define DIVIDEND_BLOCK 256
// Meshes up to this are solved in memory on the stack.
#define MOST_STACK_NODES 256
#define SPACE_GAP 3

// The widths of bands of spots, in deviations; the first one is taken that gives few bands.
#define BAND_WIDTHS 8
static const double BAND_WIDTH[BAND_WIDTHS] = {1, 1.5, 2, 3, 4, 5.5, 8, 11};
#define MOST_NARROW_BANDS 16

// Steps of an interval at least, and for each node that a boundary passes.
#define LEAST_STEPS 8
#define STEPS_PER_NODE 1.0
#define MORE_STEPS 1.5
// The least part of the interest that counts after the yield.
#define LEAST_NET 0.05
// The least variance of a convolution, in squared nodes.
#define LEAST_VARIANCE 0.8
// An interval without a quiet part starts with a convolution of this variance, so that a kink spreads over the nodes:
// before, a step has negative values next to the kink, which exercise would cut off.
#define SPREAD 9
// The deviation of the spot for which the steps of a mesh suffice for gamma, and, inverse, the variance a year for which
// theta needs as many.
#define GAMMA_SPREAD 0.0244
#define THETA_WEIGHT 10.0
// The deviations at which the density of a convolution is cut.
#define CONVOLUTION_WIDTH 5.7
// The nodes after which running products start again.
#define CHUNK 16
// The nodes below a boundary that hold the extension of the value, but for one.
#define EXTENSION 3
// A boundary below all nodes.
#define NO_BOUNDARY -10.0
// From this variance to expiration on, a call has a kink where nothing is left after an ex-date.
#define KINKED_VARIANCE 0.5
// e^{zeta'(-1) / zeta(-1)}, inverse: the sum over n >= 1 of n^{1 + e} is zeta(-1) times this to the power of e, for
// small e.
#define ZETA_POINT 0.137
// The error of exercise at the start of a brief interval, in parts of the strike.
#define BRIEF 2e-7
// A price of zero, and its logarithm, negated.
#define NOTHING 1e-30
#define NOTHING_LOG 69.0
// The greatest logarithm of a boundary of exercise to the strike that is looked for.
#define MOST_BOUNDARY_LOG 4.0
// Grids go down to this logarithm of price to strike where the value depends on all prices.
#define LEAST_LOG -7.5

// The accuracy of prices by style and level, in parts of the larger of spot and strike, within which they are equal.
static const double DIVIDEND_ACCURACY[2][3] = {{1e-5, 3e-6, 1e-7}, {2e-5, 1e-5, 2e-6}};

// The stages of the search for a volatility: at the rough level; at the level that is asked for; and at the least
// volatility, with which it is compared.
enum { APPROACHING, REFINING, CHECKING, SETTLED };

// The volatilities between which a search is, and one for quotes that suggest none.
#define LEAST_SOUGHT 0.02
#define MOST_SOUGHT 3.0
#define USUAL_VOLATILITY 0.3
// The distance of points from which on a secant is trusted, and the step after which the rough level has done its
// part and a secant of the level itself can be the last, relative to the volatility.
#define APART 1e-3
#define CLOSE_STEP 3e-3
// The last step changes the price by at most this many times its accuracy. Its error is about a hundredth of that.
#define LAST_DIFFERENCE 5.0
// Brackets this narrow, relative to the volatility, end the search.
#define NARROW 1e-7
// Time values below this many accuracies are not searched roughly.
#define ROUGH_VALUE 200.0
// A price is above the least one if its slope at the volatility, taken down to the least one, changes it by this many
// accuracies.
#define CLEAR_RISE 100.0
#define MOST_ROUGH_ROUNDS 8
#define MOST_ROUNDS 100

#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "dividends/dividends_body.h"
#include "vectors/each_instruction_set.h"

static int dispatch_values(kernel_isa isa, int american, int level, int rows, size_t count, const kernel_options *in,
                           const dividend_schedule *schedule, double *values, size_t row_length, uint8_t *status) {
  DISPATCH(dividend_values, american, level, rows, count, in, schedule, values, row_length, status);
}

static int dispatch_curve(kernel_isa isa, int american, int level, int rows, const kernel_options *option,
                          const dividend_schedule *schedule, size_t count, const double *spot, double *values,
                          size_t row_length, uint8_t *status) {
  DISPATCH(dividend_curve, american, level, rows, option, schedule, count, spot, values, row_length, status);
}

static int dispatch_boundaries(kernel_isa isa, int level, size_t count, const kernel_options *in,
                               const dividend_schedule *schedule, double *boundary, size_t rows, double *ex_dates,
                               size_t row_length, uint8_t *status) {
  DISPATCH(dividend_boundaries, level, count, in, schedule, boundary, rows, ex_dates, row_length, status);
}

static int dispatch_volatility(kernel_isa isa, int american, int level, size_t count, const kernel_options *in,
                               const dividend_schedule *schedule, const double *price, const double *near_price,
                               const double *near_volatility, double *volatility, uint8_t *status) {
  DISPATCH(dividend_volatility, isa, american, level, count, in, schedule, price, near_price, near_volatility,
           volatility, status);
}

// Without dividends of which prices can be computed, no option has one.
static int refuse(size_t rows, size_t count, double *values, size_t row_length, uint8_t *status) {
  for (size_t row = 0; row < rows; ++row)
    for (size_t i = 0; i < count; ++i) values[row * row_length + i] = __builtin_nan("");
  for (size_t i = 0; i < count; ++i) status[i] = KERNEL_DIVIDENDS_OUTSIDE;
  return count > 0;
}

int kernel_dividend_price(kernel_isa isa, int exercise, int level, size_t count, const kernel_options *in,
                          const kernel_dividends *dividends, double *price, uint8_t *status) {
  dividend_schedule schedule;
  if (!collect_dividends(dividends, &schedule)) return refuse(1, count, price, count, status);
  return dispatch_values(isa, exercise == KERNEL_AMERICAN, level, 1, count, in, &schedule, price, count, status);
}

int kernel_dividend_greeks(kernel_isa isa, int exercise, int level, size_t count, const kernel_options *in,
                           const kernel_dividends *dividends, double *values, size_t row_length, uint8_t *status) {
  dividend_schedule schedule;
  if (!collect_dividends(dividends, &schedule)) return refuse(GREEK_ROWS, count, values, row_length, status);
  return dispatch_values(isa, exercise == KERNEL_AMERICAN, level, GREEK_ROWS, count, in, &schedule, values, row_length,
                         status);
}

int kernel_dividend_curve(kernel_isa isa, int exercise, int level, size_t rows, const kernel_options *option,
                          const kernel_dividends *dividends, size_t count, const double *spot, double *values,
                          size_t row_length, uint8_t *status) {
  dividend_schedule schedule;
  if (!collect_dividends(dividends, &schedule)) return refuse(rows, count, values, row_length, status);
  return dispatch_curve(isa, exercise == KERNEL_AMERICAN, level, (int)rows, option, &schedule, count, spot, values,
                        row_length, status);
}

int kernel_dividend_boundaries(kernel_isa isa, int level, size_t count, const kernel_options *in,
                               const kernel_dividends *dividends, double *boundary, double *ex_dates, size_t row_length,
                               uint8_t *status) {
  dividend_schedule schedule;
  if (!collect_dividends(dividends, &schedule)) {
    refuse(dividends->count, count, ex_dates, row_length, status);
    return refuse(1, count, boundary, count, status);
  }
  return dispatch_boundaries(isa, level, count, in, &schedule, boundary, dividends->count, ex_dates, row_length,
                             status);
}

int kernel_dividend_volatility(kernel_isa isa, int exercise, int level, size_t count, const kernel_options *in,
                               const kernel_dividends *dividends, const double *price, const double *near_price,
                               const double *near_volatility, double *volatility, uint8_t *status) {
  dividend_schedule schedule;
  if (!collect_dividends(dividends, &schedule)) {
    refuse(1, count, volatility, count, status);
    memset(status, KERNEL_UNANSWERED, count);
    return count > 0;
  }
  return dispatch_volatility(isa, exercise == KERNEL_AMERICAN, level, count, in, &schedule, price, near_price,
                             near_volatility, volatility, status);
}
