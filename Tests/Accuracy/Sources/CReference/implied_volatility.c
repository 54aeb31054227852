#include "quad.h"

static const quad root_2_pi = 2.5066282746310005024157652848110452530Q;

/// Finds the total volatility s at which a normalised out-of-the-money option is worth `price`. `complement` is the
/// difference between the upper bound exp(-x / 2) and the price. Both are positive and are passed separately because
/// either may be tiny. Sets vega = dprice/ds.
///
/// As a function of u = ln s, ln(price) - ln(complement) increases from minus to plus infinity and is nearly linear on
/// both sides, so Halley's iteration converges. If a step leaves the interval that contains the root, the interval is
/// halved instead.
static quad solve(quad x, quad price, quad complement, quad *vega_out) {
  quad below = expq(-x / 2), above = expq(x / 2), target = logq(price / complement);

  // Below the middle of the price range, twice the price is at most exp(-(x^2 / s^2 + s^2 / 4) / 2), because N(-d) <=
  // exp(-d^2 / 2) / 2; above the middle, the same bound holds for the complement. Solving for s^2 bounds the root, from
  // below in the first case and from above in the second. In addition, the price does not exceed the price at x = 0,
  // which is below s / sqrt(2 pi).
  quad s, low = 0, high = 1 / (quad)0;
  if (price < complement) {
    quad L = -logq(2 * price);
    quad root = sqrtq(larger(4 * L * L - x * x, 0));
    s = low = larger(x / sqrtq(L + root / 2), root_2_pi * price) * (1 - 0x1p-100Q);
  } else {
    quad L = -logq(complement);
    s = high = sqrtq(4 * L + 2 * sqrtq(larger(4 * L * L - x * x, 0))) * (1 + 0x1p-100Q);
  }

  for (int round = 0; round < 400; ++round) {
    quad d1 = -x / s + s / 2, d2 = -x / s - s / 2;
    normal_tails n1 = normal_cdf(d1);
    quad n2 = above * normal_cdf(d2).below;
    quad p = below * n1.below - n2, c = below * n1.above + n2;
    quad vega = below * normal_density(d1);
    *vega_out = vega;

    // g = ln(p / c) - target. With respect to s, p' = -c' = vega and vega' = vega d1 d2 / s; with respect to u = ln s,
    // each derivative has another factor s.
    quad step, error = p > 0 ? logq(p / c) - target : -1;
    if (error < 0)
      low = s;
    else
      high = s;
    if (p > 0 && vega > 0) {
      quad g1 = s * vega * (1 / p + 1 / c);
      quad g2 = g1 * (1 + d1 * d2) + s * s * vega * vega * (1 / (c * c) - 1 / (p * p));
      quad newton = -error / g1;
      step = newton / larger(1 + newton * g2 / (2 * g1), 0.5Q);
      // Convergence is cubic: a further step would be below the last bit.
      if (magnitude(step) < 1e-14Q)
        return s * expq(step);
    } else {
      step = error < 0 ? 1 : -1;
    }
    quad next = s * expq(step);
    if (!(next > low && next < high))
      next = high < 1 / (quad)0 && low > 0 ? sqrtq(low * high) : low > 0 ? 2 * low : high / 2;
    s = next;
  }
  return s;
}

int reference_implied_volatility(int put, double price, double spot, double strike, double time, double rate,
                                 double yield, double *volatility, double *rest, double *condition) {
  quad T = time, r = rate, q = yield, sign = put ? -1 : 1;
  quad b = (r - q) * T, x = log_ratio(spot, strike) + b;
  quad S = spot * expq(-q * T), K = strike * expq(-r * T);

  // If both rates are equal, the difference S - K is not affected by prior rounding.
  quad forward = sign * (r == q ? expq(-r * T) * ((quad)spot - strike) : S - K);
  quad time_value = sign * x > 0 ? price - forward : price;
  quad complement = (put ? K : S) - price;
  if (!(time_value > 0 && complement > 0))
    return 0;

  quad scale = sqrtq(S) * sqrtq(K), vega;
  quad s = solve(magnitude(x), time_value / scale, complement / scale, &vega);
  reference_value result = split(s / sqrtq(T), 0);
  *volatility = result.value;
  *rest = result.rest;
  *condition = (double)(price / scale / (vega * s));
  return 1;
}

int reference_normalised_implied_volatility(double log_moneyness, double price, double *total_volatility, double *rest,
                                            double *condition) {
  quad x = log_moneyness, p = price, complement = expq(-x / 2) - p, vega;
  if (!(x >= 0 && p > 0 && complement > 0))
    return 0;
  quad s = solve(x, p, complement, &vega);
  reference_value result = split(s, 0);
  *total_volatility = result.value;
  *rest = result.rest;
  *condition = (double)(p / (vega * s));
  return 1;
}
