#include <math.h>
#include <stdlib.h>

#include "quad.h"

/// The terms of a leg that do not depend on the price.
typedef struct {
  quad shares, sign, strike, log_strike;
  int survives;
  quad growth, discount, drift, deviation;
} prepared_leg;

typedef struct {
  size_t count;
  quad cost;
  prepared_leg legs[REFERENCE_LEGS];
} prepared_strategy;

static prepared_strategy prepare(const reference_strategy *strategy) {
  prepared_strategy result = {.count = strategy->count};
  for (size_t i = 0; i < strategy->count; ++i) {
    const reference_leg *leg = &strategy->legs[i];
    quad T = leg->time, r = strategy->rate, q = strategy->yield, K = leg->strike;
    result.cost += (quad)leg->shares * leg->premium;
    result.legs[i] = (prepared_leg){
        .shares = leg->shares, .sign = leg->put ? -1 : 1, .strike = K, .log_strike = logq(K), .survives = leg->time > 0,
        .growth = expq(-q * T), .discount = expq(-r * T), .drift = (r - q) * T, .deviation = leg->volatility * sqrtq(T)};
  }
  return result;
}

/// The profit at S, and the slope to the left or to the right of S.
///
/// An option in the money is the other option plus a forward. The shares of the forwards are summed before they are
/// multiplied by S, so that they cancel exactly if a strategy has sold as many as it has bought.
static quad profit(const prepared_strategy *strategy, quad S, int to_the_right, quad *slope) {
  quad constant = -strategy->cost, shares = 0, tails = 0, tail_slopes = 0, log_S = S > 0 ? logq(S) : 0;
  for (size_t i = 0; i < strategy->count; ++i) {
    const prepared_leg *leg = &strategy->legs[i];
    quad sign = leg->sign, middle = 0;
    int is_in_the_money;
    if (leg->survives && S > 0) {
      middle = (log_S - leg->log_strike + leg->drift) / leg->deviation;
      is_in_the_money = sign * middle > 0;
    } else {
      int is_above = S > leg->strike || (S == leg->strike && to_the_right);
      is_in_the_money = is_above == (sign > 0);
    }
    if (is_in_the_money) {
      constant -= leg->shares * sign * leg->strike * leg->discount;
      shares += leg->shares * sign * leg->growth;
    }
    if (leg->survives && S > 0) {
      quad other = is_in_the_money ? -sign : sign;
      quad n1 = leg->growth * normal_cdf(other * (middle + leg->deviation / 2)).below;
      quad n2 = leg->discount * normal_cdf(other * (middle - leg->deviation / 2)).below;
      tails += leg->shares * other * (S * n1 - leg->strike * n2);
      tail_slopes += leg->shares * other * n1;
    }
  }
  *slope = shares + tail_slopes;
  return shares * S + constant + tails;
}

static quad slope_at(const prepared_strategy *strategy, quad S) {
  quad slope;
  profit(strategy, S, 0, &slope);
  return slope;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/// 0, the strikes, a grid in the logarithm of the price, and a grid in the deviations of every surviving leg.
static size_t fill_grid(const reference_strategy *strategy, int steps, double *prices) {
  double low = INFINITY, high = 0;
  size_t count = 0;
  prices[count++] = 0;
  for (size_t i = 0; i < strategy->count; ++i) {
    const reference_leg *leg = &strategy->legs[i];
    prices[count++] = leg->strike;
    low = fmin(low, leg->strike), high = fmax(high, leg->strike);
    if (leg->time == 0) continue;
    double v = leg->volatility * sqrt(leg->time);
    double forward = leg->strike * exp((strategy->yield - strategy->rate) * leg->time);
    for (int k = -steps; k <= steps; ++k) prices[count++] = forward * exp(9 * v * k / steps);
    low = fmin(low, forward * exp(-9 * v)), high = fmax(high, forward * exp(9 * v + v * v));
  }
  for (int k = 0; k <= 2 * steps; ++k)
    prices[count++] = exp(log(low) - 1 + (log(high) + 2 - log(low)) * k / (2 * steps));
  qsort(prices, count, sizeof(double), compare);
  return count;
}

size_t reference_scan(const reference_strategy *strategy, int steps, reference_point *points) {
  prepared_strategy prepared = prepare(strategy);
  double *prices = malloc(REFERENCE_POINTS(strategy->count, steps) * sizeof(double));
  size_t count = fill_grid(strategy, steps, prices), result = 0;
  quad last_slope = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && prices[i] == prices[i - 1]) continue;
    quad before, after, value = profit(&prepared, prices[i], 0, &before);
    profit(&prepared, prices[i], 1, &after);
    if (i > 0 && last_slope * before < 0) {
      quad a = prices[i - 1], b = prices[i];
      for (int step = 0; step < 70; ++step) {
        quad middle = (a + b) / 2;
        if ((slope_at(&prepared, middle) < 0) == (last_slope < 0)) a = middle;
        else b = middle;
      }
      quad slope, turn = profit(&prepared, a, 0, &slope);
      points[result++] = (reference_point){split(a, 0), split(turn, 0), 1};
    }
    points[result++] = (reference_point){split(prices[i], 0), split(value, 0), 0};
    last_slope = after;
  }
  free(prices);
  return result;
}

reference_value reference_crossing(const reference_strategy *strategy, double level, reference_value low,
                                   reference_value high, double *slope_out) {
  prepared_strategy prepared = prepare(strategy);
  quad a = (quad)low.value + low.rest, b = (quad)high.value + high.rest, slope;
  int rises = profit(&prepared, a, 1, &slope) < level;
  for (int step = 0; step < 110; ++step) {
    quad middle = (a + b) / 2;
    if ((profit(&prepared, middle, 0, &slope) < level) == rises) a = middle;
    else b = middle;
  }
  *slope_out = (double)slope;
  return split(a, 0);
}

reference_value reference_profit(const reference_strategy *strategy, double price) {
  prepared_strategy prepared = prepare(strategy);
  quad slope;
  return split(profit(&prepared, price, 0, &slope), 0);
}

reference_value reference_end(const reference_strategy *strategy, reference_value *slope_out) {
  prepared_strategy prepared = prepare(strategy);
  quad value = -prepared.cost, slope = 0;
  for (size_t i = 0; i < prepared.count; ++i) {
    const prepared_leg *leg = &prepared.legs[i];
    if (leg->sign < 0) continue;
    slope += leg->shares * leg->growth;
    value -= leg->shares * leg->strike * leg->discount;
  }
  *slope_out = split(slope, 0);
  return split(value, 0);
}
