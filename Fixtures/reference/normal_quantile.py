#!/usr/bin/env python3
"""Writes normal_quantile.json: quantiles of the standard normal distribution at probabilities that are doubles, at 50 digits."""

import json
import random

from mpmath import erfinv, mp, mpf, sqrt

from tables import write

mp.dps = 50

generator = random.Random(1)
centre = [0.5 + sign * 2.0**-power for power in range(2, 53) for sign in (-1, 1)]
tails = [2.0**-power for power in range(2, 54)] + [1 - 2.0**-power for power in range(2, 54)]
# The boundaries of the approximations: 0.5 -+ 0.425, and exp(-25).
seams = [0.075, 0.925, 1.388794386496402e-11, 1 - 1.388794386496402e-11]
seams = [value * (1 + shift * 2.0**-52) for value in seams for shift in (-2, -1, 0, 1, 2)]
ordinary = [generator.random() for _ in range(300)]
small = [10 ** generator.uniform(-15.9, -1) for _ in range(300)]

rows = []
for p in sorted({*centre, *tails, *seams, *ordinary, *small, *(1 - value for value in small)}):
    if 0 < p < 1:
        rows.append([p, float(sqrt(mpf(2)) * erfinv(2 * mpf(p) - 1))])

write(__file__, json.dumps(rows, separators=(",", ":")) + "\n")
