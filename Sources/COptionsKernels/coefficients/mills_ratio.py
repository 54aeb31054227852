"""Mills' ratio of the normal distribution, m(z) = N(-z) / phi(z), as a quotient of polynomials."""

from mpmath import erfc, exp, mpf, pi, sqrt

from remez import grid, horner, minimax
from rounding import to_doubles

FURTHEST = mpf(64)


def mills(z):
    return sqrt(pi / 2) * exp(z * z / 2) * erfc(z / sqrt(mpf(2)))


def interval(t):
    """Maps [-1, 1] onto [0, 64], half of the points below 3, where the curvature is largest."""
    u = FURTHEST / (FURTHEST + 3) * (t + 1) / 2
    return 3 * u / (1 - u)


def fit():
    """Numerator and denominator (without its leading 1) in doubles, and the greatest relative error."""
    numerator, denominator, _ = minimax(mills, lambda z: 1 / mills(z), interval, 9, 10)
    numerator = [c / denominator[-1] for c in numerator]
    denominator = [c / denominator[-1] for c in denominator]
    points = grid(interval, 1000)
    values = [mills(z) for z in points]
    p = [horner(numerator, z) for z in points]
    q = [horner(denominator, z) for z in points]
    errors = [above / below / value - 1 for above, below, value in zip(p, q, values)]
    responses = [[z**k / below / value for z, below, value in zip(points, q, values)] for k in range(10)]
    responses += [[-above * z**k / below**2 / value for z, above, below, value in zip(points, p, q, values)]
                  for k in range(10)]
    doubles = to_doubles(numerator + denominator[:-1], errors, responses)
    above = [mpf(c) for c in doubles[:10]]
    below = [mpf(c) for c in doubles[10:]] + [mpf(1)]
    error = max(abs(horner(above, z) / horner(below, z) / value - 1) for z, value in zip(points, values))
    return doubles[:10], doubles[10:], error
