"""The polynomial for the first guess of an implied normal volatility.

With the out-of-the-money value w of an option whose strike is at the distance m from the forward, and the standard
deviation s of the forward, z = m / s solves w / m = phi(z) L(z) / z. With l = ln(1 + m / w) and r = 1 / sqrt(1 + k l), the
product of s and l / m is p(r) / r, which is smooth from the money (r = 1) to the smallest values.
"""

from mpmath import exp, findroot, log, log1p, mpf, pi, sqrt

from normal_tail import loss
from remez import grid, minimax

SCALE = 1 / 6
DEGREE = 9
LARGEST_LOGARITHM = mpf(690)


def logarithm(z):
    """ln(1 + m / w)"""
    return log1p(z * sqrt(2 * pi) * exp(z * z / 2) / loss(z))


def distance(l):
    """z by bisection, then by secants."""
    low, high = mpf(10) ** -30, mpf(60)
    for _ in range(18):
        middle = sqrt(low * high) if high > 2 * low else (low + high) / 2
        low, high = (middle, high) if logarithm(middle) < l else (low, middle)
    return findroot(lambda z: logarithm(z) - l, (low, high), solver="anderson", tol=1e-25)


def interval(t):
    """Maps [-1, 1] onto the range of r."""
    lowest = 1 / sqrt(1 + SCALE * LARGEST_LOGARITHM)
    return lowest + (1 - lowest) * (t + 1) / 2


def polynomial(r, values={}):
    """p(r)"""
    if r not in values:
        l = (1 / (r * r) - 1) / SCALE
        values[r] = r * (sqrt(2 * pi) if l < mpf(10) ** -12 else l / distance(l))
    return values[r]


def fit():
    """The coefficients in doubles, and the greatest relative error of the guess."""
    coefficients, _, _ = minimax(polynomial, lambda r: 1 / polynomial(r), interval, DEGREE, grid_size=160)
    doubles = [float(c) for c in coefficients]
    errors = [abs(sum(mpf(c) * r**k for k, c in enumerate(doubles)) / polynomial(r) - 1) for r in grid(interval, 160)]
    return doubles, max(errors)
