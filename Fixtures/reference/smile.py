#!/usr/bin/env python3
"""Writes smile.json: option prices on volatility smiles of Gatheral's form, the intervals with negative density, and
least-squares fits of noisy chains, at 50 digits.

    w(k) = a + b (rho (k - m) + sqrt((k - m)^2 + sigma^2)),  k = ln(strike / forward),  volatility = sqrt(w / T)

The smiles named after Vogt are those of Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces", Quant. Finance 14(1),
2014, sections 3 and 5; all others are invented.
"""

import json
import random

from mpmath import erfc, exp, findroot, log, lu_solve, matrix, mp, mpf, pi, sign, sinh, sqrt

from tables import write

mp.dps = 50


def normal(x):
    return erfc(-x / sqrt(mpf(2))) / 2


class Market:
    def __init__(self, spot, time, rate=0.0, dividend_yield=0.0):
        self.fields = {"spot": spot, "time": time, "rate": rate, "yield": dividend_yield}
        self.spot, self.time, self.rate, self.dividend_yield = map(mpf, (spot, time, rate, dividend_yield))
        self.forward = self.spot * exp((self.rate - self.dividend_yield) * self.time)
        self.discount = exp(-self.rate * self.time)

    def k(self, strike):
        return log(mpf(strike) / self.forward)

    def d(self, strike, volatility):
        deviation = volatility * sqrt(self.time)
        middle = -self.k(strike) / deviation
        return middle + deviation / 2, middle - deviation / 2

    def price(self, kind, strike, volatility):
        d1, d2 = self.d(strike, volatility)
        s = 1 if kind == "call" else -1
        return s * self.discount * (self.forward * normal(s * d1) - mpf(strike) * normal(s * d2))

    def delta(self, kind, strike, volatility):
        d1, _ = self.d(strike, volatility)
        s = 1 if kind == "call" else -1
        return s * exp(-self.dividend_yield * self.time) * normal(s * d1)

    def vega(self, strike, volatility):
        d1, _ = self.d(strike, volatility)
        return self.discount * self.forward * sqrt(self.time) * exp(-d1 * d1 / 2) / sqrt(2 * pi)

    def implied_volatility(self, kind, strike, price, start):
        return findroot(lambda v: log(self.price(kind, strike, v) / mpf(price)), start)

    def out_of_the_money(self, strike):
        return "call" if mpf(strike) >= self.forward else "put"


class Smile:
    names = ("a", "b", "rho", "m", "sigma")

    def __init__(self, *parameters):
        self.values = [mpf(x) for x in parameters]
        self.a, self.b, self.rho, self.m, self.sigma = self.values

    def fields(self):
        return {name: float(value) for name, value in zip(self.names, self.values)}

    def w(self, k):
        return self.a + self.b * (self.rho * (k - self.m) + sqrt((k - self.m) ** 2 + self.sigma**2))

    def gradient(self, k):
        y = k - self.m
        root = sqrt(y * y + self.sigma**2)
        b = self.b
        return [mpf(1), self.rho * y + root, b * y, -b * (self.rho + y / root), b * self.sigma / root]

    def g(self, k):
        """Durrleman's function, which has the same sign as the density."""
        y = k - self.m
        root = sqrt(y * y + self.sigma**2)
        w = self.w(k)
        first = self.b * (self.rho + y / root)
        second = self.b * self.sigma**2 / root**3
        return (1 - k * first / (2 * w)) ** 2 - first**2 / 4 * (1 / w + mpf(1) / 4) + second / 2

    def volatility(self, market, strike):
        return sqrt(self.w(market.k(strike)) / market.time)

    def negative_density(self):
        """The intervals with negative g, from dense samples in asinh((k - m) / sigma) and bisection."""
        at = lambda x: self.m + self.sigma * sinh(x)
        step = mpf(1) / 50
        xs = [step * i for i in range(-1000, 1001)]
        negative = [self.g(at(x)) < 0 for x in xs]
        assert not negative[0] and not negative[-1]
        ranges = []
        for i in range(len(xs) - 1):
            if negative[i] == negative[i + 1]:
                continue
            low, high = xs[i], xs[i + 1]
            for _ in range(100):
                middle = (low + high) / 2
                if (self.g(at(middle)) < 0) == negative[i]:
                    low = middle
                else:
                    high = middle
            if negative[i]:
                ranges[-1].append(at(low))
            else:
                ranges.append([at(low)])
        return ranges


def from_jump_wings(v, psi, p, c, least, time=1):
    """Raw parameters from the jump-wings parametrisation: Gatheral and Jacquier, lemma 3.2."""
    v, psi, p, c, least, time = map(mpf, (v, psi, p, c, least, time))
    w = v * time
    b = sqrt(w) / 2 * (c + p)
    rho = 1 - p * sqrt(w) / b
    beta = rho - 2 * psi * sqrt(w) / b
    alpha = sign(beta) * sqrt(1 / beta**2 - 1)
    m = (v - least) * time / (b * (-rho + sign(alpha) * sqrt(1 + alpha**2) - alpha * sqrt(1 - rho**2)))
    sigma = alpha * m
    a = least * time - b * sigma * sqrt(1 - rho**2)
    return Smile(*(float(x) for x in (a, b, rho, m, sigma)))


def strikes_between(market, low, high, count):
    """Strikes as doubles, evenly spaced in log-moneyness."""
    return [float(market.forward * exp(mpf(low) + (mpf(high) - mpf(low)) * i / (count - 1))) for i in range(count)]


def exact_case(name, market, smile, strikes, kind=None):
    def quote(strike, kind):
        volatility = smile.volatility(market, strike)
        return {
            "type": kind,
            "strike": strike,
            "volatility": float(volatility),
            "price": float(market.price(kind, strike, volatility)),
            "delta": float(market.delta(kind, strike, volatility)),
        }

    between = [float((mpf(x) + mpf(y)) / 2) for x, y in zip(strikes, strikes[1:])][::3]
    beyond = [strikes[0] * 0.9, strikes[-1] * 1.1]
    return {
        "name": name,
        "market": market.fields,
        "parameters": smile.fields(),
        "quotes": [quote(x, kind or market.out_of_the_money(x)) for x in strikes],
        "others": [quote(x, other) for x in between + beyond for other in ("call", "put")],
        "negativeDensity": [[float(market.forward * exp(k)) for k in pair] for pair in smile.negative_density()],
    }


VOGT = Smile(-0.0410, 0.1331, 0.3060, 0.3586, 0.4153)


def exact_cases():
    unit = Market(100.0, 1.0)
    wide = strikes_between(unit, -1.5, 1.5, 41)
    yield exact_case("Vogt", unit, VOGT, wide)
    again = from_jump_wings(0.01742625, -0.1752111, 0.6997381, 1.316798, 0.0116249)
    assert all(abs(x - y) < 1e-4 for x, y in zip(again.values, VOGT.values))
    free = from_jump_wings(0.01742625, -0.1752111, 0.6997381, 0.3493158, 0.01548182)
    yield exact_case("Vogt, moved to where there is no arbitrage", unit, free, wide)
    best = from_jump_wings(0.01742625, -0.1752111, 0.6997381, 0.8564763, 0.0116249)
    yield exact_case("Vogt, moved as little as it takes", unit, best, wide)
    index = Market(4500.0, 0.08, 0.05, 0.015)
    equity = Smile(0.0004, 0.035, -0.7, 0.015, 0.05)
    yield exact_case("index, one month", index, equity, [float(x) for x in range(3600, 4950, 25)])
    yield exact_case("index, calls only", index, equity, [float(x) for x in range(4000, 4900, 25)], "call")
    currency = Market(1.1, 0.25, 0.03, 0.02)
    yield exact_case("currency", currency, Smile(0.0003, 0.012, 0.05, 0.002, 0.07), [0.95 + 0.0125 * i for i in range(25)])
    five_years = Market(100.0, 5.0, 0.03, 0.01)
    yield exact_case("five years", five_years, Smile(0.05, 0.12, -0.5, 0.1, 0.4), [float(x) for x in range(30, 305, 5)])
    week = Market(165.12, 0.02, 0.045)
    yield exact_case("one week", week, Smile(0.0001, 0.012, -0.3, 0.005, 0.02), [140.0 + 2.5 * i for i in range(21)])
    negative = Market(0.8, 0.5, -0.0075, 0.002)
    yield exact_case("negative rates", negative, Smile(0.001, 0.03, 0.2, -0.01, 0.09), [0.6 + 0.025 * i for i in range(20)])
    steep = Market(50.0, 2.0, 0.04, 0.02)
    yield exact_case("steep left wing", steep, Smile(0.02, 0.45, -0.8, -0.2, 0.3), [float(x) for x in range(10, 125, 3)])
    yield exact_case("five strikes", unit, Smile(0.01, 0.1, -0.4, 0.05, 0.2), [70.0, 85.0, 100.0, 115.0, 135.0])


def density_cases():
    """Smiles with random parameters, most of which have a negative density somewhere."""
    generator = random.Random(3)
    cases = []
    while len(cases) < 60:
        b = 10 ** generator.uniform(-2.5, 0)
        rho = generator.uniform(-0.98, 0.98)
        if b * (1 + abs(rho)) >= 1.95:
            continue
        sigma = 10 ** generator.uniform(-2, 0.3)
        least = 10 ** generator.uniform(-4, -1)
        smile = Smile(float(least - b * sigma * sqrt(1 - mpf(rho) ** 2)), b, rho, generator.uniform(-0.4, 0.4), sigma)
        if smile.a + smile.b * smile.sigma * sqrt(1 - smile.rho**2) < least / 2:
            continue
        ranges = smile.negative_density()
        if ranges or sum(not case["ranges"] for case in cases) < 20:
            cases.append({"parameters": smile.fields(), "ranges": [[float(k) for k in pair] for pair in ranges]})
    return cases


def sum_of_squares(smile, points):
    return sum((weight * (smile.w(k) - w)) ** 2 for k, w, weight in points)


def least_squares(smile, points):
    """The Levenberg-Marquardt method, started from the smile to which the noise was added."""
    damping, cost = mpf(1) / 1000, sum_of_squares(smile, points)
    for _ in range(200):
        normal_matrix, right = matrix(5, 5), matrix(5, 1)
        for k, w, weight in points:
            row = [weight * x for x in smile.gradient(k)]
            residual = weight * (smile.w(k) - w)
            for i in range(5):
                right[i] -= row[i] * residual
                for j in range(5):
                    normal_matrix[i, j] += row[i] * row[j]
        for i in range(5):
            normal_matrix[i, i] *= 1 + damping
        step = lu_solve(normal_matrix, right)
        trial = Smile(*(value + step[i] for i, value in enumerate(smile.values)))
        trial_cost = sum_of_squares(trial, points)
        if trial_cost < cost:
            done = cost - trial_cost < mpf(10) ** -25 * cost
            smile, cost, damping = trial, trial_cost, damping / 10
            if done:
                break
        else:
            damping *= 10
    assert smile.b > 0 and abs(smile.rho) < 1 and smile.b * (1 + abs(smile.rho)) < 2
    assert smile.a + smile.b * smile.sigma * sqrt(1 - smile.rho**2) > 0
    return cost


def noisy_case(name, market, smile, strikes, tick, seed):
    """Bids and asks in ticks around prices with errors of up to a third of the spread."""
    generator = random.Random(seed)
    quotes, points = [], []
    for strike in strikes:
        kind = market.out_of_the_money(strike)
        volatility = smile.volatility(market, strike)
        price = float(market.price(kind, strike, volatility))
        half_spread = tick * generator.randint(1, 3) + 0.01 * price
        off = price + half_spread * generator.uniform(-0.66, 0.66)
        bid = round(max(int((off - half_spread) / tick), 0) * tick, 6)
        ask = round((int((off + half_spread) / tick) + 1) * tick, 6)
        quotes.append({"type": kind, "strike": strike, "bid": bid, "ask": ask})
        if bid == 0:
            continue
        # The quotes as doubles, as the engine fits them.
        mid, half = mpf(bid + (ask - bid) / 2), mpf((ask - bid) / 2)
        found = market.implied_volatility(kind, strike, mid, volatility)
        weight = market.vega(strike, found) / (2 * found * market.time * half)
        points.append((market.k(strike), found**2 * market.time, weight))
    count = len(points)
    return {
        "name": name,
        "market": market.fields,
        "parameters": smile.fields(),
        "quotes": quotes,
        "fitted": count,
        "trueRootMeanSquare": float(sqrt(sum_of_squares(smile, points) / count)),
        "rootMeanSquare": float(sqrt(least_squares(smile, points) / count)),
    }


def noisy_cases():
    mp.dps = 30
    index = Market(4500.0, 0.08, 0.05, 0.015)
    equity = Smile(0.0004, 0.035, -0.7, 0.015, 0.05)
    yield noisy_case("index, one month", index, equity, [float(x) for x in range(3500, 5000, 25)], 0.05, 1)
    share = Market(165.12, 0.25, 0.045, 0.005)
    yield noisy_case("share", share, Smile(0.006, 0.05, -0.35, 0.02, 0.12), [100.0 + 5 * i for i in range(27)], 0.01, 2)
    year = Market(100.0, 1.0, 0.03, 0.01)
    yield noisy_case("year", year, Smile(0.01, 0.1, -0.5, 0.05, 0.25), [50.0 + 5 * i for i in range(25)], 0.05, 3)
    week = Market(165.12, 0.02, 0.045)
    yield noisy_case("one week", week, Smile(0.0003, 0.012, -0.3, 0.005, 0.02), [145.0 + 2.5 * i for i in range(17)], 0.01, 4)
    yield noisy_case("few strikes", year, Smile(0.01, 0.1, -0.5, 0.05, 0.25), [60.0 + 10 * i for i in range(9)], 0.05, 6)


table = {"exact": list(exact_cases()), "densities": density_cases(), "noisy": list(noisy_cases())}
write(__file__, json.dumps(table, indent=None, separators=(",", ":")) + "\n")
