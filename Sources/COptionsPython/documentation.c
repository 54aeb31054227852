// The docstrings of `price`, `greeks` and `implied_volatility`, with their signatures.
#if __has_include(<Python.h>)
#include "native.h"

#define COMMON                                                                                                                        \
  "model : {'black_scholes_merton', 'black', 'bachelier'}\n"                                                                         \
  "    The model of the underlying. In 'black' and 'bachelier', S is a forward price.\n"                                              \
  "exercise : {'european', 'american'} or array_like of 0 and 1\n"                                                                    \
  "    When the holder may exercise; 1 is American. Not in 'bachelier'.\n"                                                            \
  "dividends, proportional_dividends : array_like of shape (n, 2), optional\n"                                                        \
  "    Pairs of years to the ex-date and amount per share, or proportion of the price (0.01 is 1 %), of the underlying of all\n"      \
  "    options. Only in 'black_scholes_merton'.\n"

#define OPTION                                                                                                                        \
  "flag : {'c', 'p'}, {0, 1} or array_like\n"                                                                                         \
  "    Call or put: letters in either case as text or bytes, or 0 for a call and 1 for a put.\n"                                      \
  "S : array_like\n"                                                                                                                  \
  "    Price of the underlying per share, in the currency of K; greater than 0, of either sign in 'bachelier'.\n"                     \
  "K : array_like\n"                                                                                                                  \
  "    Strike price per share; greater than 0, of either sign in 'bachelier'.\n"                                                      \
  "t : array_like\n"                                                                                                                  \
  "    Years to expiration; 0 or greater.\n"                                                                                          \
  "r : array_like\n"                                                                                                                  \
  "    Risk-free rate, a decimal per year (0.05 is 5 %), continuously compounded; finite.\n"

#define YIELD_TEXT                                                                                                                    \
  "q : array_like, optional\n"                                                                                                        \
  "    Dividend yield, in the units of r; finite. Only in 'black_scholes_merton'.\n"

#define SIGMA                                                                                                                         \
  "sigma : array_like\n"                                                                                                              \
  "    Volatility, a decimal per year (0.2 is 20 %); 0 or greater. In 'bachelier' in money per square root of a year.\n"

#define CALL                                                                                                                          \
  "on_error : {'nan', 'warn', 'raise'}\n"                                                                                             \
  "    For options without a result: NaN; NaN and one `DomainWarning`; or an `OptionsError` that names the first input outside\n"     \
  "    its domain.\n"                                                                                                                 \
  "threads : int\n"                                                                                                                   \
  "    The greatest number of threads; 0 is one for each processor. Small inputs use one.\n"

#define RAISES                                                                                                                        \
  "\nRaises\n------\n"                                                                                                                \
  "OptionsError\n"                                                                                                                    \
  "    With on_error='raise', for the first option without a result. It is a `ValueError`.\n"                                         \
  "ValueError\n"                                                                                                                      \
  "    If shapes do not broadcast, the indexes of Series differ, or the model does not have the exercise or the dividends.\n"         \
  "TypeError\n"                                                                                                                       \
  "    If an input is text, a date, a bool or another object that is no number.\n"

#define SHAPES                                                                                                                        \
  "The inputs are numbers, arrays of any shapes that broadcast, or Series of pandas or polars, whose indexes must be equal.\n"        \
  "Numbers give a float, arrays an array, and Series a Series.\n"

#define SOURCES                                                                                                                       \
  "\nReferences\n----------\n"                                                                                                        \
  "Black and Scholes, \"The Pricing of Options and Corporate Liabilities\", J. Polit. Econ. 81(3), 1973; Merton, \"Theory of\n"       \
  "Rational Option Pricing\", Bell J. Econ. Manag. Sci. 4(1), 1973; Black, \"The Pricing of Commodity Contracts\", J. Financ.\n"      \
  "Econ. 3, 1976; Bachelier, \"Theorie de la speculation\", 1900.\n"

const char price_doc[] =
    "price(flag, S, K, t, r, sigma, q=0.0, *, model='black_scholes_merton', exercise='european', dividends=None, "
    "proportional_dividends=None, on_error='nan', threads=0, out=None)\n--\n\n"
    "Prices of options, per share.\n\n" SHAPES
    "\nParameters\n----------\n" OPTION SIGMA YIELD_TEXT COMMON CALL
    "out : ndarray, optional\n"
    "    A contiguous float64 array of the shape of the result, which receives it.\n"
    "\nReturns\n-------\n"
    "float, ndarray or Series\n"
    "    The prices; NaN for an option without one.\n" RAISES SOURCES
    "\nExamples\n--------\n"
    ">>> round(price('c', 100, 105, 0.5, 0.05, 0.2), 4)\n4.5817\n";

const char greeks_doc[] =
    "greeks(flag, S, K, t, r, sigma, q=0.0, *, model='black_scholes_merton', exercise='european', dividends=None, "
    "proportional_dividends=None, units='mathematical', order=1, on_error='nan', threads=0, out=None)\n--\n\n"
    "Prices of options and their derivatives, per share.\n\n" SHAPES
    "\nParameters\n----------\n" OPTION SIGMA YIELD_TEXT COMMON
    "units : {'mathematical', 'market'}\n"
    "    Theta per year, vega per 1.00 of volatility and rho per 1.00 of rate; or theta per calendar day (a 365th of a year), vega\n"
    "    and rho per percentage point. Other values are the same in both.\n"
    "order : {1, 3}\n"
    "    1 for price, delta, gamma, theta, vega and rho; 3 also for epsilon, vanna, vomma, charm, speed, zomma, color, ultima,\n"
    "    dual_delta and dual_gamma.\n" CALL
    "out : ndarray, optional\n"
    "    A contiguous float64 array that receives the values: its first axis has 6 rows, or 16 for order 3, and its other axes are\n"
    "    the shape of the result. The rows are the values that are returned.\n"
    "\nReturns\n-------\n"
    "Greeks or AllGreeks\n"
    "    Named tuples of the values and of the status of each option, which is 0 (`Status.OK`) if it has values.\n" RAISES SOURCES
    "\nExamples\n--------\n"
    ">>> round(greeks('c', 100, 105, 0.5, 0.05, 0.2).delta, 4)\n0.4612\n";

const char implied_volatility_doc[] =
    "implied_volatility(price, S, K, t, r, flag, q=0.0, *, model='black_scholes_merton', exercise='european', dividends=None, "
    "proportional_dividends=None, on_error='nan', threads=0, out=None)\n--\n\n"
    "Volatilities at which options are worth their prices.\n\n" SHAPES
    "\nParameters\n----------\n"
    "price : array_like\n"
    "    Price of the option per share; 0 or greater.\n" OPTION YIELD_TEXT COMMON CALL
    "out : ndarray, optional\n"
    "    A contiguous float64 array of the shape of the result, which receives the volatilities.\n"
    "\nReturns\n-------\n"
    "ImpliedVolatility\n"
    "    A named tuple of the volatilities, in the units of sigma of `price`, and of their statuses. If the price determines no\n"
    "    volatility, it is NaN and the status states why: `Status.BELOW_INTRINSIC`, `ABOVE_MAXIMUM` or `NOT_DETERMINABLE`.\n" RAISES
    "BelowIntrinsicError, AboveMaximumError\n"
    "    With on_error='raise', for a price below the discounted intrinsic value or above the value at any volatility.\n"
    "\nReferences\n----------\n"
    "The criterion of accuracy is that of Jaeckel, \"Let's Be Rational\", Wilmott 75, 2015.\n"
    "\nExamples\n--------\n"
    ">>> round(implied_volatility(4.5817, 100, 105, 0.5, 0.05, 'c').volatility, 4)\n0.2\n";
#endif
