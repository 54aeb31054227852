"""Prices, greeks and implied volatilities of options, and the outcomes of options strategies.

Prices and strikes are per share, in one currency; times in years; rates, yields and volatilities decimals per year (0.2 is 20 %),
rates continuously compounded.
"""

from . import _columns, _native, _results
from ._exercise import early_exercise
from ._native import greeks, implied_volatility, instruction_set, price
from ._results import (
    AboveMaximumError, AllGreeks, BelowIntrinsicError, DomainWarning, EarlyExercise, Greeks, ImpliedVolatility, OptionsError, Status)
from ._strategies import Strategies, StrategyStatus, strategies
from ._text import BatchResult, Chart, RequestError, batch, calculate, chart, find, margin, recognise, risk, scenario

__all__ = [
    "AboveMaximumError", "AllGreeks", "BatchResult", "BelowIntrinsicError", "Chart", "DomainWarning", "EarlyExercise",
    "Greeks", "ImpliedVolatility", "OptionsError", "RequestError", "Status", "Strategies", "StrategyStatus", "batch",
    "calculate", "chart", "early_exercise", "find", "greeks", "implied_volatility", "instruction_set", "margin", "price",
    "recognise", "risk", "scenario", "strategies",
]

_native.configure(_columns.general, _results.report, Greeks, AllGreeks, ImpliedVolatility, {int(s): s for s in Status})
