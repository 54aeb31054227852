"""Measures the errors of the greeks and of the implied volatilities of the American kernels, by level and region.

python3 Sources/COptionsKernels/coefficients/american_greeks_check.py [COUNT [SEED]]

Greeks are compared with central differences of the solution on 28 Chebyshev nodes, for COUNT random options (2,500) of the
whole domain that are exercised early and have a reach of at most 5.5. Differences of fourth and sixth order must agree within 0.3
of the bound, otherwise the greek is not compared. Implied volatilities are those of prices at the level `precise`. Needs numpy and
scipy. The exit status is 1 if more than one option of a hundred exceeds a bound of the level `standard`.
"""

import ctypes
import sys
import tempfile

import numpy as np
from scipy.special import ndtr

import american_boundaries as boundaries
import american_check as check

np.seterr(all="ignore")
NAMES = "price", "delta", "gamma", "theta", "vega", "rho", "epsilon"
# Of delta and S gamma, and of the others in parts of the larger of spot and strike.
BOUNDS = {"price": 2e-7, "delta": 1e-7, "gamma": 1e-5, "theta": 1e-7, "vega": 1e-6, "rho": 1e-5, "epsilon": 1e-5}
OFFSETS = (-3, -2, -1, 1, 2, 3)


def points(count):
    y, weight = np.polynomial.legendre.leggauss(count)
    f = np.pi / 8 * (y + 1) ** 2
    rows = boundaries.interpolation(boundaries.NODES, np.cos(f))[:, 1:]
    return np.sin(f), weight * np.pi / 4 * (y + 1) * np.sin(2 * f) / 2, rows


W, WEIGHT, ROWS = points(96)


def premium(x, v, a, b, F):
    later = boundaries.limit(v, a, b)[:, None] - np.sqrt(np.maximum((F * F) @ ROWS.T, 1e-20))
    x, v, a, b = x[:, None], v[:, None], a[:, None], b[:, None]
    minus = (x / v - later) / W + ((a - b) / v - v / 2) * W
    return 2 * (a * np.exp(-a * W * W) * ndtr(-minus) - b * np.exp(x - b * W * W) * ndtr(-minus - v * W)) @ WEIGHT


def first(f, step):
    """The first derivative, and the difference of two orders."""
    sixth = (45 * (f[1] - f[-1]) - 9 * (f[2] - f[-2]) + f[3] - f[-3]) / (60 * step)
    return sixth, np.abs(sixth - (8 * (f[1] - f[-1]) - f[2] + f[-2]) / (12 * step))


def second(f, step):
    sixth = (2 * (f[3] + f[-3]) - 27 * (f[2] + f[-2]) + 270 * (f[1] + f[-1]) - 490 * f[0]) / (180 * step**2)
    return sixth, np.abs(sixth - (16 * (f[1] + f[-1]) - f[2] - f[-2] - 30 * f[0]) / (12 * step**2))


def slopes(x, v, a, b):
    """Premium, its derivatives by x, x twice, v, a and b, with errors; and which options are held and have a reference."""
    F, converged = boundaries.solve(v, a, b, 60)
    distance = x - v * (boundaries.limit(v, a, b) + F[:, -1])
    step = np.minimum(0.02 * v, np.maximum(distance, 1e-12) / 5)
    values = {k: premium(x + k * step, v, a, b, F) for k in (0, *OFFSETS)}
    result = {"premium": (values[0], 0 * x), "x": first(values, step), "xx": second(values, step)}
    # Steps that cross neither a rate of 0 nor equal rates.
    small, gap = 0.01 * np.minimum(v, 1), np.where(a != b, np.abs(a - b) / 5, np.nan)
    steps = {"v": np.minimum(0.01 * v, 0.01), "a": np.minimum(np.minimum(small, np.where(b > 0, gap, np.inf)),
                                                              np.where(a > 0, a / 5, np.nan)),
             "b": np.minimum(np.minimum(small, gap), np.where(b != 0, np.abs(b) / 5, np.inf))}
    for name, step in steps.items():
        values = {}
        for k in OFFSETS:
            terms = [term + (k * step if name == field else 0) for term, field in ((v, "v"), (a, "a"), (b, "b"))]
            G, solved = np.zeros_like(F), np.zeros(len(v), bool)
            use = np.isfinite(sum(terms))
            G[use], solved[use] = boundaries.solve(*(term[use] for term in terms), 60)
            held = solved & (x > terms[0] * (boundaries.limit(*terms) + G[:, -1]))
            values[k] = np.where(held, premium(x, *terms, G), np.nan)
        derivative, error = first(values, step)
        # The boundaries converge to 1e-11 of the price or better.
        result[name] = derivative, error + 1e-11 / step
    return result, converged & (distance > 0)


def expected(terms, result, v, a, b):
    """Greeks with errors."""
    put, S, K, T, r, q, sigma = terms
    sign, put = np.where(put == 1, -1, 1), put == 1
    d = np.log(S / K) / v + (r - q) * T / v + v / 2
    spot, strike = S * np.exp(-q * T), K * np.exp(-r * T)
    density, N1, N2 = spot * np.exp(-d * d / 2) / np.sqrt(2 * np.pi), ndtr(sign * d), ndtr(sign * (d - v))
    european = {"price": sign * (spot * N1 - strike * N2), "delta": sign * spot * N1 / S, "gamma": density / (S * S * v),
                "theta": -density * sigma / (2 * np.sqrt(T)) + sign * (q * spot * N1 - r * strike * N2),
                "vega": density * np.sqrt(T), "rho": sign * T * strike * N2, "epsilon": -sign * T * spot * N1}
    unit = np.where(put, K, S)
    values = []
    for part in (0, 1):
        get = lambda name: result[name][part]
        add = (lambda x, y: x - y) if part == 0 else (lambda x, y: x + y)
        weigh = (lambda c: c) if part == 0 else np.abs
        values.append({
            "price": unit * get("premium"),
            "delta": np.where(put, unit / S * get("x"), add(get("premium"), get("x"))),
            "gamma": unit / S**2 * add(get("xx"), get("x")),
            "theta": (-1 if part == 0 else 1) * unit / T * (v / 2 * get("v") + weigh(a) * get("a") + weigh(b) * get("b")),
            "vega": unit * np.sqrt(T) * get("v"),
            "rho": unit * T * np.where(put, get("a"), get("b")),
            "epsilon": unit * T * np.where(put, get("b"), get("a"))})
    return {name: (european[name] + values[0][name], values[1][name]) for name in NAMES}


def greeks(library, level, isa, terms):
    options, keep = check.columns(*terms)
    count = len(keep[0])
    out, status = np.zeros((10, count)), np.zeros(count, np.uint8)
    library.kernel_american_greeks(isa, level, ctypes.c_size_t(count), ctypes.byref(options),
                                   out.ctypes.data_as(check.doubles), ctypes.c_size_t(count),
                                   status.ctypes.data_as(check.bytes_))
    return out, status


def volatilities(library, level, isa, terms, price):
    options, keep = check.columns(*terms)
    price = np.ascontiguousarray(price)
    out, status = np.zeros(len(price)), np.zeros(len(price), np.uint8)
    library.kernel_american_volatility(isa, level, ctypes.c_size_t(len(price)), ctypes.byref(options),
                                       price.ctypes.data_as(check.doubles), out.ctypes.data_as(check.doubles),
                                       status.ctypes.data_as(check.bytes_))
    return out, status


def main(count=2500, seed=1):
    excess = False
    with tempfile.TemporaryDirectory() as folder:
        library = check.compile_kernel(folder)
        best = library.kernel_best_isa()
        terms = check.random_options(4 * count, seed)
        x, v, a, b = check.reduce(terms)
        early = (a > 0) | ((a == 0) & (b < 0))
        chosen = np.where(early & (boundaries.reach(v, a, b) <= 5.5) & (a + np.maximum(-b, 0) > 4e-9))[0][:count]
        picked = [column[chosen] for column in terms]
        x, v, a, b = check.reduce(picked)
        result, held = slopes(x, v, a, b)
        values = expected(picked, result, v, a, b)
        ordinary = (v < 2) & (np.abs(a) < 1) & (np.abs(b) < 1)
        regions = (("b <= a, ordinary", (b <= a) & ordinary), ("b <= a, others", (b <= a) & ~ordinary),
                   ("b > a, ordinary", (b > a) & ordinary), ("b > a, others", (b > a) & ~ordinary),
                   ("shortened horizons", boundaries.reach(v, a, b) > 4.7), ("all", x == x))
        print("%d options, of which %d are held; errors: greatest, 99 %%, median" % (len(x), held.sum()))
        for level, (title, _) in enumerate(check.LEVELS):
            found, status = greeks(library, level, best, picked)
            print(title)
            for region, mask in regions:
                for index, name in enumerate(NAMES):
                    value, uncertainty = values[name]
                    unit = {"delta": 1, "gamma": 1 / picked[1]}.get(name, np.maximum(picked[1], picked[2]))
                    compared = mask & held & (status == 0) & (uncertainty <= 0.3 * BOUNDS[name] * unit)
                    error = (np.abs(found[index] - value) / unit)[compared]
                    if len(error) == 0:
                        continue
                    print("  %-18s %-8s %5d: %.1e %.1e %.1e" % (region, name, len(error), error.max(),
                                                               *np.quantile(error, [0.99, 0.5])))
                    excess |= level == 1 and region == "all" and np.quantile(error, 0.99) > BOUNDS[name]
        x, v, a, b = check.reduce(terms)
        early = (a > 0) | ((a == 0) & (b < 0))
        found, priced = greeks(library, 2, best, terms)
        larger = np.maximum(terms[1], terms[2])
        print("implied volatilities of %d options: vega |error| / larger of spot and strike" % len(x))
        for level, (title, bound) in enumerate(check.LEVELS):
            sigma, status = volatilities(library, level, best, terms, found[0])
            solved = (status == 0) & early
            error = (np.abs(sigma - terms[6]) * found[4] / larger)[solved]
            counts = np.bincount(status[early & (priced == 0)], minlength=5)
            print("  %-9s %d: greatest %.1e, 99.9 %% %.1e, median %.1e; statuses %s"
                  % (title, len(error), error.max(), *np.quantile(error, [0.999, 0.5]), counts))
    sys.exit(1 if excess else 0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
