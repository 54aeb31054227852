#!/usr/bin/env python3
"""Writes american.json: American options with a continuous yield over the whole domain of the kernel, at 30 digits.

The boundary of early exercise solves the value-matching equation, strike - B = V(B), where the kernel solves the equation of
smooth pasting; integrals are by the tanh-sinh rule, and where the boundary has become constant, by adaptive quadrature,
where the kernel has a closed form. Every option is computed with two or three sets of nodes; the table holds the difference. Only the
values from which the iteration starts are those of Sources/COptionsKernels/coefficients. Binomial trees with extrapolation
check the ordinary options.
"""

import math
import random
import sys
from pathlib import Path

import numpy
from mpmath import cos, erfc, exp, fdot, ln, mp, mpf, pi, quad, sinh, sqrt, tanh

from tables import write_rows

sys.path.append(str(Path(__file__).resolve().parents[2] / "Sources/COptionsKernels/coefficients"))

import american_boundaries as boundaries

mp.dps = 30
numpy.seterr(all="ignore")
# Beyond this reach the boundary is that of the perpetual option, up to e^(-25).
FARTHEST = 5
# Nodes in z, and points of an integral with the spacing of the rule.
RESOLUTIONS = (30, 21, mpf("0.155")), (38, 25, mpf("0.13")), (56, 30, mpf("0.11"))
# Where the first two differ by more than this, the third is used, and compared with the second.
CLOSE = 1e-8


def normal(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def tanh_sinh(count, spacing):
    """Points and weights on (0, 1)."""
    points, weights = [], []
    for k in range(-count, count + 1):
        t = k * spacing
        x = tanh(pi / 2 * sinh(t))
        points.append((1 + x) / 2)
        weights.append(spacing * pi / 4 * (1 - x * x) * mp.cosh(t))
    return points, weights


class Rule:
    """Nodes z on [0, 1], and for each the points u at which an integral needs the boundary."""

    def __init__(self, nodes, count, spacing):
        self.z = [(1 - cos(pi * j / nodes)) / 2 for j in range(nodes + 1)]
        self.barycentric = [mpf(-1) ** j / (2 if j in (0, nodes) else 1) for j in range(nodes + 1)]
        self.fractions, self.weights = tanh_sinh(count, spacing)
        # Of the time t from now to exercise as a fraction of the time to expiration.
        self.rows = [[self.row(z * sqrt(1 - t)) for t in self.fractions] for z in self.z[1:]]
        self.double_rows = numpy.array(self.rows, dtype=float)

    def row(self, u):
        """The weights of the nodes, without that at 0, in the value at u."""
        terms = [w / (u - z) if u != z else mpf(10) ** 40 for w, z in zip(self.barycentric, self.z)]
        total = mp.fsum(terms)
        return [term / total for term in terms[1:]]


class Put:
    """A put on the strike 1 with v = sigma sqrt(T), a = rT, b = qT. B(z) = e^(v (L0 + F(z)))."""

    def __init__(self, v, a, b):
        self.v, self.a, self.b = v, a, b
        self.drift = (a - b) / v
        self.level = ln(a / b) / v if b > a and b > 0 else mpf(0)

    def distances(self, x, L, w):
        minus = (x / self.v - L) / w + (self.drift - self.v / 2) * w
        return minus, minus + self.v * w

    def flow(self, x, L, t):
        """The interest earned by holding no longer, at time t from now, for the log price x: the integrand."""
        minus, plus = self.distances(x, L, sqrt(t))
        return self.a * exp(-self.a * t) * normal(-minus) - self.b * exp(x - self.b * t) * normal(-plus)

    def european(self, x, time=mpf(1)):
        minus, plus = self.distances(x, 0, sqrt(time))
        return exp(-self.a * time) * normal(-minus) - exp(x - self.b * time) * normal(-plus)

    def later(self, squares, row):
        return self.level - sqrt(max(fdot(squares, row), mpf(10) ** -40))

    def residuals(self, rule, F):
        """1 - B - V(B) at the nodes."""
        squares, residuals = [f * f for f in F], []
        for z, f, rows in zip(rule.z[1:], F, rule.rows):
            x, time = self.v * (self.level + f), z * z
            terms = [weight * self.flow(x, self.later(squares, row), time * t)
                     for t, weight, row in zip(rule.fractions, rule.weights, rows)]
            residuals.append(1 - exp(x) - self.european(x, time) - time * mp.fsum(terms))
        return residuals

    def jacobian(self, rule, F):
        """Derivatives of the residuals, in doubles. Those by the price itself vanish: its slope is that of the payoff."""
        v, a, b, level = (float(value) for value in (self.v, self.a, self.b, self.level))
        F, z = numpy.array(F, dtype=float), numpy.array(rule.z[1:], dtype=float)
        t = z[:, None] ** 2 * numpy.array(rule.fractions, dtype=float)
        later = -numpy.sqrt(numpy.maximum(rule.double_rows @ (F * F), 1e-40))
        w = numpy.sqrt(t)
        minus = (F[:, None] - later) / w + ((a - b) / v - v / 2) * w
        gain = (a - b * numpy.exp(v * (level + later))) * numpy.exp(-a * t - minus**2 / 2) / math.sqrt(2 * math.pi) / w
        factor = gain / later * z[:, None] ** 2 * numpy.array(rule.weights, dtype=float)
        return -numpy.einsum("ip,ipj->ij", factor, rule.double_rows) * F

    def solve(self, rule):
        """F at the nodes."""
        v, a, b = (numpy.array([float(value)]) for value in (self.v, self.a, self.b))
        start, converged = boundaries.solve(v, a, b)
        squares = numpy.concatenate([[0], start[0] ** 2])
        z = numpy.array(rule.z[1:], dtype=float)
        F = [mpf(f) for f in -numpy.sqrt(boundaries.interpolation(boundaries.NODES, z) @ squares)]
        last = None
        for _ in range(8):
            step = numpy.linalg.solve(self.jacobian(rule, F), numpy.array(self.residuals(rule, F), dtype=float))
            F = [f - mpf(s) for f, s in zip(F, step)]
            change = numpy.abs(step).max()
            if change < 1e-13 or (last is not None and change > last / 2 and change < 1e-9):
                return F
            last = change
        if change < 1e-10:
            return F
        raise ArithmeticError("the boundary of v %s, a %s, b %s changes by %g" % (v, a, b, change))


def perpetual(v, a, b):
    """ln B / v of the perpetual option."""
    m = (a - b) / v - v / 2
    exponent = m + sqrt(m * m + 2 * a)
    return ln(exponent / (exponent + v)) / v


def solve(terms, rule):
    """The boundary on the part of the horizon where it is not constant: c, the put on c^2 T, and F."""
    v, a, b = terms
    reach = sqrt(max(a + ((a - b) / v - v / 2) ** 2 / 2, mpf(0)))
    c = min(mpf(1), FARTHEST / reach)
    put = Put(v * c, a * c * c, b * c * c)
    return c, put, put.solve(rule)


def front(whole, x, L, scale):
    """Marks around the root of the time at which the drift takes the price to a constant boundary: there the integrand rises within
    few of its deviations."""
    slope = whole.drift - whole.v / 2
    if slope >= 0:
        return set()
    middle, deviation = sqrt((x / whole.v - L) / -slope), -1 / (2 * slope)
    return {min(scale, max(mpf(0), middle + k * deviation)) for k in range(-12, 13, 3)}


def price(terms, solution, rule, x):
    """The price of the put at the log price x."""
    c, part, F = solution
    whole = Put(*terms)
    if x <= part.v * (part.level + F[-1]):
        return 1 - exp(x)
    squares, total = [f * f for f in F], mpf(0)
    constant = 1 - c * c
    if c < 1:
        L = c * (part.level + F[-1])
        scale = sqrt(min(mpf(1), constant))
        marks = sorted({mpf(0), scale} | {min(scale, (x / whole.v - L) * 2**k) for k in (-2, 0, 2)}
                       | {min(scale, 2**k / (1 + abs(whole.drift - whole.v / 2) + sqrt(abs(whole.a)))) for k in (-1, 1, 3)}
                       | front(whole, x, L, scale))
        total += quad(lambda w: 2 * w * whole.flow(x, L, w * w) if w else mpf(0), marks)
    fractions, weights = tanh_sinh(60, mpf("0.055"))
    for t, weight in zip(fractions, weights):
        L = c * part.later(squares, rule.row(sqrt(1 - t)))
        total += weight * c * c * whole.flow(x, L, constant + c * c * t)
    return whole.european(x) + total


def tree(kind, S, K, T, sigma, r, q, steps):
    """A binomial tree whose last step is the European formula (Broadie and Detemple, 1996)."""
    dt = T / steps
    up = math.exp(sigma * math.sqrt(dt))
    p, discount, sign = (math.exp((r - q) * dt) - 1 / up) / (up - 1 / up), math.exp(-r * dt), 1 if kind == "call" else -1
    spots = S * up ** numpy.arange(-(steps - 1), steps, 2.0)
    deviation = sigma * math.sqrt(dt)
    d = (numpy.log(spots / K) + (r - q) * dt) / deviation + deviation / 2
    cumulative = numpy.vectorize(lambda y: math.erfc(-y / math.sqrt(2)) / 2)
    values = sign * (spots * math.exp(-q * dt) * cumulative(sign * d) - K * discount * cumulative(sign * (d - deviation)))
    values = numpy.maximum(values, sign * (spots - K))
    for level in range(steps - 2, -1, -1):
        spots = S * up ** numpy.arange(-level, level + 1, 2.0)
        values = numpy.maximum(discount * (p * values[1:] + (1 - p) * values[:-1]), sign * (spots - K))
    return values[0]


def reduce(kind, T, sigma, r, q):
    T, sigma, r, q = mpf(T), mpf(sigma), mpf(r), mpf(q)
    a, b = (r, q) if kind == "put" else (q, r)
    return sigma * sqrt(T), a * T, b * T


def ordinary():
    """Terms, and distances above the boundary in deviations."""
    for kind in ("put", "call"):
        for sigma, T in ((0.2, 0.25), (0.35, 1.0), (0.6, 0.02), (0.15, 3.0)):
            for r, q in ((0.05, 0.0), (0.04, 0.02), (0.03, 0.06), (0.05, 0.05), (-0.01, 0.03), (0.02, -0.01)):
                yield kind, T, sigma, r, q, (0.02, 0.1, 0.3, 0.5, 1, 1.5, 2.5, 4)


def extreme():
    for T, sigma, r, q in (
            (50.0, 0.001, 1.0, 0.0), (50.0, 0.001, 1.0, 0.9), (50.0, 0.001, 0.5, 1.0), (50.0, 10.0, 1.0, 0.0),
            (50.0, 10.0, 1.0, 1.0), (50.0, 10.0, 0.01, 0.5), (50.0, 3.0, 0.05, -0.1), (50.0, 0.01, 0.001, -0.1),
            (50.0, 0.2, 1.0, 1.0), (50.0, 0.2, 0.02, 0.02), (50.0, 0.5, 0.0, -0.1), (50.0, 0.05, 0.03, 0.0301),
            (0.001, 0.001, 1.0, 0.0), (0.001, 0.001, 0.3, 0.3), (0.001, 0.001, 0.3, 1.0), (0.001, 10.0, 1.0, 0.0),
            (0.001, 10.0, 1.0, 1.0), (1e-5, 0.001, 1.0, 0.5), (1e-5, 0.3, 1.0, 0.0), (1e-7, 0.001, 1.0, -0.1),
            (1.0, 0.001, 0.05, 0.0), (1.0, 0.001, 0.05, 0.05), (1.0, 0.001, 0.05, 0.1), (1.0, 0.01, 0.0001, 0.05),
            (1.0, 10.0, 0.05, 0.0), (1.0, 10.0, 0.05, 0.1), (5.0, 1.0, 0.0001, 0.0), (5.0, 1.0, 1.0, 0.99)):
        for kind in ("put", "call"):
            yield kind, T, sigma, *((r, q) if kind == "put" else (q, r)), (0.02, 0.1, 0.3, 1.0, 2.0, 4.0)


def random_terms(generator, count):
    def rate():
        return generator.choice((generator.uniform(-0.1, 1), generator.uniform(0, 0.15), 10 ** generator.uniform(-4, 0)))

    while count:
        kind = generator.choice(("put", "call"))
        T = float("%.4g" % math.exp(generator.uniform(math.log(1e-4), math.log(50))))
        sigma = float("%.4g" % math.exp(generator.uniform(math.log(0.001), math.log(10))))
        r, q = float("%.4g" % rate()), float("%.4g" % rate())
        q = generator.choice((q, q, q, r, 0.0))
        a, b = (r, q) if kind == "put" else (q, r)
        if a > 0 and a * T > 1e-7:
            count -= 1
            yield kind, T, sigma, r, q, [math.exp(generator.uniform(math.log(0.01), math.log(6))) for _ in range(6)]


def main():
    rules = [Rule(*resolution) for resolution in RESOLUTIONS]
    generator = random.Random(33)
    groups = [("ordinary", ordinary()), ("extreme", extreme()), ("random", random_terms(generator, 250))]
    rows, checked = [], 0
    for group, terms in groups:
        for number, (kind, T, sigma, r, q, distances) in enumerate(terms):
            reduced = reduce(kind, T, sigma, r, q)
            exercised = reduced[1] > 0 or (reduced[1] == 0 and reduced[2] < 0)
            if not exercised:
                continue
            try:
                solutions = [solve(reduced, rule) for rule in rules[:2]]
            except (ArithmeticError, numpy.linalg.LinAlgError) as error:
                print(kind, T, sigma, r, q, error, file=sys.stderr, flush=True)
                continue
            c, part, F = solutions[-1]
            boundary = part.v * (part.level + F[-1])
            for distance in distances:
                x = min(max(boundary + distance * reduced[0], ln(mpf("1.001e-4"))), ln(mpf("0.999e4")))
                K = 100.0
                S = float("%.7g" % (K * exp(x if kind == "put" else -x)))
                x = ln(mpf(S) / mpf(K)) * (1 if kind == "put" else -1)
                unit = mpf(K if kind == "put" else S)
                values = [unit * price(reduced, solution, rule, x) for solution, rule in zip(solutions, rules)]
                if len(values) == 2 and abs(values[1] - values[0]) > CLOSE * max(S, K):
                    solutions.append(solve(reduced, rules[2]))
                    values.append(unit * price(reduced, solutions[2], rules[2], x))
                value, difference = values[-1], abs(values[-1] - values[-2]) / max(S, K)
                if group == "ordinary" and number % 3 == 0 and distance >= 0.3:
                    coarse, fine = tree(kind, S, K, T, sigma, r, q, 1000), tree(kind, S, K, T, sigma, r, q, 2000)
                    checked += 1
                    if abs(2 * fine - coarse - value) > 5e-6 * K:
                        sys.exit("a tree gives %g for %s %s" % (2 * fine - coarse, value, (kind, S, T, sigma, r, q)))
                rows.append({"group": group, "type": kind, "S": S, "K": K, "T": T, "sigma": sigma, "r": r, "q": q,
                             "price": mp.nstr(value, 17), "difference": float("%.1e" % difference)})
                print(len(rows), rows[-1], file=sys.stderr, flush=True)
    assert checked >= 16
    head = {
        "source": "Generated by american.py with mpmath at 30 digits",
        "conventions": "difference is that of two numbers of nodes, in parts of max(S, K): an estimate of the error",
    }
    write_rows(__file__, head, rows, (", ", ": "))


if __name__ == "__main__":
    main()
