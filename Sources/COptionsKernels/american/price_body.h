// American prices. Width-agnostic body, included once per instruction set.
//
// Every option becomes a put on the strike 1: a put is K P(S/K; r, q), a call S P(K/S; q, r). The reach of its
// boundary,
//
//     kappa^2 = a + (mu - v/2)^2 / 2,
//
// says where the boundary becomes constant: errors in it decay as e^{-kappa^2}. A boundary is solved for on the
// horizon c^2 T with c = SHORTENED / kappa at most, and is constant beyond. This bounds the grids that options need.
//
// Which grid, how many steps and which variant of the code an option gets follows from its own terms, so its price has
// the same bits alone and among others. Options with the same plan share vectors.

#include "vectors/elementary_body.h"
#include "american/functions_body.h"
#include "american/boundary_body.h"
#include "american/guess_body.h"
#include "american/newton_body.h"
#include "american/boundary_response_body.h"
#include "american/constant_boundary_body.h"
#include "american/premium_body.h"
#include "american/premium_slopes_body.h"
#include "american/puts_body.h"
#include "american/fitted_solve_body.h"
#include "american/solve_body.h"

// Adds the premium of LANES options to their European prices.
INLINE void KERNEL(add_premium)(const KERNEL(puts) *puts, const kernel_options *in, const double *european, size_t i,
                                double *price) {
  ints put = __builtin_convertvector(*(const bytes *)(in->kind + i), ints) != 0;
  vec spot = LOAD(in->spot + i), strike = LOAD(in->strike + i), held = LOAD(european + i);
  vec intrinsic = AT_LEAST(0.0, put ? strike - spot : spot - strike);
  vec value = AT_LEAST(held, FMA(put ? strike : spot, LOAD(puts->premium + i), held));
  // Without a premium by reason of its terms, the price is the European one to the last digit.
  ints never = KERNEL(never_exercised)(LOAD(puts->rate + i), LOAD(puts->yield + i));
  value = never ? held : AT_LEAST(intrinsic, value);
  ints solved = *(const ints *)(puts->status + i) == KERNEL_AMERICAN_OK;
  STORE(price + i, solved ? value : (vec)__builtin_nan(""));
}

// Copies of the columns of a block, filled up to whole vectors. For long times, all rates are per shorter unit of
// time, because the European kernel is limited to 32 years.
typedef struct {
  uint8_t kind[AMERICAN_BLOCK];
  double spot[AMERICAN_BLOCK], strike[AMERICAN_BLOCK], time[AMERICAN_BLOCK];
  double rate[AMERICAN_BLOCK], yield[AMERICAN_BLOCK], volatility[AMERICAN_BLOCK];
} KERNEL(columns);

INLINE kernel_options KERNEL(options)(const KERNEL(columns) *columns) {
  return (kernel_options){.kind = columns->kind, .spot = columns->spot, .strike = columns->strike,
                          .time = columns->time, .rate = columns->rate, .yield = columns->yield,
                          .volatility = columns->volatility};
}

INLINE kernel_options KERNEL(copy)(KERNEL(columns) *to, const kernel_options *from, size_t start, size_t count) {
  size_t rounded = (count + LANES - 1) / LANES * LANES;
  const double *inputs[6] = {from->spot, from->strike, from->time, from->rate, from->yield, from->volatility};
  double *outputs[6] = {to->spot, to->strike, to->time, to->rate, to->yield, to->volatility};
  for (int c = 0; c < 6; ++c)
    for (size_t k = 0; k < rounded; ++k) outputs[c][k] = inputs[c][start + (k < count ? k : count - 1)];
  for (size_t k = 0; k < rounded; ++k) to->kind[k] = from->kind[start + (k < count ? k : count - 1)];
  return KERNEL(options)(to);
}

INLINE void KERNEL(shorten_unit)(KERNEL(columns) *columns, size_t i) {
  vec time = LOAD(columns->time + i);
  ints longer = time >= 32.0;
  STORE(columns->time + i, longer ? time * 0.5625 : time);
  STORE(columns->rate + i, longer ? LOAD(columns->rate + i) / 0.5625 : LOAD(columns->rate + i));
  STORE(columns->yield + i, longer ? LOAD(columns->yield + i) / 0.5625 : LOAD(columns->yield + i));
  STORE(columns->volatility + i, longer ? LOAD(columns->volatility + i) / 0.75 : LOAD(columns->volatility + i));
}

// Prices a block of options, of which the columns are filled up to whole vectors. `common` may be null.
static void KERNEL(price_block)(kernel_isa isa, int level_number, double price[AMERICAN_BLOCK], KERNEL(puts) *puts,
                                KERNEL(common) *common, KERNEL(columns) *columns, size_t size) {
  double european[AMERICAN_BLOCK];
  kernel_options block = KERNEL(options)(columns);
  puts->slopes = NULL, puts->probes = NULL, puts->common = common;
  for (size_t i = 0; i < size; i += LANES) KERNEL(reduce)(puts, &block, i, &AMERICAN_LEVELS[level_number]);
  for (size_t i = 0; i < size; i += LANES) KERNEL(shorten_unit)(columns, i);
  kernel_price(isa, (size + LANES - 1) / LANES * LANES, &block, european, AMERICAN_BLOCK);
  KERNEL(solve_all)(isa, puts, &block, european, (int)size, level_number);
  for (size_t i = 0; i < size; i += LANES) KERNEL(add_premium)(puts, &block, european, i, price);
}

// `boundary` and `second` may be null.
static int KERNEL(american_price)(kernel_isa isa, int level_number, size_t count, const kernel_options *in,
                                  double *price, uint8_t *status, double *boundary, double *second) {
  int unsolved = 0;
  for (size_t start = 0; start < count; start += AMERICAN_BLOCK) {
    KERNEL(columns) columns;
    KERNEL(puts) puts;
    double prices[AMERICAN_BLOCK];
    size_t size = count - start < AMERICAN_BLOCK ? count - start : AMERICAN_BLOCK;
    KERNEL(copy)(&columns, in, start, size);
    KERNEL(price_block)(isa, level_number, prices, &puts, NULL, &columns, size);
    for (size_t i = 0; i < size; ++i) {
      price[start + i] = prices[i];
      status[start + i] = (uint8_t)puts.status[i];
      unsolved |= puts.status[i] != KERNEL_AMERICAN_OK;
    }
    // A call is exercised at prices above K/B.
    for (size_t i = 0; boundary && i < size; ++i) {
      int put = in->kind[start + i], solved = puts.status[i] == KERNEL_AMERICAN_OK;
      double strike = in->strike[start + i], none = __builtin_nan("");
      boundary[start + i] = !solved ? none : put ? strike * puts.boundary[i] : strike / puts.boundary[i];
      second[start + i] = !solved ? none : put ? strike * puts.second[i] : strike / puts.second[i];
    }
  }
  return unsolved;
}
