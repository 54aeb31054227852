"""Verifies the errors of coefficients.h by mpmath, independently of the code that fits the coefficients.

python3 Sources/COptionsKernels/coefficients/check.py
"""

import os
import random
import struct
import sys

from mpmath import atanh, erfc, exp, expm1, linspace, log, log1p, mp, mpf, nstr, pi, polyval, sqrt

import header

mp.dps = 40
tables = header.read(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "vectors", "coefficients.h"))
random.seed(1)
excesses = []


def report(name, errors, limit):
    greatest = max(errors)
    if not greatest <= limit:
        excesses.append(name)
    print("%-40s %-10s %s" % (name, nstr(greatest, 4), "" if greatest <= limit else "ABOVE %g" % limit), flush=True)


def value(name, x):
    return polyval(tables[name][::-1], x)


def mills(z):
    """N(-z) / phi(z)"""
    return sqrt(pi / 2) * exp(z * z / 2) * erfc(z / sqrt(mpf(2)))


def points(low, high, count=3001):
    """Points without the ends and without zero, because of removable singularities."""
    return [x for x in linspace(mpf(low), mpf(high), count) if x][1:-1] + [mpf(low) + mpf(10) ** -9]


# Functions of one variable.
for name, factor in ("EXP2_TABLE", 1), ("DENSITY_TABLE", mpf(2) ** 256 / sqrt(2 * pi)):
    for i, lowered in enumerate(tables[name]):
        power, = struct.unpack("<d", struct.pack("<q", lowered + (i << 48)))
        assert abs(power / (factor * mpf(2) ** (mpf(i) / 16)) - 1) <= mpf(2) ** -53, (name, i)
report("EXP2_POLYNOMIAL",
       [abs(f * value("EXP2_POLYNOMIAL", f) - expm1(f * log(mpf(2)))) for f in points(-1 / 32, 1 / 32)], 8e-18)
half = log(mpf(2)) / 2
report("EXPM1_POLYNOMIAL",
       [abs((r + r * r * value("EXPM1_POLYNOMIAL", r)) / expm1(r) - 1) for r in points(-half, half)], 2.5e-17)
report("LOG_POLYNOMIAL",
       [abs(F * (2 + F**2 * value("LOG_POLYNOMIAL", F**2)) - 2 * atanh(F)) for F in points(0, "0.2004")], 4e-18)
report("ATANH_POLYNOMIAL",
       [abs((2 * F + F**3 * value("ATANH_POLYNOMIAL", F**2)) / (2 * atanh(F)) - 1) for F in points(0, "0.2004")], 3e-19)
report("COARSE_LOG_POLYNOMIAL",
       [abs(f * value("COARSE_LOG_POLYNOMIAL", f) / log1p(f) - 1)
        for f in points(sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1)], 1.8e-7)
tables["MILLS_DENOMINATOR"].append(1.0)
assert min(tables["MILLS_NUMERATOR"] + tables["MILLS_DENOMINATOR"]) > 0
report("MILLS_NUMERATOR / MILLS_DENOMINATOR",
       [abs(value("MILLS_NUMERATOR", z) / value("MILLS_DENOMINATOR", z) / mills(z) - 1)
        for z in points(0, 64) + points(0, 4)], 1.3e-16)

# The normal model: the Mills ratio and the loss with one denominator.
tables["NORMAL_TAIL"].append(1.0)
tables["NORMAL_DENOMINATOR"].append(1.0)
assert min(tables["NORMAL_TAIL"] + tables["NORMAL_LOSS"] + tables["NORMAL_DENOMINATOR"]) > 0
assert tables["NORMAL_LOSS"][0] == tables["NORMAL_DENOMINATOR"][0]
for name, function in ("NORMAL_TAIL", mills), ("NORMAL_LOSS", lambda z: 1 - z * mills(z)):
    report(name + " / NORMAL_DENOMINATOR",
           [abs(value(name, z) / value("NORMAL_DENOMINATOR", z) / function(z) - 1)
            for z in points(0, 41) + points(0, 4)], 1.7e-16)
errors = []
for z in points(0, 36, 1000) + [mpf(10) ** -k for k in range(3, 12)]:
    l = log1p(z * sqrt(2 * pi) * exp(z * z / 2) / (1 - z * mills(z)))
    r = 1 / sqrt(1 + l * mpf(tables["GUESS_CORE_SCALE"][0]))
    errors.append(abs(z / l * value("NORMAL_GUESS", r) / r - 1))
report("NORMAL_GUESS", errors, 2.8e-5)

# The Mills polynomials of the implied volatility: the derivative, and a divided difference by the kernel's recurrence.
pole = mpf(tables["MILLS_POLE"][0])
norm = sqrt(2 * pi)


def variable(z):
    return z / (pole - z)


derivative = [k * mpf(c) for k, c in enumerate(tables["MILLS_DIVIDED"])][1:]
report("MILLS_DIVIDED, dM/dz",
       [abs(norm * polyval(derivative[::-1], variable(z)) / (pole - z) ** 2 - (1 + z * mills(-z)))
        for z in points(-66, 1) + points(-6, "1.01")], 1.5e-16)
errors = []
for _ in range(2000):
    z1 = mpf(random.uniform(-37, 1.01))
    s = mpf(10) ** random.uniform(-8, 1.4)
    z2 = max(z1 - s, mpf(-66))
    b = d = mpf(tables["MILLS_DIVIDED"][-1])
    for c in tables["MILLS_DIVIDED"][-2:0:-1]:
        b = b * variable(z1) + c
        d = d * variable(z2) + b
    errors.append(abs(norm * d / ((pole - z1) * (pole - z2)) - (mills(-z1) - mills(-z2)) / (z1 - z2)))
report("MILLS_DIVIDED, (M(z1) - M(z2))/(z1 - z2)", errors, 1.5e-16)
report("MILLS_PLAIN",
       [abs(norm * value("MILLS_PLAIN", variable(z)) - mills(-z)) for z in points(-66, "-0.45")], 2.5e-16)


# The guesses: total volatility from a and m, and its inverse.
def guess(name, x, y):
    total, end = mpf(0), len(tables[name])
    for degree in reversed([int(n) for n in tables[name + "_DEGREES"]]):
        total = total * x + polyval(tables[name][end - degree - 1:end][::-1], y)
        end -= degree + 1
    return total


def core(a, m, complement):
    v = expm1(a) / m
    l = log1p(v)
    rho = m if v < mpf(10) ** -6 else a / l
    r = 1 / sqrt(1 + tables["GUESS_CORE_SCALE"][0] * l)
    return rho / r * guess("GUESS_CORE", r, rho**2)


def outer(a, m, complement, name="GUESS_OUTER"):
    r = 1 / sqrt(1 - log(m))
    z = guess(name, r, 1 / sqrt(1 + a)) / r
    y = sqrt(z * z + 2 * a)
    return z + y if z > 0 else 2 * a / (y - z)


def upper(a, m, complement):
    return outer(a, complement, m, "GUESS_UPPER")


def prices(z, a):
    """The total volatility, m and 1 - m."""
    y = sqrt(z * z + 2 * a)
    s = z + y if z > 0 else 2 * a / (y - z)
    density = exp(-z * z / 2) / norm
    return s, density * (mills(-z) - mills(y)), density * (mills(z) + mills(y))


def weighted(region, z, a):
    s, m, complement = prices(mpf(z), mpf(a))
    condition = (complement if region is upper else m) * norm * exp(mpf(z) ** 2 / 2) / s
    return abs(region(mpf(a), m, complement) / s - 1) * (1 + 1 / (30 * condition))


def z_at(a, m):
    with mp.workdps(15):
        low, high = mpf(-1), mpf("1.5")
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (middle, high) if prices(middle, a)[1] < m else (low, middle)
    return low


def region_errors(region, smallest, largest, count):
    """Points inside the region, and on the borders of a and of the price, slightly outside."""
    errors = []
    while len(errors) < count:
        share = random.choice([0, 1, random.random(), random.random() ** 4, 1 - random.random() ** 4])
        a = smallest + (largest - smallest) * mpf(share)
        border = z_at(a, mpf("0.682") if region is upper else mpf("0.684"))
        furthest = mpf("8.3") if region is upper else mpf("-37.2")
        z = border + (furthest - border) * random.choice([0, random.random(), random.random() ** 4])
        if prices(z, a)[1] > mpf(10) ** -303:
            errors.append(weighted(region, z, a))
    return errors


report("GUESS_CORE, a <= 2.02", region_errors(core, mpf(10) ** -12, mpf("2.02"), 1000), 3.9e-4)
near = []
for exponent in range(-10, 1):
    for s in (mpf(10) ** exponent, 2 * mpf(10) ** exponent):
        ratios = [mpf(10) ** -9, mpf(10) ** -6, mpf(10) ** -3, mpf(1) / 10, mpf(1), mpf(5), mpf(20), mpf(36)]
        near += [weighted(core, s / 2 - ratio, ratio * s) for ratio in ratios if ratio * s <= 2]
        near.append(weighted(core, s / 2, mpf(0)))
report("GUESS_CORE, a and s down to 0", near, 3.9e-4)
report("GUESS_OUTER, 2 <= a <= 24", region_errors(outer, 2, 24, 1000), 6e-5)
report("GUESS_OUTER, 24 <= a <= 1450", region_errors(outer, 24, 1450, 400), 5e-3)
report("GUESS_UPPER, a <= 24", region_errors(upper, 0, 24, 1000), 6e-5)
report("GUESS_UPPER, 24 <= a <= 1450", region_errors(upper, 24, 1450, 400), 5e-3)
sys.exit(1 if excesses else 0)
