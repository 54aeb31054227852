"""The reference tables of the repository, as columns."""

import json
from pathlib import Path

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[4]
GREEKS = ("price", "delta", "gamma", "theta", "vega", "rho")
HIGHER = {
    "epsilon": "epsilon", "vanna": "vanna", "vomma": "vomma", "charm": "charm", "speed": "speed", "zomma": "zomma",
    "color": "color", "ultima": "ultima", "dual_delta": "dualDelta", "dual_gamma": "dualGamma"}


def cases(name):
    return json.loads((REPOSITORY / f"Fixtures/reference/{name}.json").read_text())["cases"]


def columns(rows, *names):
    return [np.array([float(row[name]) for row in rows]) for name in names]


def flags(rows):
    return np.array([row["type"][0] for row in rows])
