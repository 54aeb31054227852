#!/usr/bin/env python3
"""Answers strategy requests, one per line, as a Python service would: orjson reads and writes, numpy computes blocks.
This is the peer of `options batch` in benchmarks. It rounds in binary, so a last digit may differ from the contract's.
Run: python3 pipeline.py [--metrics-only] [FILE] > answers.ndjson   (standard input if FILE is absent)"""

import argparse
import gc
import sys
from itertools import islice
from math import nan

import numpy as np
import orjson

BLOCK = 10_000
ROWS = 1_000  # strategies computed at once; bounds the memory
NUMBERS = float, int  # compared by type, because a bool is not a number here
LEAST, MOST = 1e-280, 1e280  # prices beyond these would make results overflow or underflow
STEPS = np.array([1, 2, 2.5, 5, 10])
STEP_BORDERS = np.sqrt([2, 5, 12.5, 50])


def read(line):
    """Returns the price, and a list with each leg's signed shares, direction, strike (NaN for stock) and premium."""
    request = orjson.loads(line)
    if type(request) is not dict:
        raise ValueError("the request must be a JSON object")
    price, legs = request.get("currentPrice"), request.get("legs")
    if type(price) not in NUMBERS or not LEAST < price < MOST:
        raise ValueError("currentPrice must be a number, greater than 0 and within range")
    if type(legs) is not list or not 1 <= len(legs) <= 10_000:
        raise ValueError("legs must hold 1 to 10000 legs")
    values = []
    for index, leg in enumerate(legs):
        if type(leg) is not dict:
            raise ValueError(f"legs[{index}] must be a JSON object")
        get = leg.get
        kind, position, strike = get("type"), get("position"), get("strikePrice")
        premium, quantity, shares = get("premium"), get("quantity"), get("sharesPerContract")
        is_stock = kind == "stock"
        if shares is None:
            shares = 1 if is_stock else 100
        if not (
            (is_stock or kind == "call" or kind == "put")
            and (position == "long" or position == "short")
            and (strike is None if is_stock else type(strike) in NUMBERS and LEAST < strike < MOST)
            and (type(premium) in NUMBERS and 0 <= premium < MOST)
            and (type(quantity) in NUMBERS and 1 <= quantity <= 1_000_000_000 and quantity % 1 == 0)
            and (type(shares) in NUMBERS and 1 <= shares <= 1_000_000 and shares % 1 == 0)
        ):
            raise ValueError(f"legs[{index}] is not a valid leg")
        held = quantity * shares if position == "long" else -quantity * shares
        values += held, -1 if kind == "put" else 1, nan if is_stock else strike, premium
    return price, values


def rounded(values, places):
    return np.round(values, places) + 0.0  # never -0


class Payoffs:
    """Strategies with the same number of legs, one per row. Shares are a call with a strike of 0."""

    def __init__(self, legs):
        self.shares, self.signs, self.strikes, premium = np.moveaxis(legs, 2, 0)
        self.from_prices = np.nan_to_num(self.strikes)
        self.cost = (self.shares * premium).sum(1)
        self.end_slope = (self.shares * (self.signs > 0)).sum(1)
        self.knots = np.sort(np.pad(self.from_prices, ((0, 0), (1, 0))))
        self.profits = self.profit(self.knots)

    def profit(self, prices):
        total = np.repeat(-self.cost[:, None], prices.shape[1], axis=1)
        for shares, sign, strike in zip(self.shares.T, self.signs.T, self.from_prices.T):
            value = (prices - strike[:, None]) * sign[:, None]
            total += np.maximum(value, 0, out=value) * shares[:, None]
        return rounded(total, 8)

    def break_evens(self):
        """Returns the ascending break-evens of each row, padded with NaN. Intervals of zeros contribute their ends."""
        knots, profits = self.knots, self.profits
        left, right = profits[:, :-1], profits[:, 1:]
        crossing = np.where(left * right < 0, knots[:, :-1] + np.diff(knots) * (left / (left - right)), np.nan)
        beyond = np.where(profits[:, -1] * self.end_slope < 0, knots[:, -1] - profits[:, -1] / self.end_slope, np.nan)
        zero = profits == 0
        inside = np.zeros_like(zero)
        inside[:, 1:] = zero[:, :-1]
        inside[:, :-1] &= zero[:, 1:]
        inside[:, -1] &= self.end_slope == 0
        found = np.hstack([crossing, beyond[:, None], np.where(zero & ~inside, knots, np.nan)])
        found = np.sort(rounded(found, 10))
        found[:, 1:][found[:, 1:] == found[:, :-1]] = np.nan
        found.sort()
        return found[:, : max(1, np.isfinite(found).sum(1).max())]


def grid(price, marks):
    """Returns multiples of a round step over 0.7 to 1.3 times the price and the marks plus a margin, NaN-padded."""
    low, high = price * 7 / 10, price * 13 / 10
    lowest, highest = np.fmin.reduce(marks, axis=1), np.fmax.reduce(marks, axis=1)
    margin = (np.fmax(high, highest) - np.fmin(low, lowest)) / 20
    lower, upper = np.fmax(np.fmin(low, lowest - margin), 0), np.fmax(high, highest + margin)
    target = (upper - lower) / 100
    exponent = np.floor(np.log10(target))
    digits = STEPS[np.searchsorted(STEP_BORDERS, target / 10**exponent, side="right")]
    # A product and a quotient of whole numbers: each price is the double nearest to its decimal.
    factor, divisor = digits * 10 ** np.fmax(exponent, 0), 10 ** np.fmax(-exponent, 0)
    first = np.floor(lower * divisor / factor + 1e-9)
    count = np.ceil(upper * divisor / factor - 1e-9) - first + 1
    index = np.arange(count.max())
    prices = (first[:, None] + index) * factor[:, None] / divisor[:, None]
    prices[index >= count[:, None]] = np.nan
    return prices


def curves(payoffs, price, break_evens):
    """Yields the curve of each row as JSON, from the first price to the last profit."""
    marks = np.hstack([payoffs.strikes, break_evens])
    prices = np.hstack([grid(price, marks), marks, price[:, None]])
    prices.sort()
    kept = prices == prices
    kept[:, 1:] &= prices[:, 1:] != prices[:, :-1]
    profits = payoffs.profit(prices)
    for column in break_evens.T:
        profits[prices == column[:, None]] = 0  # the break-even is rounded, so the profit there may not be exactly 0
    points = np.stack([prices[kept], profits[kept]], axis=1)
    start = 0
    for end in kept.sum(1).cumsum().tolist():
        # numpy writes [[price,profit],…] and the names are inserted afterwards: faster than a dict per point.
        text = orjson.dumps(points[start:end], option=orjson.OPT_SERIALIZE_NUMPY)[2:-2]
        yield text.replace(b"],[", b'};{"stockPrice":').replace(b",", b',"profitLoss":').replace(b";", b",")
        start = end


def answers(price, legs, metrics_only):
    payoffs = Payoffs(legs)
    break_evens = payoffs.break_evens()
    highest = np.where(payoffs.end_slope > 0, np.nan, payoffs.profits.max(1))  # orjson writes NaN as null
    lowest = np.where(payoffs.end_slope < 0, np.nan, payoffs.profits.min(1))
    members = zip(rounded(payoffs.cost, 8).tolist(), highest.tolist(), lowest.tolist(), break_evens.tolist())
    metrics = (
        orjson.dumps(
            {"netCost": cost, "maxProfit": best, "maxLoss": worst, "breakEvenPoints": [x for x in zeros if x == x]}
        )
        for cost, best, worst, zeros in members
    )
    if metrics_only:
        return [b'{"metrics":%b}' % text for text in metrics]
    both = zip(curves(payoffs, price, break_evens), metrics)
    return [b'{"curve":[{"stockPrice":%b}],"metrics":%b}' % texts for texts in both]


def answer_block(lines, metrics_only):
    result = [b""] * len(lines)
    groups = {}  # by the number of values: strategies with the same number of legs
    for index, line in enumerate(lines):
        try:
            price, values = read(line)
        except ValueError as error:
            result[index] = orjson.dumps({"error": str(error)})
            continue
        indices, prices, legs = groups.setdefault(len(values), ([], [], []))
        indices.append(index)
        prices.append(price)
        legs += values
    for size, (indices, prices, legs) in groups.items():
        prices, legs = np.array(prices, float), np.array(legs, float).reshape(-1, size // 4, 4)
        for start in range(0, len(indices), ROWS):
            part = slice(start, start + ROWS)
            for index, text in zip(indices[part], answers(prices[part], legs[part], metrics_only)):
                result[index] = text
    return b"\n".join(result) + b"\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--metrics-only", action="store_true", help="omit the curve")
    parser.add_argument("file", nargs="?", metavar="FILE")
    arguments = parser.parse_args()
    gc.disable()  # there are no reference cycles
    np.seterr(all="ignore")  # NaN represents absent values
    source = open(arguments.file, "rb") if arguments.file else sys.stdin.buffer
    lines = (line for line in source if not line.isspace())
    while block := list(islice(lines, BLOCK)):
        sys.stdout.buffer.write(answer_block(block, arguments.metrics_only))


if __name__ == "__main__":
    main()
