"""The tools for strategies whose legs are given."""

from __future__ import annotations

import json
from typing import Any

import options_analytics as oa

from . import _schemas
from ._arguments import Arguments, Drawn, Tool, items, only, switch, with_switches
from ._schemas import Schema

_NOT_ARGUMENTS = ("strict", "exclude", "id")
#: Of one strategy at a time, because the answers are long.
_LONG = ("curveRange", "curvePrices", "distribution", "scenarioGrid", "valueDates")
_SCENARIO = (
    "currentPrice", "valuationDate", "timeToExpiration", "riskFreeRate", "exercise", "dividends", "dividendYield", "volatility",
    "scenarioGrid", "legs", "positions")


def _strategy(*without: str) -> Schema:
    return _schemas.component("CalculationRequest", without=(*_NOT_ARGUMENTS, *without))


def _calculate(arguments: Arguments) -> Any:
    curve, conventions, diagram = (switch(arguments, name) for name in ("curve", "conventions", "diagram"))
    answer = oa.calculate(arguments, curve=curve, strict=True)
    if not conventions:
        answer.pop("conventions", None)
    return Drawn(answer, oa.chart(arguments, strict=True).svg) if diagram else answer


def _compare(arguments: Arguments) -> Any:
    result = oa.batch(items(arguments, "strategies"), strict=True)
    answers = [json.loads(line) for line in result.lines.splitlines()]
    for answer in answers:
        answer.pop("conventions", None)
    return {"answers": answers, "refused": result.refused}


def _analyse(arguments: Arguments) -> Any:
    profits = switch(arguments, "profits")
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


STRATEGIES = (
    Tool("calculate_strategy",
         "Net cost, maximum profit and loss (null is unlimited) and break-evens of an options strategy at expiration. `include` adds"
         " greeks, probabilities, values and more.",
         lambda: with_switches(
             _strategy(), curve="Whether to return the profit over prices.",
             conventions="Whether to return the volatilities, times and units that the results assume.",
             diagram="Whether to return the diagram of the profit, in SVG, as well."),
         _calculate),
    Tool("compare_strategies",
         "The results of calculate_strategy for up to 1,000 strategies, in their order; a refused one has its error.",
         lambda: {
             "type": "object", "required": ["strategies"],
             "properties": {"strategies": {"type": "array", "minItems": 1, "maxItems": 1000, "items": _strategy(*_LONG)}}},
         _compare),
    Tool("analyse_scenarios",
         "The least and the greatest profit of a strategy, or of a book of positions on one underlying, over shifts of price and"
         " volatility and over dates.",
         lambda: with_switches(
             only(_schemas.component("ScenarioRequest", without=_NOT_ARGUMENTS), *_SCENARIO),
             profits="Whether to return the profit in every scenario."),
         _analyse),
)
