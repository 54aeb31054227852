"""The tool that searches a chain for strategies."""

from __future__ import annotations

from typing import Any

import options_analytics as oa

from . import _schemas
from ._arguments import Arguments, Tool, number, switch, with_switches
from ._schemas import Schema

_SECONDS, _MOST_SECONDS, _LIMIT = 10, 60, 5


def _schema() -> Schema:
    schema = _schemas.component("FindRequest", without=("strict", "id"))
    schema["properties"]["limit"] |= {"description": f"The greatest number of strategies. {_LIMIT} if absent."}
    schema["properties"]["timeLimit"] |= {
        "maximum": _MOST_SECONDS, "description": f"Seconds, after which the answer has the best so far. {_SECONDS} if absent."}
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
    deposit = {name: strategy[name] for name in ("initialDeposit",) if name in strategy}
    return deposit | {
        "title": strategy["title"], "objectives": strategy["objectives"], "probabilityOfProfit": strategy["probability"]["ofProfit"],
        "netCost": metrics["netCost"], "maxProfit": metrics["maxProfit"], "maxLoss": metrics["maxLoss"], "legs": strategy["legs"]}


FIND_STRATEGIES = Tool(
    "find_strategies",
    "The best strategies of an option chain by an objective, or a Pareto front, among all combinations of one to four legs. The legs of"
    " an answer can be passed to calculate_strategy.",
    _schema, _find)
