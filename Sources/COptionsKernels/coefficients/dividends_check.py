"""Measures the errors of the kernel of options with discrete dividends, by level and region, and the statuses of random
options of the whole domain.

python3 Sources/COptionsKernels/coefficients/dividends_check.py [COUNT [SEED [COMPARED]]]

Compiles the kernel and dividends_reference.c (CC, or clang). Compares the kernel with dividend_prices.json of
Fixtures/reference, prices COUNT random options (2,000), and compares the first COMPARED (100) of them with the
reference, which takes about half a second an option; then finds the volatilities of COUNT / 10, at most 1,000, prices, and
compares COUNT / 10, at most 300, curves of 201 prices with the options alone at the most precise level, and states
their times. Needs numpy. The exit status is 1 if an error exceeds its
level's bound.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
TABLE = os.path.join(FOLDER, os.pardir, os.pardir, "Fixtures", "reference", "dividend_prices.json")
EUROPEAN, AMERICAN = 0, 1
LEVELS = ("fast", "default", "precise")
# In parts of the larger of spot and strike: the maximum, and that of 99 of 100 options.
BOUNDS = {EUROPEAN: ((1e-5, 1e-5), (3e-6, 3e-6), (1e-7, 1e-7)), AMERICAN: ((5e-5, 2e-5), (5e-5, 1e-5), (1e-5, 2e-6))}
STATUSES = ("ok", "not converged", "outside")
VOLATILITY_STATUSES = ("ok", "below the least price", "above the greatest", "not determinable", "unanswered")
doubles, bytes_ = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_uint8)


class Options(ctypes.Structure):
    _fields_ = [("kind", bytes_)] + [(name, doubles)
                                     for name in ("spot", "strike", "time", "rate", "dividend", "volatility")]


class Dividends(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t)] + [(name, doubles) for name in ("time", "amount", "proportion")]


def address(column):
    return column.ctypes.data_as(doubles)


class Kernel:
    def __init__(self, library):
        self.library = library
        self.best = library.kernel_best_isa()

    def prices(self, exercise, level, terms, dividends, isa=None, repetitions=1):
        """Prices, statuses and nanoseconds an option. `terms` is kind (1 for puts), spot, strike, time, rate, yield,
        volatility; `dividends` is rows of time, amount, proportion."""
        values, status, least = self.evaluate("price", exercise, level, terms, dividends, isa, repetitions)
        return values[0], status, least

    def greeks(self, exercise, level, terms, dividends, isa=None, repetitions=1):
        """The same with rows of price, delta, gamma, theta, vega, rho, epsilon."""
        return self.evaluate("greeks", exercise, level, terms, dividends, isa, repetitions)

    def boundaries(self, level, terms, dividends, isa=None):
        """The boundaries of exercise, those at the ex-dates, and statuses."""
        values, status, _ = self.evaluate("boundaries", AMERICAN, level, terms, dividends, isa, 1)
        return values[0], values[1:], status

    def curve(self, exercise, level, terms, dividends, spots, rows=1, isa=None):
        """The rows of an option at many spots, statuses and nanoseconds in all."""
        kind, columns = np.array([terms[0]], np.uint8), [np.array([float(term)]) for term in terms[1:]]
        option = Options(kind.ctypes.data_as(bytes_), *map(address, columns))
        schedule_columns = [np.ascontiguousarray(column, float) for column in np.reshape(dividends, (-1, 3)).T]
        schedule = Dividends(len(schedule_columns[0]), *map(address, schedule_columns))
        spots, count = np.ascontiguousarray(spots, float), ctypes.c_size_t(len(spots))
        values, status = np.zeros((rows, len(spots))), np.zeros(len(spots), np.uint8)
        start = time.perf_counter()
        self.library.kernel_dividend_curve(
            self.best if isa is None else isa, exercise, level, ctypes.c_size_t(rows), ctypes.byref(option),
            ctypes.byref(schedule), count, address(spots), address(values), count, status.ctypes.data_as(bytes_))
        return values, status, (time.perf_counter() - start) * 1e9

    def volatilities(self, exercise, level, terms, dividends, price):
        """Implied volatilities of the price of one option, its status, and nanoseconds."""
        kind, columns = np.array([terms[0]], np.uint8), [np.array([float(term)]) for term in (*terms[1:], price, 0.0)]
        option = Options(kind.ctypes.data_as(bytes_), *map(address, columns[:6]))
        rows = [np.ascontiguousarray(column, float) for column in np.reshape(dividends, (-1, 3)).T]
        schedule, status = Dividends(len(rows[0]), *map(address, rows)), np.zeros(1, np.uint8)
        start = time.perf_counter()
        self.library.kernel_dividend_volatility(
            self.best, exercise, level, ctypes.c_size_t(1), ctypes.byref(option), ctypes.byref(schedule),
            address(columns[6]), address(columns[7]), status.ctypes.data_as(bytes_))
        return columns[7][0], status[0], (time.perf_counter() - start) * 1e9

    def evaluate(self, what, exercise, level, terms, dividends, isa, repetitions):
        count = max(np.size(term) for term in terms)
        kind = np.ascontiguousarray(np.broadcast_to(terms[0], count), np.uint8)
        columns = [np.ascontiguousarray(np.broadcast_to(term, count), float) for term in terms[1:]]
        options = Options(kind.ctypes.data_as(bytes_), *map(address, columns))
        rows = [np.ascontiguousarray(column, float) for column in np.reshape(dividends, (-1, 3)).T]
        schedule = Dividends(len(rows[0]), *map(address, rows))
        length = {"price": 1, "greeks": 7, "boundaries": 1 + len(rows[0])}[what]
        values, status = np.zeros((length, count)), np.zeros(count, np.uint8)
        isa, least, size = self.best if isa is None else isa, np.inf, ctypes.c_size_t(count)
        for _ in range(repetitions):
            start = time.perf_counter()
            inputs = (level, size, ctypes.byref(options), ctypes.byref(schedule))
            output, statuses = address(values), status.ctypes.data_as(bytes_)
            if what == "price":
                self.library.kernel_dividend_price(isa, exercise, *inputs, output, statuses)
            elif what == "greeks":
                self.library.kernel_dividend_greeks(isa, exercise, *inputs, output, size, statuses)
            else:
                self.library.kernel_dividend_boundaries(isa, *inputs, output, address(values[1:]), size, statuses)
            least = min(least, time.perf_counter() - start)
        return values, status, least / count * 1e9


def compile_library(library, flags, *sources):
    subprocess.check_call([os.environ.get("CC", "clang"), "-shared", "-fPIC", *flags, "-o", library,
                           *(os.path.join(FOLDER, source) for source in sources), "-lm"])
    return ctypes.CDLL(library)


def compile_kernel(library, *flags):
    return Kernel(compile_library(
        library, ("-O2", "-I", FOLDER, "-I", os.path.join(FOLDER, "include"), *flags), "dividends/dividends.c",
        "implied_volatility/implied_volatility.c", "vectors/instruction_set.c"))


def compile_libraries(folder):
    reference = compile_library(os.path.join(folder, "reference.so"), ("-O3", "-march=native"),
                                "coefficients/dividends_reference.c")
    reference.reference.restype = ctypes.c_double
    return compile_kernel(os.path.join(folder, "kernel.so")), reference


def counting(dividends, T):
    """Times, kept shares and amounts of the dividends that count, those of one time together."""
    rows = []
    for t, amount, proportion in dividends:
        if not 0 < t <= T:
            continue
        if rows and rows[-1][0] == t:
            rows[-1][1] *= 1 - proportion
            rows[-1][2] += amount
        else:
            rows.append([t, 1 - proportion, amount])
    return [np.array([row[i] for row in rows], float) for i in range(3)]


def reference_price(library, exercise, terms, dividends, nodes=3000, steps=300):
    """A price by Richardson's extrapolation over two resolutions, and its difference from the finer one."""
    put, S, K, T, r, q, sigma = map(float, terms)
    columns = counting(dividends, T)
    arguments = [ctypes.c_double(x) for x in (S, K, T, r, q, sigma)]
    values = [library.reference(int(put), exercise, *arguments, len(columns[0]), *map(address, columns), n, m)
              for n, m in ((nodes, steps), (2 * nodes, 2 * steps))]
    return values[1] + (values[1] - values[0]) / 3, abs(values[1] - values[0]) / 3


def checked_reference(kernel, library, exercise, terms, dividends):
    """The same on a finer grid if the kernel's most precise price differs by more than a third of its bound."""
    price, accuracy = reference_price(library, exercise, terms, dividends, 1500, 150)
    difference = abs(kernel.prices(exercise, 2, terms, dividends)[0][0] - price) / max(terms[1], terms[2])
    if difference > BOUNDS[exercise][2][0] / 3:
        return reference_price(library, exercise, terms, dividends, 6000, 600)
    return price, accuracy


def random_case(random):
    """An option of the domain and its dividends: exercise, terms, dividends."""
    T = float(np.exp(random.uniform(np.log(1.2e-4), np.log(5))) if random.random() < 0.4 else random.uniform(0.02, 3))
    sigma = float(np.exp(random.uniform(np.log(0.02), np.log(3))))
    K, r = 100.0, float(random.uniform(-0.02, 0.2))
    r = 0.0 if random.random() < 0.05 else r
    q = 0.0 if random.random() < 0.5 else float(random.uniform(0, 0.2))
    x = random.normal() * 1.5 * sigma * np.sqrt(T) if random.random() < 0.85 else random.uniform(-2.3, 2.3)
    S = float(K * np.exp(np.clip(x, -2.3, 2.3)))
    count = int(random.choice([0, 1, 2, 3, 4, 8, 12, 20, 60, 100], p=[.04, .2, .15, .1, .2, .1, .1, .06, .03, .02]))
    t = np.sort(random.uniform(0, 1, count)) * T
    if count and random.random() < 0.1:
        t[-1] = T * (1 - 1e-3 * random.random())
    if count and random.random() < 0.1:
        t[0] = T * 1e-3 * random.random()
    if count and random.random() < 0.05:
        t[-1] = T
    share = random.uniform(0, 0.05, count) * min(1, 12 / max(count, 1))
    if count and random.random() < 0.15:
        share[random.integers(count)] = random.uniform(0.1, 0.6)
    share *= min(1, 0.89 / max(share.sum(), 1e-9))
    proportional = random.random(count) < (0.5 if random.random() < 0.15 else 0)
    rows = [(float(when), 0.0 if p else float(part * S), float(part) if p else 0.0)
            for when, part, p in zip(np.sort(t), share, proportional)]
    return (int(random.random() < 0.8), (int(random.random() < 0.5), S, K, T, r, q, sigma), rows)


def curve_case(random):
    """The same, with the underlying at another price of a curve, from 1e-4 to 1e4 strikes, and amounts that may exceed
    it."""
    exercise, (put, S, K, *rest), rows = random_case(random)
    if random.random() < 0.2:
        factor = np.exp(random.uniform(0, 3))
        rows = [(when, amount * factor, proportion) for when, amount, proportion in rows]
    choice = random.random()
    if choice < 0.35:
        S *= random.uniform(1e-3, 1)
    elif choice < 0.5:
        S *= np.exp(random.uniform(np.log(1e-4), 0))
    elif choice < 0.75:
        S *= random.uniform(1, 6)
    else:
        S = K * np.exp(random.uniform(np.log(1e-4), np.log(1e4)))
    return exercise, (put, float(np.clip(S, 1.01e-4 * K, 0.99e4 * K)), K, *rest), rows


def table_cases():
    for case in json.load(open(TABLE))["cases"]:
        terms = (int(case["type"] == "put"), *(case[name] for name in (
            "currentPrice", "strikePrice", "timeToExpiration", "riskFreeRate", "dividendYield", "volatility")))
        yield (int(case["exercise"] == "american"), terms,
               [(row["time"], row["amount"], 0.0) for row in case["dividends"]], case["price"], case["accuracy"])


def show(title, errors, bounds):
    errors = np.array(errors)
    if not len(errors):
        return False
    print("  %-24s %5d options: greatest %.1e, 99 %% %.1e, 95 %% %.1e, median %.1e; %d above %.0e"
          % (title, len(errors), errors.max(), *np.quantile(errors, [0.99, 0.95, 0.5]), (errors > bounds[0]).sum(),
             bounds[0]))
    return bool(errors.max() > bounds[0] or np.quantile(errors, 0.99) > bounds[1])


def compare(kernel, cases, describe=False):
    """Compares cases, each exercise, terms, dividends, price, accuracy. Returns whether any error exceeds its bound."""
    excess = False
    for level, title in enumerate(LEVELS):
        for exercise, style in enumerate(("European", "American")):
            errors, refused = [], 0
            for kind, terms, dividends, price, accuracy in cases:
                if kind != exercise:
                    continue
                out, status, _ = kernel.prices(exercise, level, terms, dividends)
                refused += status[0] != 0
                if status[0] == 0:
                    error = max(abs(out[0] - price) - accuracy, 0) / max(terms[1], terms[2])
                    errors.append(error)
                    if describe and error > BOUNDS[exercise][level][0]:
                        print("    %.1e" % error, level, exercise, terms, dividends)
            if refused:
                print("  %s %s: %d without a price" % (title, style, refused))
            excess |= show(title + ", " + style, errors, BOUNDS[exercise][level])
    return excess


def compare_curves(kernel, random, count):
    """Compares curves with the options alone. Returns whether any error exceeds its bound."""
    excess = False
    cases = [random_case(random) for _ in range(count)]
    ends = [(random.choice([0.01, 0.5, 0.8]), random.uniform(1.2, 4)) for _ in cases]
    for level, title in enumerate(LEVELS[1:], 1):
        errors, times, refused = ([], []), [], 0
        for (exercise, terms, dividends), (low, high) in zip(cases, ends):
            spots = np.clip(np.linspace(low, high, 201) * terms[1], 1.01e-4 * terms[2], 0.99e4 * terms[2])
            values, status, elapsed = kernel.curve(exercise, level, terms, dividends, spots)
            alone = (terms[0], spots, *terms[2:])
            prices, statuses, _ = kernel.prices(exercise, 2, alone, dividends)
            both = (status == 0) & (statuses == 0)
            refused += int((status != 0).sum())
            errors[exercise].extend((np.abs(values[0] - prices) / np.maximum(spots, terms[2]))[both])
            times.append(elapsed / (kernel.prices(exercise, level, alone, dividends)[2] * len(spots)))
        print("%s, %d curves: %d without a price, %.2f of the time of the options alone (median)"
              % (title, count, refused, np.median(times)))
        for exercise, style in enumerate(("European", "American")):
            # The options alone have errors of their own.
            bounds = [bound + (0 if level == 2 else BOUNDS[exercise][2][i])
                      for i, bound in enumerate(BOUNDS[exercise][level])]
            excess |= show(title + ", " + style, errors[exercise], bounds)
    return excess


def compare_volatilities(kernel, random, count):
    """Prices options, finds the volatilities, and prices them again. Returns whether any price differs by more than the
    bound of its level."""
    excess = False
    cases = [(random_case, curve_case)[i % 2](random) for i in range(count)]
    for level, title in enumerate(LEVELS):
        differences, ratios, counts = ([], []), [], np.zeros(len(VOLATILITY_STATUSES), int)
        for exercise, terms, dividends in cases:
            price, status, priced = kernel.prices(exercise, level, terms, dividends)
            if status[0] != 0:
                continue
            volatility, status, elapsed = kernel.volatilities(exercise, level, terms, dividends, price[0])
            counts[status] += 1
            ratios.append(elapsed / priced)
            if status == 0:
                again = kernel.prices(exercise, level, (*terms[:6], volatility), dividends)[0]
                differences[exercise].append(abs(again[0] - price[0]) / max(terms[1], terms[2]))
        print("%s, %d quotes: %s; %.1f times as long as the price (median), 99 %% %.0f"
              % (title, count, ", ".join("%d %s" % p for p in zip(counts, VOLATILITY_STATUSES)), np.median(ratios),
                 np.quantile(ratios, 0.99)))
        excess |= bool(counts[4])
        for exercise, style in enumerate(("European", "American")):
            excess |= show(title + ", " + style, differences[exercise], BOUNDS[exercise][level])
    return excess


def main(count=2000, seed=1, compared=100):
    with tempfile.TemporaryDirectory() as folder:
        kernel, reference = compile_libraries(folder)
        print("dividend_prices.json, less the accuracy of the table")
        excess = compare(kernel, list(table_cases()))
        random = np.random.default_rng(seed)
        cases = [(random_case, curve_case)[i % 2](random) for i in range(count)]
        scale = np.array([max(terms[1:3]) for _, terms, _ in cases])
        prices = np.empty((len(LEVELS), count))
        for level, title in enumerate(LEVELS):
            results = [kernel.prices(exercise, level, terms, dividends) for exercise, terms, dividends in cases]
            prices[level] = [price[0] for price, _, _ in results] / scale
            counts = np.bincount([status[0] for _, status, _ in results], minlength=3)
            print("%s: %d random options: %s" % (title, count, ", ".join("%d %s" % p for p in zip(counts, STATUSES))))
        for level, title in enumerate(LEVELS[:2]):
            print("%s: at most %.1e from %s" % (title, np.nanmax(np.abs(prices[level] - prices[2])), LEVELS[2]))
        print("random options, less the difference of the last two resolutions of the reference")
        cases = [case + checked_reference(kernel, reference, *case) for case in cases[:compared]]
        excess |= compare(kernel, cases, describe=True)
        print("volatilities: the difference of their prices")
        excess |= compare_volatilities(kernel, random, min(count // 10, 1000))
        print("curves, against the options alone")
        excess |= compare_curves(kernel, random, min(count // 10, 300))
    sys.exit(1 if excess else 0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
