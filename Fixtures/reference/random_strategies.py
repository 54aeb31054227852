#!/usr/bin/env python3
"""Writes random_strategies.json: payoffs of random strategies at expiration, in exact rational arithmetic.

The strategies were drawn once, and only the table records them: the script reads the inputs from the table and replaces all other
values. The payoff is that of `Fixtures/contract/reference.py`, which shares no code with the engine; break-evens are not rounded.
"""

import json
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from tables import write

sys.path.append(str(Path(__file__).resolve().parents[1] / "contract"))
from reference import Leg, Payoff


def written(value):
    """The integer, the double nearest to a fraction, or None for an unlimited value."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)


def exact(value):
    return None if value is None else str(Fraction(value))


def flat_zeros(payoff):
    """The longest intervals in which the profit is 0, as pairs of their ends; the end of an unbounded one is None."""
    ends = [*zip(payoff.knots, payoff.profits), (None, payoff.profits[-1] + payoff.end_slope)]
    found = []
    for (left, left_profit), (right, right_profit) in pairwise(ends):
        if left_profit == right_profit == 0:
            if found and found[-1][1] == left:
                found[-1][1] = right
            else:
                found.append([left, right])
    return found


def row(id, currentPrice, legs, **_):
    payoff = Payoff([Leg(leg) for leg in legs])
    amounts = {"netCost": payoff.net_cost(), "maxProfit": payoff.max_profit(), "maxLoss": payoff.max_loss()}
    break_evens, zeros = payoff.break_evens(), flat_zeros(payoff)
    expected = {name: written(value) for name, value in amounts.items()}
    expected["breakEvenPoints"] = [written(price) for price in break_evens]
    expected["exact"] = {"netCost": exact(amounts["netCost"]), "maxPnl": exact(amounts["maxProfit"]),
                         "minPnl": exact(amounts["maxLoss"]), "breakEvenPoints": [exact(price) for price in break_evens]}
    if zeros:
        expected["flat_zero"] = True
        expected["flat_zero_intervals"] = [[written(price) for price in ends] for ends in zeros]
    prices = [Fraction(multiple) * Fraction(repr(currentPrice)) for multiple in ("0", "0.75", "1", "1.25", "3")]
    checks = [{"S": written(price), "pnl": written(payoff.profit(price)), "pnl_exact": exact(payoff.profit(price))}
              for price in prices]
    return {"id": id, "currentPrice": currentPrice, "legs": legs, "expected": expected, "pnlChecks": checks,
            "flat_zero": bool(zeros)}


document = json.loads(Path(__file__).with_suffix(".json").read_text())
document["cases"] = [row(**case) for case in document["cases"]]
write(__file__, "\n" + json.dumps(document, separators=(",", ":"), ensure_ascii=False))
