#!/usr/bin/env python3
"""Writes linear_algebra.json: Cholesky factors and least-squares solutions of matrices of doubles, at 50 digits.

Least-squares problems are solved in rational arithmetic, by the normal equations. Condition numbers use the spectral norm; for
least squares, they are those of the matrix with normalised columns.
"""

import json
import random
from fractions import Fraction
from math import lcm

from mpmath import cholesky, matrix, mp, mpf, sqrt, svd_r

from tables import write

mp.dps = 50


def singular_values(rows):
    values = svd_r(matrix([[mpf(x) for x in row] for row in rows]), compute_uv=False)
    return [values[i] for i in range(len(values))]


def cholesky_case(name, rows):
    assert all(rows[i][j] == rows[j][i] for i in range(len(rows)) for j in range(len(rows)))
    factor = cholesky(matrix([[mpf(x) for x in row] for row in rows]))
    values = singular_values(rows)
    size = len(rows)
    return {
        "name": name,
        "matrix": [[float(x) for x in row] for row in rows],
        "factor": [[float(factor[i, j]) for j in range(size)] for i in range(size)],
        "condition": float(values[0] / values[-1]),
    }


def hilbert(size):
    """An integer multiple of the Hilbert matrix: 1/(i + j + 1) times the least common multiple of the denominators."""
    multiple = lcm(*range(1, 2 * size))
    return [[float(multiple // (i + j + 1)) for j in range(size)] for i in range(size)]


def correlations(size, decay):
    return [[1.0 if i == j else round(decay ** abs(i - j), 4) for j in range(size)] for i in range(size)]


def gram(size, seed):
    generator = random.Random(seed)
    rows = [[generator.randint(-999, 999) for _ in range(size)] for _ in range(size)]
    return [[float(sum(x * y for x, y in zip(a, b)) + (i == j)) for j, b in enumerate(rows)] for i, a in enumerate(rows)]


def solve(rows, values):
    """The exact solution of the normal equations, by elimination."""
    columns = len(rows[0])
    table = [
        [sum(row[i] * row[j] for row in rows) for j in range(columns)]
        + [sum(row[i] * value for row, value in zip(rows, values))]
        for i in range(columns)
    ]
    for i in range(columns):
        pivot = next(j for j in range(i, columns) if table[j][i] != 0)
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [x / table[i][i] for x in table[i]]
        for j in range(columns):
            if j != i:
                table[j] = [x - table[j][i] * y for x, y in zip(table[j], table[i])]
    return [table[i][columns] for i in range(columns)]


def least_squares_case(name, rows, values):
    exact_rows = [[Fraction(x) for x in row] for row in rows]
    exact_values = [Fraction(x) for x in values]
    solution = solve(exact_rows, exact_values)
    square = sum(
        (sum(a * x for a, x in zip(row, solution)) - value) ** 2 for row, value in zip(exact_rows, exact_values)
    )
    real = [[mpf(x) for x in row] for row in rows]
    norms = [sqrt(sum(row[j] ** 2 for row in real)) for j in range(len(rows[0]))]
    values_of = singular_values([[x / norm for x, norm in zip(row, norms)] for row in real])
    ratio = lambda x: mpf(x.numerator) / mpf(x.denominator)
    return {
        "name": name,
        "matrix": rows,
        "values": values,
        "solution": [float(ratio(x)) for x in solution],
        "residualNorm": float(sqrt(ratio(square))),
        "columnNorms": [float(norm) for norm in norms],
        "condition": float(values_of[0] / values_of[-1]),
    }


def smile(seed, count, degree):
    """Weighted volatilities at log-moneynesses, as data for a polynomial fit."""
    generator = random.Random(seed)
    rows, values = [], []
    for i in range(count):
        moneyness = -0.4 + 0.7 * i / (count - 1)
        weight = generator.uniform(0.2, 3)
        volatility = 0.22 - 0.15 * moneyness + 0.6 * moneyness**2 + generator.gauss(0, 0.004)
        rows.append([weight * moneyness**power for power in range(degree + 1)])
        values.append(weight * volatility)
    return rows, values


def vandermonde(count, degree):
    return [[float(i**power) for power in range(degree + 1)] for i in range(1, count + 1)]


def least_squares_cases():
    generator = random.Random(7)
    noise = lambda count: [generator.uniform(-1, 1) for _ in range(count)]
    for count, degree in [(3, 2), (9, 2), (25, 3), (60, 4)]:
        yield least_squares_case(f"smile of {count} quotes, degree {degree}", *smile(count, count, degree))
    for count, degree in [(6, 2), (10, 5), (20, 7)]:
        yield least_squares_case(f"powers up to {degree}", vandermonde(count, degree), noise(count))
    for size in (4, 6, 8):
        yield least_squares_case(f"Hilbert, {size} of {size + 4}", [row[:size] for row in hilbert(size + 4)], noise(size + 4))
    rows = [[generator.uniform(-1, 1) * 10.0 ** (8 * j - 16) for j in range(5)] for _ in range(12)]
    yield least_squares_case("columns of many magnitudes", rows, noise(12))
    rows = [[float(generator.randint(-9, 9)) for _ in range(4)] for _ in range(10)]
    meets = [float(sum((j - 2) * x for j, x in enumerate(row))) for row in rows]
    yield least_squares_case("values that are met", rows, meets)
    yield least_squares_case("one column", [[3.0], [4.0]], [5.0, 10.0])


cases = [cholesky_case(f"Hilbert {size}", hilbert(size)) for size in range(1, 11)]
cases += [cholesky_case(f"correlations of {size}, {decay}", correlations(size, decay)) for size, decay in
          [(2, 0.5), (5, 0.9), (40, 0.97), (70, 0.6)]]
cases += [cholesky_case(f"Gram {size}", gram(size, size)) for size in (3, 12, 33)]

table = {"cholesky": cases, "leastSquares": list(least_squares_cases())}
write(__file__, json.dumps(table, indent=None, separators=(",", ":")) + "\n")
