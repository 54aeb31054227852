"""The polynomial whose divided differences give the normalised Black price without cancellation.

M(z) = N(z) / phi(z) is a polynomial P of w = z / (c - z). A difference M(z1) - M(z2) is then a divided difference of P
times w1 - w2 = c (z1 - z2) / ((c - z1)(c - z2)), so the fit minimises the absolute error of dM/dz.
"""

from mpmath import mpf, pi, sqrt

from mills_ratio import mills
from remez import grid, horner, minimax, segment
from rounding import to_doubles

# Found by trial: the error for a given degree oscillates with the pole, and this one is near a minimum.
POLE = mpf("5.6875")
LOWEST, HIGHEST, HIGHEST_PLAIN = mpf(-66), mpf("1.01"), mpf("-0.45")
NORM = sqrt(2 * pi)
GRID_SIZE = 800


def argument(w):
    """z"""
    return POLE * w / (1 + w)


def variable(z):
    """w"""
    return z / (POLE - z)


def slope(w):
    """dw/dz"""
    return (1 + w) ** 2 / POLE


def derivative(w):
    """dM/dz = 1 + z M(z)"""
    return 1 + argument(w) * mills(-argument(w))


def divided(degree=23):
    """P c / sqrt(2 pi) in doubles, without the constant, which cancels in divided differences; and the error of dM/dz."""
    factor = POLE / NORM
    interval = segment(variable(LOWEST), variable(HIGHEST))
    real, _, _ = minimax(lambda w: derivative(w) / slope(w), slope, interval, degree - 1, grid_size=GRID_SIZE)
    points = grid(interval, GRID_SIZE)
    slopes = [slope(w) for w in points]
    values = [derivative(w) for w in points]

    def errors(coefficients):
        return [s * horner(coefficients, w) - y for s, w, y in zip(slopes, points, values)]

    responses = [[s * k * w ** (k - 1) / factor for s, w in zip(slopes, points)] for k in range(1, degree + 1)]
    doubles = to_doubles([c * factor / k for k, c in enumerate(real, 1)], errors(real), responses)
    return doubles, max(abs(e) for e in errors([mpf(c) * k / factor for k, c in enumerate(doubles, 1)]))


def plain(degree=20):
    """P / sqrt(2 pi) in doubles, for z <= -0.45 alone, and the error of M."""
    interval = segment(variable(LOWEST), variable(HIGHEST_PLAIN))
    real, _, _ = minimax(lambda w: mills(-argument(w)), lambda w: mpf(1), interval, degree, grid_size=GRID_SIZE)
    points = grid(interval, GRID_SIZE)
    values = [mills(-argument(w)) for w in points]

    def errors(coefficients):
        return [horner(coefficients, w) - y for w, y in zip(points, values)]

    doubles = to_doubles([c / NORM for c in real], errors(real),
                         [[w**k * NORM for w in points] for k in range(degree + 1)])
    return doubles, max(abs(e) for e in errors([mpf(c) * NORM for c in doubles]))
