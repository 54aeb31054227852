"""Measures the errors of greeks of American options with discrete dividends, by level.

python3 Sources/COptionsKernels/coefficients/dividends_greeks_check.py [COUNT [SEED]]

Compiles the kernel (CC, or clang), and once more with meshes of 768 x 512 and 1,024 x 1,024 nodes and steps alone.
Compares the greeks of COUNT random American options of the whole domain (1,200). Needs numpy. The exit status is 1 if 1
of 100 options exceeds a bound at the most precise level.
"""

import os
import sys
import tempfile

import numpy as np

import dividends_check as check

GREEKS = ("delta", "S gamma", "theta/K", "vega/K", "rho/K", "epsilon/K")
# For 99 of 100 options, at the most precise level.
BOUNDS = (2e-5, 6e-4, 3e-5, 8e-4, 3e-3, 3e-3)
FINE_LADDER = "-DPRECISE_AMERICAN_LADDER={1, MESH(768, 512, 6.4), {MESH(1024, 1024, 6.4)}, {0}}"


def american_cases(count, seed):
    random, cases = np.random.default_rng(seed), []
    while len(cases) < count:
        exercise, terms, dividends = check.random_case(random)
        if exercise == check.AMERICAN:
            cases.append((terms, dividends))
    return cases


def greeks(kernel, level, cases):
    """A row of greeks for each option, in units of the strike; NaN without a price."""
    rows = []
    for terms, dividends in cases:
        values = kernel.greeks(check.AMERICAN, level, terms, dividends)[0][1:, 0]
        rows.append(values * np.array([1, terms[1], *[1 / terms[2]] * 4]))
    return np.array(rows)


def main(count=1200, seed=77):
    excess = False
    with tempfile.TemporaryDirectory() as folder:
        kernel = check.compile_kernel(os.path.join(folder, "kernel.so"))
        fine = check.compile_kernel(os.path.join(folder, "fine.so"), FINE_LADDER)
        cases = american_cases(count, seed)
        expected = greeks(fine, 2, cases)
        for level, title in enumerate(check.LEVELS):
            errors = np.abs(greeks(kernel, level, cases) - expected)
            refused = np.isnan(errors).any(axis=1)
            print("%s: %d options, %d without a price; 99 %%, 95 %%, greatest" % (title, count, refused.sum()))
            for greek, column, bound in zip(GREEKS, errors[~refused].T, BOUNDS):
                part = np.quantile(column, 0.99)
                print("  %-10s %.1e, %.1e, %.1e" % (greek, part, np.quantile(column, 0.95), column.max()))
                excess |= bool(level == 2 and part > bound)
    sys.exit(1 if excess else 0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
