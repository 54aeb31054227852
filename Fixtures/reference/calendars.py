#!/usr/bin/env python3
"""Writes calendars.json: calendars, diagonals and mixtures at the first expiration, by the Black-Scholes-Merton formula at
50 digits.

The profit and its derivative are evaluated at some hundred prices: the strikes, a grid in the logarithm of the price, and
for each far leg a grid in its own standard deviations. If the derivative changes sign between two of these prices, the
extreme is refined; if the profit changes sign between extremes or prices, the zero is refined.
"""

import random
from decimal import Decimal

from mpmath import erfc, exp, log, mp, mpf, sqrt

from tables import write_rows

mp.dps = 50
SHARES = 100


def number(value):
    """Converts a decimal as written, or the exact value of a double."""
    return mpf(str(value)) if isinstance(value, Decimal) else mpf(value)


def zero(function, a, b):
    """A zero between two prices at which the function has different signs, by bisection."""
    is_rising = function(a) < 0
    while b - a > mpf(10) ** -45 * b:
        x = (a + b) / 2
        if (function(x) < 0) == is_rising:
            a = x
        else:
            b = x
    return a


class Option:
    def __init__(self, kind, position, strike, premium, quantity, time=None, volatility=None):
        self.kind, self.position, self.strike, self.premium = kind, position, strike, premium
        self.quantity, self.time, self.volatility = quantity, time, volatility

    @property
    def shares(self):
        return (1 if self.position == "long" else -1) * self.quantity * SHARES

    @property
    def sign(self):
        return -1 if self.kind == "put" else 1

    def value(self, S, r, q, after=False):
        """Value per share and its derivative; at the strike of a near option, the left or (`after`) the right derivative."""
        K = number(self.strike)
        if self.time is None:
            beyond = S > K or (S == K and after)
            is_worth = beyond == (self.sign > 0)
            return (self.sign * (S - K), mpf(self.sign)) if is_worth else (mpf(0), mpf(0))
        T, sigma = mpf(self.time), mpf(self.volatility)
        g, h = exp(-q * T), exp(-r * T)
        if S == 0:
            return (mpf(0), mpf(0)) if self.sign > 0 else (K * h, -g)
        v = sigma * sqrt(T)
        d1 = (log(S / K) + (r - q) * T) / v + v / 2
        n1, n2 = (erfc(-self.sign * d / sqrt(mpf(2))) / 2 for d in (d1, d1 - v))
        return self.sign * (S * g * n1 - K * h * n2), self.sign * g * n1

    def json(self):
        row = {"type": self.kind, "position": self.position, "strikePrice": float(self.strike),
               "premium": float(self.premium), "quantity": self.quantity}
        if self.time is not None:
            row |= {"remainingTime": self.time, "volatility": self.volatility}
        return row


class Strategy:
    def __init__(self, legs, r, q):
        self.legs, self.r, self.q = legs, mpf(r), mpf(q)

    @property
    def cost(self):
        return sum(leg.shares * number(leg.premium) for leg in self.legs)

    def profit(self, S, after=False):
        values = [leg.value(S, self.r, self.q, after) for leg in self.legs]
        shares = [leg.shares for leg in self.legs]
        return (sum(n * v for n, (v, _) in zip(shares, values)) - self.cost,
                sum(n * d for n, (_, d) in zip(shares, values)))

    def end(self):
        """Slope and intercept of the asymptote of the profit."""
        slope, value = mpf(0), -self.cost
        for leg in self.legs:
            if leg.kind == "call":
                T = mpf(leg.time or 0)
                slope += leg.shares * exp(-self.q * T)
                value -= leg.shares * number(leg.strike) * exp(-self.r * T)
        return slope, value

    def prices(self):
        strikes = [number(leg.strike) for leg in self.legs]
        low, high = log(min(strikes)) - 7, log(max(strikes)) + 9
        prices = set(strikes) | {exp(low + (high - low) * i / 160) for i in range(161)}
        for leg in self.legs:
            if leg.time is not None:
                T = mpf(leg.time)
                v = mpf(leg.volatility) * sqrt(T)
                forward = number(leg.strike) * exp((self.q - self.r) * T)
                prices |= {forward * exp(v * i / 8) for i in range(-72, 73)}
        return [mpf(0)] + sorted(prices)

    def solve(self):
        """Zeros with slopes, and the maximum and minimum (None if there is none)."""
        nodes = []
        last = None
        for S in self.prices():
            before, after = self.profit(S), self.profit(S, True)
            if last is not None and last[1] * before[1] < 0:
                turn = zero(lambda x: self.profit(x)[1], last[0], S)
                nodes.append((turn, self.profit(turn)[0]))
            nodes.append((S, after[0]))
            last = (S, after[1])
        slope, value = self.end()
        zeros = []
        for (a, fa), (b, fb) in zip(nodes, nodes[1:]):
            if fa == 0:
                zeros.append(a)
            elif fa * fb < 0:
                zeros.append(zero(lambda x: self.profit(x)[0], a, b))
        S, f = nodes[-1]
        # Beyond the last price, a thousand times every strike and nine deviations from it, only the asymptote remains.
        if slope != 0 and f * slope < 0:
            zeros.append(-value / slope)
        values = [f for _, f in nodes] + ([value] if slope == 0 else [])
        return ([(z, self.profit(z)[1]) for z in zeros],
                None if slope > 0 else max(values), None if slope < 0 else min(values), nodes)


def cents(value):
    return Decimal(max(0, round(float(value) * 100))) / 100


def fair(leg, r, q, spot, first):
    """A premium near the value of the leg when the first expiration is `first` years away."""
    time, volatility = (leg.time or 0) + first, leg.volatility or 0.25
    return Option(leg.kind, leg.position, leg.strike, 0, 1, time, volatility).value(mpf(spot), mpf(r), mpf(q))[0]


def draw(rng, family):
    spot = 100
    r = round(rng.uniform(-0.02, 0.08), 4)
    q = round(rng.uniform(-0.01, 0.05), 4) if family.endswith("yield") else 0.0
    first = rng.choice((7, 30, 60)) / 365
    strike = lambda: Decimal(rng.randrange(170, 231)) / 2
    time = lambda: round(rng.choice((7, 30, 61, 182, 365, 730)) / 365, 6)
    volatility = lambda: round(rng.uniform(0.08, 0.9), 4)
    kind = rng.choice(("call", "put"))
    near, far = rng.choice((("short", "long"), ("short", "long"), ("long", "short")))
    name = family.split()[0]
    if name == "calendar":
        K = strike()
        legs = [Option(kind, near, K, 0, 1), Option(kind, far, K, 0, 1, time(), volatility())]
    elif name == "diagonal":
        legs = [Option(kind, near, strike(), 0, 1), Option(kind, far, strike(), 0, 1, time(), volatility())]
    elif name == "double":
        low, high, T = Decimal(rng.randrange(170, 200)) / 2, Decimal(rng.randrange(201, 231)) / 2, time()
        legs = [Option("put", near, low, 0, 1), Option("call", near, high, 0, 1),
                Option("put", far, low, 0, 1, T, volatility()), Option("call", far, high, 0, 1, T, volatility())]
    elif name == "ratio":
        legs = [Option(kind, near, strike(), 0, rng.randrange(1, 4)),
                Option(kind, far, strike(), 0, rng.randrange(1, 4), time(), volatility())]
    else:  # mixed
        legs = [Option(rng.choice(("call", "put")), rng.choice(("long", "short")), strike(), 0, rng.randrange(1, 4))
                for _ in range(rng.randrange(1, 3))]
        legs += [Option(rng.choice(("call", "put")), rng.choice(("long", "short")), strike(), 0, rng.randrange(1, 4),
                        time(), volatility()) for _ in range(rng.randrange(1, 4))]
    for leg in legs:
        leg.premium = cents(fair(leg, r, q, spot, first) * mpf(rng.uniform(0.8, 1.2)))
    return Strategy(legs, r, q)


def near_touch(rng, offset):
    """A strategy with a smooth extreme `offset` above or below 0; its first premium is chosen accordingly."""
    while True:
        strategy = draw(rng, "mixed")
        _, _, _, nodes = strategy.solve()
        strikes = [number(leg.strike) for leg in strategy.legs]
        turns = [f for (S, f), (_, b), (_, c) in zip(nodes[1:], nodes, nodes[2:])
                 if S not in strikes and (f - b) * (f - c) > 0 and 50 < S < 200]
        leg = strategy.legs[0]
        for f in turns:
            # Profit decreases by shares times the increase of the premium.
            premium = number(leg.premium) + (f - mpf(offset)) / leg.shares
            if 0 < premium < 50:
                leg.premium = Decimal(mp.nstr(premium, 14, strip_zeros=False))
                return strategy


def row(name, strategy):
    zeros, maximum, minimum, _ = strategy.solve()
    nearest = lambda x: None if x is None else float(x)
    prices = [0.0, 50.0, 80.0, 97.3, 100.0, 104.25, 130.0, 1000.0]
    return {
        "name": name, "riskFreeRate": float(strategy.r), "dividendYield": float(strategy.q),
        "expiring": [leg.json() for leg in strategy.legs if leg.time is None],
        "surviving": [leg.json() for leg in strategy.legs if leg.time is not None],
        "netCost": nearest(strategy.cost), "maximumProfit": nearest(maximum), "minimumProfit": nearest(minimum),
        "breakEvenPoints": [nearest(z) for z, _ in zeros], "slopes": [nearest(s) for _, s in zeros],
        "profits": [[S, nearest(strategy.profit(mpf(S))[0])] for S in prices],
        "amount": nearest(sum(abs(leg.shares) * (number(leg.strike) + number(leg.premium)) for leg in strategy.legs)),
    }


def rows():
    rng = random.Random(20261121)
    for name in ("calendar", "diagonal", "double calendar", "ratio calendar", "mixed"):
        for suffix in ("", " with yield"):
            for _ in range(24):
                yield row(name + suffix, draw(rng, name + suffix))
    for exponent in range(1, 7):
        for sign in (1, -1, 1, -1):
            yield row(f"turns {sign}e-{exponent} from 0", near_touch(rng, sign * 10.0 ** -exponent))


document = {
    "source": "Generated by calendars.py with mpmath at 50 digits from the Black-Scholes-Merton formula",
    "units": "prices per share, 100 shares a contract; rates, yields and volatilities as decimals per year; years left at the "
    "first expiration, when the profit is taken",
    "conventions": "nearest doubles; null = unlimited; premiums and strikes are the decimals that are written; slopes of the profit "
    "at the break-evens; amount = sum of shares times (strike + premium), the yardstick of errors",
}
write_rows(__file__, document, rows())
