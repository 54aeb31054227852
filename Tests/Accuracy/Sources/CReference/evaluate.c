#include "quad.h"

void reference_evaluate(int put, double spot, double strike, double time, double rate, double yield, double volatility,
                        reference_value out[REFERENCE_COUNT], double *d1_out, double *d2_out) {
  quad S = spot, K = strike, T = time, r = rate, q = yield, sigma = volatility;
  quad sign = put ? -1 : 1;
  quad root_T = sqrtq(T), s = sigma * root_T, b = r - q;

  // d1 = x / s + s / 2, d2 = x / s - s / 2, where x = ln(F / K); bound >= |d1|, |d2|.
  quad log_SK = log_ratio(spot, strike), x = log_SK + b * T;
  quad d1 = x / s + s / 2, d2 = x / s - s / 2;
  quad bound = (magnitude(log_SK) + magnitude(b * T)) / s + s / 2;

  quad growth = expq(-q * T), discount = expq(-r * T);
  normal_tails n1 = normal_cdf(sign * d1), n2 = normal_cdf(sign * d2);
  quad density = normal_density(d1);

  // Out of the money the price is S e^(-qT) N(d1) - K e^(-rT) N(d2) for a call, with reversed signs for a put. In the
  // money this formula would lose the time value in the last digit of the terms, so the price is the value of the
  // forward plus the other option.
  quad forward = sign * (S * growth - K * discount), price;
  if (sign * x > 0)
    price = forward + sign * (K * discount * n2.above - S * growth * n1.above);
  else
    price = sign * (S * growth * n1.below - K * discount * n2.below);
  out[REFERENCE_PRICE] = split(price, magnitude(price));

  quad delta = sign * growth * n1.below, dual_delta = -sign * discount * n2.below;
  out[REFERENCE_DELTA] = split(delta, magnitude(delta));
  out[REFERENCE_DUAL_DELTA] = split(dual_delta, magnitude(dual_delta));
  out[REFERENCE_EPSILON] = split(-T * S * delta, magnitude(T * S * delta));
  out[REFERENCE_RHO] = split(-T * K * dual_delta, magnitude(T * K * dual_delta));

  quad gamma = growth * density / (S * s), vega = S * growth * density * root_T;
  quad dual_gamma = discount * normal_density(d2) / (K * s);
  out[REFERENCE_GAMMA] = split(gamma, gamma);
  out[REFERENCE_VEGA] = split(vega, vega);
  out[REFERENCE_DUAL_GAMMA] = split(dual_gamma, dual_gamma);

  // -dV/dT = -S e^(-qT) phi(d1) sigma / (2 sqrt(T)) + q S delta + r K dual_delta
  quad decay = vega * sigma / (2 * T), carry = q * S * delta, interest = r * K * dual_delta;
  out[REFERENCE_THETA] = split(-decay + carry + interest, decay + magnitude(carry) + magnitude(interest));

  quad d12 = d1 * d2, bound2 = bound * bound;
  quad vanna_factor = growth * density / sigma;
  out[REFERENCE_VANNA] = split(-vanna_factor * d2, vanna_factor * bound);
  out[REFERENCE_VOMMA] = split(vega * d12 / sigma, vega * bound2 / sigma);
  out[REFERENCE_SPEED] = split(-gamma / S * (d1 / s + 1), gamma / S * (bound / s + 1));
  out[REFERENCE_ZOMMA] = split(gamma * (d12 - 1) / sigma, gamma * (bound2 + 1) / sigma);
  quad ultima_factor = vega / (sigma * sigma);
  out[REFERENCE_ULTIMA] = split(ultima_factor * (d12 * (d12 - 1) - d1 * d1 - d2 * d2),
                                ultima_factor * (bound2 * bound2 + 3 * bound2));

  // The derivative of d1 with respect to T: (r - q) / s - d2 / (2 T).
  quad slope = b / s - d2 / (2 * T), slope_bound = magnitude(b) / s + bound / (2 * T);
  out[REFERENCE_CHARM] = split(q * delta - growth * density * slope,
                               magnitude(q * delta) + growth * density * slope_bound);
  out[REFERENCE_COLOR] = split(gamma * (q + 1 / (2 * T) + d1 * slope),
                               gamma * (magnitude(q) + 1 / (2 * T) + bound * slope_bound));

  *d1_out = (double)d1;
  *d2_out = (double)d2;
}
