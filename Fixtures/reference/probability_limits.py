#!/usr/bin/env python3
"""Writes probability_limits.json: probabilities, means and risks under the lognormal distribution, by the textbook formulas
at 60 to 600 digits, for inputs that are difficult in doubles: far tails, narrow intervals, tiny and huge deviations, atoms."""

import json
import random
from fractions import Fraction

from mpmath import erfc, exp, inf, log, mp, mpf, sqrt

from tables import write

LARGEST = mpf(1.7976931348623157e308)


def digits(count):
    """Makes a function compute with `count` digits, enough for its cancellations."""

    def decorate(function):
        def run(*arguments):
            with mp.workdps(count):
                return function(*arguments)

        return run

    return decorate


def normal(x):
    """N(x); values below 10^-(2.17·10^15) are 0."""
    if abs(x) > mpf(10) ** 8:
        return mpf(0) if x < 0 else mpf(1)
    return erfc(-x / sqrt(mpf(2))) / 2


def exact(fraction):
    return mpf(fraction.numerator) / fraction.denominator


class Market:
    """ln S ~ N(ln S0 + (r - q - sigma^2/2) T, sigma^2 T) for the exact values of the given doubles."""

    names = ("S0", "sigma", "T", "r", "q")

    def __init__(self, S0, sigma, T, r=0.0, q=0.0):
        self.inputs = dict(zip(self.names, map(float, (S0, sigma, T, r, q))))

    def __getattr__(self, name):
        return mpf(self.inputs[name])

    @property
    def deviation(self):
        return self.sigma * sqrt(self.T)

    @property
    def forward(self):
        return self.S0 * exp((self.r - self.q) * self.T)

    def distance(self, K):
        """(ln K - mean) / deviation."""
        if K == 0 or K == inf:
            return -inf if K == 0 else inf
        return (log(K / self.S0) - (self.r - self.q) * self.T) / self.deviation + self.deviation / 2

    def price(self, z):
        return self.S0 * exp((self.r - self.q) * self.T - self.deviation**2 / 2 + self.deviation * z)

    def probability(self, a, b):
        za, zb = self.distance(a), self.distance(b)
        return normal(zb) - normal(za) if za < 0 else normal(-za) - normal(-zb)

    def partial_mean(self, a, b):
        s = self.deviation
        za, zb = self.distance(a) - s, self.distance(b) - s
        return self.forward * (normal(zb) - normal(za) if za < 0 else normal(-za) - normal(-zb))

    def touching(self, H):
        if H == self.S0:
            return mpf(1)
        y, nu = log(H / self.S0), (self.r - self.q) * self.T - self.deviation**2 / 2
        if y < 0:
            y, nu = -y, -nu
        s = self.deviation
        return normal((nu - y) / s) + exp(2 * nu * y / s**2) * normal(-(nu + y) / s)


class Strategy:
    """Legs (type, position, strike, premium, quantity, shares) with exact decimals."""

    def __init__(self, legs):
        self.legs = [
            (kind, 1 if position == "long" else -1, Fraction(str(strike or 0)), Fraction(str(premium)), quantity * shares)
            for kind, position, strike, premium, quantity, shares in legs
        ]
        self.json = [
            {"type": kind, "position": position, "strikePrice": strike, "premium": premium, "quantity": quantity,
             "sharesPerContract": shares}
            for kind, position, strike, premium, quantity, shares in legs
        ]
        self.knots = [Fraction(0)] + sorted({leg[2] for leg in self.legs if leg[0] != "stock"})

    def profit(self, S):
        total = Fraction(0)
        for kind, sign, strike, premium, shares in self.legs:
            worth = {"call": max(S - strike, 0), "put": max(strike - S, 0), "stock": S}[kind]
            total += sign * shares * (worth - premium)
        return total

    def lines(self):
        """(a, b, profit at a, slope) of every piece."""
        for a, b in zip(self.knots, self.knots[1:] + [None]):
            after = self.profit(b if b is not None else a + 1)
            slope = (after - self.profit(a)) / ((b if b is not None else a + 1) - a)
            yield a, b, self.profit(a), slope

    def parts(self, level):
        """The pieces, divided at crossings of the level: (a, b, sign, line). Exact if the level is a Fraction."""
        convert = (lambda number: number) if isinstance(level, Fraction) else exact
        for a, b, value, slope in self.lines():
            left, right = convert(a), None if b is None else convert(b)
            excess, slant = convert(value) - level, convert(slope)
            cuts = [left, right]
            if slant != 0:
                root = left - excess / slant
                if root > left and (right is None or root < right):
                    cuts = [left, root, right]
            for first, last in zip(cuts, cuts[1:]):
                inside = first + 1 if last is None else (first + last) / 2
                here = excess + slant * (inside - left)
                yield first, last, (here > 0) - (here < 0), (a, value, slope)


def mp_of(number):
    return exact(number) if isinstance(number, Fraction) else mpf(number)


def ends(a, b):
    return mp_of(a), inf if b is None else mp_of(b)


def mean(market, a, b, line):
    """The partial mean of the line over a < S < b."""
    knot, value, slope = line
    a, b = ends(a, b)
    constant = exact(value) - exact(slope) * exact(knot)
    return constant * market.probability(a, b) + exact(slope) * market.partial_mean(a, b)


def density(market, price):
    """The density of ln S at a price."""
    return exp(-market.distance(mp_of(price)) ** 2 / 2) / sqrt(2 * mp.pi) / market.deviation


def probability(market, strategy, level, signs):
    """The probability of the given signs. Neighbouring pieces are merged, so a certain event has probability 1 without
    rounding."""
    total, start = mpf(0), None
    for a, b, sign, _ in strategy.parts(level):
        if sign in signs:
            start = a if start is None else start
            if b is None:
                total += market.probability(mp_of(start), inf)
        elif start is not None:
            total += market.probability(mp_of(start), mp_of(a))
            start = None
    return total


def flat_probability(market, strategy, extreme):
    """P(profit = extreme), over the flat pieces at the extreme."""
    return sum(
        (market.probability(*ends(a, b)) for a, b, value, slope in strategy.lines() if slope == 0 and value == extreme),
        mpf(0))


def value_at_risk(market, strategy, level):
    """-sup { x : P(profit < x) <= 1 - level }, by bisection between the profits at knots."""
    tail = 1 - mpf(level)
    values = sorted({value for _, _, value, _ in strategy.lines()})

    def below(x, signs=(-1,)):
        return probability(market, strategy, x, signs)

    reached = [value for value in values if below(value) <= tail]
    end_slope = list(strategy.lines())[-1][3]
    if reached and below(reached[-1], (-1, 0)) > tail:
        return -exact(reached[-1])
    low = exact(reached[-1]) if reached else None
    high = exact(values[len(reached)]) if len(reached) < len(values) else None
    step = mpf(1)
    if low is None:
        low = high
        while below(low) > tail:
            low, step = low - step, step * 2
    if high is None:
        assert end_slope > 0
        high = low
        while below(high) <= tail:
            high, step = high + step, step * 2
    for _ in range(400):
        middle = (low + high) / 2
        if below(middle) <= tail:
            low = middle
        else:
            high = middle
        if abs(high - low) <= abs(high) * mpf(10) ** -45:
            break
    return -low


def expected_shortfall(market, strategy, level, risk):
    """Acerbi and Tasche, 2002: (E[loss; loss > VaR] + VaR (1 - level - P(loss > VaR))) / (1 - level)."""
    tail = 1 - mpf(level)
    threshold = -risk
    # At the profit of a knot, the crossing is exact.
    for _, _, value, _ in strategy.lines():
        if exact(value) == threshold:
            threshold = value
    worse, loss = mpf(0), mpf(0)
    for a, b, sign, line in strategy.parts(threshold):
        if sign < 0:
            worse += market.probability(*ends(a, b))
            loss -= mean(market, a, b, line)
    return (loss + risk * (tail - worse)) / tail


def nearest(value):
    if value is None:
        return None
    if abs(value) > LARGEST:
        return "inf" if value > 0 else "-inf"
    # float() of an mpf rounds subnormal numbers twice; a decimal string is rounded once.
    return repr(float(mp.nstr(value, 40, min_fixed=0, max_fixed=0)))


@digits(120)
def strategy_row(group, name, market, legs, levels=(0.5, 0.95, 0.99)):
    strategy = Strategy(legs)
    zero = Fraction(0)
    lines = list(strategy.lines())
    values = [value for _, _, value, _ in lines]
    end_slope = lines[-1][3]
    of_profit = probability(market, strategy, zero, (1,))
    of_loss = probability(market, strategy, zero, (-1,))
    gain = sum((mean(market, a, b, line) for a, b, sign, line in strategy.parts(zero) if sign > 0), mpf(0))
    loss = sum((mean(market, a, b, line) for a, b, sign, line in strategy.parts(zero) if sign < 0), mpf(0))
    parts = list(strategy.parts(zero))
    # The change of a probability per relative error of the break-evens, and the relative change of conditional means.
    roots = [a for a, _, _, (knot, _, _) in parts if a != knot]
    sensitivity = sum((density(market, root) for root in roots), mpf(0))

    def relative_sensitivity(sign, amount, chance):
        slant = sum((abs(exact(slope)) * mp_of(root) * market.probability(*ends(a, b))
                     for a, b, part, (_, _, slope) in parts for root in (a, b) if part == sign and root in roots), mpf(0))
        return slant / abs(amount) + sensitivity / chance

    possible = {sign for _, _, sign, _ in parts}
    risks = []
    for level in levels:
        risk = value_at_risk(market, strategy, level)
        risks.append({"level": level, "value": nearest(risk),
                      "shortfall": nearest(expected_shortfall(market, strategy, level, risk))})
    return {
        "group": group, "name": name, "inputs": market.inputs, "legs": strategy.json,
        "of_profit": nearest(of_profit), "of_loss": nearest(of_loss), "sensitivity": nearest(sensitivity),
        "of_max_profit": nearest(mpf(0) if end_slope > 0 else flat_probability(market, strategy, max(values))),
        "of_max_loss": nearest(mpf(0) if end_slope < 0 else flat_probability(market, strategy, min(values))),
        "expected_pnl": nearest(gain + loss), "magnitude": nearest(gain - loss),
        "expected_profit": nearest(gain / of_profit) if 1 in possible else None,
        "expected_loss": nearest(loss / of_loss) if -1 in possible else None,
        "profit_sensitivity": nearest(relative_sensitivity(1, gain, of_profit) if 1 in possible else mpf(0)),
        "loss_sensitivity": nearest(relative_sensitivity(-1, loss, of_loss) if -1 in possible else mpf(0)),
        "largest": nearest(max(
            [abs(exact(value)) for value in values]
            + [abs(exact(slope)) * max(exact(strategy.knots[-1]), market.S0) for _, _, _, slope in lines])),
        "risks": risks,
    }


@digits(600)
def interval_row(name, market, a, b):
    a, b = mpf(a), mpf(b)
    return {
        "name": name, "inputs": market.inputs, "a": repr(float(a)), "b": repr(float(b)),
        "below": nearest(market.probability(mpf(0), a)), "above": nearest(market.probability(a, inf)),
        "inside": nearest(market.probability(a, b)), "mean": nearest(market.partial_mean(a, b)),
    }


@digits(300)
def touching_row(name, market, H):
    return {"name": name, "inputs": market.inputs, "H": repr(float(H)), "probability": nearest(market.touching(mpf(H)))}


@digits(60)
def quantile_row(market, p):
    low, high = mpf(-40), mpf(40)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if normal(middle) < mpf(p) else (low, middle)
    return {"inputs": market.inputs, "probability": p, "quantile": nearest(market.price(low)),
            "lower": nearest(market.price(-1)), "upper": nearest(market.price(1))}


def intervals():
    draw = random.Random(1)
    for _ in range(60):
        market = Market(round(draw.uniform(1, 500), 2), round(draw.uniform(0.05, 1.5), 3), round(draw.uniform(0.01, 3), 3),
                        round(draw.uniform(-0.02, 0.1), 4), round(draw.uniform(0, 0.05), 4))
        a = market.inputs["S0"] * float(exp(market.deviation * draw.uniform(-4, 4)))
        yield interval_row("ordinary", market, a, a * draw.uniform(1, 2))
    for z in (-37, -30, -20, -10, 10, 20, 30, 37):
        for s in (1e-6, 0.01, 0.2, 1.0, 4.0):
            market = Market(100.0, s, 1.0, 0.03, 0.01)
            a = float(market.price(z))
            if 0 < a < 1e300:
                yield interval_row("tail", market, a, float(market.price(z + 0.5)))
                yield interval_row("narrow tail", market, a, float(market.price(z + 1e-7)))
    for s in (1e-12, 1e-6, 1e-3, 0.1, 1.0, 10.0):
        for z in (-5, -1, 0, 0.25, 3):
            market = Market(64.0, s / 2, 4.0, 0.01, 0.02)
            a = float(market.price(z))
            for width in (1e-12, 1e-6, 1e-3, 0.1):
                yield interval_row("narrow", market, a, a * (1 + width))
            yield interval_row("wide", market, a, a * 1e6)
    for s in (20.0, 40.0, 100.0, 3000.0, 1e5):
        yield interval_row("volatile", Market(100.0, s, 1.0), 1e-300, 1e300)
        yield interval_row("volatile", Market(100.0, s, 1.0), 90.0, 110.0)
    for size in (5e-324, 1e-310, 1e-200, 1e200, 1e308):
        yield interval_row("scale", Market(size, 0.5, 1.0), size, size * 1.5)
    yield interval_row("rates", Market(100.0, 0.2, 10.0, 100.0, 99.9), 200.0, 300.0)
    yield interval_row("rates", Market(1e-300, 0.2, 1.0, 1381.0, 0.0), 1e300, 2e300)
    yield interval_row("times", Market(100.0, 1e-5, 1e8, 0.0, 0.0), 99.0, 101.0)
    yield interval_row("times", Market(100.0, 1e150, 1e-302, 0.0, 0.0), 99.0, 101.0)


def touchings():
    draw = random.Random(2)
    for _ in range(80):
        market = Market(round(draw.uniform(1, 500), 2), round(draw.uniform(0.05, 1.5), 3), round(draw.uniform(0.01, 3), 3),
                        round(draw.uniform(-0.1, 0.2), 4), round(draw.uniform(-0.05, 0.1), 4))
        yield touching_row("ordinary", market, market.inputs["S0"] * float(exp(market.deviation * draw.uniform(-4, 4))))
    for drift in (-2.0, -0.05, 0.0, 0.02, 0.05, 2.0):
        for sigma in (1e-9, 1e-4, 0.01, 0.2, 2.0, 30.0):
            for ratio in (0.5, 0.9, 0.999, 1 - 2**-53, 1 + 2**-52, 1.001, 1.1, 2.0):
                yield touching_row("drift", Market(128.0, sigma, 1.0, drift, 0.0), 128.0 * ratio)
    for sigma, T in ((0.2, 1e-4), (0.01, 0.01), (1e-200, 1.0), (3e-3, 1e-3)):
        for ratio in (0.8, 0.95, 1.0, 1.05, 1.25):
            yield touching_row("short", Market(100.0, sigma, T, 0.04, 0.01), 100.0 * ratio)
    for H in (5e-324, 1e-300, 1e-100, 1e100, 1.7e308):
        for sigma in (0.2, 5.0, 40.0):
            yield touching_row("far", Market(100.0, sigma, 1.0, 0.04, 0.01), H)


def quantiles():
    for market in (Market(100.0, 0.2, 0.25, 0.05, 0.01), Market(3.7, 1.3, 2.0, -0.01, 0.0), Market(1e-300, 0.2, 1.0),
                   Market(100.0, 1e-9, 1.0), Market(100.0, 9.0, 4.0)):
        for p in (1e-300, 1e-100, 1e-20, 1e-10, 1e-4, 0.01, 0.025, 0.05, 0.3, 0.499, 0.5, 0.5000001, 0.8, 0.95, 0.99,
                  0.999999, 1 - 1e-12, 1 - 2**-53):
            yield quantile_row(market, p)


def random_legs(draw, spot):
    step = draw.choice((0.5, 2.5, 5.0)) * (1 if spot > 20 else 0.125)
    legs = []
    for _ in range(draw.randint(1, 8)):
        kind = draw.choice(("call", "call", "put", "put", "stock"))
        strike = step * max(1, round(spot / step) + draw.randint(-6, 6))
        premium = draw.randint(0, 40) * step / 16 if kind != "stock" else strike
        legs.append((kind, draw.choice(("long", "short")), None if kind == "stock" else strike, premium,
                     draw.randint(1, 5), draw.choice((1, 10, 100))))
    return legs


def strategies():
    draw = random.Random(3)
    for index in range(60):
        spot = draw.choice((8.0, 50.0, 100.0, 256.0))
        market = Market(spot, float(f"{10 ** draw.uniform(-2, 0.3):.3g}"), float(f"{10 ** draw.uniform(-2.5, 0.7):.3g}"),
                        round(draw.uniform(-0.02, 0.1), 4), round(draw.uniform(0, 0.06), 4))
        yield strategy_row("ordinary", f"{index}", market, random_legs(draw, spot), (0.05, 0.5, 0.95, 0.99, 0.999))
    for index in range(60):
        spot = draw.choice((8.0, 50.0, 100.0, 256.0))
        market = Market(spot, 10 ** draw.uniform(-4, 1.2), 10 ** draw.uniform(-6, 1.5), draw.uniform(-0.2, 0.2),
                        draw.uniform(-0.1, 0.1))
        yield strategy_row("extreme", f"{index}", market, random_legs(draw, spot), (0.01, 0.9, 0.9999))
    calm, usual = Market(100.0, 0.1, 1 / 365), Market(100.0, 0.25, 0.5, 0.04, 0.01)
    call, put = ("call", "long"), ("put", "long")
    sold_call, sold_put = ("call", "short"), ("put", "short")
    # Far out of the money shortly before expiration: probabilities down to 10^-4000; only the mean is a nonzero double.
    for strike in (101.0, 105.0, 120.0, 130.0, 150.0, 200.0):
        for premium in (0.0, 0.01):
            yield strategy_row("far", f"call {strike} {premium}", calm, [(*call, strike, premium, 1, 100)], (0.95,))
            yield strategy_row("far", f"put {200 - strike + 1}", calm, [(*sold_put, 201 - strike, premium, 1, 100)],
                               (0.95, 1 - 1e-12))
    condor = [(*put, 80.0, 1.0, 1, 100), (*sold_put, 90.0, 2.5, 1, 100), (*sold_call, 110.0, 2.25, 1, 100),
              (*call, 120.0, 0.75, 1, 100)]
    butterfly = [(*call, 90.0, 12.0, 1, 100), (*sold_call, 100.0, 6.0, 2, 100), (*call, 110.0, 2.0, 1, 100)]
    for market in (usual, Market(100.0, 0.03, 0.02), Market(100.0, 2.0, 3.0, 0.01, 0.0)):
        # Atoms: flat maximum, flat minimum, both; levels inside the atom and beyond it.
        yield strategy_row("atoms", "condor", market, condor, (1e-9, 0.05, 0.3, 0.6, 0.8, 0.9, 0.95, 0.99, 1 - 1e-9))
        yield strategy_row("atoms", "butterfly", market, butterfly, (0.1, 0.5, 0.9, 0.99))
        yield strategy_row("atoms", "long call", market, [(*call, 100.0, 5.0, 1, 100)], (0.01, 0.3, 0.5, 0.6, 0.95))
        yield strategy_row("atoms", "short strangle", market,
                           [(*sold_put, 90.0, 2.0, 1, 100), (*sold_call, 110.0, 2.0, 1, 100)], (0.05, 0.5, 0.95, 0.999))
        # Zero profit over an interval.
        yield strategy_row("zero", "free call spread", market, [(*call, 100.0, 5.0, 1, 100), (*sold_call, 110.0, 5.0, 1, 100)])
        yield strategy_row("zero", "free call", market, [(*call, 100.0, 0.0, 1, 100)], (0.01, 0.3, 0.95))
        yield strategy_row("zero", "noise", market, [(*call, 100.0, 1.1, 1, 100), (*call, 100.0, 2.2, 1, 100),
                                                     (*sold_call, 100.0, 3.3, 1, 100), (*sold_call, 105.0, 0.0, 1, 100)])
        yield strategy_row("zero", "closed", market, [(*call, 100.0, 5.0, 1, 100), (*sold_call, 100.0, 5.0, 1, 100)])
        yield strategy_row("zero", "touching", market, [(*call, 90.0, 12.0, 1, 100), (*sold_call, 100.0, 1.0, 2, 100),
                                                        (*call, 110.0, 0.0, 1, 100)])
        # Only profits, or only losses.
        yield strategy_row("certain", "paid box", market, [
            (*call, 95.0, 7.0, 1, 100), (*sold_call, 105.0, 4.0, 1, 100), (*put, 105.0, 6.0, 1, 100), (*sold_put, 95.0, 1.0, 1, 100)])
        yield strategy_row("certain", "paid to hold a call", market, [(*call, 95.0, 0.0, 1, 100), (*sold_call, 95.0, 3.0, 1, 1)])
        # Nonzero slopes at the ends.
        yield strategy_row("ends", "short stock", market, [("stock", "short", None, 100.0, 1, 100)], (0.05, 0.95, 1 - 1e-12))
        yield strategy_row("ends", "ratio", market, [(*call, 100.0, 5.0, 1, 100), (*sold_call, 110.0, 2.0, 3, 100)],
                           (0.05, 0.5, 0.95, 0.9999))
        yield strategy_row("ends", "risk reversal", market, [(*sold_put, 95.0, 2.0, 7, 100), (*call, 105.0, 3.0, 2, 100)],
                           (1e-6, 0.05, 0.5, 0.95, 0.9999))
    # Intermediate amounts beyond the range of doubles, and prices of any magnitude.
    for size in (1e-300, 1e300):
        market = Market(size, 0.4, 1.0, 0.02, 0.0)
        yield strategy_row("scale", f"{size}", market, [(*call, size, size / 8, 1000, 1000), (*sold_put, size, size / 16, 10, 10)])


document = {
    "source": "Generated by probability_limits.py with mpmath at 60 to 600 digits; random.Random is seeded",
    "units": "profit in currency for the whole position, prices per share, T in years; results are strings, because JSON has no "
    "infinity and readers may drop subnormals",
    "conventions": "inputs are the doubles they read as; strikes and premiums are exact decimals. sensitivity = sum over "
    "break-evens of the density of ln S, by which a relative error of theirs moves a probability; profit_sensitivity and "
    "loss_sensitivity: by which it moves a conditional mean, relative to that; magnitude = E[profit+] + E[profit-]; largest = greatest |profit| at a knot or "
    "|slope| times the greatest of strikes and spot. value = inf{l : P(-profit <= l) >= level}; shortfall = "
    "mean of that over higher levels",
    "intervals": list(intervals()),
    "touching": list(touchings()),
    "quantiles": list(quantiles()),
    "strategies": list(strategies()),
}
lines = []
for key, value in document.items():
    rows = json.dumps(value) if isinstance(value, str) else (
        "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in value) + "\n]")
    lines.append(f"{json.dumps(key)}: {rows}")
write(__file__, "{\n" + ",\n".join(lines) + "\n}\n")
