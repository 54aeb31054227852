#!/usr/bin/env python3
"""Writes valuation.json: strategies before expiration, computed with 50 digits.

The model is Black-Scholes-Merton. Greeks have the units of the contract, are signed by position, and are multiplied by
quantity and shares. Each sum has a measure, to which the engine's errors are compared: the sum over the legs of the
magnitudes of the terms, each times 1 + d1^2 + d2^2 + (1 + |d1|) / (sigma sqrt(T)).
"""
import json
import random

from mpmath import erfc, exp, log, mp, mpf, pi, sqrt

from tables import write

mp.dps = 50


def cdf(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def density(x):
    return exp(-x * x / 2) / sqrt(2 * pi)


def option(kind, spot, strike, time, rate, carry, volatility):
    """Price and greeks per share, each as a list of terms, and the factor of the measure."""
    s, k, t, r, q, v = (mpf(x) for x in (spot, strike, time, rate, carry, volatility))
    deviation = v * sqrt(t)
    d1 = log(s / k) / deviation + (r - q) * t / deviation + deviation / 2
    d2 = d1 - deviation
    sign = 1 if kind == "call" else -1
    asset, cash = s * exp(-q * t), k * exp(-r * t)
    n1, n2, density1 = cdf(sign * d1), cdf(sign * d2), density(d1)
    terms = {
        "price": [sign * asset * n1, -sign * cash * n2],
        "delta": [sign * exp(-q * t) * n1],
        "gamma": [exp(-q * t) * density1 / (s * deviation)],
        "theta": [-asset * density1 * v / (2 * sqrt(t)), sign * q * asset * n1, -sign * r * cash * n2],
        "vega": [asset * density1 * sqrt(t)],
        "rho": [sign * t * cash * n2],
    }
    # The error of a price is relative to the price itself.
    terms["price"] = [sum(terms["price"])]
    return terms, 1 + d1 * d1 + d2 * d2 + (1 + abs(d1)) / deviation


def strategy(generator, number):
    spot = round(generator.uniform(20, 400), 2)
    market = {"spot": spot, "riskFreeRate": round(generator.uniform(-0.01, 0.09), 4),
              "dividendYield": round(generator.choice([0, generator.uniform(0, 0.06)]), 4)}
    first = round(generator.uniform(0.02, 1.2), 4)
    legs = []
    for _ in range(generator.randint(1, 6)):
        kind = generator.choice(["call", "put", "call", "put", "stock"])
        leg = {"type": kind, "position": generator.choice(["long", "short"]),
               "premium": round(generator.uniform(0, spot / 5), 2), "quantity": generator.randint(1, 20),
               "sharesPerContract": generator.choice([100, 100, 10])}
        if kind != "stock":
            leg["strikePrice"] = round(spot * generator.uniform(0.6, 1.5), 1)
            leg["timeToExpiration"] = generator.choice([first, first, round(first + generator.uniform(0, 1.5), 4)])
            leg["volatility"] = round(generator.uniform(0.05, 1.4), 3)
        legs.append(leg)
    times = [leg["timeToExpiration"] for leg in legs if "timeToExpiration" in leg]
    elapsed = [0.0, round(min(times, default=1) * generator.uniform(0.1, 0.95), 4)]
    prices = sorted(round(spot * generator.uniform(0.3, 2.2), 2) for _ in range(4))
    return {"name": f"strategy {number}", "market": market, "legs": legs,
            "elapsedTimes": elapsed, "stockPrices": prices, "volatilityShifts": [0.0, 0.0625]}


def answer(case):
    market = case["market"]

    def add(total, leg, greek, spot, elapsed, shift):
        shares = leg["quantity"] * leg["sharesPerContract"] * (1 if leg["position"] == "long" else -1)
        if leg["type"] == "stock":
            terms, factor = {"price": [mpf(spot)], "delta": [mpf(1)]}, 1
        else:
            terms, factor = option(
                leg["type"], spot, leg["strikePrice"], mpf(leg["timeToExpiration"]) - mpf(elapsed),
                market["riskFreeRate"], market["dividendYield"], mpf(leg["volatility"]) + mpf(shift))
        for term in terms.get(greek, []):
            total[0] += shares * term
            total[1] += abs(shares * term) * factor
        if greek == "price":
            total[0] -= shares * mpf(leg["premium"])
            total[1] += abs(shares * mpf(leg["premium"]))

    def total(greek, spot, elapsed=0, shift=0):
        sums = [mpf(0), mpf(0)]
        for leg in case["legs"]:
            add(sums, leg, greek, spot, elapsed, shift)
        return {"value": float(sums[0]), "measure": float(sums[1])}

    case["greeks"] = {greek: total(greek, market["spot"]) for greek in ["delta", "gamma", "theta", "vega", "rho"]}
    case["profits"] = [total("price", spot, elapsed, shift) for spot in case["stockPrices"]
                       for shift in case["volatilityShifts"] for elapsed in case["elapsedTimes"]]
    return case


generator = random.Random(20261121)
cases = [answer(strategy(generator, number)) for number in range(60)]
table = {"source": f"mpmath at {mp.dps} digits: valuation.py", "cases": cases}
write(__file__, json.dumps(table) + "\n")
