"""Requests and responses of the JSON contract."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeVar

from . import _native

Request = TypeVar("Request", dict[str, Any], bytes, str)
AnyRequest = dict[str, Any] | bytes | bytearray | memoryview | str
Units = Literal["mathematical", "market"]

_CALCULATE, _SCENARIO, _RECOGNISE, _RISK, _MARGIN, _FIND, _CHART = range(7)


class RequestError(ValueError):
    """A request broke a rule of the contract.

    Attributes
    ----------
    message : str
        The text of the error, which names the field and the value.
    code : str
        The kind of rule, such as ``"missing"`` or ``"not_allowed"``.
    path : str
        The field, such as ``"legs[0].strikePrice"``; empty for the request as a whole.
    body : bytes
        The error object of the contract, ``{"error": ..., "code": ..., "path": ...}``.
    """

    def __init__(self, body: bytes, code: str = "", path: str = "") -> None:
        self.body = body
        self.message = json.loads(body)["error"]
        self.code = code
        self.path = path
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.body, self.code, self.path)


class Chart:
    """The diagram of the profit at expiration, which a notebook shows.

    Attributes
    ----------
    svg : str
        The document.
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __bytes__(self) -> bytes:
        return self.svg.encode()


class BatchResult(NamedTuple):
    """The answers of a batch, one a line in the order of the requests, and the numbers of requests answered and refused."""

    lines: bytes
    answered: int
    refused: int


def calculate(request: Request, *, curve: bool = True, strict: bool = False, units: Units = "mathematical") -> Request:
    """The payoff curve and the metrics of a strategy.

    Parameters
    ----------
    request : dict, bytes or str
        A request of ``options calculate``, as objects of Python or as JSON in UTF-8.
    curve : bool
        Whether the response has the curve; without it, it is shorter and faster.
    strict : bool
        Whether unknown members are refused.
    units : {'mathematical', 'market'}
        The units of greeks, unless the request gives them.

    Returns
    -------
    dict, bytes or str
        The response, in the form of the request.

    Raises
    ------
    RequestError
        If the request breaks a rule of the contract.

    Examples
    --------
    >>> leg = {"type": "call", "position": "long", "strikePrice": 165, "premium": 9.25, "quantity": 1}
    >>> calculate({"currentPrice": 165.12, "legs": [leg]})["metrics"]["breakEvenPoints"]
    [174.25]
    """
    return _respond(_CALCULATE, request, not curve, strict, units)


def scenario(request: Request, *, strict: bool = False) -> Request:
    """The profits of a strategy or a book over prices, volatilities and dates.

    Parameters
    ----------
    request : dict, bytes or str
        A request of ``options scenario``.
    strict : bool
        Whether unknown members are refused.

    Returns
    -------
    dict, bytes or str
        The response, in the form of the request.

    Raises
    ------
    RequestError
        If the request breaks a rule of the contract.
    """
    return _respond(_SCENARIO, request, False, strict, "mathematical")


def recognise(request: Request, *, strict: bool = False) -> Request:
    """The legs of an account, split into named strategies.

    Parameters
    ----------
    request : dict, bytes or str
        A request of ``options recognise``.
    strict : bool
        Whether unknown members are refused.

    Returns
    -------
    dict, bytes or str
        The response, in the form of the request.

    Raises
    ------
    RequestError
        If the request breaks a rule of the contract.
    """
    return _respond(_RECOGNISE, request, False, strict, "mathematical")


def risk(request: Request, *, strict: bool = False) -> Request:
    """The value at risk and the expected shortfall of positions on correlated underlyings.

    Parameters
    ----------
    request : dict, bytes or str
        A request of ``options risk``.
    strict : bool
        Whether unknown members are refused.

    Returns
    -------
    dict, bytes or str
        The response, in the form of the request.

    Raises
    ------
    RequestError
        If the request breaks a rule of the contract.
    """
    return _respond(_RISK, request, False, strict, "mathematical")


def margin(request: Request, *, strict: bool = False) -> Request:
    """The least margin that an account of options and shares on one underlying requires.

    Parameters
    ----------
    request : dict, bytes or str
        A request of ``options margin``.
    strict : bool
        Whether unknown members are refused.

    Returns
    -------
    dict, bytes or str
        The response, in the form of the request. Amounts are money for the whole account.

    Raises
    ------
    RequestError
        If the request breaks a rule of the contract.

    Notes
    -----
    The package contains no solver of integer programs. The least requirement of nearly all accounts is found without one. For others,
    HiGHS (``libhighs.so.1``) or CBC (``libCbcSolver.so.3``) is loaded from the system. If neither is installed, ``optimal`` is false:
    the least requirement lies between ``lowerBound`` and ``requirement``, and ``conventions`` names the package to install.

    Examples
    --------
    >>> put = {"type": "put", "position": "short", "strikePrice": 80, "premium": 2, "quantity": 1, "expirationDate": "2026-03-20"}
    >>> account = {"accountType": "margin", "valuationDate": "2026-01-02", "currentPrice": 95, "legs": [put]}
    >>> margin(account)["initial"]["requirement"]
    1000
    """
    return _respond(_MARGIN, request, False, strict, "mathematical")


def find(request: Request, *, strict: bool = False, units: Units = "mathematical", threads: int = 0) -> Request:
    """The best strategies of an option chain, among all combinations of one to four legs.

    Parameters
    ----------
    request : dict, bytes or str
        A request of ``options find``. Its member ``timeLimit`` ends the search after so many seconds, with the best so far.
    strict : bool
        Whether unknown members are refused.
    units : {'mathematical', 'market'}
        The units of greeks, unless the request gives them.
    threads : int
        The number of threads; 0 is one for each processor. It has no effect on the response.

    Returns
    -------
    dict, bytes or str
        The response, in the form of the request.

    Raises
    ------
    RequestError
        If the request breaks a rule of the contract.
    KeyboardInterrupt
        If Ctrl-C is pressed during the search, which ends.

    Examples
    --------
    >>> option = {"type": "call", "impliedVolatility": 0.2}
    >>> options = [option | {"strikePrice": 100, "bid": 3.9, "ask": 4.1}, option | {"strikePrice": 110, "bid": 0.9, "ask": 1.1}]
    >>> chain = {"currentPrice": 100, "timeToExpiration": 0.25, "options": options}
    >>> find(chain | {"objective": "maxProfit"})["strategies"][0]["title"]
    'bull call spread 100/110'
    """
    return _respond(_FIND, request, False, strict, units, threads)


def chart(request: AnyRequest, *, strict: bool = False) -> Chart:
    """The diagram of the profit at expiration of a request of `calculate`.

    Parameters
    ----------
    request : dict, bytes or str
        A request of ``options calculate``.
    strict : bool
        Whether unknown members are refused.

    Returns
    -------
    Chart
        The diagram as SVG.

    Raises
    ------
    RequestError
        If `calculate` refuses the request.
    """
    return Chart(_answer(_CHART, _encoded(request), False, strict, "mathematical").decode())


def batch(
    requests: bytes | bytearray | memoryview | str | Iterable[AnyRequest], *, curve: bool = False, strict: bool = False,
    units: Units = "mathematical", threads: int = 0
) -> BatchResult:
    """Answers many requests of `calculate`, on several threads.

    Parameters
    ----------
    requests : bytes, str or iterable
        Requests in JSON, one a line; or an iterable of requests as dict, bytes or str. Blank lines are skipped.
    curve, strict, units
        As in `calculate`.
    threads : int
        The number of threads; 0 is one for each processor. It has no effect on the answers.

    Returns
    -------
    BatchResult
        A line for each request: the response, or the error object of a refused request. A response repeats the ``id`` of its
        request.
    """
    _require_threads(threads)
    if isinstance(requests, str):
        requests = requests.encode()
    elif not isinstance(requests, (bytes, bytearray, memoryview)):
        # A line feed between the members of a request is white space.
        requests = b"\n".join(bytes(_encoded(request)).replace(b"\n", b" ") for request in requests)
    return BatchResult(*_native.answer_lines(requests, not curve, strict, _is_market(units), threads))


def _codec() -> tuple[Callable[[Any], bytes], Callable[[bytes], Any]]:
    """The functions of orjson, if it is installed, which are faster."""
    try:
        orjson: Any = importlib.import_module("orjson")
    except ImportError:
        return lambda value: json.dumps(value, allow_nan=False, ensure_ascii=False).encode(), json.loads
    return lambda value: orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY), orjson.loads


_dumps, _loads = _codec()


def _respond(command: int, request: Request, leaves_out_curve: bool, strict: bool, units: str, threads: int = 1) -> Request:
    response = _answer(command, _encoded(request), leaves_out_curve, strict, units, threads)
    if isinstance(request, str):
        return response.decode()
    if isinstance(request, dict):
        answer: Request = _loads(response)
        return answer
    return response


def _answer(command: int, request: Any, leaves_out_curve: bool, strict: bool, units: str, threads: int = 1) -> bytes:
    _require_threads(threads)
    answer = _native.answer(command, request, leaves_out_curve, strict, _is_market(units), threads)
    if isinstance(answer, tuple):
        body, code, path = answer
        raise RequestError(body, code.decode(), path.decode())
    return answer


def _encoded(request: Any) -> Any:
    if isinstance(request, (bytes, bytearray, memoryview)):
        return request
    if isinstance(request, str):
        return request.encode()
    if not isinstance(request, dict):
        raise TypeError(f"a request must be a dict, bytes or str, got {type(request).__name__}")
    return _dumps(request)


def _require_threads(threads: int) -> None:
    if threads < 0:
        raise ValueError(f"threads must not be negative, got {threads}")


def _is_market(units: str) -> bool:
    if units not in ("mathematical", "market"):
        raise ValueError(f"units must be 'mathematical' or 'market', got {units!r}")
    return units == "market"
