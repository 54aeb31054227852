"""Strategies in tables of Arrow, with kinds as numbers and as text, and the same ones as lines of JSON, on one thread."""

import json
import random
import sys
from pathlib import Path

import pyarrow as pa

sys.path.append(str(Path(__file__).parent.parent))

import generate

COUNT = 50_000
KINDS = ("call", "put", "stock")


def runs(oa, fastest, rounds):
    """Times of a strategy, after a comparison of the answers."""
    uniform = random.Random(3).random
    lines = [generate.request(uniform) for _ in range(COUNT)]
    text = "\n".join(lines).encode()
    named = table([json.loads(line)["legs"] for line in lines])
    numbers = pa.array([KINDS.index(kind.as_py()) for kind in named["type"]], pa.int8())
    numbered = named.set_column(named.column_names.index("type"), "type", numbers)

    def answers(legs):
        return pa.table(oa.strategies(legs, threads=1))

    def batch():
        return oa.batch(text, threads=1)

    expected = [json.loads(line)["metrics"] for line in batch().lines.splitlines()]
    for legs in (named, numbered):
        for row, metrics in zip(answers(legs).to_pylist(), expected, strict=True):
            found = row["net_cost"], row["max_profit"], row["max_loss"], row["break_even_points"]
            if found != (metrics["netCost"], metrics["maxProfit"], metrics["maxLoss"], metrics["breakEvenPoints"]):
                sys.exit(f"strategy {row['strategy']} has another answer in Arrow than in JSON")
    calls = {"json": (batch, ()), "arrow_text": (answers, (named,)), "arrow_numbers": (answers, (numbered,))}
    yield "strategies", {name: ns / COUNT for name, ns in fastest(calls, rounds).items()}


def table(strategies):
    """A table with a leg in each row."""
    legs = [(number, leg) for number, legs in enumerate(strategies) for leg in legs]
    return pa.table({
        "strategy": pa.array([number for number, _ in legs], pa.int64()),
        "type": [leg["type"] for _, leg in legs],
        "quantity": pa.array([leg["quantity"] * (1 if leg["position"] == "long" else -1) for _, leg in legs], pa.int64()),
        "strike": pa.array([leg.get("strikePrice", 0) for _, leg in legs], pa.float64()),
        "premium": pa.array([leg["premium"] for _, leg in legs], pa.float64()),
        "shares_per_contract": pa.array([shares(leg) for _, leg in legs], pa.int64()),
    })


def shares(leg):
    return leg.get("sharesPerContract", 1 if leg["type"] == "stock" else 100)
