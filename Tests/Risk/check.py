#!/usr/bin/env python3
"""Compares the answers of `options risk` with a full revaluation in numpy on the normal variates that they include.

    check.py OPTIONS [--count 60] [--seed 1]

OPTIONS is the executable `options`. The portfolios have shares and European options on up to 64 underlyings, whose correlations are
given, of full rank or not, or are estimated from histories. numpy multiplies the variates by the triangular factor of the
correlations, and values the options by the formula of Black, Scholes and Merton. Values, mean profits, values at risk, expected
shortfalls, and the contributions of the positions must agree within 1e-9 of the greatest loss or of the present values of the
positions without their signs. The exit status is 1 if one does not.
"""

import argparse
import json
import math
import random
import subprocess
import sys

import numpy as np

BOUND = 1e-9
LEVELS = [0.5, 0.9, 0.95, 0.975, 0.99, 0.995]
erfc = np.vectorize(math.erfc, otypes=[float])


def normal(x):
    """The standard normal distribution function."""
    return 0.5 * erfc(-x / math.sqrt(2))


def option(kind, spot, strike, time, rate, dividend_yield, volatility):
    """The value of a European option per share; of one that expires, the payoff."""
    sign = 1 if kind == "call" else -1
    if time == 0:
        return np.maximum(sign * (spot - strike), 0)
    deviation = volatility * math.sqrt(time)
    upper = (np.log(spot / strike) + (rate - dividend_yield) * time) / deviation + deviation / 2
    share, cash = spot * math.exp(-dividend_yield * time), strike * math.exp(-rate * time)
    return sign * (share * normal(sign * upper) - cash * normal(sign * (upper - deviation)))


def triangular(correlations):
    """The lower triangular factor; the columns of underlyings that depend on those before them are 0."""
    factor = np.zeros_like(correlations)
    for row in range(len(factor)):
        for column in range(row):
            rest = correlations[row, column] - factor[row, :column] @ factor[column, :column]
            factor[row, column] = rest / factor[column, column] if factor[column, column] > 0 else 0
        rest = correlations[row, row] - factor[row, :row] @ factor[row, :row]
        factor[row, row] = math.sqrt(rest) if rest > 1e-12 else 0
    return factor


def leg(generator, price, horizon):
    """A leg with a volatility, and a time to expiration from the horizon on."""
    kind = generator.choice(["stock", "call", "put"])
    result = {
        "type": kind, "position": generator.choice(["long", "short"]), "quantity": generator.randint(1, 50),
    }
    if kind != "stock":
        result |= {
            "strikePrice": round(price * generator.uniform(0.7, 1.4)),
            "impliedVolatility": generator.uniform(0.05, 1),
            "timeToExpiration": generator.choice([horizon, horizon + generator.uniform(0.001, 2)]),
        }
    return result


def correlated(generator, count):
    """Correlations with a few factors; of one case in three, equal or opposite pairs."""
    loadings = np.array([[generator.uniform(-0.5, 0.5) for _ in range(3)] for _ in range(count)])
    matrix = loadings @ loadings.T
    np.fill_diagonal(matrix, 1)
    if count > 1 and generator.random() < 1 / 3:
        sign = generator.choice([-1, 1])
        matrix[1, :], matrix[:, 1] = sign * matrix[0, :], sign * matrix[:, 0]
        matrix[1, 1] = 1
    return matrix


def request(generator):
    count = generator.choice([1, 1, 2, 2, 3, 5, 10, 64])
    horizon = generator.choice([1 / 365, 10 / 252, 0.25])
    underlyings = []
    for number in range(count):
        price = round(generator.uniform(5, 900), 2)
        underlyings.append({
            "id": number, "currentPrice": price, "volatility": generator.uniform(0.05, 0.9),
            "dividendYield": generator.choice([0, 0.02]),
            "positions": [
                {"legs": [leg(generator, price, horizon) for _ in range(generator.randint(1, 4))]}
                for _ in range(generator.randint(1, 3))
            ],
        })
    result = {
        "timeToHorizon": horizon, "riskFreeRate": generator.choice([0, 0.04, -0.01]), "confidenceLevels": LEVELS,
        "scenarios": min(100_000 // count, generator.choice([100, 999, 5000])), "seed": generator.randrange(2**53),
        "include": ["normals"], "underlyings": underlyings,
    }
    if count > 1 and generator.random() < 0.3:
        length = count + generator.randint(10, 90)
        for underlying in underlyings:
            walk = np.cumsum([generator.gauss(0, 0.02) for _ in range(length)])
            underlying["history"] = (underlying["currentPrice"] * np.exp(walk)).tolist()
            del underlying["volatility"]
    else:
        result["correlations"] = correlated(generator, count).tolist()
    return result


def market(request):
    """The volatilities and the correlations of the underlyings."""
    underlyings = request["underlyings"]
    if "correlations" in request:
        return [underlying["volatility"] for underlying in underlyings], np.array(request["correlations"])
    returns = np.diff(np.log([underlying["history"] for underlying in underlyings]))
    return returns.std(axis=1, ddof=1) * math.sqrt(252), np.corrcoef(returns)


def revalued(request, normals):
    """The present value of each position, and its profit in each scenario."""
    horizon, rate = request["timeToHorizon"], request["riskFreeRate"]
    volatilities, correlations = market(request)
    variates = triangular(correlations) @ normals
    values, profits = [], []
    for underlying, volatility, variate in zip(request["underlyings"], volatilities, variates):
        price, dividend_yield = underlying["currentPrice"], underlying["dividendYield"]
        drift = (rate - dividend_yield - volatility**2 / 2) * horizon
        spots = price * np.exp(drift + volatility * math.sqrt(horizon) * variate)
        for position in underlying["positions"]:
            value, profit = 0, 0
            for leg in position["legs"]:
                shares = leg["quantity"] * (1 if leg["type"] == "stock" else 100)
                shares *= 1 if leg["position"] == "long" else -1
                now, then = price, spots
                if leg["type"] != "stock":
                    terms = (leg["strikePrice"], leg["timeToExpiration"], rate, dividend_yield, leg["impliedVolatility"])
                    now = float(option(leg["type"], price, *terms))
                    then = option(leg["type"], spots, terms[0], terms[1] - horizon, *terms[2:])
                value, profit = value + shares * now, profit + shares * (then - now)
            values.append(value)
            profits.append(profit)
    return np.array(values), np.array(profits)


def differences(request, answer):
    """The differences between the answer and the revaluation, each with its name, and their scale."""
    values, profits = revalued(request, np.array(answer["normals"]))
    total = profits.sum(axis=0)
    order = np.argsort(total, kind="stable")
    positions = [position for underlying in answer["underlyings"] for position in underlying["positions"]]
    scale = max(abs(total).max(), abs(values).sum())
    yield "value", answer["value"], values.sum(), scale
    yield "expectedProfitLoss", answer["expectedProfitLoss"], total.mean(), scale
    for position, value, profit in zip(positions, values, profits, strict=True):
        yield "positions[].value", position["value"], value, scale
        yield "positions[].expectedProfitLoss", position["expectedProfitLoss"], profit.mean(), scale
    for index, level in enumerate(LEVELS):
        count = len(total)
        worst = order[count - math.ceil(level * count * (1 - 1e-15))]
        yield "valueAtRisk", answer["valueAtRisk"][index]["value"], -total[worst], scale
        tail = (1 - level) * count
        weights = np.zeros(count)
        weights[order[:int(tail)]] = 1
        weights[order[int(tail)]] = tail - int(tail)
        yield "expectedShortfall", answer["expectedShortfall"][index]["value"], -(weights @ total) / tail, scale
        for position, profit in zip(positions, profits):
            own = position["contributions"][index]
            yield "contributions[].valueAtRisk", own["valueAtRisk"], -profit[worst], scale
            yield "contributions[].expectedShortfall", own["expectedShortfall"], -(weights @ profit) / tail, scale


def main():
    arguments = argparse.ArgumentParser(description="Compares options risk with a full revaluation in numpy.")
    arguments.add_argument("options", help="the executable options")
    arguments.add_argument("--count", type=int, default=60, help="random portfolios")
    arguments.add_argument("--seed", type=int, default=1)
    arguments = arguments.parse_args()
    generator = random.Random(arguments.seed)
    greatest, failures, scenarios = {}, 0, 0
    for number in range(arguments.count):
        sent = request(generator)
        answer = json.loads(
            subprocess.run([arguments.options, "risk", "--strict"], input=json.dumps(sent).encode(), check=True,
                           capture_output=True).stdout)
        scenarios += sent["scenarios"]
        if "correlations" not in sent:
            estimate = np.array(answer["conventions"]["correlations"]) if len(sent["underlyings"]) > 1 else None
            if estimate is None or abs(estimate - market(sent)[1]).max() > 1e-12:
                failures += 1
                print(f"FAILED: portfolio {number}: the correlations of the histories differ")
        for name, own, expected, scale in differences(sent, answer):
            error = abs(own - expected) / scale
            greatest[name] = max(greatest.get(name, 0), error)
            if not error <= BOUND:
                failures += 1
                print(f"FAILED: portfolio {number}: {name} is {own}, but {expected} in numpy")
    print(f"| {arguments.count} portfolios, {scenarios} scenarios | greatest difference |\n|---|---:|")
    for name, error in greatest.items():
        print(f"| {name} | {error:.1e} |")
    print(f"\nfailures: {failures}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
