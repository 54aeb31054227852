"""The tools for accounts and portfolios: names, margin and risk."""

from __future__ import annotations

from typing import Any

import options_analytics as oa

from . import _schemas
from ._arguments import Arguments, Tool, legs, only, switch, with_switches
from ._schemas import Schema


def _recognise(arguments: Arguments) -> Any:
    return oa.recognise(arguments, strict=True)


def _margin(arguments: Arguments) -> Any:
    groups = switch(arguments, "groups")
    answer = oa.margin(arguments, strict=True)
    if not groups:
        answer.pop("conventions", None)
        for name in ("initial", "maintenance"):
            if isinstance(answer.get(name), dict):
                answer[name].pop("groups", None)
    return answer


def _account_schema() -> Schema:
    schema = only(_schemas.component("CalculationRequest"), "valuationDate", "timeToExpiration")
    return schema | {"properties": schema["properties"] | {"legs": legs(1000)}, "required": ["legs"]}


def _risk(arguments: Arguments) -> Any:
    conventions = switch(arguments, "conventions")
    answer = oa.risk(arguments, strict=True)
    if not conventions:
        answer.pop("conventions", None)
    return answer


ACCOUNTS = (
    Tool("recognise_account",
         "Splits the legs of an account on one underlying into named strategies: the fewest, and among those the most specific.",
         _account_schema, _recognise),
    Tool("calculate_margin",
         "The least margin that regulators require of an account on one underlying, on opening and afterwards (Regulation T, FINRA and"
         " Cboe), or its risk-based margin. `optimal` false means that it lies between `lowerBound` and `requirement`.",
         lambda: with_switches(
             _schemas.component("MarginRequest", without=("strict", "include", "id", "portfolio")),
             groups="Whether to return the groups of legs, the formulas of their amounts, and the conventions."),
         _margin),
    Tool("measure_risk",
         "Value at risk and expected shortfall of positions on several correlated underlyings by simulation, and what each contributes.",
         lambda: with_switches(
             _schemas.component("RiskRequest", without=("strict", "include", "id")),
             conventions="Whether to return the volatilities and times that the results assume."),
         _risk),
)
