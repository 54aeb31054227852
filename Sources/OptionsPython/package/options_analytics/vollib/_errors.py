"""Errors that are also those of vollib, so that code which catches them keeps working."""

from __future__ import annotations

import functools
import sys
from typing import Any

from .._results import OptionsError, Status

_BELOW = (("py_lets_be_rational.exceptions", "BelowIntrinsicException"), ("vollib.helpers.exceptions", "PriceIsBelowIntrinsic"))
_ABOVE = (("py_lets_be_rational.exceptions", "AboveMaximumException"), ("vollib.helpers.exceptions", "PriceIsAboveMaximum"))
#: The types that vollib raises, by the statuses that mean the same.
_THEIRS = {
    Status.BELOW_INTRINSIC: _BELOW,
    Status.INVALID_PRICE: _BELOW,
    Status.ABOVE_MAXIMUM: _ABOVE,
    Status.NOT_DETERMINABLE: (("py_lets_be_rational.exceptions", "VolatilityValueException"),),
    Status.INVALID_FLAG: (("builtins", "KeyError"),),
}


def vollib_error(error: OptionsError) -> OptionsError:
    """The same error, which is also of the types that vollib raises. Code can catch those only if vollib is loaded."""
    theirs = (getattr(sys.modules.get(module), name, None) for module, name in _THEIRS.get(error.status, ()))
    return _restored(type(error), tuple(each for each in theirs if each), error.status, error.value)


def _restored(ours: type[OptionsError], theirs: tuple[type, ...], status: Status, value: Any) -> OptionsError:
    return _error_type(ours, theirs)(status, None, value)  # type: ignore[arg-type]


@functools.cache
def _error_type(ours: type[OptionsError], theirs: tuple[type, ...]) -> type[OptionsError]:
    def reduced(error: OptionsError) -> tuple[Any, ...]:
        return _restored, (ours, theirs, error.status, error.value)

    # A KeyError would quote its text.
    members = {"__str__": Exception.__str__, "__reduce__": reduced, "__module__": ours.__module__}
    return type(ours.__name__, (ours, *theirs), members)
