#!/usr/bin/env python3
"""Writes bsm_mpmath.json: prices and greeks of European options, from the Black-Scholes-Merton price by differentiation at 50
digits or more.

The options were drawn once, and only the table records them: the script reads the inputs from the table and replaces all other
values. The values that were first committed came from the closed formula of each greek, and equal these in every digit.
"""

import json
from pathlib import Path

from mpmath import erfc, exp, log, mp, mpf, nstr, sqrt

from derivatives import GREEKS, differentiate
from tables import write

GREEKS = GREEKS | {"veta": ((0, 0, 1, 0, 0, 1), -1), "dual_delta": GREEKS["dualDelta"], "dual_gamma": GREEKS["dualGamma"]}
NAMES = ("price", "delta", "gamma", "vega", "theta", "rho", "epsilon", "vanna", "vomma", "charm", "speed", "zomma", "color", "ultima",
         "dual_delta", "dual_gamma", "veta")


def normal(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def d(S, K, T, r, q, sigma):
    """d1 and d2."""
    s = sigma * sqrt(T)
    d1 = (log(S / K) + (r - q) * T) / s + s / 2
    return d1, d1 - s


def price(sign):
    def of(*inputs):
        S, K, T, r, q, sigma = inputs
        d1, d2 = d(*inputs)
        return sign * (S * exp(-q * T) * normal(sign * d1) - K * exp(-r * T) * normal(sign * d2))

    return of


def row(id, type, S, K, r, q, T, sigma, **_):
    inputs = (S, K, T, r, q, sigma)
    d1, d2 = d(*map(mpf, inputs))
    # Differentiation subtracts prices whose differences are of the size of e^(-d^2 / 2), which costs d^2 / (2 ln 10) digits.
    with mp.workdps(50 + int(max(d1**2, d2**2) / 2 / log(10))):
        derivative = differentiate(price(1 if type == "call" else -1), inputs)
        values = {name: sign * derivative(orders) for name, (orders, sign) in ((name, GREEKS[name]) for name in NAMES)}
    return {"id": id, "type": type, "S": S, "K": K, "r": r, "q": q, "T": T, "sigma": sigma,
            "d1": nstr(d1, 30), "d2": nstr(d2, 30),
            "expected": {name: float(value) for name, value in values.items()},
            "expected_str": {name: nstr(value, 30) for name, value in values.items()}}


document = json.loads(Path(__file__).with_suffix(".json").read_text())
document["cases"] = [row(**case) for case in document["cases"]]
write(__file__, "\n" + json.dumps(document, separators=(",", ":"), ensure_ascii=False))
