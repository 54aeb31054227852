#!/usr/bin/env python3
"""Answers strategies in CSV as an analyst would: pandas reads and writes, numpy computes all strategies with the same number of legs.
This is the peer of `options batch` with CSV in benchmarks.
Run: python3 table_pipeline.py < legs.csv > metrics.csv"""

import sys

import numpy as np
import pandas as pd
from pipeline import Payoffs, rounded


def metrics(legs):
    payoffs = Payoffs(legs)
    break_evens = payoffs.break_evens()
    return {
        "netCost": rounded(payoffs.cost, 8),
        "maxProfit": np.where(payoffs.end_slope > 0, np.nan, payoffs.profits.max(1)),
        "maxLoss": np.where(payoffs.end_slope < 0, np.nan, payoffs.profits.min(1)),
        "breakEvenPoints": [";".join(str(x) for x in row if x == x) for row in break_evens.tolist()],
    }


def main():
    try:
        frame = pd.read_csv(sys.stdin.buffer)
    except pd.errors.EmptyDataError:
        return
    shares = frame.sharesPerContract.fillna(pd.Series(np.where(frame.type == "stock", 1, 100)))
    held = frame.quantity * shares * np.where(frame.position == "long", 1, -1)
    signs = np.where(frame.type == "put", -1, 1)
    legs = np.stack([held, signs, frame.strikePrice, frame.premium], axis=1)
    size = frame.groupby("id").id.transform("size")
    parts = []
    with np.errstate(all="ignore"):
        for count, rows in frame.groupby(size).indices.items():
            parts.append(pd.DataFrame({"id": frame.id.values[rows[::count]], **metrics(legs[rows].reshape(-1, count, 4))}))
    pd.concat(parts).sort_values("id").to_csv(sys.stdout, index=False)


if __name__ == "__main__":
    main()
