"""Minimax polynomials and rational functions of one variable, by Remez's exchange on a dense grid.

The fit minimises the greatest |weight(x) * (p(x) / q(x) - f(x))|, with q(0) = 1. For a rational function the equations
are linearised: the error is divided by the denominator of the previous iteration, which equals q at convergence.

Source: Cody, Fraser and Hart, "Rational Chebyshev approximation using linear equations", Numerische Mathematik 12,
1968, doi:10.1007/BF02162506.
"""

from mpmath import cos, lu_solve, matrix, mpf, pi, polyval


def horner(coefficients, x):
    """The polynomial with the given coefficients, the constant first."""
    return polyval(coefficients[::-1], x)


def grid(parametrisation, size):
    """Points of the interval, denser towards its ends."""
    return [parametrisation(-cos(pi * k / size)) for k in range(size + 1)]


def segment(low, high):
    """The map of [-1, 1] onto [low, high]."""
    return lambda t: low + (high - low) * (t + 1) / 2


def minimax(function, weight, parametrisation, numerator_degree, denominator_degree=0, grid_size=1000):
    """The coefficients (numerator, denominator), the constants first, and the greatest weighted error.

    `parametrisation` maps [-1, 1] onto the interval of approximation. Points at which the weight is 0 are ignored.
    """
    unknowns = numerator_degree + denominator_degree + 2
    points = grid(parametrisation, grid_size)
    values = [function(x) for x in points]
    weights = [abs(weight(x)) for x in points]
    usable = [k for k in range(len(points)) if weights[k] > max(weights) / 10**6]
    reference = [usable[(len(usable) - 1) * k // (unknowns - 1)] for k in range(unknowns)]
    denominator = [mpf(1)] + [mpf(0)] * denominator_degree
    best = None
    for iteration in range(40):
        for _ in range(1 if denominator_degree == 0 else 4 if iteration < 3 else 2):
            rows = []
            for sign, k in enumerate(reference):
                powers = [points[k] ** j for j in range(max(numerator_degree, denominator_degree) + 1)]
                levelled = (-1) ** sign * horner(denominator, points[k]) / weights[k]
                rows.append(powers[:numerator_degree + 1]
                            + [-values[k] * power for power in powers[1:denominator_degree + 1]] + [levelled])
            *solution, level = lu_solve(matrix(rows), matrix([values[k] for k in reference]))
            numerator, denominator = solution[:numerator_degree + 1], [mpf(1)] + solution[numerator_degree + 1:]
        errors = [w * (horner(numerator, x) / horner(denominator, x) - y) for x, y, w in zip(points, values, weights)]
        greatest = max(abs(e) for e in errors)
        if best is None or greatest < best[2]:
            best = numerator, denominator, greatest
        extrema = alternation(errors, unknowns)
        if greatest < mpf("1.002") * abs(level) or extrema == reference:
            break
        reference = extrema
    return best


def alternation(errors, count):
    """The indices of `count` extrema of alternating sign; smaller extrema at the ends are dropped."""
    lobes = [[0]]
    for k in range(1, len(errors)):
        if (errors[k] > 0) == (errors[lobes[-1][-1]] > 0):
            lobes[-1].append(k)
        else:
            lobes.append([k])
    extrema = [max(lobe, key=lambda k: abs(errors[k])) for lobe in lobes]
    if len(extrema) < count:
        raise ArithmeticError("the error oscillates too little: %d extrema for %d" % (len(extrema), count))
    while len(extrema) > count:
        extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
    return extrema
