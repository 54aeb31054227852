"""The tools: functions of the arguments of a call, with their schemas."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import options_analytics as oa

from . import _schemas
from ._schemas import Schema

Arguments = dict[str, Any]


class ToolError(Exception):
    """Arguments that have no result: the message names the member, and `path` is its path."""

    def __init__(self, message: str, path: str = "", code: str = "") -> None:
        super().__init__(message)
        self.path, self.code = path, code


class Drawing(str):
    """A document in SVG."""


class Tool(NamedTuple):
    name: str
    description: str
    schema: Callable[[], Schema]
    run: Callable[[Arguments], Any]


# MARK: Strategies

_NOT_ARGUMENTS = ("strict", "exclude", "id")
_CURVE = ("curveRange", "curvePrices")
_MARKET = (
    "currentPrice", "valuationDate", "timeToExpiration", "riskFreeRate", "exercise", "dividends", "dividendYield", "volatility")


def _strategy(*without: str, **switches: str) -> Schema:
    schema = _schemas.component("CalculationRequest", without=(*_NOT_ARGUMENTS, *without))
    schema["properties"] |= {name: {"type": "boolean", "description": text} for name, text in switches.items()}
    return schema


def _switch(arguments: Arguments, name: str) -> bool:
    value = arguments.pop(name, None)
    if value not in (True, False, None):
        raise ToolError(f"{name} must be true or false, got {json.dumps(value)}", name, "type")
    return bool(value)


def calculate_strategy(arguments: Arguments) -> Any:
    curve, conventions = _switch(arguments, "curve"), _switch(arguments, "conventions")
    answer = oa.calculate(arguments, curve=curve, strict=True)
    if not conventions:
        answer.pop("conventions", None)
    return answer


def compare_strategies(arguments: Arguments) -> Any:
    strategies = _items(arguments, "strategies")
    result = oa.batch(strategies, strict=True)
    answers = [json.loads(line) for line in result.lines.splitlines()]
    for answer in answers:
        answer.pop("conventions", None)
    return {"answers": answers, "refused": result.refused}


def analyse_scenarios(arguments: Arguments) -> Any:
    profits = _switch(arguments, "profits")
    answer = oa.scenario(arguments, strict=True)
    if profits:
        return answer
    scenarios = answer["scenarios"]
    short = _extremes(scenarios, scenarios["profitLoss"])
    if "positions" in answer:
        short["positions"] = [
            {name: each[name] for name in ("id",) if name in each} | _extremes(scenarios, each["profitLoss"])
            for each in answer["positions"]]
    return short


def _extremes(scenarios: dict[str, Any], profits: list[list[list[float]]]) -> dict[str, Any]:
    """The scenarios with the least and the greatest profit."""
    every = [
        {"profitLoss": profit, "stockPrice": price, "volatilityShift": shift, "date": date}
        for price, at_price in zip(scenarios["stockPrices"], profits)
        for shift, at_shift in zip(scenarios["volatilityShifts"], at_price)
        for date, profit in zip(scenarios["dates"], at_shift)]

    def profit(each: dict[str, Any]) -> float:
        return float(each["profitLoss"])

    return {"count": len(every), "least": min(every, key=profit), "greatest": max(every, key=profit)}


def recognise_account(arguments: Arguments) -> Any:
    return oa.recognise(arguments, strict=True)


def draw_strategy(arguments: Arguments) -> Any:
    return Drawing(oa.chart(arguments, strict=True))


# MARK: Options

_OPTION = ("type", "currentPrice", "strikePrice", "timeToExpiration", "riskFreeRate", "dividendYield", "exercise", "dividends")
_REQUIRED = ("type", "currentPrice", "strikePrice", "timeToExpiration")
#: The members that the statuses of invalid inputs mean.
_MEMBERS = {
    oa.Status.INVALID_FLAG: "type", oa.Status.INVALID_SPOT: "currentPrice", oa.Status.INVALID_STRIKE: "strikePrice",
    oa.Status.INVALID_TIME: "timeToExpiration", oa.Status.INVALID_RATE: "riskFreeRate",
    oa.Status.INVALID_DIVIDEND_YIELD: "dividendYield", oa.Status.INVALID_VOLATILITY: "volatility", oa.Status.INVALID_PRICE: "price"}


def _options(component: str, given: str) -> Schema:
    every = _schemas.component(component)["properties"]
    members = {name: every[name] for name in (*_OPTION, given)}
    members["dividends"] = {
        "type": "array", "maxItems": 100, "items": _schemas.component("Dividend", without=("exDate",)),
        "description": "Dividends of the underlying at ex-dates, in addition to the yield, as amounts or proportions of the price."}
    options = {"type": "object", "properties": members, "required": [*_REQUIRED, given]}
    units = {name: every[name] for name in ("greekUnits",)} if given == "volatility" else {}
    return {
        "type": "object", "required": ["options"],
        "properties": {"options": {"type": "array", "minItems": 1, "maxItems": 1000, "items": options}, **units}}


def price_options(arguments: Arguments) -> Any:
    units: dict[str, Any] = {"units": arguments.pop("greekUnits", None) or "mathematical"}
    if units["units"] not in ("mathematical", "market"):
        raise ToolError("greekUnits must be mathematical or market", "greekUnits", "not_allowed")
    answers = []
    for path, (flag, S, K, t, r, q, volatility), settings in _read(arguments, "volatility"):
        with _Named(path):
            found = oa.greeks(flag, S, K, t, r, volatility, q, on_error="raise", **settings, **units)
            answers.append({name: value for name, value in found._asdict().items() if name != "status"})
    return {"options": answers}


def imply_volatilities(arguments: Arguments) -> Any:
    answers = []
    for path, (flag, S, K, t, r, q, price), settings in _read(arguments, "price"):
        with _Named(path):
            volatility, status = oa.implied_volatility(price, S, K, t, r, flag, q, **settings)
            if status in _MEMBERS:
                raise oa.OptionsError(status)
            answers.append({"impliedVolatility": volatility} if status == oa.Status.OK else {"status": status.name.lower()})
    return {"options": answers}


def _read(arguments: Arguments, given: str) -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """The path, the inputs and the settings of each option."""
    for index, option in enumerate(_items(arguments, "options")):
        path = f"options[{index}]"
        _refuse_unknown(option, (*_OPTION, given), f"{path}.")
        for name in (*_REQUIRED, given):
            if option.get(name) is None:
                raise ToolError(f"{path}.{name} is required", f"{path}.{name}", "missing")
        if option["type"] not in ("call", "put"):
            raise ToolError(f"{path}.type must be call or put, got {json.dumps(option['type'])}", f"{path}.type", "not_allowed")
        numbers = []
        for name in ("currentPrice", "strikePrice", "timeToExpiration", "riskFreeRate", "dividendYield", given):
            numbers.append(_number(option, name, path))
        settings = {"exercise": option.get("exercise") or "european"}
        if settings["exercise"] not in ("european", "american"):
            raise ToolError(f"{path}.exercise must be european or american", f"{path}.exercise", "not_allowed")
        for kind, dividends in _dividends(option, path).items():
            settings[kind] = dividends
        yield path, (option["type"][0], *numbers), settings


def _dividends(option: Arguments, path: str) -> dict[str, list[tuple[float, float]]]:
    result: dict[str, list[tuple[float, float]]] = {}
    for index, dividend in enumerate(_items(option, "dividends", path) if option.get("dividends") else []):
        place = f"{path}.dividends[{index}]"
        _refuse_unknown(dividend, ("timeToExDate", "amount", "proportion"), f"{place}.")
        kind = "amount" if dividend.get("proportion") is None else "proportion"
        if dividend.get(kind) is None or dividend.get("timeToExDate") is None:
            raise ToolError(f"{place} needs timeToExDate, and amount or proportion", place, "missing")
        pair = _number(dividend, "timeToExDate", place), _number(dividend, kind, place)
        result.setdefault("dividends" if kind == "amount" else "proportional_dividends", []).append(pair)
    return result


def _number(values: Arguments, name: str, path: str) -> float:
    value = 0 if values.get(name) is None else values[name]
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
            return float(value)
    except OverflowError:  # An integer beyond the range of a double.
        pass
    raise ToolError(f"{path}.{name} must be a number in the range of a double", f"{path}.{name}", "type")


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
            raise ToolError(f"{path} {text}", path, error.status.name.lower()) from error
        if isinstance(error, (TypeError, ValueError)):
            raise ToolError(f"{self.path}: {error}", self.path) from error


def _items(arguments: Arguments, name: str, path: str = "") -> list[Any]:
    place = f"{path}.{name}" if path else name
    items = arguments.get(name)
    if not isinstance(items, list) or not items or not all(isinstance(each, dict) for each in items):
        raise ToolError(f"{place} must be a list of objects, and not empty", place, "type")
    if len(items) > 1000:
        raise ToolError(f"{place} must have at most 1000 elements, got {len(items)}", place, "range")
    return items


def _refuse_unknown(values: Arguments, known: tuple[str, ...], prefix: str = "") -> None:
    for name in values:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ToolError(f"{prefix}{name} is not a known member{hint}", f"{prefix}{name}", "unknown_member")


# MARK: The list


def _several() -> Schema:
    return {
        "type": "object", "required": ["strategies"],
        "properties": {"strategies": {"type": "array", "minItems": 1, "maxItems": 1000, "items": _strategy(*_CURVE)}}}


def _scenarios() -> Schema:
    schema = _schemas.component("ScenarioRequest", without=_NOT_ARGUMENTS)
    schema = _only(schema, *_MARKET, "scenarioGrid", "legs", "positions")
    schema["properties"]["profits"] = {"type": "boolean", "description": "Whether to return the profit in every scenario."}
    return schema


def _account() -> Schema:
    schema = _schemas.component("CalculationRequest")
    return _only(schema, "legs", "valuationDate", "timeToExpiration")


def _drawing() -> Schema:
    return _only(_schemas.component("CalculationRequest"), *_MARKET, "curveRange", "legs")


def _only(schema: Schema, *names: str) -> Schema:
    return schema | {
        "properties": {name: schema["properties"][name] for name in names},
        "required": [name for name in schema["required"] if name in names]}


TOOLS = {tool.name: tool for tool in (
    Tool("calculate_strategy",
         "Net cost, maximum profit and loss (null is unlimited) and break-evens of an options strategy at expiration. `include` adds"
         " greeks, probabilities, values and more.",
         lambda: _strategy(curve="Whether to return the profit over prices.",
                           conventions="Whether to return the volatilities, times and units that the results assume."),
         calculate_strategy),
    Tool("compare_strategies",
         "The results of calculate_strategy for up to 1,000 strategies, in their order; a refused one has its error.",
         _several, compare_strategies),
    Tool("analyse_scenarios",
         "The least and the greatest profit of a strategy, or of a book of positions on one underlying, over shifts of price and"
         " volatility and over dates.",
         _scenarios, analyse_scenarios),
    Tool("price_options",
         "Price, delta, gamma, theta, vega and rho of up to 1,000 European or American options from their volatilities.",
         lambda: _options("PriceRequest", "volatility"), price_options),
    Tool("imply_volatilities",
         "The volatilities that the prices of up to 1,000 options imply, or the reason why a price implies none.",
         lambda: _options("ImpliedVolatilityRequest", "price"), imply_volatilities),
    Tool("recognise_account",
         "Splits the legs of an account on one underlying into named strategies: the fewest, and among those the most specific.",
         _account, recognise_account),
    Tool("draw_strategy", "The diagram of the profit of a strategy at expiration, in SVG.", _drawing, draw_strategy),
)}
