"""Functions with the argument orders, units and errors of vollib."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._native import greeks, implied_volatility, price
from .._results import OptionsError, Status
from ._errors import vollib_error

#: A function of vollib. Numbers give a float, arrays an array and Series a Series.
Function = Callable[..., Any]
#: The greeks in the order of py_vollib_vectorized, with their positions in `Greeks` and their divisors: theta is per calendar day, rho
#: and vega are per percentage point.
GREEKS = {"delta": (1, 1), "gamma": (2, 1), "theta": (3, 365), "rho": (5, 100), "vega": (4, 100)}
_OK = Status.OK


def _checked(value: Any, function: Function, *arguments: Any) -> Any:
    """The value of arrays, in which options without a result are NaN; raises the error of a number without one.

    A number that is NaN because an argument is NaN is no error.
    """
    if type(value) is float and all(argument == argument for argument in arguments):
        try:
            function(*arguments, on_error="raise")
        except OptionsError as error:
            raise vollib_error(error) from None
    return value


# MARK: Prices. A price that does not equal itself is NaN. Black's model is that of Black, Scholes and Merton with a yield that equals
# the rate: calls without keywords are the fastest.


def black(flag: Any, F: Any, K: Any, t: Any, r: Any, sigma: Any) -> Any:
    value = price(flag, F, K, t, r, sigma, r)
    return _checked(value, price, flag, F, K, t, r, sigma, r) if type(value) is float and value != value else value


def black_scholes(flag: Any, S: Any, K: Any, t: Any, r: Any, sigma: Any) -> Any:
    value = price(flag, S, K, t, r, sigma)
    return _checked(value, price, flag, S, K, t, r, sigma) if type(value) is float and value != value else value


def black_scholes_merton(flag: Any, S: Any, K: Any, t: Any, r: Any, sigma: Any, q: Any) -> Any:
    value = price(flag, S, K, t, r, sigma, q)
    return _checked(value, price, flag, S, K, t, r, sigma, q) if type(value) is float and value != value else value


# MARK: Implied volatilities. Black's has r before t, and that of Black, Scholes and Merton q before flag.


def black_volatility(discounted_option_price: Any, F: Any, K: Any, r: Any, t: Any, flag: Any) -> Any:
    return black_scholes_merton_volatility(discounted_option_price, F, K, t, r, r, flag)


def black_scholes_volatility(price: Any, S: Any, K: Any, t: Any, r: Any, flag: Any) -> Any:
    value, status = implied_volatility(price, S, K, t, r, flag)
    return value if status is _OK else _checked(value, implied_volatility, price, S, K, t, r, flag)


def black_scholes_merton_volatility(price: Any, S: Any, K: Any, t: Any, r: Any, q: Any, flag: Any) -> Any:
    value, status = implied_volatility(price, S, K, t, r, flag, q)
    return value if status is _OK else _checked(value, implied_volatility, price, S, K, t, r, flag, q)


# MARK: Greeks


def black_greek(name: str) -> Function:
    merton = black_scholes_merton_greek(name)

    def greek(flag: Any, F: Any, K: Any, t: Any, r: Any, sigma: Any) -> Any:
        return merton(flag, F, K, t, r, sigma, r)

    # The forward price does not depend on the rate.
    def rho(flag: Any, F: Any, K: Any, t: Any, r: Any, sigma: Any) -> Any:
        return -t * black(flag, F, K, t, r, sigma) / 100

    return rho if name == "rho" else greek


def black_scholes_greek(name: str) -> Function:
    position, divisor = GREEKS[name]

    def greek(flag: Any, S: Any, K: Any, t: Any, r: Any, sigma: Any) -> Any:
        found = greeks(flag, S, K, t, r, sigma)
        value = found[position] / divisor
        return value if found[6] is _OK else _checked(value, greeks, flag, S, K, t, r, sigma)

    return greek


def black_scholes_merton_greek(name: str) -> Function:
    position, divisor = GREEKS[name]

    def greek(flag: Any, S: Any, K: Any, t: Any, r: Any, sigma: Any, q: Any) -> Any:
        found = greeks(flag, S, K, t, r, sigma, q)
        value = found[position] / divisor
        return value if found[6] is _OK else _checked(value, greeks, flag, S, K, t, r, sigma, q)

    return greek
