from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar, overload

import numpy as np
from _typeshed import ReadableBuffer as Buffer
from numpy.typing import ArrayLike, NDArray

from ._results import AllGreeks, Greeks, ImpliedVolatility, Status

class _SeriesLike(Protocol):
    @property
    def name(self) -> Any: ...
    def to_numpy(self) -> NDArray[Any]: ...

_Series = TypeVar("_Series", bound=_SeriesLike)
_Array = NDArray[np.float64]
_Statuses = NDArray[np.uint8]
_Letter = Literal["c", "p", "C", "P", b"c", b"p", b"C", b"P", 0, 1]
_Flag = str | bytes | int | ArrayLike
_Model = Literal["black_scholes_merton", "black", "bachelier"]
_ExerciseText = Literal["european", "american"]
_Exercise = _ExerciseText | ArrayLike
_Units = Literal["mathematical", "market"]
_OnError = Literal["nan", "warn", "raise"]

@overload
def price(
    flag: _Letter, S: float, K: float, t: float, r: float, sigma: float, q: float = ..., *, model: _Model = ...,
    exercise: _ExerciseText = ..., dividends: ArrayLike | None = ..., proportional_dividends: ArrayLike | None = ...,
    on_error: _OnError = ..., threads: int = ..., out: None = ...
) -> float: ...
@overload
def price(
    flag: _Flag, S: _Series, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> _Series: ...
@overload
def price(
    flag: _Flag, S: ArrayLike, K: _Series, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> _Series: ...
@overload
def price(
    flag: _Flag, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: _Series, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> _Series: ...
@overload
def price(
    flag: _Flag, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> _Array: ...
@overload
def greeks(
    flag: _Letter, S: float, K: float, t: float, r: float, sigma: float, q: float = ..., *, model: _Model = ...,
    exercise: _ExerciseText = ..., dividends: ArrayLike | None = ..., proportional_dividends: ArrayLike | None = ...,
    units: _Units = ..., order: Literal[1] = ..., on_error: _OnError = ..., threads: int = ..., out: None = ...
) -> Greeks[float, Status]: ...
@overload
def greeks(
    flag: _Flag, S: _Series, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[1] = ..., on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> Greeks[_Series, _Series]: ...
@overload
def greeks(
    flag: _Flag, S: ArrayLike, K: _Series, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[1] = ..., on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> Greeks[_Series, _Series]: ...
@overload
def greeks(
    flag: _Flag, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: _Series, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[1] = ..., on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> Greeks[_Series, _Series]: ...
@overload
def greeks(
    flag: _Flag, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[1] = ..., on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> Greeks[_Array, _Statuses]: ...
@overload
def greeks(
    flag: _Letter, S: float, K: float, t: float, r: float, sigma: float, q: float = ..., *, model: _Model = ...,
    exercise: _ExerciseText = ..., dividends: ArrayLike | None = ..., proportional_dividends: ArrayLike | None = ...,
    units: _Units = ..., order: Literal[3], on_error: _OnError = ..., threads: int = ..., out: None = ...
) -> AllGreeks[float, Status]: ...
@overload
def greeks(
    flag: _Flag, S: _Series, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[3], on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> AllGreeks[_Series, _Series]: ...
@overload
def greeks(
    flag: _Flag, S: ArrayLike, K: _Series, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[3], on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> AllGreeks[_Series, _Series]: ...
@overload
def greeks(
    flag: _Flag, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: _Series, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[3], on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> AllGreeks[_Series, _Series]: ...
@overload
def greeks(
    flag: _Flag, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, sigma: ArrayLike, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., units: _Units = ..., order: Literal[3], on_error: _OnError = ...,
    threads: int = ..., out: _Array | None = ...
) -> AllGreeks[_Array, _Statuses]: ...
@overload
def implied_volatility(
    price: float, S: float, K: float, t: float, r: float, flag: _Letter, q: float = ..., *, model: _Model = ...,
    exercise: _ExerciseText = ..., dividends: ArrayLike | None = ..., proportional_dividends: ArrayLike | None = ...,
    on_error: _OnError = ..., threads: int = ..., out: None = ...
) -> ImpliedVolatility[float, Status]: ...
@overload
def implied_volatility(
    price: _Series, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, flag: _Flag, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> ImpliedVolatility[_Series, _Series]: ...
@overload
def implied_volatility(
    price: ArrayLike, S: _Series, K: ArrayLike, t: ArrayLike, r: ArrayLike, flag: _Flag, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> ImpliedVolatility[_Series, _Series]: ...
@overload
def implied_volatility(
    price: ArrayLike, S: ArrayLike, K: _Series, t: ArrayLike, r: ArrayLike, flag: _Flag, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> ImpliedVolatility[_Series, _Series]: ...
@overload
def implied_volatility(
    price: ArrayLike, S: ArrayLike, K: ArrayLike, t: ArrayLike, r: ArrayLike, flag: _Flag, q: ArrayLike = ..., *,
    model: _Model = ..., exercise: _Exercise = ..., dividends: ArrayLike | None = ...,
    proportional_dividends: ArrayLike | None = ..., on_error: _OnError = ..., threads: int = ..., out: _Array | None = ...
) -> ImpliedVolatility[_Array, _Statuses]: ...
def instruction_set() -> Literal["baseline", "avx2", "avx512"]: ...
def evaluate(function: int, arguments: Mapping[str, Any], given: Mapping[str, Any], /) -> Any: ...
def answer(
    command: int, request: Buffer, leaves_out_curve: bool, strict: bool, market_units: bool, threads: int, /
) -> bytes | tuple[bytes, bytes, bytes]: ...
def answer_lines(
    lines: Buffer, leaves_out_curve: bool, strict: bool, market_units: bool, threads: int, /
) -> tuple[bytes, int, int]: ...
def strategies(legs: Any, threads: int, /) -> object: ...
def configure(
    general: Callable[[int, dict[str, Any]], Any], report: Callable[..., None], greeks: type[Any], all_greeks: type[Any],
    implied_volatility: type[Any], statuses: Mapping[int, Status], /
) -> None: ...
