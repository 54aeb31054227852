"""Results, statuses and errors of functions of columns."""

from __future__ import annotations

import enum
import sys
import warnings
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

#: Arrays of the results: float, ndarray or Series.
Values = TypeVar("Values")
Statuses = TypeVar("Statuses")


class Status(enum.IntEnum):
    """Why an option has no result. Arrays of statuses are uint8, and 0 means that there is a result."""

    OK = 0
    #: The price is below the discounted intrinsic value, which no volatility reaches.
    BELOW_INTRINSIC = 1
    #: The price is above the value at any volatility.
    ABOVE_MAXIMUM = 2
    #: The price is within rounding of one of these bounds.
    NOT_DETERMINABLE = 3
    INVALID_FLAG = 16
    INVALID_SPOT = 17
    INVALID_STRIKE = 18
    INVALID_TIME = 19
    INVALID_RATE = 20
    INVALID_DIVIDEND_YIELD = 21
    INVALID_VOLATILITY = 22
    #: The price is negative or NaN.
    INVALID_PRICE = 23
    #: The result is too large for a float.
    NOT_REPRESENTABLE = 32
    #: No method found a value of the documented accuracy.
    NOT_CONVERGED = 33


#: The parameters that the statuses from `INVALID_FLAG` on name.
_INVALID = ("flag", "S", "K", "t", "r", "q", "sigma", "price")
_REASONS = {
    Status.BELOW_INTRINSIC: "the price{} is below the discounted intrinsic value",
    Status.ABOVE_MAXIMUM: "the price{} is above the value at any volatility",
    Status.NOT_DETERMINABLE: "the price{} determines no volatility",
    Status.NOT_REPRESENTABLE: "the result{} is too large for a float",
    Status.NOT_CONVERGED: "no method values the option{} to its accuracy",
}


class OptionsError(ValueError):
    """An option has no result.

    Attributes
    ----------
    status : Status
        The reason.
    index : int, tuple of int or None
        The position of the option in the result; None for a number.
    """

    def __init__(self, status: Status, index: int | tuple[int, ...] | None = None, value: Any = None) -> None:
        self.status = Status(status)
        self.index = index
        self.value = value
        place = "" if index is None else f" at index {index}"
        if reason := _REASONS.get(self.status):
            text = reason.format(place)
        else:
            text = f"{_INVALID[self.status - Status.INVALID_FLAG]}{place} is outside its domain: {value!r}"
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.index, self.value)


class BelowIntrinsicError(OptionsError):
    """The price is below the discounted intrinsic value."""


class AboveMaximumError(OptionsError):
    """The price is above the value at any volatility."""


class DomainWarning(UserWarning):
    """Some options of a call have no result."""


_ERRORS = {Status.BELOW_INTRINSIC: BelowIntrinsicError, Status.ABOVE_MAXIMUM: AboveMaximumError}


class Greeks(NamedTuple, Generic[Values, Statuses]):
    """The price of options, its first derivatives and gamma; each value has the shape of the broadcast inputs."""

    price: Values
    delta: Values
    gamma: Values
    theta: Values
    vega: Values
    rho: Values
    status: Statuses


class AllGreeks(NamedTuple, Generic[Values, Statuses]):
    """The values of `Greeks` and the higher-order derivatives."""

    price: Values
    delta: Values
    gamma: Values
    theta: Values
    vega: Values
    rho: Values
    epsilon: Values
    vanna: Values
    vomma: Values
    charm: Values
    speed: Values
    zomma: Values
    color: Values
    ultima: Values
    dual_delta: Values
    dual_gamma: Values
    status: Statuses


class ImpliedVolatility(NamedTuple, Generic[Values, Statuses]):
    """Volatilities, and why those that are NaN are not determined."""

    volatility: Values
    status: Statuses


class EarlyExercise(NamedTuple, Generic[Values, Statuses]):
    """What the right to exercise early is worth, and where exercise now is optimal; boundaries that do not exist are NaN."""

    #: The value above that of the European option, per share.
    premium: Values
    #: Whether exercise now is optimal.
    is_optimal_now: Any
    #: The price of the underlying, next to the strike, from which on exercise now is optimal.
    boundary: Values
    #: The other end of these prices, if it exists (for some negative rates).
    second_boundary: Values
    #: For each dividend by time, along the last axis: the lowest price before its ex-date at which a call is exercised.
    ex_date_boundaries: Any
    status: Statuses


def report(
    status: int, arguments: dict[str, Any], index: int, shape: tuple[int, ...], failures: int, count: int, raises: bool
) -> None:
    """Raises the error of the first option without a result, or warns of it. The native module calls it."""
    value = None
    if status in range(Status.INVALID_FLAG, Status.INVALID_PRICE + 1):
        value = _element(arguments.get(_INVALID[status - Status.INVALID_FLAG], 0.0), index, shape)
    place = None if not shape else index if len(shape) == 1 else tuple(int(i) for i in np.unravel_index(index, shape))
    error = _ERRORS.get(Status(status), OptionsError)(Status(status), place, value)
    if raises:
        raise error
    warnings.warn(f"{failures} of {count} options have no result; {error}", DomainWarning, stacklevel=_caller())


def _element(argument: Any, index: int, shape: tuple[int, ...]) -> Any:
    element = np.broadcast_to(np.asarray(argument), shape).reshape(-1)[index]
    return element.item() if isinstance(element, np.generic) else element


def _caller() -> int:
    """The level of the first frame outside this package, for a warning of `report`."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    return level
