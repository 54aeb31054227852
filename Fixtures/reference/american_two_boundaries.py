#!/usr/bin/env python3
"""Reference prices of American options that are exercised between two boundaries, at 25 digits.

A put with r < 0 and q < r, or a call with q < 0 and r < q. The kernel solves for each boundary alone, by smooth pasting; here
both are found together, from the value-matching equations: at either boundary B, strike - B is the European price plus the
interest less dividends between the boundaries. Integrals are by the tanh-sinh rule. If the boundaries meet, the horizon is lengthened
until they almost do. Every option is computed with two or three sets of nodes; the table holds the difference of the last two. Binomial
trees with extrapolation check some options.
"""

import math
import random
import sys

import numpy
from mpmath import exp, fdot, ln, mp, mpf, quad, sqrt

from american import Put, Rule, normal, tanh_sinh, tree
from tables import write_rows

mp.dps = 25
numpy.seterr(all="ignore")
RESOLUTIONS = (24, 19, mpf("0.17")), (34, 24, mpf("0.14")), (50, 30, mpf("0.11"))
# Where the first two differ by more than this, the third is used.
CLOSE = 1e-9
# Time and volatility of options for which these do not reach eight digits.
LEFT_OUT = {(50.0, 0.3)}
# Beyond this reach, boundaries that never meet are constant.
FARTHEST = 5
# The part of the horizon by which the boundaries fail to meet at its end.
SHORT_OF_MEETING = 1e-6


def cumulative(x):
    return numpy.vectorize(math.erfc)(-x / math.sqrt(2)) / 2


class TwoBoundaries(Put):
    """ln B / v is F for the upper boundary and L0 + G for the lower one, L0 = ln(a/b) / v."""

    def __init__(self, v, a, b):
        super().__init__(v, a, b)
        self.level = ln(self.a / self.b) / self.v

    def levels(self, F, G, row):
        tiny = mpf(10) ** -40
        return (-sqrt(max(fdot([f * f for f in F], row), tiny)),
                self.level + sqrt(max(fdot([g * g for g in G], row), tiny)))

    def between(self, x, upper, lower, t):
        return self.flow(x, upper, t) - self.flow(x, lower, t)

    def residuals(self, rule, F, G):
        """1 - B - V(B) at the nodes of the upper boundary, then at those of the lower one."""
        later = [[self.levels(F, G, row) for row in rows] for rows in rule.rows]
        values = []
        for boundary in F, [self.level + g for g in G]:
            for z, L, rows in zip(rule.z[1:], boundary, later):
                x, time = self.v * L, z * z
                terms = [weight * self.between(x, upper, lower, time * t)
                         for t, weight, (upper, lower) in zip(rule.fractions, rule.weights, rows)]
                values.append(1 - exp(x) - self.european(x, time) - time * mp.fsum(terms))
        return values

    def system(self, rule, F, G):
        """Residuals and derivatives in doubles."""
        v, a, b, level, drift = (float(value) for value in (self.v, self.a, self.b, self.level, self.drift))
        F, G = numpy.array(F, dtype=float), numpy.array(G, dtype=float)
        count, z = len(F), numpy.array(rule.z[1:], dtype=float)
        weight = z[:, None] ** 2 * numpy.array(rule.weights, dtype=float)
        t = z[:, None] ** 2 * numpy.array(rule.fractions, dtype=float)
        w, rows = numpy.sqrt(t), rule.double_rows
        roots = numpy.sqrt(numpy.maximum(rows @ (F * F), 1e-30)), numpy.sqrt(numpy.maximum(rows @ (G * G), 1e-30))
        residual, matrix = numpy.zeros(2 * count), numpy.zeros((2 * count, 2 * count))
        for part, L in enumerate((F, level + G)):
            minus = L / z + (drift - v / 2) * z
            held = numpy.exp(-a * z * z) * cumulative(-minus) - numpy.exp(v * L - b * z * z) * cumulative(-minus - v * z)
            total = 1 - numpy.exp(v * L) - held
            slope = -v * numpy.exp(v * L) + v * numpy.exp(v * L - b * z * z) * cumulative(-minus - v * z)
            at = slice(part * count, part * count + count)
            for other, (sign, later, root) in enumerate(((1, -roots[0], -roots[0]), (-1, level + roots[1], roots[1]))):
                minus = (L[:, None] - later) / w + (drift - v / 2) * w
                spot = numpy.exp(v * L[:, None] - b * t) * cumulative(-minus - v * w)
                flow = a * numpy.exp(-a * t) * cumulative(-minus) - b * spot
                gain = (a - b * numpy.exp(v * later)) * numpy.exp(-a * t - minus**2 / 2) / math.sqrt(2 * math.pi) / w
                total = total - sign * (weight * flow).sum(1)
                slope = slope + sign * (weight * (gain + b * v * spot)).sum(1)
                values = (F, G)[other]
                matrix[at, other * count:other * count + count] = -sign * numpy.einsum(
                    "ip,ipj->ij", weight * gain / root, rows) * values
            residual[at] = total
            matrix[range(at.start, at.stop), range(at.start, at.stop)] += slope
        return residual, matrix

    def approximate(self, rule, F, G):
        """Boundaries in doubles, from a guess; None if Newton's method fails."""
        values, last = numpy.concatenate([F, G]), 0
        for _ in range(40):
            residual, matrix = self.system(rule, *numpy.split(values, 2))
            try:
                step = numpy.linalg.solve(matrix, residual)
            except numpy.linalg.LinAlgError:
                return None
            if not numpy.isfinite(step).all():
                return None
            ratio = values / numpy.where(step == 0, 1e-300, step)
            values = values - min(1, numpy.where(ratio > 0, 0.6 * ratio, -0.9 * ratio).min()) * step
            # Doubles leave changes that do not become smaller.
            change = numpy.abs(step).sum()
            if change < 1e-7 or (change < 1e-3 and change > 0.3 * last):
                return numpy.split(values, 2)
            last = change
        return None

    def refine(self, rule, F, G):
        """Boundaries at full precision."""
        values = [mpf(float(f)) for f in numpy.concatenate([F, G])]
        count, last = len(F), None
        for _ in range(10):
            F, G = values[:count], values[count:]
            matrix = self.system(rule, F, G)[1]
            step = numpy.linalg.solve(matrix, numpy.array(self.residuals(rule, F, G), dtype=float))
            values = [value - mpf(s) for value, s in zip(values, step)]
            change = numpy.abs(step).max()
            if change < 1e-12 or (last is not None and change > last / 2 and change < 1e-9):
                return values[:count], values[count:]
            last = change
        raise ArithmeticError("the boundaries change by %g" % change)


def guess(put, z):
    drift = float(put.drift)
    return -0.9 * z * numpy.sqrt(2 * numpy.log1p(0.4 / (drift * z))), 0.6 * z


def meets(v, a, b):
    m = (a - b) / v - v / 2
    return m <= 0 or m * m + 2 * a < 0


def solve(terms, rule):
    """The horizon c, the put on c^2 T, F, G, and whether the boundaries meet at its end."""
    v, a, b = terms
    last, m = mpf(1), (a - b) / v - v / 2
    if not meets(v, a, b):
        last = min(last, FARTHEST / sqrt(m * m / 2 + a))
    z = numpy.array(rule.z[1:], dtype=float)
    room, c, good, bad, known = float(-ln(a / b)), float(last), 0, math.inf, None
    while float(v) * c * (0.64 + math.sqrt(2 * math.log1p(0.4 / (float((a - b) / v) * c)))) > 0.4 * room:
        c *= 0.9
    for _ in range(80):
        put = TwoBoundaries(v * c, a * c * c, b * c * c)
        if known is None:
            start = guess(put, z)
        else:
            # Continued as straight lines.
            start = [numpy.interp(numpy.minimum(z * c / good, 1), numpy.append(0, z), numpy.append(0, values)) * good / c
                     + (values[-1] - values[-2]) / (z[-1] - z[-2]) * numpy.maximum(z - good / c, 0) for values in known]
        found = put.approximate(rule, *start)
        gap = None if found is None else float(put.v) * (found[0][-1] - found[1][-1]) / room - float(put.level * put.v) / room
        if found is None or gap <= 0:
            if not good:
                c *= 0.7
                continue
            # A failure may be one of the guess: a horizon only just beyond a good one is tried again from closer to it.
            bad = min(bad, c) if c > 1.002 * good else math.inf
            c = (good + min(bad, 1.01 * c)) / 2
            continue
        before, good, known = (good, previous) if good else (0, 1), c, found
        previous = gap
        if c >= last:
            return last, put, *put.refine(rule, *found), False
        if gap < SHORT_OF_MEETING:
            return mpf(c), put, *put.refine(rule, *found), True
        # Towards the meeting on the secant, not all of the way.
        slope = (before[1] - gap) / (c - before[0])
        c = min(float(last), 1.2 * c, c + (0.9 if gap > 0.05 else 0.97) * gap / slope if slope > 0 else math.inf)
        if c >= bad:
            c = (good + bad) / 2
    raise ArithmeticError("no horizon")


def price(terms, solution, rule, x):
    c, part, F, G, meet = solution
    whole = TwoBoundaries(*terms)
    if not meet and c * (part.level + G[-1]) * whole.v <= x <= c * F[-1] * whole.v:
        return 1 - exp(x)
    constant, total = 1 - c * c, mpf(0)
    if not meet and c < 1:
        upper, lower = c * F[-1], c * (part.level + G[-1])
        scale = sqrt(constant)
        marks = sorted({mpf(0), scale} | {min(scale, abs(x / whole.v - L) * 2**k) for k in (-2, 0, 2) for L in (upper, lower)}
                       | {min(scale, 2**k / (1 + abs(whole.drift - whole.v / 2))) for k in (-1, 1, 3)})
        total += quad(lambda w: 2 * w * whole.between(x, upper, lower, w * w) if w else mpf(0), marks)
    fractions, weights = tanh_sinh(60, mpf("0.055"))
    for t, weight in zip(fractions, weights):
        upper, lower = part.levels(F, G, rule.row(sqrt(1 - t)))
        total += weight * c * c * whole.between(x, c * upper, c * lower, constant + c * c * t)
    return whole.european(x) + total


def chosen():
    """Puts: T, sigma, r, q."""
    for T, sigma, r, q in (
            (1.0, 0.08, -0.01, -0.02), (1.0, 0.2, -0.01, -0.02), (1.0, 0.1, -0.005, -0.03), (5.0, 0.08, -0.005, -0.01),
            (10.0, 0.15, -0.01, -0.05), (0.25, 0.3, -0.02, -0.1), (2.0, 0.05, -0.03, -0.05), (30.0, 0.1, -0.01, -0.03),
            (50.0, 0.2, -0.01, -0.1), (50.0, 1.0, -0.01, -0.1), (50.0, 0.3, -0.0001, -0.1), (50.0, 0.05, -0.09, -0.1),
            (0.01, 0.2, -0.01, -0.1), (1e-4, 0.5, -0.01, -0.1), (1.0, 3.0, -0.001, -0.1), (1.0, 0.01, -0.01, -0.03),
            (10.0, 0.02, -0.05, -0.1), (5.0, 0.5, -1e-4, -0.05), (1.0, 0.3, -1e-5, -0.02), (20.0, 0.004, -0.02, -0.06)):
        for kind in ("put", "call"):
            yield kind, T, sigma, *((r, q) if kind == "put" else (q, r))


def random_terms(generator, count):
    for _ in range(count):
        kind = generator.choice(("put", "call"))
        T = float("%.4g" % math.exp(generator.uniform(math.log(1e-3), math.log(50))))
        q = float("%.4g" % generator.uniform(-0.1, -0.005))
        r = float("%.4g" % (q * generator.choice((generator.uniform(0.02, 0.98), 10 ** generator.uniform(-4, 0)))))
        # Around the volatility up to which the boundaries never meet.
        sigma = (math.sqrt(-2 * q) - math.sqrt(-2 * r)) * math.exp(generator.uniform(-2, 2))
        sigma = float("%.4g" % min(max(sigma, 0.001), 10))
        if r > q:
            yield kind, T, sigma, *((r, q) if kind == "put" else (q, r))


def main():
    rules = [Rule(*resolution) for resolution in RESOLUTIONS]
    generator = random.Random(330)
    rows, checked = [], 0
    for group, terms in (("chosen", chosen()), ("random", random_terms(generator, 60))):
        for kind, T, sigma, r, q in terms:
            a, b = (r, q) if kind == "put" else (q, r)
            reduced = mpf(sigma) * sqrt(mpf(T)), mpf(a) * mpf(T), mpf(b) * mpf(T)
            try:
                solutions = [solve(reduced, rule) for rule in rules[:2]]
            except (ArithmeticError, numpy.linalg.LinAlgError) as error:
                print(kind, T, sigma, r, q, error, file=sys.stderr, flush=True)
                continue
            c, part, F, G, meet = solutions[-1]
            top, bottom = (c * reduced[0] * L for L in (F[-1], part.level + G[-1]))
            places = [top + d * reduced[0] for d in (0.05, 0.5, 1.5)] if group == "chosen" else [
                top + generator.uniform(0, 1) * reduced[0]]
            places += [bottom - generator.uniform(0.05, 1) * reduced[0]]
            # Their random places are drawn, so that others stay as they are.
            for x in places if (T, sigma) not in LEFT_OUT else ():
                x = min(max(x, ln(mpf("1.001e-4"))), ln(mpf("0.999e4")))
                K = 100.0
                S = float("%.7g" % (K * exp(x if kind == "put" else -x)))
                x = ln(mpf(S) / mpf(K)) * (1 if kind == "put" else -1)
                unit = mpf(K if kind == "put" else S)
                values = [unit * price(reduced, solution, rule, x) for solution, rule in zip(solutions[:2], rules)]
                if abs(values[1] - values[0]) > CLOSE * max(S, K):
                    try:
                        solutions += [solve(reduced, rules[2])] if len(solutions) == 2 else []
                    except ArithmeticError as error:
                        print(kind, T, sigma, r, q, error, file=sys.stderr, flush=True)
                        break
                    values.append(unit * price(reduced, solutions[2], rules[2], x))
                value, difference = values[-1], abs(values[-1] - values[-2]) / max(S, K)
                if group == "chosen" and 0.05 <= sigma * math.sqrt(T) <= 1 and T <= 5 and len(rows) % 3 == 0:
                    coarse, fine = tree(kind, S, K, T, sigma, r, q, 1000), tree(kind, S, K, T, sigma, r, q, 2000)
                    checked += 1
                    if abs(2 * fine - coarse - value) > 5e-6 * max(S, K):
                        sys.exit("a tree gives %g for %s %s" % (2 * fine - coarse, value, (kind, S, T, sigma, r, q)))
                c, part, F, G, meet = solutions[-1]
                top, bottom = (c * reduced[0] * L for L in (F[-1], part.level + G[-1]))
                now = [None, None] if meet else [exp(top), exp(bottom)]
                now = [level and float(mp.nstr(K * level if kind == "put" else K / level, 12)) for level in now]
                rows.append({"group": group, "type": kind, "S": S, "K": K, "T": T, "sigma": sigma, "r": r, "q": q,
                             "price": mp.nstr(value, 17), "difference": float("%.1e" % difference),
                             "boundary": now[0], "second_boundary": now[1]})
                print(len(rows), rows[-1], file=sys.stderr, flush=True)
    assert checked >= 10
    head = {
        "source": "Generated by american_two_boundaries.py with mpmath at 25 digits",
        "conventions": "difference is that of two numbers of nodes, in parts of max(S, K): an estimate of the error",
    }
    write_rows(__file__, head, rows, (", ", ": "))


if __name__ == "__main__":
    main()
