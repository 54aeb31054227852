"""Measures the errors of the American kernel, by level and region, and the statuses of random options of the whole domain.

python3 Sources/COptionsKernels/coefficients/american_check.py [COUNT [SEED [MANY]]]

Compiles the kernel (CC, or clang) and compares it with the tables american.json and american_prices.json of
Fixtures/reference, and COUNT random options (40,000) with two solutions: on 28 Chebyshev nodes and 96 points in Python, where a
reach of at most 5.5 makes that precise, and with the one of careful.h, on as many nodes as it takes for two grids to agree
to 1e-8. Prices MANY further options (none) at the level standard, and counts those with neither a price nor a status. Needs
numpy and scipy. The exit status is 1 if an error exceeds its level's bound.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.special import ndtr

import american_boundaries as boundaries

np.seterr(all="ignore")
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
REFERENCE = os.path.join(FOLDER, os.pardir, os.pardir, "Fixtures", "reference")
LEVELS = (("screen", 1e-5), ("standard", 2e-7), ("precise", 3e-8))
INSTRUCTION_SETS = ("baseline", "AVX2", "AVX-512")
STATUSES = ("ok", "not converged", "outside")
doubles, bytes_ = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_uint8)


class Options(ctypes.Structure):
    _fields_ = [("kind", bytes_)] + [(name, doubles)
                                     for name in ("spot", "strike", "time", "rate", "dividend", "volatility")]


class CarefulPut(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("deviation", "rate", "dividend", "s", "x", "european")]


def compile_kernel(folder):
    library = os.path.join(folder, "kernels.so")
    sources = ["american/american.c", "american/careful.c", "european/black_scholes_merton.c",
               "implied_volatility/implied_volatility.c", "vectors/instruction_set.c"]
    subprocess.check_call([os.environ.get("CC", "clang"), "-O2", "-shared", "-fPIC", "-I", FOLDER,
                           "-I", os.path.join(FOLDER, "include"), "-o", library,
                           *(os.path.join(FOLDER, source) for source in sources), "-lm"])
    return ctypes.CDLL(library)


def columns(put, *numbers):
    kind = np.ascontiguousarray(put, np.uint8)
    arrays = [np.ascontiguousarray(column, float) for column in numbers]
    return Options(kind.ctypes.data_as(bytes_), *(a.ctypes.data_as(doubles) for a in arrays)), (kind, arrays)


def prices(library, level, isa, terms):
    options, keep = columns(*terms)
    count = len(keep[0])
    out, status = np.zeros(count), np.zeros(count, np.uint8)
    start = time.process_time()
    library.kernel_american_price(isa, level, ctypes.c_size_t(count), ctypes.byref(options),
                                  out.ctypes.data_as(doubles), status.ctypes.data_as(bytes_))
    return out, status, (time.process_time() - start) / count * 1e9


def random_options(count, seed):
    """Options around the forward, and anywhere: put, spot, strike, time, rate, dividend yield, volatility."""
    random = np.random.default_rng(seed)
    kind = random.integers(0, 4, count)
    T = np.exp(random.uniform(np.log(np.where(kind < 3, 1 / 365, 3.2e-8)), np.log(50)))
    sigma = np.exp(np.where(kind % 2 == 0, random.uniform(np.log(0.001), np.log(10), count),
                            random.uniform(np.log(0.05), 0, count)))

    def rates():
        return np.choose(random.integers(0, 4, count),
                         [random.uniform(-0.1, 1, count), random.uniform(0, 0.15, count),
                          10 ** random.uniform(-5, 0, count), -0.1 * random.random(count) ** 2])

    r, q, kind = rates(), rates(), random.integers(0, 10, count)
    q = np.where(kind == 0, 0, np.where(kind == 1, r, q))
    q = np.where(kind == 2, np.clip(r * random.uniform(0.8, 1.25, count), -0.1, 1), q)
    near = random.uniform(-5, 5, count) * sigma * np.sqrt(T) - (r - q) * T * random.integers(0, 2, count)
    x = np.clip(np.where(random.integers(0, 3, count) > 0, near, random.uniform(-9.2, 9.2, count)), -9.2, 9.2)
    return random.integers(0, 2, count), np.exp(x), np.ones(count), T, r, q, sigma


def reduce(terms):
    put, S, K, T, r, q, sigma = terms
    x = np.where(put == 1, 1, -1) * np.log(S / K)
    return x, sigma * np.sqrt(T), np.where(put == 1, r, q) * T, np.where(put == 1, q, r) * T


def reference(x, v, a, b):
    """Prices of puts on the strike 1; NaN where the boundary does not converge."""
    F, converged = boundaries.solve(v, a, b, 60)
    y, weight = np.polynomial.legendre.leggauss(96)
    f = np.pi / 8 * (y + 1) ** 2
    weight = weight * np.pi / 4 * (y + 1) * np.sin(2 * f) / 2
    rows = boundaries.interpolation(boundaries.NODES, np.cos(f))[:, 1:]
    level = boundaries.limit(v, a, b)
    later = level[:, None] - np.sqrt(np.maximum((F * F) @ rows.T, 1e-20))
    x_, v_, a_, b_, w = x[:, None], v[:, None], a[:, None], b[:, None], np.sin(f)
    minus = (x_ / v_ - later) / w + ((a_ - b_) / v_ - v_ / 2) * w
    flow = a_ * np.exp(-a_ * w * w) * ndtr(-minus) - b_ * np.exp(x_ - b_ * w * w) * ndtr(-minus - v_ * w)
    d = x / v + (a - b) / v - v / 2
    held = np.exp(-a) * ndtr(-d) - np.exp(x - b) * ndtr(-d - v) + 2 * flow @ weight
    value = np.where(x <= v * (level + F[:, -1]), 1 - np.exp(x), np.maximum(held, 1 - np.exp(x)))
    return np.where(converged, value, np.nan)


def careful(library, isa, x, v, a, b):
    """Prices of puts on the strike 1, one at a time; NaN where two grids do not agree."""
    d, prices, answer = x / v + (a - b) / v - v / 2, np.full(len(x), np.nan), (ctypes.c_double * 3)()
    european = np.exp(-a) * ndtr(-d) - np.exp(x - b) * ndtr(-d - v)
    for i, terms in enumerate(zip(v, a, b, np.exp(x), x, european)):
        if (a[i] > 0 or b[i] < a[i]) and library.kernel_careful_american(isa, ctypes.c_size_t(1), ctypes.byref(CarefulPut(*terms)), answer, None):
            prices[i] = max(answer[0], 1 - terms[3], european[i])
    return prices


def show(name, error, bound, mask=None):
    error = error if mask is None else error[mask]
    error = error[np.isfinite(error)]
    if len(error):
        print("  %-34s %6d options: greatest %.1e, 99.9 %% %.1e, 99 %% %.1e, median %.1e; %d above %g"
              % (name, len(error), error.max(), *np.quantile(error, [0.999, 0.99, 0.5]), (error > bound).sum(), bound))
    return len(error) > 0 and error.max() > bound


def table(name):
    rows = json.load(open(os.path.join(REFERENCE, name + ".json")))["cases"]
    value, slack = ("price", "difference") if name != "american_prices" else ("true_value", "true_value_accuracy")
    rows = [row for row in rows if row[value] is not None and row[slack] is not None]
    get = lambda field: np.array([float(row[field]) for row in rows])
    terms = np.array([row["type"] == "put" for row in rows]).astype(int), *(get(f) for f in ("S", "K", "T", "r", "q", "sigma"))
    larger = np.maximum(terms[1], terms[2])
    return terms, get(value), get(slack) / (larger if name == "american_prices" else 1), larger


def count_statuses(library, many, seed, size=250000):
    """Prints how many random options have which status; returns how many have status 0 and no price within bounds."""
    statuses, wrong = np.zeros(3, int), 0
    for start in range(0, many, size):
        terms = random_options(min(size, many - start), seed + 1 + start // size)
        price, status, _ = prices(library, 1, library.kernel_best_isa(), terms)
        intrinsic = np.maximum(0, np.where(terms[0] == 1, 1, -1) * (terms[2] - terms[1]))
        # The maximum of a put is its strike, that of a call the spot, with their growth at negative rates.
        growth = np.exp(np.maximum(0, -np.where(terms[0] == 1, terms[4], terms[5]) * terms[3]))
        most = np.where(terms[0] == 1, terms[2], terms[1]) * growth
        wrong += ((status == 0) & ~((price >= intrinsic) & (price <= most * (1 + 1e-9)))).sum()
        statuses += np.bincount(status, minlength=3)
    print("%d random options: %s; %d without a price between payoff and maximum"
          % (many, ", ".join("%d %s" % pair for pair in zip(statuses, STATUSES)), wrong))
    return wrong


def main(count=40000, seed=1, many=0):
    excess = False
    with tempfile.TemporaryDirectory() as folder:
        library = compile_kernel(folder)
        best = library.kernel_best_isa()
        for name in ("american", "american_two_boundaries", "american_prices"):
            terms, value, slack, larger = table(name)
            print("%s.json, less the estimated error of the table" % name)
            for level, (title, bound) in enumerate(LEVELS):
                error = np.abs(prices(library, level, best, terms)[0] - value) / larger - slack
                excess |= show(title, np.maximum(error, 0), bound)
        terms = random_options(count, seed)
        x, v, a, b = reduce(terms)
        exercised = ((a > 0) | ((a == 0) & (b < 0))) & (boundaries.reach(v, a, b) <= 5.5)
        expected = np.full(count, np.nan)
        expected[exercised] = reference(x[exercised], v[exercised], a[exercised], b[exercised])
        checked = careful(library, best, x, v, a, b)
        reach, ordinary = boundaries.reach(v, a, b), (v < 2) & (np.abs(a) < 1) & (np.abs(b) < 1)
        for level, (title, bound) in enumerate(LEVELS):
            print("%s: %d random options" % (title, count))
            results = [prices(library, level, isa, terms) for isa in range(best + 1)]
            for isa, (out, status, ns) in enumerate(results):
                counts = ", ".join("%d %s" % pair for pair in zip(np.bincount(status, minlength=3), STATUSES))
                print("  %-10s %s; %.0f ns an option" % (INSTRUCTION_SETS[isa], counts, ns))
            if best == 2:
                print("  same bits on AVX2 and AVX-512: %s" % (results[1][0].tobytes() == results[2][0].tobytes()))
            unit = np.where(terms[0] == 1, terms[2], terms[1])
            error = np.abs(results[best][0] / unit - expected) / np.maximum(1, np.exp(x))
            for region, mask in (("b <= a, ordinary", (b <= a) & ordinary), ("b <= a, others", (b <= a) & ~ordinary),
                                 ("b > a, ordinary", (b > a) & ordinary), ("b > a, others", (b > a) & ~ordinary),
                                 ("shortened horizons", reach > 4.7)):
                excess |= show(region, error, bound, mask)
            error = np.abs(results[best][0] / unit - checked) / np.maximum(1, np.exp(x))
            excess |= show("all, from careful.h", error, bound)
        excess |= many > 0 and count_statuses(library, many, seed) > 0
    sys.exit(1 if excess else 0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
