#!/usr/bin/env python3
"""Computes the response to a request from the definitions of the contract, in exact rational arithmetic.

This script shares no code with the engine, and generates the golden responses in its folder. `docs/contract.md` defines
the rules. Requests are assumed to be valid.

    reference.py REQUEST.json    prints the response
    reference.py --write         computes every golden response and writes it
    reference.py --check         computes every golden response again; the exit status is 1 if one differs
"""

import json
import sys
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from pathlib import Path


def meant_price(number):
    """The decimal that a price stands for: its double rounded to 15 digits if at most 12 of them remain without trailing
    zeros, otherwise the shortest digits of the double."""
    shortest = Decimal(repr(float(number)))
    rounded = Context(prec=15, rounding=ROUND_HALF_UP).plus(shortest)
    is_noise = len(rounded.normalize().as_tuple().digits) <= 12
    return Fraction(rounded if is_noise else shortest)


class Leg:
    def __init__(self, fields):
        self.type = fields["type"]
        shares_per_contract = fields.get("sharesPerContract") or (1 if self.type == "stock" else 100)
        sign = {"long": 1, "short": -1}[fields["position"]]
        self.shares = sign * int(fields["quantity"]) * int(shares_per_contract)
        self.premium = meant_price(fields["premium"])
        self.strike = None if self.type == "stock" else meant_price(fields["strikePrice"])

    def value(self, price):
        """The value of one share of the leg at expiration."""
        if self.type == "call":
            return max(price - self.strike, 0)
        if self.type == "put":
            return max(self.strike - price, 0)
        return price

    def profit(self, price):
        return self.shares * (self.value(price) - self.premium)


# The payoff is linear between 0 and the strikes, and beyond the last strike.


class Payoff:
    def __init__(self, legs):
        self.legs = legs
        self.knots = sorted({Fraction(0)} | {leg.strike for leg in legs if leg.strike is not None})
        self.profits = [self.profit(knot) for knot in self.knots]
        self.end_slope = sum(leg.shares for leg in legs if leg.type != "put")

    def profit(self, price):
        return sum(leg.profit(price) for leg in self.legs)

    def net_cost(self):
        return sum(leg.shares * leg.premium for leg in self.legs)

    def max_profit(self):
        return None if self.end_slope > 0 else max(self.profits)

    def max_loss(self):
        return None if self.end_slope < 0 else min(self.profits)

    def break_evens(self):
        """The prices with zero profit. An interval of zeros contributes its ends, or only its start if it is unbounded."""
        found = []
        for (left, left_profit), (right, right_profit) in pairwise(zip(self.knots, self.profits)):
            if left_profit * right_profit < 0:
                found.append(left + (right - left) * left_profit / (left_profit - right_profit))
        if self.profits[-1] * self.end_slope < 0:
            found.append(self.knots[-1] - self.profits[-1] / self.end_slope)

        zero = [profit == 0 for profit in self.profits]
        zero_before = [False] + zero[:-1]
        zero_after = zero[1:] + [zero[-1] and self.end_slope == 0]
        for knot, here, before, after in zip(self.knots, zero, zero_before, zero_after):
            if here and not (before and after):
                found.append(knot)
        return sorted(found)


# The curve.


def rounded(value, places):
    """`value` rounded to `places` decimal places, ties to even."""
    return Fraction(round(value * 10**places), 10**places)


def round_step(width):
    """1, 2, 2.5 or 5 times a power of ten, whichever is nearest to a hundredth of `width` as a ratio."""
    target = width / 100
    power = Fraction(1)
    while power > target:
        power /= 10
    while power * 10 <= target:
        power *= 10
    steps = [Fraction(step) * power for step in ("1", "2", "2.5", "5", "10")]
    for smaller, larger in pairwise(steps):
        if target**2 < smaller * larger:
            return smaller
    return steps[-1]


def grid(current, marks):
    """The multiples of a round step over 0.7 to 1.3 times the current price and over the marks plus a margin."""
    low, high = current * 7 / 10, current * 13 / 10
    lower, upper = low, high
    if marks:
        margin = (max(high, *marks) - min(low, *marks)) / 20
        lower = max(min(low, min(marks) - margin), 0)
        upper = max(high, max(marks) + margin)
    step = round_step(upper - lower)
    # An end set by a margin may exceed its multiple by a billionth of a step; 0.7 and 1.3 times the price are covered.
    tolerance = Fraction(1, 10**9)
    first = min(floor(lower / step + tolerance), floor(low / step))
    last = max(ceil(upper / step - tolerance), ceil(high / step))
    return [step * index for index in range(first, last + 1)]


def curve(payoff, current, break_evens):
    """Pairs of price and profit, ascending. Break-evens are rounded, so the exact profit there may not be 0."""
    strikes = payoff.knots[1:]
    prices = {*grid(current, [*strikes, *map(Fraction, break_evens)]), *strikes, current}
    points = {float(price): money(payoff.profit(price)) for price in prices}
    return sorted(({price: 0.0 for price in break_evens} | points).items())


# Responses.


def money(value):
    return None if value is None else float(rounded(value, 8))


def number(value):
    """The shortest decimal that reads back as `value`: plain digits from 1e-10 up to 1e16, otherwise an exponent."""
    if value is None:
        return "null"
    if value and not 1e-10 <= abs(value) < 1e16:
        return repr(value)
    digits = format(Decimal(repr(value)), "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def response(request):
    request = json.loads(request, parse_float=Decimal, parse_int=Decimal)
    payoff = Payoff([Leg(fields) for fields in request["legs"]])
    break_evens = sorted({float(rounded(price, 10)) for price in payoff.break_evens()})
    points = curve(payoff, meant_price(request["currentPrice"]), break_evens)

    # Written by hand, because json.dumps cannot control the format of floats.
    def json_object(**members):
        return "{" + ",".join(f'"{name}":{text}' for name, text in members.items()) + "}"

    def json_array(texts):
        return "[" + ",".join(texts) + "]"

    return json_object(
        curve=json_array(json_object(stockPrice=number(x), profitLoss=number(y)) for x, y in points),
        metrics=json_object(
            netCost=number(money(payoff.net_cost())),
            maxProfit=number(money(payoff.max_profit())),
            maxLoss=number(money(payoff.max_loss())),
            breakEvenPoints=json_array(number(price) for price in break_evens),
        ),
    )


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("--") and arguments[0] not in ("--write", "--check"):
        sys.exit(__doc__)
    if not arguments[0].startswith("--"):
        print(response(Path(arguments[0]).read_bytes()))
        return
    ending = ".response.json"
    computed = {
        path: response(path.with_name(path.name.removesuffix(ending) + ".json").read_bytes()) + "\n"
        for path in sorted(Path(__file__).parent.glob("*" + ending))
    }
    if arguments[0] == "--write":
        for path, text in computed.items():
            path.write_text(text)
        return
    differing = [path.name for path, text in computed.items() if path.read_text() != text]
    for name in differing:
        print(f"{name} differs", file=sys.stderr)
    print(f"{len(computed)} responses, {len(differing)} differ", file=sys.stderr)
    sys.exit(1 if differing or not computed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
