"""Boundaries of early exercise of random options, to which the grids and guesses of the American kernels are fitted.

The unknowns and the equation are those of american/boundary_body.h and american/newton_body.h, here on 28 Chebyshev nodes
with 28 quadrature points. Needs numpy.
"""

import os

import numpy as np

import header

NODES = 28
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "american")
FUNCTIONS = header.read(os.path.join(FOLDER, "functions.h"))
# Where the reach of an option is above the first number, its horizon is shortened to the second: american/price_body.h.
CUT, FURTHER_CUT = (3.9, 3.6), (4.7, 4.2)


def chebyshev_nodes(count):
    """The extrema of a Chebyshev polynomial on [0, 1], without 0."""
    return (1 - np.cos(np.pi * np.arange(1, count + 1) / count)) / 2


def interpolation(count, points):
    """Rows of weights of values at 0 and the Chebyshev nodes, for the values at `points`."""
    nodes = np.concatenate([[0.0], chebyshev_nodes(count)])
    weights = np.where(np.arange(count + 1) % 2 == 0, 1.0, -1.0)
    weights[[0, -1]] /= 2
    rows = np.zeros((len(points), count + 1))
    for row, point in zip(rows, points):
        if np.abs(nodes - point).min() < 1e-13:
            row[np.abs(nodes - point).argmin()] = 1
        else:
            row[:] = weights / (point - nodes)
            row /= row.sum()
    return rows


def quadrature(count):
    """Sines, cosines and weights of the integrals over f from 0 to pi/2; the weights contain the factor 2 cos f."""
    x, w = np.polynomial.legendre.leggauss(count)
    f = np.pi / 4 * (x + 1)
    return np.sin(f), np.cos(f), w * np.pi / 4 * 2 * np.cos(f)


def limit(v, a, b):
    """L0 = min(0, ln(a/b)) / v"""
    lower = (b > a) & (b > 0)
    return np.where(lower, np.log(np.maximum(a, 1e-300) / np.where(lower, b, 1)) / v, 0)


def reach(v, a, b):
    """Beyond a time of 1, errors of the boundary decay as e^(-reach^2)."""
    return np.sqrt(np.maximum(a + ((a - b) / v - v / 2) ** 2 / 2, 0))


def perpetual(v, a, b):
    """L of the perpetual option."""
    m = (a - b) / v - v / 2
    g = np.sqrt(m * m + 2 * a)
    exponent = np.maximum(np.where(m < 0, 2 * a / np.maximum(g - m, 1e-300), g + m), 1e-300)
    return np.log(exponent / (exponent + v)) / v


def first_guess(z, v, a, b):
    """F between its forms near expiration and far from it: the rough guess of american/guess_body.h."""
    v, a, b = v[:, None], a[:, None], b[:, None]
    flow = np.maximum(np.where(b > a, 1.5 * b, np.abs(a - b) / v + 1.5 * np.maximum(b, 0)), 1e-12)
    at_strike = z * np.sqrt(2 * np.log1p(0.4 / (flow * z)))
    level = limit(v, a, b)
    excess = np.maximum(at_strike + level, 0) * at_strike / (at_strike - level)
    near = -np.where(b > a, 0.638 * z + excess, at_strike)
    return 0.9 * near / (1 + near / np.minimum(perpetual(v, a, b) - level, -1e-12))


def mills(z):
    p, q = np.full_like(z, FUNCTIONS["SHORT_MILLS_NUMERATOR"][-1]), z + FUNCTIONS["SHORT_MILLS_DENOMINATOR"][-1]
    for above, below in zip(FUNCTIONS["SHORT_MILLS_NUMERATOR"][-2::-1], FUNCTIONS["SHORT_MILLS_DENOMINATOR"][-2::-1]):
        p, q = p * z + above, q * z + below
    return p / q


def upper(d, whole, density):
    """whole * N(d), where `density` is whole * phi(d)."""
    tail = density * mills(np.abs(d))
    return np.where(d > 0, whole - tail, tail)


def newton_step(F, v, a, b, z, sine, weight, Q):
    """The residuals divided by the Jacobian, for boundaries F[option, node]."""
    v, a, b = v[:, None, None], a[:, None, None], b[:, None, None]
    level, drift = limit(v, a, b), (a - b) / v
    later = -np.sqrt(np.maximum(np.einsum("ipj,oj->oip", Q, F * F), 1e-20))
    w = z[:, None] * sine
    minus = (F[:, :, None] - later) / w + (drift - v / 2) * w
    density = np.exp(-minus**2 / 2 - a * w * w) / np.sqrt(2 * np.pi) * z[:, None] * weight
    payment = b * np.exp(v * (level + later)) * density
    whole = b * np.exp(v * (level + F[:, :, None]) - b * w * w) * z[:, None] * weight
    dividend = upper(minus + v * w, whole, payment) * w
    gain = (a * density - payment) / v
    slope = minus * gain / w
    matrix = np.einsum("oip,ipj->oij", slope / later, Q) * F[:, None, :]
    v, a, b, level, drift = v[:, :, 0], a[:, :, 0], b[:, :, 0], level[:, :, 0], drift[:, :, 0]
    plus = (level + F) / z + (drift + v / 2) * z
    density = np.exp(-(plus - v * z) ** 2 / 2 - a * z * z) / np.sqrt(2 * np.pi)
    european = upper(plus, np.exp(v * (level + F) - b * z * z), density)
    diagonal = v * (european + payment.sum(2) / v + dividend.sum(2)) + density / z + slope.sum(2)
    matrix[:, range(len(z)), range(len(z))] -= diagonal
    residual = (gain - dividend).sum(2) - european
    return np.linalg.solve(matrix, residual[:, :, None])[:, :, 0]


def solve(v, a, b, steps=40):
    """F at the nodes, and which options converged."""
    z = chebyshev_nodes(NODES)
    sine, cosine, weight = quadrature(NODES)
    Q = np.array([interpolation(NODES, node * cosine)[:, 1:] for node in z])
    results, converged = [], []
    for start in range(0, len(v), 128):
        part = slice(start, start + 128)
        F = first_guess(z, v[part], a[part], b[part])
        change = np.full(len(F), np.inf)
        for _ in range(steps):
            active = change > 1e-9
            if not active.any():
                break
            step = newton_step(F[active], v[part][active], a[part][active], b[part][active], z, sine, weight, Q)
            change[active] = np.where(np.isfinite(step).all(1), np.abs(step).sum(1), np.inf)
            step = np.where(np.isfinite(step), step, 0)
            # The whole step is shortened, so that values stay negative and the boundary smooth.
            ratio = np.abs(F[active] / np.where(step == 0, 1e-300, step))
            factor = np.minimum(1, np.where(step > 0, 0.9, 0.6) * ratio).min(1)
            F[active] -= factor[:, None] * step
        results.append(F)
        converged.append(change <= 1e-9)
    return np.concatenate(results), np.concatenate(converged)


def random_terms(count, seed, cut=CUT):
    """v, a, b of puts in the domain of the kernel, on horizons shortened at `cut`."""
    random = np.random.default_rng(seed)
    kind = random.integers(0, 4, count)
    time = np.exp(random.uniform(np.log(np.where(kind < 3, 1 / 365, 3.1e-8)), np.log(50)))
    volatility = np.exp(np.where(kind % 2 == 0, random.uniform(np.log(0.001), np.log(10), count),
                                 random.uniform(np.log(0.05), 0, count)))

    def rates():
        kind = random.integers(0, 4, count)
        return np.choose(kind, [random.uniform(-0.1, 1, count), random.uniform(0, 0.15, count),
                                10 ** random.uniform(-5, 0, count), -0.1 * random.random(count) ** 2])

    rate, dividend = rates(), rates()
    kind = random.integers(0, 10, count)
    dividend = np.where(kind == 0, 0, np.where(kind == 1, rate, dividend))
    dividend = np.where(kind == 2, np.clip(rate * random.uniform(0.8, 1.25, count), -0.1, 1), dividend)
    v, a, b = volatility * np.sqrt(time), rate * time, dividend * time
    exercised = ((a > 0) | ((a == 0) & (b < 0))) & (a + np.maximum(-b, 0) > 3e-10)
    v, a, b = v[exercised], a[exercised], b[exercised]
    c = np.where(reach(v, a, b) > cut[0], cut[1] / np.maximum(reach(v, a, b), 1e-9), 1)
    return v * c, a * c * c, b * c * c


def sample(count, seed, cut=CUT):
    """v, a, b and F of random options, without those that do not converge."""
    v, a, b = random_terms(count, seed, cut)
    F, converged = solve(v, a, b)
    return v[converged], a[converged], b[converged], F[converged]
