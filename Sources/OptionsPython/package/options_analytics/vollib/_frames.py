"""`get_all_greeks` and `price_dataframe` of py_vollib_vectorized."""

from __future__ import annotations

import importlib
import json
import warnings
from typing import Any

import numpy as np

from .._native import greeks, implied_volatility, price
from ._functions import GREEKS

_MODELS = ("black", "black_scholes", "black_scholes_merton")


def _settings(model: str, q: Any) -> dict[str, Any]:
    if model not in _MODELS:
        raise ValueError(f"model must be one of {', '.join(_MODELS)}, got {model!r}")
    if (q is not None) != (model == "black_scholes_merton"):
        raise ValueError("a dividend yield is for black_scholes_merton, which needs one")
    return {"model": "black"} if model == "black" else {} if q is None else {"q": q}


def get_all_greeks(
    flag: Any, S: Any, K: Any, t: Any, r: Any, sigma: Any, q: Any = None, *, model: str = "black_scholes",
    return_as: str = "dataframe", dtype: Any = np.float64
) -> Any:
    """Greeks in the units of vollib, with the columns of py_vollib_vectorized.

    Parameters
    ----------
    flag, S, K, t, r, sigma, q : array_like
        As in `greeks`.
    model : {'black', 'black_scholes', 'black_scholes_merton'}
        Only the last takes `q`, and needs it.
    return_as : {'dataframe', 'json', 'dict'}
        A DataFrame of pandas, its values as JSON, or a dict of arrays of one dimension.
    dtype : dtype
        The type of the arrays.

    Returns
    -------
    DataFrame, str or dict
        The columns delta, gamma, theta (per calendar day), rho and vega (per percentage point). Options without a result are NaN.
    """
    found = greeks(flag, S, K, t, r, sigma, **_settings(model, q), units="market")
    columns = {name: np.ravel(getattr(found, name)).astype(dtype) for name in GREEKS}
    if return_as == "json":
        return json.dumps({name: values.tolist() for name, values in columns.items()})
    if return_as != "dataframe":
        return columns
    return importlib.import_module("pandas").DataFrame(columns)


def price_dataframe(
    df: Any, *, flag_col: str | None = None, underlying_price_col: str | None = None, strike_col: str | None = None,
    annualized_tte_col: str | None = None, riskfree_rate_col: str | None = None, sigma_col: str | None = None,
    price_col: str | None = None, dividend_col: str | None = None, model: str = "black_scholes", inplace: bool = False,
    dtype: Any = np.float64
) -> Any:
    """Prices or implied volatilities, and greeks, of the rows of a DataFrame.

    Parameters
    ----------
    df : DataFrame
        A row an option.
    flag_col, underlying_price_col, strike_col, annualized_tte_col, riskfree_rate_col, sigma_col, price_col, dividend_col : str
        The names of the columns. With `sigma_col` the result has prices, with `price_col` implied volatilities, with both neither.
    model : {'black', 'black_scholes', 'black_scholes_merton'}
        Only the last takes `dividend_col`, and needs it.
    inplace : bool
        Whether to add the columns to `df` and return None.
    dtype : dtype
        The type of the columns.

    Returns
    -------
    DataFrame or None
        With the index of `df`, the column Price or IV, and those of `get_all_greeks`.
    """
    needed = {
        "flag_col": flag_col, "underlying_price_col": underlying_price_col, "strike_col": strike_col,
        "annualized_tte_col": annualized_tte_col, "riskfree_rate_col": riskfree_rate_col}
    if missing := [name for name, column in needed.items() if column is None]:
        raise ValueError(f"price_dataframe needs {', '.join(missing)}")
    if sigma_col is None and price_col is None:
        raise ValueError("price_dataframe needs sigma_col or price_col")
    names = [*needed.values(), sigma_col, price_col, dividend_col]
    if unknown := [name for name in names if name is not None and name not in df]:
        raise ValueError(f"the DataFrame has no column {unknown[0]!r}")
    values: list[Any] = [None if name is None else df[name].to_numpy() for name in names]
    flag, S, K, t, r, sigma, quotes, q = values
    settings = _settings(model, q)

    columns = {}
    if sigma is None:
        sigma = columns["IV"] = implied_volatility(quotes, S, K, t, r, flag, **settings, on_error="warn").volatility
    elif quotes is None:
        columns["Price"] = price(flag, S, K, t, r, sigma, **settings)
    else:
        warnings.warn("The greeks are those of sigma_col; price_col is not used.", stacklevel=2)
    columns |= get_all_greeks(flag, S, K, t, r, sigma, q, model=model, return_as="dict")
    target = df if inplace else df[[]].copy()
    for name, column in columns.items():
        target[name] = column.astype(dtype)
    return None if inplace else target
