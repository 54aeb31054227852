#!/usr/bin/env python3
"""Writes dividend_domain.json: random options with discrete dividends over the whole domain of the kernel.

python3 Fixtures/reference/dividend_domain.py [--check]

The values are those of Sources/COptionsKernels/coefficients/dividends_reference.c, finite differences on a grid that
begins at a price of 0, extrapolated over two resolutions; `accuracy` is the difference of the extrapolated value from
the finer one, in the currency. Options whose accuracy is worse than 5e-7 of the larger of spot and strike are left out.
Takes about two seconds an option. dividend_prices.json is from another source: its conventions describe two further
methods. The table is that of 330 options near the strike, and of 110 at other prices of a curve.
"""

import json
import os
import sys
import tempfile

import numpy as np
from tables import write

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, os.pardir, os.pardir, "Sources", "COptionsKernels", "coefficients"))
import dividends_check as check  # noqa: E402


def main():
    random, cases = np.random.default_rng(33), []
    with tempfile.TemporaryDirectory() as folder:
        _, reference = check.compile_libraries(folder)
        for draw in [check.random_case] * 330 + [check.curve_case] * 110:
            exercise, terms, rows = draw(random)
            terms = (terms[0], *(float("%.9g" % term) for term in terms[1:]))
            # A dividend on the expiration stays there.
            rows = [tuple(float("%.9g" % x) for x in row) for row in rows]
            price, accuracy = check.reference_price(reference, exercise, terms, rows, 3000, 300)
            if accuracy > 5e-7 * max(terms[1], terms[2]):
                continue
            cases.append({
                "exercise": ("european", "american")[exercise], "type": ("call", "put")[terms[0]], "S": terms[1],
                "K": terms[2], "T": terms[3], "r": terms[4], "q": terms[5], "sigma": terms[6],
                "dividends": [dict(zip(("time", "amount", "proportion"), row)) for row in rows],
                "price": float("%.12g" % price), "accuracy": float("%.1e" % max(accuracy, 1e-9))})
    write(__file__, '{"cases": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]}\n")


if __name__ == "__main__":
    main()
