"""Rounds the real coefficients of a fit to doubles jointly, so that the greatest error of the fit stays small."""

import numpy
from mpmath import mpf


def to_doubles(coefficients, errors, responses):
    """Doubles near `coefficients` that keep the greatest error small.

    `errors` are the weighted errors on a grid with the real coefficients, and responses[i] are their derivatives with
    respect to coefficient i. Single coefficients and pairs are moved by one unit in the last place while the greatest
    error decreases.
    """
    rounded = [float(c) for c in coefficients]
    units = [float(numpy.spacing(abs(c))) for c in rounded]
    steps = [numpy.array([float(r * unit) for r in response]) for response, unit in zip(responses, units)]
    total = numpy.array([float(e) for e in errors])
    for c, real, unit, step in zip(rounded, coefficients, units, steps):
        total = total + float((mpf(c) - real) / unit) * step
    single = [(i, sign) for i in range(len(steps)) for sign in (1, -1)]
    moves = [(move,) for move in single]
    moves += [(one, two) for one in single for two in single if one[0] < two[0]]
    effects = numpy.array([sum(sign * steps[i] for i, sign in move) for move in moves])
    greatest = numpy.abs(total).max()
    while True:
        outcomes = numpy.abs(total + effects).max(axis=1)
        best = int(outcomes.argmin())
        if outcomes[best] >= greatest * 0.9999:
            return rounded
        greatest = outcomes[best]
        total = total + effects[best]
        for i, sign in moves[best]:
            rounded[i] += sign * units[i]
