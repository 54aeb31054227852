#pragma once

#include <stddef.h>

// The exact values of European options, by which the accuracy of the engine is measured. Everything is computed from
// the textbook formulas in 128-bit floating point (113 bits), with the functions of gcc's libquadmath; nothing is
// shared with the engine. It runs on x86-64 Linux, where that library comes with gcc (Debian: gcc-12 or libgcc-12-dev).

/// An exact value is `value + rest`, to about 30 digits.
///
/// `value` is the double nearest to the exact value, `rest` the double nearest to what remains (0 when `value` is not
/// finite). `magnitude` is the sum of the magnitudes of the terms of the closed formula, which may cancel; absolute
/// errors are relative to it. For the price it is the price itself. A factor d1 or d2, which may cross zero, counts as
/// (|ln(S/K)| + |(r - q) T|) / (sigma sqrt(T)) + sigma sqrt(T) / 2.
typedef struct {
  double value;
  double rest;
  double magnitude;
} reference_value;

/// The indices of the values in the output of reference_evaluate.
///
/// All are per share, per year and per 1.00 of volatility, rate and yield. The derivatives with respect to time are by
/// calendar time, d/dt = -d/dT.
typedef enum {
  REFERENCE_PRICE,
  REFERENCE_DELTA,      // dV/dS
  REFERENCE_GAMMA,      // d2V/dS2
  REFERENCE_THETA,      // dV/dt
  REFERENCE_VEGA,       // dV/dsigma
  REFERENCE_RHO,        // dV/dr
  REFERENCE_EPSILON,    // dV/dq
  REFERENCE_VANNA,      // d2V/dS dsigma
  REFERENCE_VOMMA,      // d2V/dsigma2
  REFERENCE_CHARM,      // d2V/dS dt
  REFERENCE_SPEED,      // d3V/dS3
  REFERENCE_ZOMMA,      // d3V/dS2 dsigma
  REFERENCE_COLOR,      // d3V/dS2 dt
  REFERENCE_ULTIMA,     // d3V/dsigma3
  REFERENCE_DUAL_DELTA, // dV/dK
  REFERENCE_DUAL_GAMMA, // d2V/dK2
  REFERENCE_COUNT
} reference_index;

/// Computes the Black–Scholes–Merton price of a European option and its derivatives.
///
/// `put` is 0 for a call. `spot` and `strike` are in the same currency; `time` is in years; `rate`, `yield` and
/// `volatility` are decimals per year (0.2 means 20 %), the first two continuously compounded. All are finite, and
/// spot, strike, time and volatility positive. `out` has REFERENCE_COUNT elements.
///
/// The relative error is about 2^-113 (1 + d1^2), from the density and the tails, and in the price (1 + |d1|) / (sigma
/// sqrt(T)) times that, because its two terms nearly cancel: against 500 digits, 8e-25 for a price of 1e-284 at a total
/// volatility of 1e-5, 1.3e-22 at 6e-9. Theta, charm, zomma, color and ultima are sums that may cross zero; their
/// errors are relative to `magnitude`. If ln(S/K) and (r - q) T nearly cancel, the errors of d1 and d2 are 2^-113 of
/// either term, divided by sigma sqrt(T). Values below 1e-290 have fewer digits, because their rest is not a normal
/// number.
///
/// Source: Merton, "Theory of Rational Option Pricing", Bell J. Econ. Manag. Sci. 4(1), 1973, doi:10.2307/3003143; the
/// derivatives follow Haug, "The Complete Guide to Option Pricing Formulas", 2nd edition, 2007, chapter 2.
void reference_evaluate(int put, double spot, double strike, double time, double rate, double yield, double volatility,
                        reference_value out[REFERENCE_COUNT], double *d1, double *d2);

/// Finds the volatility at which an option has exactly the given price. The parameters are those of reference_evaluate.
///
/// Returns 0 and does not write the results if there is none: the price is not above the discounted intrinsic value, or
/// not below the discounted spot (call) or strike (put). Otherwise returns 1, and the exact volatility is `volatility +
/// rest`. `condition` is price / (vega volatility): the relative change of the volatility per relative change of the
/// price. The relative error is about 2^-113 times the largest of `condition`, (1 + |d1|) / (sigma sqrt(T)), and |(r -
/// q) T| / |ln(F/K)|: against 120 digits, at most 1e-27 down to a total volatility of 1e-6, 5e-25 at 1e-8. That is far
/// below what a price in doubles determines, 2^-53 `condition`.
int reference_implied_volatility(int put, double price, double spot, double strike, double time, double rate,
                                 double yield, double *volatility, double *rest, double *condition);

/// Computes the values of an option on a forward in the model of Black (1976). Rho is at a fixed forward, and epsilon is 0.
/// Parameters and errors are those of reference_evaluate.
///
/// Source: Black, "The Pricing of Commodity Contracts", J. Financ. Econ. 3, 1976, doi:10.1016/0304-405X(76)90024-6.
void reference_evaluate_black76(int put, double forward, double strike, double time, double rate, double volatility,
                                reference_value out[REFERENCE_COUNT], double *d1, double *d2);

/// Computes the values of an option on a forward in the model of Bachelier. `volatility` is an amount per square root of a
/// year; forward and strike may have either sign. `distance` receives d = (F - K) / (sigma sqrt(T)). The relative error is
/// about 2^-113 (1 + d^2).
///
/// Source: Bachelier, "Théorie de la spéculation", Ann. Sci. Éc. Norm. Supér. 17, 1900.
void reference_evaluate_bachelier(int put, double forward, double strike, double time, double rate, double volatility,
                                  reference_value out[REFERENCE_COUNT], double *distance);

/// Finds the volatility at which an option on a forward has exactly the given price in the model of Bachelier. Results are
/// those of reference_implied_volatility; the relative error is about 2^-113 times the larger of 1 and `condition`.
int reference_bachelier_volatility(int put, double price, double forward, double strike, double time, double rate,
                                   double *volatility, double *rest, double *condition);

/// Finds the volatility for a normalised out-of-the-money price: the s at which
///
///     price = exp(-x / 2) N(-x / s + s / 2) - exp(x / 2) N(-x / s - s / 2)
///
/// where x = `log_moneyness` >= 0 is |ln(F/K)| and s the volatility times the square root of time.
int reference_normalised_implied_volatility(double log_moneyness, double price, double *total_volatility, double *rest,
                                            double *condition);

/// Parses a decimal number to its nearest double and the rest, to compare the reference with published digits.
reference_value reference_decimal(const char *text);

/// A leg of a strategy at its first expiration: `shares` calls or puts, negative if sold, each of which cost or brought
/// `premium`. `time` is the remaining time to expiration in years; 0 for a leg that expires.
typedef struct {
  int put;
  double shares, strike, premium, time, volatility;
} reference_leg;

/// A strategy of at most REFERENCE_LEGS legs.
typedef struct {
  const reference_leg *legs;
  size_t count;
  double rate, yield;
} reference_strategy;

enum { REFERENCE_LEGS = 16 };

/// A price, the profit at that price, and whether the price is a smooth extreme.
typedef struct {
  reference_value price, profit;
  int turns;
} reference_point;

/// The maximum number of points for `steps` steps on each side of a leg.
#define REFERENCE_POINTS(legs, steps) (2 * ((legs) + 1) * (2 * (size_t)(steps) + 4))

/// Evaluates the profit at 0, at the strikes, on a grid in the logarithm of the price and on a grid over nine standard
/// deviations on either side of every surviving leg. If the slope changes its sign between two of these prices,
/// bisection finds the extreme between them. The profit is therefore monotone between the points, which are in
/// ascending order, unless it has two extremes between neighbours. Returns the number of points.
///
/// Errors are about 2^-113 of the sum of shares times (strike + premium + price).
size_t reference_scan(const reference_strategy *strategy, int steps, reference_point *points);

/// Finds the price between two prices at which the profit crosses `level`, by bisection, and the slope there.
reference_value reference_crossing(const reference_strategy *strategy, double level, reference_value low,
                                   reference_value high, double *slope);

/// The profit at one price.
reference_value reference_profit(const reference_strategy *strategy, double price);

/// The value at price 0 and the slope of the asymptote of the profit for rising prices.
reference_value reference_end(const reference_strategy *strategy, reference_value *slope);
