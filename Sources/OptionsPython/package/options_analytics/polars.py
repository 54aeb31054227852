"""Expressions of polars: ``import options_analytics.polars`` adds ``options`` to them.

The column of strikes has the functions `price`, `greeks` and `implied_volatility`. Other inputs are expressions, names of columns or
numbers; a flag is also one of the letters c and p in either case, so that a column with such a name must be an expression.

>>> import polars as pl
>>> chain = pl.DataFrame({"strike": [100.0, 105.0], "volatility": [0.2, 0.19]})
>>> chain.select(pl.col("strike").options.price("c", 100.0, 0.5, 0.05, "volatility").round(4))["strike"].to_list()
[6.8887, 4.3011]

Expressions run lazily, in groups, and in the streaming engine, batch by batch. Columns of float64 are read where polars has them.
Options without a result are null.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import polars as pl

from . import _native

__all__ = ["OptionsNamespace", "greeks", "implied_volatility", "price"]

#: An expression, the name of a column, or a number.
Input = pl.Expr | str | float
OnError = Literal["null", "warn", "raise"]

_FLAGS = ("c", "p", "C", "P")
_FIRST = ("price", "delta", "gamma", "theta", "vega", "rho")
_HIGHER = ("epsilon", "vanna", "vomma", "charm", "speed", "zomma", "color", "ultima", "dual_delta", "dual_gamma")


def price(flag: Input, S: Input, K: Input, t: Input, r: Input, sigma: Input, q: Input = 0.0, **settings: Any) -> pl.Expr:
    """Prices of options, as `options_analytics.price` computes them.

    Parameters
    ----------
    flag, S, K, t, r, sigma, q : Expr, str or float
        Expressions, names of columns or numbers, in the units of `options_analytics.price`.
    **settings
        ``model``, ``exercise``, ``dividends``, ``proportional_dividends`` and ``threads`` of `options_analytics.price`; ``exercise``
        may be an expression of 0 and 1. ``on_error`` is 'null', 'warn' or 'raise'.

    Returns
    -------
    Expr
        float64, with the name of `K`.
    """
    return _expression(_prices, pl.Float64(), {"flag": flag, "S": S, "K": K, "t": t, "r": r, "sigma": sigma, "q": q}, settings)


def greeks(flag: Input, S: Input, K: Input, t: Input, r: Input, sigma: Input, q: Input = 0.0, **settings: Any) -> pl.Expr:
    """Prices of options and their derivatives, as `options_analytics.greeks` computes them.

    Parameters
    ----------
    flag, S, K, t, r, sigma, q, **settings
        As in `price`, with ``units`` and ``order``.

    Returns
    -------
    Expr
        A struct of float64 with the fields of `options_analytics.Greeks`, or of `AllGreeks` if ``order`` is 3, and ``status``
        (uint8), which is 0 if there are values. ``unnest`` makes them columns.
    """
    names = _FIRST + (_HIGHER if settings.get("order") == 3 else ())
    fields = pl.Struct({name: pl.Float64() for name in names} | {"status": pl.UInt8()})
    return _expression(_greeks, fields, {"flag": flag, "S": S, "K": K, "t": t, "r": r, "sigma": sigma, "q": q}, settings)


def implied_volatility(
    price: Input, S: Input, K: Input, t: Input, r: Input, flag: Input, q: Input = 0.0, **settings: Any
) -> pl.Expr:
    """Volatilities at which options are worth their prices, as `options_analytics.implied_volatility` computes them.

    Parameters
    ----------
    price, S, K, t, r, flag, q, **settings
        As in `price`, which also explains ``settings``.

    Returns
    -------
    Expr
        float64, with the name of `K`; null where the price determines no volatility.
    """
    return _expression(
        _volatilities, pl.Float64(), {"price": price, "S": S, "K": K, "t": t, "r": r, "flag": flag, "q": q}, settings)


@pl.api.register_expr_namespace("options")
class OptionsNamespace:
    """The functions of this module for the strikes of an expression."""

    def __init__(self, strike: pl.Expr) -> None:
        self._strike = strike

    def price(self, flag: Input, S: Input, t: Input, r: Input, sigma: Input, q: Input = 0.0, **settings: Any) -> pl.Expr:
        """Prices: `options_analytics.polars.price`."""
        return price(flag, S, self._strike, t, r, sigma, q, **settings)

    def greeks(self, flag: Input, S: Input, t: Input, r: Input, sigma: Input, q: Input = 0.0, **settings: Any) -> pl.Expr:
        """Prices and their derivatives, a struct: `options_analytics.polars.greeks`."""
        return greeks(flag, S, self._strike, t, r, sigma, q, **settings)

    def implied_volatility(
        self, price: Input, S: Input, t: Input, r: Input, flag: Input, q: Input = 0.0, **settings: Any
    ) -> pl.Expr:
        """Implied volatilities: `options_analytics.polars.implied_volatility`."""
        return implied_volatility(price, S, self._strike, t, r, flag, q, **settings)


def _expression(
    function: Callable[..., pl.Series], data_type: pl.DataType, inputs: dict[str, Any], settings: dict[str, Any]
) -> pl.Expr:
    settings = dict(settings)
    if isinstance(settings.get("exercise"), pl.Expr):
        inputs = inputs | {"exercise": settings.pop("exercise")}
    on_error = settings.pop("on_error", "null")
    if on_error not in ("null", "warn", "raise"):
        raise ValueError(f"on_error must be 'null', 'warn' or 'raise', got {on_error!r}")
    settings["on_error"] = "nan" if on_error == "null" else on_error
    inputs = {name: _column(name, value) for name, value in inputs.items()}
    strikes = inputs.pop("K")
    columns = {name: value for name, value in inputs.items() if isinstance(value, pl.Expr)}
    numbers = {name: value for name, value in inputs.items() if name not in columns}
    # A struct has the name of its first field, and so has the result. The names of the others must differ from it.
    first = strikes if isinstance(strikes, pl.Expr) else pl.lit(strikes, pl.Float64()).alias("K")
    fields = [value.alias(f"options_analytics {name}") for name, value in columns.items()]
    batch = functools.partial(_batch, function, ("K", *columns), numbers | settings)
    return pl.struct([first, *fields]).map_batches(batch, return_dtype=data_type, is_elementwise=True)


def _column(name: str, value: Any) -> Any:
    return pl.col(value) if isinstance(value, str) and not (name == "flag" and value in _FLAGS) else value


def _batch(
    function: Callable[..., pl.Series], names: tuple[str, ...], others: dict[str, Any], struct: pl.Series
) -> pl.Series:
    columns = struct.struct.unnest().get_columns()
    if len(columns) != len(names):
        raise ValueError("the strikes and each other input must be one column")
    return function(struct.name, **{name: _values(name, column) for name, column in zip(names, columns)}, **others)


def _values(name: str, column: pl.Series) -> np.ndarray[Any, Any]:
    if name == "flag" and column.dtype in (pl.String, pl.Categorical, pl.Enum):
        column = column.cast(pl.String)
        is_call, is_put = ((column == letter) | (column == letter.upper()) for letter in "cp")
        codes = pl.select(pl.when(is_call).then(0).when(is_put).then(1).otherwise(255).cast(pl.UInt8)).to_series()
        return codes.to_numpy()
    if name in ("flag", "exercise") and column.null_count():
        column = column.fill_null(255)
    return column.to_numpy()


def _prices(name: str, **arguments: Any) -> pl.Series:
    return pl.Series(name, _native.price(**arguments), pl.Float64()).fill_nan(None)


def _greeks(name: str, **arguments: Any) -> pl.Series:
    found = _native.greeks(**arguments)
    columns = pl.DataFrame(found._asdict())
    if found.status.any():
        columns = columns.with_columns(pl.col(pl.Float64).fill_nan(None))
    return columns.to_struct(name)


def _volatilities(name: str, **arguments: Any) -> pl.Series:
    return pl.Series(name, _native.implied_volatility(**arguments).volatility, pl.Float64()).fill_nan(None)
