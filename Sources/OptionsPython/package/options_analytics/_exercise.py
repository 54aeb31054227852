"""Early exercise of American options."""

from __future__ import annotations

from typing import Any, Literal

from . import _columns
from ._results import EarlyExercise


def early_exercise(
    flag: Any, S: Any, K: Any, t: Any, r: Any, sigma: Any, q: Any = 0.0, *,
    model: Literal["black_scholes_merton", "black"] = "black_scholes_merton", dividends: Any = None,
    proportional_dividends: Any = None, on_error: Literal["nan", "warn", "raise"] = "nan", threads: int = 0
) -> EarlyExercise[Any, Any]:
    """The value of the right to exercise American options before their expiration, and the prices at which it is optimal.

    Parameters
    ----------
    flag, S, K, t, r, sigma, q, model, dividends, proportional_dividends, on_error, threads
        As in `price`, with American exercise.

    Returns
    -------
    EarlyExercise
        A named tuple. Premium and boundaries are in the currency of S, per share; each has the shape of the broadcast inputs.
        A put is exercised at its boundary and at lower prices of the underlying, a call at it and at higher ones.

    Raises
    ------
    OptionsError, ValueError, TypeError
        As in `price`.

    References
    ----------
    docs/american.md and docs/dividends.md describe the methods and their accuracy.

    Examples
    --------
    >>> early_exercise("p", 80, 100, 1, 0.05, 0.2).is_optimal_now
    True
    """
    given = {
        "flag": flag, "S": S, "K": K, "t": t, "r": r, "sigma": sigma, "q": q, "model": model, "on_error": on_error,
        "threads": threads}
    for name, value in (("dividends", dividends), ("proportional_dividends", proportional_dividends)):
        if value is not None:
            given[name] = value
    found: EarlyExercise[Any, Any] = _columns.general(_columns.EARLY_EXERCISE, given)
    return found
