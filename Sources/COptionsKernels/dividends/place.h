#pragma once
#include "dividends/schedule.h"

// The domain of CONTRACT.md, with room for rounding, and for years of 366 days.
#define LEAST_DIVIDEND_TIME 1.13e-4
#define MOST_DIVIDEND_TIME 5.02
#define LEAST_DIVIDEND_VOLATILITY (0.02 * (1 - 1e-12))
#define MOST_DIVIDEND_VOLATILITY (3 * (1 + 1e-12))
#define LEAST_DIVIDEND_RATE -0.02
#define MOST_DIVIDEND_RATE 0.2
// A negative yield is what a chain implies where its rate is too low. With a negative rate as well there could be two boundaries.
#define LEAST_DIVIDEND_YIELD -0.1
#define MOST_DIVIDEND_YIELD 0.2
#define MOST_DIVIDEND_RATIO (1e4 * (1 + 1e-12))
// The sum of the proportions, and that of the amounts in strikes.
#define MOST_DIVIDEND_SHARE (0.9 * (1 + 1e-12))
#define MOST_DIVIDEND_STRIKES (100 * (1 + 1e-12))

// Whether an option is inside the domain, and the kind by which it is grouped: bit 0 for puts, bit 1 if it is not
// exercised between ex-dates, bit 2 if a dividend is on its expiration, and from bit 3 on the number of ex-dates
// before.
typedef struct {
  uint8_t status;
  uint32_t kind;
  int ease; // the level whose mesh is enough without a check; KERNEL_DIVIDENDS_PRECISE if none is
  // The first mesh whose price may be accepted. Coarse ones agree by accident if the deviation is large, or large enough
  // to reach the prices that dividends may turn to zero.
  int first;
} option_place;

// Whether interest and yield are almost equal, so that the boundary arises close to the strike: interest is above the
// part `least` of the yield.
static int is_balanced(double rate, double yield, double least) { return rate > least * yield && rate < 1.4 * yield; }

// How easy an option is. Hard are a large deviation of the spot, much that is taken off, ex-dates that are close to
// each other or to the expiration, in parts of the time to it, much interest or yield for the volatility, and much
// interest, which is the curvature of the excess over exercise; and American puts whose boundary arises close to the
// strike, where interest and yield are equal. `off` is the part of the spot that dividends take.
static int find_ease(const kernel_options *in, size_t i, int american, const dividend_schedule *d, int count,
                     double off) {
  double time = in->time[i], variance = in->volatility[i] * in->volatility[i] * time;
  double interest = (in->rate[i] > in->yield[i] ? in->rate[i] : in->yield[i]) * time;
  double flow = interest * interest / variance;
  double first = count > 0 ? d->time[0] : time, gap = time;
  for (int k = 0; k < count; ++k) {
    double next = k + 1 < count ? d->time[k + 1] : time;
    gap = next - d->time[k] < gap ? next - d->time[k] : gap;
  }
  int balanced = american && in->kind[i] != 0 && is_balanced(in->rate[i], in->yield[i], 0.9);
  if (balanced || (american && interest > 0.3)) return KERNEL_DIVIDENDS_PRECISE;
  if (variance > 1 || off > 0.35 || gap < 0.025 * time || flow > 6) return KERNEL_DIVIDENDS_PRECISE;
  if (variance > 0.3 || off > 0.2 || first < 0.025 * time || flow > 0.2) return KERNEL_DIVIDENDS_DEFAULT;
  return KERNEL_DIVIDENDS_FAST;
}

static option_place place_option(const kernel_options *in, size_t i, int american, const dividend_schedule *d) {
  double spot = in->spot[i], strike = in->strike[i], time = in->time[i], rate = in->rate[i], yield = in->yield[i];
  double volatility = in->volatility[i];
  option_place outside = {.status = KERNEL_DIVIDENDS_OUTSIDE};
  if (!(spot >= 0x1p-32 && spot < 0x1p32 && strike >= 0x1p-32 && strike < 0x1p32)) return outside;
  if (!(spot <= strike * MOST_DIVIDEND_RATIO && strike <= spot * MOST_DIVIDEND_RATIO)) return outside;
  if (!(time >= LEAST_DIVIDEND_TIME && time <= MOST_DIVIDEND_TIME)) return outside;
  double least_yield = rate < 0 ? 0 : LEAST_DIVIDEND_YIELD;
  if (!(rate >= LEAST_DIVIDEND_RATE && rate <= MOST_DIVIDEND_RATE && yield >= least_yield &&
        yield <= MOST_DIVIDEND_YIELD))
    return outside;
  if (!(volatility >= LEAST_DIVIDEND_VOLATILITY && volatility <= MOST_DIVIDEND_VOLATILITY)) return outside;
  int count = 0;
  while (count < d->count && d->time[count] < time) ++count;
  // An American call is exercised before a dividend on its expiration.
  int put = in->kind[i] != 0, on_expiry = count < d->count && d->time[count] == time && !(american && !put);
  if (!(d->total[count + on_expiry] <= strike * MOST_DIVIDEND_STRIKES)) return outside;
  if (!(d->share[count + on_expiry] <= MOST_DIVIDEND_SHARE)) return outside;
  double variance = volatility * volatility * time;
  double off = d->total[count + on_expiry] / spot + d->share[count + on_expiry];
  int is_wide = american && (variance > 3 || (variance > 0.5 && off > 1));
  int held = !american || (put ? rate <= 0 && yield >= rate : yield <= 0 && rate >= 0);
  return (option_place){KERNEL_DIVIDENDS_OK,
                        (uint32_t)(put | held << 1 | on_expiry << 2) | (uint32_t)count << 3,
                        find_ease(in, i, american, d, count, off),
                        !is_wide ? 1 : variance <= 9 || !is_balanced(rate, yield, 0.7) ? 2 : 3};
}
