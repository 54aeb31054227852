"""Prices, greeks and implied volatilities of options, and the outcomes of options strategies.

Prices and strikes are per share, in one currency; times in years; rates, yields and volatilities decimals per year (0.2 is 20 %),
rates continuously compounded.
"""

from . import _columns, _native, _results
from ._native import greeks, implied_volatility, instruction_set, price
from ._results import (
    AboveMaximumError, AllGreeks, BelowIntrinsicError, DomainWarning, Greeks, ImpliedVolatility, OptionsError, Status)

__all__ = [
    "AboveMaximumError", "AllGreeks", "BelowIntrinsicError", "DomainWarning", "Greeks", "ImpliedVolatility", "OptionsError",
    "Status", "greeks", "implied_volatility", "instruction_set", "price",
]

_native.configure(_columns.general, _results.report, Greeks, AllGreeks, ImpliedVolatility, {int(s): s for s in Status})
