"""The tool that values options: from volatilities to prices and greeks, and from prices to volatilities."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import options_analytics as oa

from . import _schemas
from ._arguments import Arguments, Tool, ToolError, items, number, refuse_unknown
from ._schemas import Schema

_REQUIRED = ("type", "currentPrice", "strikePrice", "timeToExpiration")
_OPTION = (*_REQUIRED, "riskFreeRate", "dividendYield", "exercise", "dividends", "volatility", "price")
#: The members that the statuses of invalid inputs mean.
_MEMBERS = {
    oa.Status.INVALID_FLAG: "type", oa.Status.INVALID_SPOT: "currentPrice", oa.Status.INVALID_STRIKE: "strikePrice",
    oa.Status.INVALID_TIME: "timeToExpiration", oa.Status.INVALID_RATE: "riskFreeRate",
    oa.Status.INVALID_DIVIDEND_YIELD: "dividendYield", oa.Status.INVALID_VOLATILITY: "volatility", oa.Status.INVALID_PRICE: "price"}


def _schema() -> Schema:
    every = _schemas.component("ImpliedVolatilityRequest")["properties"] | _schemas.component("PriceRequest")["properties"]
    members = {name: every[name] for name in _OPTION}
    members["dividends"] = {
        "type": "array", "maxItems": 100, "items": _schemas.component("Dividend", without=("exDate",)),
        "description": "Dividends of the underlying at ex-dates, in addition to the yield, as amounts or proportions of the price."}
    options = {"type": "object", "properties": members, "required": [*_REQUIRED]}
    return {
        "type": "object", "required": ["options"],
        "properties": {
            "options": {"type": "array", "minItems": 1, "maxItems": 1000, "items": options}, "greekUnits": every["greekUnits"]}}


def _value(arguments: Arguments) -> Any:
    refuse_unknown(arguments, ("options", "greekUnits"))
    units: Any = arguments.get("greekUnits") or "mathematical"
    if units not in ("mathematical", "market"):
        raise ToolError("greekUnits must be mathematical or market", "greekUnits", "not_allowed")
    answers: list[Any] = []
    for path, given, (flag, S, K, t, r, q, value), settings in _read(arguments):
        with _Named(path):
            if given == "price":
                volatility, status = oa.implied_volatility(value, S, K, t, r, flag, q, **settings)
                if status in _MEMBERS:
                    raise oa.OptionsError(status)
                answers.append({"impliedVolatility": volatility} if status == oa.Status.OK else {"status": status.name.lower()})
            else:
                found = oa.greeks(flag, S, K, t, r, value, q, on_error="raise", units=units, **settings)
                answers.append({name: value for name, value in found._asdict().items() if name != "status"})
    return {"options": answers}


def _read(arguments: Arguments) -> Iterator[tuple[str, str, tuple[Any, ...], dict[str, Any]]]:
    """The path, whether the price or the volatility is given, the inputs and the settings of each option."""
    for index, option in enumerate(items(arguments, "options")):
        path = f"options[{index}]"
        refuse_unknown(option, _OPTION, f"{path}.")
        given = "price" if option.get("price") is not None else "volatility"
        if given == "price" and option.get("volatility") is not None:
            raise ToolError(f"{path}.price must not be given with volatility", f"{path}.price", "not_allowed")
        for name in (*_REQUIRED, given):
            if option.get(name) is None:
                other = " unless price is given" if name == "volatility" else ""
                raise ToolError(f"{path}.{name} is required{other}", f"{path}.{name}", "missing")
        if option["type"] not in ("call", "put"):
            raise ToolError(f"{path}.type must be call or put, got {json.dumps(option['type'])}", f"{path}.type", "not_allowed")
        numbers = [
            number(option, name, path)
            for name in ("currentPrice", "strikePrice", "timeToExpiration", "riskFreeRate", "dividendYield", given)]
        settings = {"exercise": option.get("exercise") or "european"}
        if settings["exercise"] not in ("european", "american"):
            raise ToolError(f"{path}.exercise must be european or american", f"{path}.exercise", "not_allowed")
        yield path, given, (option["type"][0], *numbers), settings | _dividends(option, path)


def _dividends(option: Arguments, path: str) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for index, dividend in enumerate(items(option, "dividends", path) if option.get("dividends") else []):
        place = f"{path}.dividends[{index}]"
        refuse_unknown(dividend, ("timeToExDate", "amount", "proportion"), f"{place}.")
        kind = "amount" if dividend.get("proportion") is None else "proportion"
        if dividend.get(kind) is None or dividend.get("timeToExDate") is None:
            raise ToolError(f"{place} needs timeToExDate, and amount or proportion", place, "missing")
        pair = number(dividend, "timeToExDate", place), number(dividend, kind, place)
        result.setdefault("dividends" if kind == "amount" else "proportional_dividends", []).append(pair)
    return result


class _Named:
    """Names the option in the errors of its calculation."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None: ...

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, oa.OptionsError):
            member = _MEMBERS.get(error.status)
            path = f"{self.path}.{member}" if member else self.path
            text = "is outside its domain" if member else f"has no result: {error}"
            raise ToolError(f"{path} {text}", path, "not_allowed" if member else "not_representable") from error
        if isinstance(error, (TypeError, ValueError)):
            raise ToolError(f"{self.path}: {error}", self.path) from error


VALUE_OPTIONS = Tool(
    "value_options",
    "Values up to 1,000 European or American options: from a volatility, the price, delta, gamma, theta, vega and rho; from a price,"
    " the volatility that it implies, or the reason why it implies none.",
    _schema, _value)
