"""Converts the arguments of `price`, `greeks` and `implied_volatility` to arrays that the native module reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from . import _native
from ._results import EarlyExercise, Status

#: The position of `early_exercise` among the functions of the native module.
EARLY_EXERCISE = 3
_NUMBERS = ("S", "K", "t", "r", "sigma", "q", "price")
#: A number for a flag that is neither a call nor a put.
_UNKNOWN = 255
_CODES = {"c": 0, "C": 0, "p": 1, "P": 1}


def general(function: int, given: dict[str, Any]) -> Any:
    """Answers a call whose arguments are not all numbers and arrays of float64 of one shape."""
    columns = {name: _numbers(name, given[name]) for name in _NUMBERS if name in given}
    columns["flag"] = _flags(given["flag"])
    if not isinstance(given.get("exercise", "european"), str):
        columns["exercise"] = _exercises(given["exercise"])
    series = _Series(given[name] for name in columns)
    arguments = given | _broadcast(columns)
    for name in ("dividends", "proportional_dividends"):
        if given.get(name) is not None:
            arguments[name] = _dividends(name, given[name])
    result = _native.evaluate(function, arguments, given)
    if function == EARLY_EXERCISE:
        values, status = result
        premium, is_optimal_now, boundary, second_boundary = values[:4]
        boundaries = np.moveaxis(values[4:], 0, -1)
        result = EarlyExercise(premium, is_optimal_now == 1, boundary, second_boundary, boundaries, status)
        if status.ndim == 0:
            return EarlyExercise(
                float(premium), bool(is_optimal_now == 1), float(boundary), float(second_boundary), boundaries, Status(int(status)))
    return series.wrap(result)


def _numbers(name: str, value: Any) -> np.ndarray:
    array = _array(name, value)
    if array.dtype.kind not in "fiu":
        # Columns of objects are accepted if their elements are numbers, such as Decimal, or None.
        texts = (str, bytes, bool, np.bool_)
        if array.dtype.kind != "O" or value is None or any(isinstance(element, texts) for element in array.flat):
            raise TypeError(f"{name} must be a number or an array of numbers, got {_type_name(value, array)}")
    try:
        return np.require(array, np.float64, "A")
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name} must be a number or an array of numbers: {error}") from None


def _flags(value: Any) -> np.ndarray:
    array = _array("flag", value)
    kind = array.dtype.kind
    if array.size == 0:
        return np.empty(array.shape, np.uint8)
    if kind in "iu":
        return np.where((array == 0) | (array == 1), array, _UNKNOWN).astype(np.uint8)
    if kind in "US":
        return _letters(array)
    if kind in "OT" and value is not None:
        types = set(map(type, array.flat))
        # Longer texts are cut, and are no letters even then.
        if types <= {str}:
            return _letters(array.astype("U2"))
        if types == {bytes}:
            return _letters(array.astype("S2"))
        codes = np.fromiter((_flag(element) for element in array.flat), np.uint8, array.size)
        return codes.reshape(array.shape)
    raise TypeError(f"flag must be 'c' or 'p', or 0 for a call and 1 for a put, got {_type_name(value, array)}")


def _letters(array: np.ndarray) -> np.ndarray:
    """The codes of letters in an array of text or bytes, by its units, which is faster than comparisons of texts."""
    units = np.ascontiguousarray(array, array.dtype.newbyteorder("=")).view(np.uint32 if array.dtype.kind == "U" else np.uint8)
    units = units.reshape(*array.shape, -1)
    lower = np.bitwise_or(units[..., 0], 0x20)
    codes = np.where(lower == ord("c"), 0, np.where(lower == ord("p"), 1, _UNKNOWN)).astype(np.uint8)
    if units.shape[-1] > 1:
        codes[units[..., 1] != 0] = _UNKNOWN
    return codes


def _flag(element: Any) -> int:
    if isinstance(element, bytes):
        element = element.decode("latin-1")
    if isinstance(element, str):
        return _CODES.get(element, _UNKNOWN)
    if isinstance(element, (int, np.integer)) and not isinstance(element, bool):
        return int(element) if element in (0, 1) else _UNKNOWN
    if element is None or element != element:
        return _UNKNOWN
    raise TypeError(f"flag must be 'c' or 'p', or 0 for a call and 1 for a put, got {type(element).__name__}")


def _exercises(value: Any) -> np.ndarray:
    array = _array("exercise", value)
    if array.dtype.kind not in "iub" or ((array != 0) & (array != 1)).any():
        raise ValueError("exercise must be 'european' or 'american', or an array of 0 and 1")
    return array.astype(np.uint8)


def _dividends(name: str, value: Any) -> np.ndarray:
    array = np.asarray(value if isinstance(value, np.ndarray) or hasattr(value, "__array__") else list(value))
    pairs = np.ascontiguousarray(array, dtype=np.float64)
    if pairs.size == 0:
        pairs = pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"{name} must be pairs of years and values, got an array of the shape {pairs.shape}")
    return pairs


def _array(name: str, value: Any) -> np.ndarray:
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} must not be a masked array; fill it first")
    if isinstance(value, (np.ndarray, np.generic, str, bytes, int, float)):
        return np.asarray(value)
    if hasattr(value, "to_numpy"):
        # Columns of pandas whose missing values are not NaN.
        if hasattr(getattr(value, "dtype", None), "na_value") and value.dtype.kind in "fiu":
            if name == "flag":
                return np.asarray(value.to_numpy(dtype=np.int64, na_value=-1))
            return np.asarray(value.to_numpy(dtype=np.float64, na_value=np.nan))
        return np.asarray(value.to_numpy())
    if isinstance(value, Sequence) or hasattr(value, "__array__") or not isinstance(value, Iterable):
        return np.asarray(value)
    if isinstance(value, (Mapping, Set)):
        raise TypeError(f"{name} must be a number or an array, got {type(value).__name__}")
    return np.asarray(list(value))


def _type_name(value: Any, array: np.ndarray) -> str:
    return str(array.dtype) if array.ndim else type(value).__name__


def _broadcast(columns: dict[str, np.ndarray]) -> dict[str, Any]:
    """Arrays of one shape with one distance between elements, and numbers."""
    shape = np.broadcast_shapes(*(column.shape for column in columns.values()))
    result = {}
    for name, column in columns.items():
        if column.ndim == 0 or (column.size == 1 and np.prod(shape) != 1):
            result[name] = column.reshape(()) if name == "exercise" else column.item()
        else:
            column = np.broadcast_to(column, shape)
            result[name] = np.ascontiguousarray(column) if column.ndim > 1 or 0 in column.strides else column
    return result


class _Series:
    """The Series among the inputs, which decide the type and the index of the results."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.first: Any = None
        for value in values:
            if type(value).__module__.split(".")[0] not in ("pandas", "polars") or type(value).__name__ != "Series":
                continue
            if self.first is None:
                self.first = value
            elif hasattr(value, "index") and not self.first.index.equals(value.index):
                raise ValueError("the indexes of the inputs differ; align them first")

    def wrap(self, result: Any) -> Any:
        if self.first is None:
            return result
        if hasattr(result, "_fields"):
            return type(result)(*(self.column(name, values) for name, values in zip(result._fields, result)))
        return self.column(None, result)

    def column(self, name: str | None, values: Any) -> Any:
        if np.ndim(values) != 1:
            return values
        series = type(self.first)
        if hasattr(self.first, "index"):
            return series(values, index=self.first.index, name=name)
        return series(name or "", values)
