"""The tool that searches a chain for strategies."""

from __future__ import annotations

from typing import Any

import options_analytics as oa

from . import _schemas
from ._arguments import Arguments, Tool, legs, number, only, switch, with_switches
from ._schemas import Schema

_OBJECTIVES = [
    "expectedProfit", "expectedProfitPerCapital", "probabilityOfProfit", "maxProfit", "maxProfitPerCapital", "profitAtTarget",
    "profitAtTargetPerCapital", "expectedProfitPerShortfall", "maxLoss"]
_FLAGS = ("definedRisk", "noNaked")
_LEAST = ("openInterest", "volume")
_GREATEST = ("maxLoss", "spread")
_RANGES = (
    "legDelta", "strikePrice", "netCost", "probabilityOfProfit", "expectedProfit", "profitAtTarget", "capital", "netDelta", "netTheta",
    "netVega")
_SECONDS, _MOST_SECONDS, _LIMIT = 10, 60, 5


def _object(description: str, **members: Schema) -> Schema:
    return {"type": "object", "description": description, "properties": members}


def _range(description: str = "") -> Schema:
    bounds = {"type": "object", "properties": {"minimum": {"type": "number"}, "maximum": {"type": "number"}}}
    return bounds | ({"description": description} if description else {})


def _schema() -> Schema:
    calculation = only(
        _schemas.component("CalculationRequest"), "currentPrice", "valuationDate", "timeToExpiration", "riskFreeRate", "dividendYield",
        "exercise", "dividends")
    money, count = {"type": "number", "minimum": 0}, {"type": "integer", "minimum": 0}
    leg = _schemas.component("LegTerms")["properties"]
    quote = {name: leg[name] for name in ("strikePrice", "expirationDate", "timeToExpiration")} | {
        "type": {"type": "string", "enum": ["call", "put"]}, "bid": money, "ask": money, "openInterest": count, "volume": count,
        "impliedVolatility": money | {"description": "A decimal per year. If absent, that of the mean of bid and ask."}}
    filters = (
        dict.fromkeys(_FLAGS, {"type": "boolean"}) | dict.fromkeys(_LEAST, count) | dict.fromkeys(_GREATEST, money)
        | dict.fromkeys(_RANGES, _range()))
    objective = {"type": "string", "enum": _OBJECTIVES}
    members = {
        "options": {
            "type": "array", "minItems": 1, "maxItems": 4000, "description": "The quotes of the chain, each contract once.",
            "items": {"type": "object", "required": ["type", "strikePrice"], "properties": quote}},
        "objective": objective | {"description": "What to rank by; the larger value is the better one. Exactly one of this and `front`."},
        "front": {
            "type": "array", "minItems": 2, "maxItems": 3, "items": objective,
            "description": "Objectives of a Pareto front: the strategies that no other one beats in all."},
        "belief": _object(
            "What the price will do; the volatility of the quotes if absent.", volatility=money, drift={"type": "number"},
            targetPrice=money, targetRange=_range("Uniform between these prices."), targetDate={"type": "string", "format": "date"},
            distribution={"type": "string", "enum": ["lognormal", "market"]}),
        "filters": _object(
            "What all strategies fulfil: `maxLoss` a positive amount of money, `legDelta` and `strikePrice` of each leg, `spread`"
            " relative to the mean of bid and ask.", **filters),
        "search": _object(
            "Which combinations are searched.", legs=_range("1 to 4 legs if absent."),
            quantity={"type": "integer", "minimum": 1, "maximum": 2, "description": "The greatest quantity of a leg. 1 if absent."},
            shares={"type": "boolean", "description": "Whether 100 shares may be a leg."},
            expirations={
                "type": "integer", "minimum": 1, "maximum": 2,
                "description": "2 for calendars and diagonals, with one or two options of each expiration. 1 if absent."},
            priceRange=_range("The prices over which the extremes of calendars are taken."),
            strategies={
                "type": "array", "items": {"type": "string"}, "description": "Only strategies of these names, such as iron condor."}),
        "fee": money | {"description": "Money for each contract at opening."},
        "holdings": legs(20) | {"description": "Legs that are held already, to which strategies are added."},
        "limit": {
            "type": "integer", "minimum": 1, "maximum": 1000,
            "description": f"The greatest number of strategies. {_LIMIT} if absent."},
        "timeLimit": {
            "type": "number", "exclusiveMinimum": 0, "maximum": _MOST_SECONDS,
            "description": f"Seconds, after which the answer has the best so far. {_SECONDS} if absent."}}
    schema = calculation | {
        "description": "A chain, a belief about the price, and what to look for.", "properties": calculation["properties"] | members,
        "required": ["currentPrice", "options"]}
    return with_switches(schema, details="Whether to return the metrics, greeks, equivalents and conventions as well.")


def _find(arguments: Arguments) -> Any:
    details = switch(arguments, "details")
    arguments["limit"] = _LIMIT if arguments.get("limit") is None else arguments["limit"]
    seconds = _SECONDS if arguments.get("timeLimit") is None else number(arguments, "timeLimit")
    arguments["timeLimit"] = min(seconds, _MOST_SECONDS)
    answer = oa.find(arguments, strict=True)
    if details:
        return answer
    short = {name: answer[name] for name in ("complete", "covered", "front") if name in answer}
    return short | {
        "combinations": answer["examined"]["combinations"],
        "strategies": [_short(strategy) for strategy in answer["strategies"]],
        "riskless": [strategy["title"] for strategy in answer["riskless"]["best"]]}


def _short(strategy: dict[str, Any]) -> dict[str, Any]:
    metrics = strategy["metrics"]
    return {
        "title": strategy["title"], "objectives": strategy["objectives"], "probabilityOfProfit": strategy["probability"]["ofProfit"],
        "netCost": metrics["netCost"], "maxProfit": metrics["maxProfit"], "maxLoss": metrics["maxLoss"], "legs": strategy["legs"]}


FIND_STRATEGIES = Tool(
    "find_strategies",
    "The best strategies of an option chain by an objective, or a Pareto front, among all combinations of one to four legs. The legs of"
    " an answer can be passed to calculate_strategy.",
    _schema, _find)
