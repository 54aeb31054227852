#include "quad.h"

static const quad root_2_pi = 2.5066282746310005024157652848110452530Q;

static quad exact(reference_value x) { return (quad)x.value + x.rest; }

void reference_evaluate_black76(int put, double forward, double strike, double time, double rate, double volatility,
                                reference_value out[REFERENCE_COUNT], double *d1, double *d2) {
  reference_evaluate(put, forward, strike, time, rate, rate, volatility, out, d1, d2);
  quad T = time, price = exact(out[REFERENCE_PRICE]), vega = exact(out[REFERENCE_VEGA]);
  quad carry = rate * price, decay = vega * volatility / (2 * T);
  out[REFERENCE_THETA] = split(carry - decay, magnitude(carry) + decay);
  out[REFERENCE_RHO] = split(-T * price, T * price);
  out[REFERENCE_EPSILON] = split(0, 0);
}

/// The value s phi(z) - m N(-z), z = m / s, of the option out of the money. Its terms cancel by a factor near 1 + z^2.
static quad time_value(quad m, quad s) { return s * normal_density(m / s) - m * normal_cdf(m / s).above; }

void reference_evaluate_bachelier(int put, double forward, double strike, double time, double rate, double volatility,
                                  reference_value out[REFERENCE_COUNT], double *distance) {
  quad T = time, r = rate, sigma = volatility, sign = put ? -1 : 1;
  quad y = (quad)forward - strike, s = sigma * sqrtq(T), d = y / s, square = d * d;
  quad discount = expq(-r * T), density = discount * normal_density(d);
  quad price = discount * (larger(sign * y, 0) + time_value(magnitude(y), s));
  quad delta = sign * discount * normal_cdf(sign * d).below;
  quad gamma = density / s, vega = density * sqrtq(T), vomma = vega * square / sigma;
  out[REFERENCE_PRICE] = split(price, price);
  out[REFERENCE_DELTA] = split(delta, magnitude(delta));
  out[REFERENCE_GAMMA] = split(gamma, gamma);
  out[REFERENCE_VEGA] = split(vega, vega);
  quad carry = r * price, decay = vega * sigma / (2 * T);
  out[REFERENCE_THETA] = split(carry - decay, magnitude(carry) + decay);
  out[REFERENCE_RHO] = split(-T * price, T * price);
  out[REFERENCE_EPSILON] = split(0, 0);
  out[REFERENCE_VANNA] = split(-density * d / sigma, density * magnitude(d) / sigma);
  out[REFERENCE_VOMMA] = split(vomma, vomma);
  quad drift = density * d / (2 * T);
  out[REFERENCE_CHARM] = split(r * delta + drift, magnitude(r * delta) + magnitude(drift));
  out[REFERENCE_SPEED] = split(-gamma * d / s, gamma * magnitude(d) / s);
  out[REFERENCE_ZOMMA] = split(gamma * (square - 1) / sigma, gamma * (square + 1) / sigma);
  out[REFERENCE_COLOR] = split(gamma * (r + (1 - square) / (2 * T)), gamma * (magnitude(r) + (1 + square) / (2 * T)));
  out[REFERENCE_ULTIMA] = split(vomma * (square - 3) / sigma, vomma * (square + 3) / sigma);
  out[REFERENCE_DUAL_DELTA] = split(-delta, magnitude(delta));
  out[REFERENCE_DUAL_GAMMA] = split(gamma, gamma);
  *distance = (double)d;
}

int reference_bachelier_volatility(int put, double price, double forward, double strike, double time, double rate,
                                   double *volatility, double *rest, double *condition) {
  quad T = time, y = (quad)forward - strike, m = magnitude(y);
  quad discount = expq(-(quad)rate * T), value = price / discount - larger((put ? -1 : 1) * y, 0);
  if (!(value > 0))
    return 0;
  // ln of the value is increasing and concave in ln s, so Newton's iteration converges from below. Both bounds are
  // below the root: the value is at most s / sqrt(2 pi), and below m e^{-z^2 / 2} if s < m.
  quad s = value * root_2_pi * (1 - 0x1p-100Q);
  if (m > 3 * value)
    s = larger(s, m / sqrtq(2 * logq(m / value)) * (1 - 0x1p-100Q));
  for (int round = 0; round < 400; ++round) {
    quad model = time_value(m, s);
    quad step = logq(value / model) * model / (s * normal_density(m / s));
    s *= expq(step);
    // Convergence is quadratic: a further step would be below the last bit.
    if (magnitude(step) < 1e-18Q)
      break;
  }
  reference_value result = split(s / sqrtq(T), 0);
  *volatility = result.value;
  *rest = result.rest;
  *condition = (double)(price / (discount * s * normal_density(m / s)));
  return 1;
}
