"""The Mills ratio m(z) = N(-z) / phi(z) and the loss L(z) = 1 - z m(z) as quotients with one denominator.

With m = P / Q, L is (Q - z P) / Q. The two leading coefficients of Q and of z P are equal, as in the convergents of
Laplace's continued fraction, so that the numerator of L has the degree that its decay as 1/z^2 requires. Then all
coefficients are positive, and neither quotient loses digits.
"""

from mpmath import lu_solve, matrix, mpf

from mills_ratio import mills
from remez import alternation, grid, horner
from rounding import to_doubles

DEGREE = 11
FURTHEST = mpf(41)


def interval(t):
    """Maps [-1, 1] onto [0, 41], half of the points below 3, where the curvatures are largest."""
    u = FURTHEST / (FURTHEST + 3) * (t + 1) / 2
    return 3 * u / (1 - u)


def loss(z):
    return 1 - z * mills(z)


def real(grid_size=800):
    """P and Q by Remez's exchange as in remez.py, for the error of m relative to m / (1 + z^2)."""
    points = grid(interval, grid_size)
    values = [mills(z) for z in points]
    weights = [(1 + z * z) / y for z, y in zip(points, values)]
    unknowns = 2 * DEGREE - 1
    reference = [grid_size * k // (unknowns - 1) for k in range(unknowns)]
    below = [(1 + z) ** DEGREE for z in points]
    best = None
    for iteration in range(40):
        for _ in range(4 if iteration < 3 else 2):
            rows, right = [], []
            for sign, k in enumerate(reference):
                z, y = points[k], values[k]
                rows.append([z**j for j in range(DEGREE - 2)] + [-y * z**j for j in range(DEGREE - 1)]
                            + [z ** (DEGREE - 2) * (1 - z * y), (-1) ** sign * below[k] / weights[k]])
                right.append(-(z ** (DEGREE - 1)) * (1 - z * y))
            *solution, shared, level = lu_solve(matrix(rows), matrix(right))
            numerator = solution[:DEGREE - 2] + [shared, mpf(1)]
            denominator = solution[DEGREE - 2:] + [shared, mpf(1)]
            below = [horner(denominator, z) for z in points]
        errors = [w * (horner(numerator, z) / q - y) for z, y, w, q in zip(points, values, weights, below)]
        greatest = max(abs(e) for e in errors)
        if best is None or greatest < best[2]:
            best = numerator, denominator, greatest
        extrema = alternation(errors, unknowns)
        if greatest < mpf("1.002") * abs(level) or extrema == reference:
            break
        reference = extrema
    return best[:2]


def fit():
    """The numerators of m and L and the denominator in doubles, and the greatest relative errors of m and L. The numerator
    of m and the denominator omit their leading 1."""
    tail, denominator = real()
    ratio = [q - p for q, p in zip(denominator, [mpf(0)] + tail)][:DEGREE - 1]
    points = grid(interval, 800)
    below = [horner(denominator, z) for z in points]
    free = [len(tail) - 1, len(ratio), len(denominator) - 1]
    errors, responses = [], [[] for _ in range(sum(free))]
    for numerator, function, before in (tail, mills, 0), (ratio, loss, free[0]):
        for z, q in zip(points, below):
            above, value = horner(numerator, z), function(z)
            errors.append(above / q / value - 1)
            row = [mpf(0)] * before + [z**k / q / value for k in range(free[1] if before else free[0])]
            row += [mpf(0)] * (free[0] + free[1] - len(row))
            row += [-above * z**k / q**2 / value for k in range(free[2])]
            for response, change in zip(responses, row):
                response.append(change)
    doubles = to_doubles(tail[:-1] + ratio + denominator[:-1], errors, responses)
    tail, ratio, denominator = doubles[:free[0]], doubles[free[0]:-free[2]], doubles[-free[2]:]
    above, rest, under = [[mpf(c) for c in part] for part in (tail + [1.0], ratio, denominator + [1.0])]
    tail_error = max(abs(horner(above, z) / horner(under, z) / mills(z) - 1) for z in points)
    loss_error = max(abs(horner(rest, z) / horner(under, z) / loss(z) - 1) for z in points)
    return (tail, ratio, denominator), tail_error, loss_error
