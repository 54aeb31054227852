"""Polynomials for exponentials and logarithms."""

import struct

from mpmath import atanh, expm1, log, log1p, mpf, sqrt

from remez import grid, horner, minimax, segment
from rounding import to_doubles

LN2 = log(mpf(2))


def fit(function, weight, low, high, degree):
    """The double coefficients and their greatest weighted error."""
    interval = segment(mpf(low), mpf(high))
    real, _, _ = minimax(function, weight, interval, degree)
    points = grid(interval, 1000)
    weights = [weight(x) for x in points]
    values = [function(x) for x in points]
    errors = [w * (horner(real, x) - y) for w, x, y in zip(weights, points, values)]
    doubles = to_doubles(real, errors, [[w * x**k for w, x in zip(weights, points)] for k in range(degree + 1)])
    exact = [mpf(c) for c in doubles]
    return doubles, max(abs(w * (horner(exact, x) - y)) for w, x, y in zip(weights, points, values))


def exp2_table(factor):
    """2^(i/16) times a factor, as bits."""
    return [struct.unpack("<q", struct.pack("<d", factor * mpf(2) ** (mpf(i) / 16)))[0] for i in range(16)]


def exp2_polynomial():
    return fit(lambda f: expm1(LN2 * f) / f if f else LN2, lambda f: f, -1 / 32, 1 / 32, 5)


def atanh_remainder(square):
    """(2 atanh(F) - 2F) / F^3 as a function of F^2."""
    if square < mpf(10) ** -20:
        return mpf(2) / 3 + square * 2 / 5
    root = sqrt(square)
    return 2 * (atanh(root) / root - 1) / square


def log_polynomial():
    return fit(atanh_remainder, lambda w: w * sqrt(w), 0, mpf("0.2004") ** 2, 6)


def atanh_polynomial():
    return fit(atanh_remainder, lambda w: w / 2, 0, mpf("0.2004") ** 2, 7)


def expm1_polynomial():
    edge = LN2 / 2 * (1 + mpf(10) ** -6)
    return fit(lambda r: (expm1(r) - r) / r**2 if abs(r) > mpf(10) ** -15 else mpf(1) / 2 + r / 6,
               lambda r: r**2 / expm1(r) if r else mpf(0), -edge, edge, 9)


def coarse_log_polynomial():
    return fit(lambda f: log1p(f) / f if f else mpf(1), lambda f: f / log1p(f) if f else mpf(1),
               sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1, 7)
