#!/usr/bin/env python3
"""Writes horizon_probability.json: the distribution of the profit of calendars and diagonals at their first expiration, by root
finding and numerical integration at 30 digits."""

import random

from mpmath import erfc, exp, inf, log, mp, mpf, pi, quad, sqrt

from tables import write_rows

mp.dps = 30


def normal(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def density(x):
    return exp(-x * x / 2) / sqrt(2 * pi)


class Case:
    """Near legs (type, position, strike, premium, quantity) of 100 shares; far legs also have time and volatility."""

    def __init__(self, market, expiring, surviving):
        self.market = {name: float(value) for name, value in zip(("S0", "sigma", "T", "r", "q"), market)}
        self.S0, self.sigma, self.T, self.r, self.q = (mpf(self.market[name]) for name in ("S0", "sigma", "T", "r", "q"))
        self.expiring, self.surviving = expiring, surviving
        self.s = self.sigma * sqrt(self.T)
        self.drift = (self.r - self.q) * self.T - self.s**2 / 2
        self.partition()

    def distance(self, S):
        if S == 0 or S == inf:
            return -inf if S == 0 else inf
        return (log(S / self.S0) - self.drift) / self.s

    def price(self, z):
        return self.S0 * exp(self.drift + self.s * z)

    def terms(self, S):
        """(profit, slope to the right, sum of the magnitudes) of every leg."""
        for kind, position, strike, premium, quantity, *model in self.expiring + self.surviving:
            sign = 1 if kind == "call" else -1
            shares = quantity * 100 * (1 if position == "long" else -1)
            K = mpf(strike)
            if model:
                tau, sigma = (mpf(value) for value in model)
                v = sigma * sqrt(tau)
                d1 = (log(S / K) + (self.r - self.q) * tau) / v + v / 2
                growth, discount = exp(-self.q * tau), exp(-self.r * tau)
                worth = sign * (S * growth * normal(sign * d1) - K * discount * normal(sign * (d1 - v)))
                slope = sign * growth * normal(sign * d1)
            else:
                worth = max(sign * (S - K), mpf(0))
                slope = mpf(sign) if (S >= K) == (sign > 0) else mpf(0)
            yield (shares * (worth - mpf(str(premium))), shares * slope,
                   abs(shares) * (worth + mpf(str(premium)) + S * abs(slope)))

    def profit(self, S):
        return sum((term[0] for term in self.terms(S)), mpf(0))

    def slope(self, S):
        return sum((term[1] for term in self.terms(S)), mpf(0))

    def magnitude(self, S):
        return sum((term[2] for term in self.terms(S)), mpf(0))

    def partition(self):
        """Prices between which profit is monotone, from a fine scan of the slope over 12 deviations and all strikes."""
        kinks = sorted({mpf(leg[2]) for leg in self.expiring})
        widths = [mpf(leg[6]) * sqrt(mpf(leg[5])) for leg in self.surviving]
        strikes = kinks + [mpf(leg[2]) for leg in self.surviving]
        low = min([self.price(-12)] + [K / 2 for K in strikes])
        high = max([self.price(12)] + [K * 2 for K in strikes])
        step = min(widths + [self.s, mpf(1)]) / 12
        count = int(log(high / low) / step) + 2
        scan = sorted(set([low * (high / low) ** (mpf(i) / count) for i in range(count + 1)] + kinks))
        self.ends = [scan[0]]
        before = self.slope(scan[0])
        for left, right in zip(scan, scan[1:]):
            after = self.slope(right - (right * mpf(10) ** -28 if right in kinks else 0))
            if before * after < 0:
                self.ends.append(zero(self.slope, left, right))
            if right in kinks:
                self.ends.append(right)
            before = self.slope(right)
        self.ends.append(scan[-1])
        self.kinks = kinks

    def roots(self, level):
        found, before, at = [], None, None
        for S in self.ends:
            excess = self.profit(S) - level
            if excess == 0:
                at = S
                continue
            if before is not None and excess * before[1] < 0:
                found.append(zero(lambda S: self.profit(S) - level, before[0], S) if at is None else at)
            before, at = (S, excess), None
        return found

    def parts(self, level):
        """(a, b, sign) of the intervals between crossings of the level. Profit may touch the level at an extreme or a limit,
        so the sign is that of the end farthest from the level."""
        cuts = [mpf(0)] + self.roots(level) + [inf]
        for a, b in zip(cuts, cuts[1:]):
            middle = (max(a, self.ends[0]) + min(b, self.ends[-1])) / 2
            inside = [S for S in self.ends if a < S < b] + [middle]
            excess = max((self.profit(S) - level for S in inside), key=abs)
            yield a, b, 1 if excess > 0 else -1

    def chance(self, a, b):
        za, zb = self.distance(a), self.distance(b)
        return normal(zb) - normal(za) if za < 0 else normal(-za) - normal(-zb)

    def below(self, level):
        return sum((self.chance(a, b) for a, b, sign in self.parts(level) if sign < 0), mpf(0))

    def mean(self, a, b):
        """The integral of profit times density from a to b, up to 13 deviations, divided at kinks and ends of pieces."""
        lowest, highest = self.price(-13), self.price(13 + self.s)
        a, b = max(a, lowest), min(b, highest)
        if a >= b:
            return mpf(0)
        cuts = {a, b} | {K for K in self.kinks if a < K < b}
        for leg in self.surviving:
            K, v = mpf(leg[2]), mpf(leg[6]) * sqrt(mpf(leg[5]))
            cuts |= {S for S in (K * exp(v * k) for k in range(-10, 11, 2)) if a < S < b}
        cuts |= {S for S in (self.price(k) for k in range(-12, 14)) if a < S < b}
        points = sorted(self.distance(S) for S in cuts)
        return quad(lambda z: self.profit(self.price(z)) * density(z), points)


def zero(function, low, high):
    """A zero between two points of different signs, to 28 digits, by Ridders' method."""
    f_low, f_high = function(low), function(high)
    assert f_low * f_high <= 0
    last = inf
    for _ in range(200):
        middle = (low + high) / 2
        f_middle = function(middle)
        if f_middle == 0:
            return middle
        step = (middle - low) * f_middle / sqrt(f_middle**2 - f_low * f_high)
        point = middle + (step if f_low > 0 else -step)
        value = function(point)
        if value == 0 or abs(point - last) <= abs(point) * mpf(10) ** -28:
            return point
        last = point
        for x, f in sorted([(middle, f_middle), (point, value)]):
            if f * f_low > 0 and x > low:
                low, f_low = x, f
            elif f * f_high > 0 and x < high:
                high, f_high = x, f
    raise ArithmeticError("no convergence")


def value_at_risk(case, level):
    tail = 1 - mpf(level)
    values = [case.profit(S) for S in case.ends]
    low, high = min(values), max(values)
    values = sorted(values)
    inside = [value for value in values if case.below(value) <= tail]
    low = inside[-1] if inside else low
    high = values[len(inside)] if len(inside) < len(values) else high
    return -zero(lambda x: case.below(x) - tail, low, high)


def row(name, market, expiring, surviving, levels=(0.5, 0.95)):
    case = Case(market, expiring, surviving)
    nothing = mpf(0)
    parts = list(case.parts(nothing))
    of_profit = sum((case.chance(a, b) for a, b, sign in parts if sign > 0), nothing)
    of_loss = sum((case.chance(a, b) for a, b, sign in parts if sign < 0), nothing)
    gain = sum((case.mean(a, b) for a, b, sign in parts if sign > 0), nothing)
    loss = sum((case.mean(a, b) for a, b, sign in parts if sign < 0), nothing)
    roots = case.roots(nothing)
    # The change of a probability per relative error of profit (relative to the sum of the magnitudes of its terms).
    sensitivity = sum((density(case.distance(S)) / case.s * case.magnitude(S) / abs(S * case.slope(S)) for S in roots), nothing)
    risks = []
    for level in levels:
        risk = value_at_risk(case, level)
        worse = [(a, b) for a, b, sign in case.parts(-risk) if sign < 0]
        tail = 1 - mpf(level)
        shortfall = (-sum((case.mean(a, b) for a, b in worse), nothing)
                     + risk * (tail - sum((case.chance(a, b) for a, b in worse), nothing))) / tail
        risks.append({"level": level, "value": nearest(risk), "shortfall": nearest(shortfall)})
    print(name, len(case.ends), [float(root) for root in roots], float(of_profit), flush=True)
    leg = ("type", "position", "strikePrice", "premium", "quantity", "remainingTime", "volatility")
    return {
        "name": name, "inputs": case.market,
        "expiring": [dict(zip(leg, values)) for values in expiring],
        "surviving": [dict(zip(leg, values)) for values in surviving],
        "break_evens": [nearest(root) for root in roots],
        "of_profit": nearest(of_profit), "of_loss": nearest(of_loss), "sensitivity": nearest(sensitivity),
        "expected_pnl": nearest(gain + loss),
        "expected_profit": nearest(gain / of_profit) if of_profit else None,
        "expected_loss": nearest(loss / of_loss) if of_loss else None,
        "gain": nearest(gain), "loss": nearest(loss),
        "magnitude": nearest(case.magnitude(case.S0)),
        "risks": risks,
    }


def nearest(value):
    return repr(float(mp.nstr(value, 25, min_fixed=0, max_fixed=0)))


def cases():
    usual = (100.0, 0.25, 0.08, 0.04, 0.0)
    long_call = [("call", "long", 100.0, 4.6, 1, 0.25, 0.2)]
    yield row("call calendar", usual, [("call", "short", 100.0, 2.5, 1)], long_call)
    yield row("put calendar", usual, [("put", "short", 95.0, 0.9, 1)], [("put", "long", 95.0, 2.4, 1, 0.25, 0.22)])
    yield row("diagonal", usual, [("call", "short", 105.0, 1.1, 1)], [("call", "long", 95.0, 8.2, 1, 0.5, 0.24)])
    yield row("double calendar", usual, [("put", "short", 90.0, 0.5, 1), ("call", "short", 110.0, 0.6, 1)],
              [("put", "long", 90.0, 1.8, 1, 0.25, 0.27), ("call", "long", 110.0, 2.0, 1, 0.25, 0.23)], (0.05, 0.5, 0.95, 0.99))
    yield row("with yield", (100.0, 0.3, 0.5, 0.03, 0.05), [("call", "short", 100.0, 7.0, 2)],
              [("call", "long", 105.0, 9.0, 2, 1.0, 0.3)])
    yield row("short calendar", usual, [("call", "long", 100.0, 2.5, 1)], [("call", "short", 100.0, 4.6, 1, 0.25, 0.2)])
    yield row("a day left", usual, [("call", "short", 100.0, 2.5, 1)], [("call", "long", 100.0, 2.7, 1, 1 / 365, 0.2)])
    yield row("an hour left", usual, [("call", "short", 100.0, 2.5, 3), ("put", "long", 90.0, 0.2, 1)],
              [("call", "long", 101.0, 2.2, 3, 1 / 8760, 0.15)])
    yield row("calm", (100.0, 0.02, 0.02, 0.01, 0.0), [("call", "short", 100.0, 0.2, 1)],
              [("call", "long", 100.0, 1.1, 1, 0.2, 0.05)])
    yield row("volatile", (100.0, 1.5, 2.0, 0.01, 0.0), [("put", "short", 80.0, 30.0, 1)],
              [("put", "long", 70.0, 25.0, 1, 1.0, 1.2)])
    yield row("ratio", usual, [("call", "short", 105.0, 1.0, 3)], [("call", "long", 105.0, 2.6, 1, 0.3, 0.2)],
              (0.05, 0.5, 0.95, 0.999))
    yield row("three expirations", usual, [("call", "short", 100.0, 2.5, 1)],
              [("call", "long", 100.0, 4.6, 2, 0.25, 0.2), ("call", "short", 104.0, 4.0, 1, 0.5, 0.2)])
    yield row("far away", (100.0, 0.1, 1 / 365, 0.0, 0.0), [("call", "short", 110.0, 0.01, 1)],
              [("call", "long", 110.0, 0.02, 1, 0.1, 0.1)], (0.95,))
    draw = random.Random(5)
    for index in range(8):
        market = (100.0, round(draw.uniform(0.1, 0.8), 3), round(draw.uniform(0.02, 1), 3), round(draw.uniform(0, 0.06), 3), 0.0)

        def leg(*model):
            return (draw.choice(("call", "put")), draw.choice(("long", "short")), float(draw.randint(85, 115)),
                    round(draw.uniform(0.5, 9), 2), draw.randint(1, 3), *model)

        yield row(f"random {index}", market, [leg() for _ in range(draw.randint(1, 2))],
                  [leg(round(draw.uniform(0.02, 1), 3), round(draw.uniform(0.1, 0.6), 3)) for _ in range(draw.randint(1, 2))])


document = {
    "source": "Generated by horizon_probability.py with mpmath at 30 digits; random.Random is seeded",
    "units": "profit in currency for the whole position, 100 shares a contract, prices per share, times in years",
    "conventions": "profit at T: payoff of expiring legs, Black-Scholes-Merton value of surviving ones at their own volatility "
    "and remaining time, less cost; inputs are the doubles they read as, premiums exact decimals. sensitivity = sum over "
    "break-evens of density of ln S times magnitude / |S profit'|; magnitude = sum of worth + premium + S |delta| over legs, at "
    "S0; gain = E[profit+], loss = E[profit-]. value = inf{l : P(-profit <= l) >= level}; shortfall = mean of that over higher levels",
}
write_rows(__file__, document, cases())
