"""Minimax polynomials of two variables, by Lawson's iteration: least squares, reweighted towards the greatest errors.

The support is a list of degrees: for the power i of x, the powers of y from 0 to degrees[i]. The degrees must not increase.

Source: Lawson, "Contributions to the theory of linear least maximum approximation", thesis, UCLA 1961.
"""

import numpy
from numpy.polynomial import chebyshev, polynomial


def scaled(x):
    """x mapped onto [-1, 1], with the coefficients of the map."""
    low, high = x.min(), x.max()
    slope = 2 / (high - low)
    return slope * (x - low) - 1, (-slope * low - 1, slope)


def chebyshev_in_powers(degree, map_coefficients):
    """Row k: the coefficients, in powers of x, of the Chebyshev polynomial T_k(map(x))."""
    rows = numpy.zeros((degree + 1, degree + 1))
    for k in range(degree + 1):
        powers = numpy.zeros(1)
        for c in chebyshev.cheb2poly([0] * k + [1])[::-1]:
            powers = polynomial.polyadd(polynomial.polymul(powers, map_coefficients), [c])
        rows[k, :k + 1] = powers[:k + 1]
    return rows


def minimax(x, y, values, weights, degrees, iterations=300):
    """The coefficients in powers of x and y, flattened in the order of the support, and the greatest weighted error."""
    x_scaled, x_map = scaled(x)
    y_scaled, y_map = scaled(y)
    x_basis = chebyshev.chebvander(x_scaled, len(degrees) - 1)
    y_basis = chebyshev.chebvander(y_scaled, max(degrees))
    columns = [x_basis[:, i] * y_basis[:, j] for i, degree in enumerate(degrees) for j in range(degree + 1)]
    orthonormal, triangular = numpy.linalg.qr(numpy.stack(columns, axis=1) * weights[:, None])
    target = values * weights
    emphasis = numpy.full(len(target), 1 / len(target))
    best, best_error = None, numpy.inf
    for _ in range(iterations):
        weighted = orthonormal * emphasis[:, None]
        solution = numpy.linalg.solve(orthonormal.T @ weighted, weighted.T @ target)
        errors = numpy.abs(orthonormal @ solution - target)
        if errors.max() < best_error:
            best, best_error = solution, errors.max()
        emphasis *= errors / errors.max() + 1e-3
        emphasis /= emphasis.sum()
    in_chebyshev = numpy.zeros((len(degrees), max(degrees) + 1))
    flat = numpy.linalg.solve(triangular, best)
    start = 0
    for i, degree in enumerate(degrees):
        in_chebyshev[i, :degree + 1] = flat[start:start + degree + 1]
        start += degree + 1
    in_powers = (chebyshev_in_powers(len(degrees) - 1, x_map).T @ in_chebyshev
                 @ chebyshev_in_powers(max(degrees), y_map))
    coefficients = [float(in_powers[i, j]) for i, degree in enumerate(degrees) for j in range(degree + 1)]
    return coefficients, best_error


def evaluate(coefficients, degrees, x, y):
    """The polynomial at x and y, in the nesting that the kernel uses."""
    total, end = 0.0, len(coefficients)
    for degree in reversed(degrees):
        row = coefficients[end - degree - 1:end]
        end -= degree + 1
        inner = 0.0
        for c in reversed(row):
            inner = inner * y + c
        total = total * x + inner
    return total
