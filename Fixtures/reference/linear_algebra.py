#!/usr/bin/env python3
"""Writes linear_algebra.json: Cholesky factors of matrices of doubles, at 50 digits.

Condition numbers use the spectral norm.
"""

import json
import random
from math import lcm

from mpmath import cholesky, matrix, mp, mpf, svd_r

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


cases = [cholesky_case(f"Hilbert {size}", hilbert(size)) for size in range(1, 11)]
cases += [cholesky_case(f"correlations of {size}, {decay}", correlations(size, decay)) for size, decay in
          [(2, 0.5), (5, 0.9), (40, 0.97), (70, 0.6)]]
cases += [cholesky_case(f"Gram {size}", gram(size, size)) for size in (3, 12, 33)]

table = {"cholesky": cases}
write(__file__, json.dumps(table, indent=None, separators=(",", ":")) + "\n")
